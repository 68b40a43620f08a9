//! Compiled JSONata beside jsonata-core and the implementations in other languages.

use asl_runtime::Value;

use super::{Results, agree, read};
use crate::document::{self, Size};
use crate::filters::jsonata::FILTERS;
use crate::filters::{Filter, Given};
use crate::hand;
use crate::peers::jsonata_core;
use crate::peers::process::Process;
use crate::programs::jsonata as programs;
use crate::rounds;
use crate::table::Row;

/// Measures the programs on all documents: all, or those with one of these texts in their names.
pub(crate) fn measure(others: &[Process], parts: &[String]) -> Result<Results, String> {
    let names = others.iter().map(|other| other.name.clone());
    let mut results =
        Results::new(std::iter::once("jsonata-core".to_owned()).chain(names).collect());
    for size in &document::JSONATA {
        let text = document::text(size.items);
        for (number, filter) in FILTERS.iter().enumerate() {
            let is_chosen =
                parts.is_empty() || parts.iter().any(|part| filter.name.contains(part.as_str()));
            if is_chosen && (filter.is_on_large || !size.is_large) {
                contest(&mut results, (number, filter), (size, &text), others)?;
            }
        }
    }
    Ok(results)
}

fn contest(
    results: &mut Results,
    (number, filter): (usize, &'static Filter),
    (size, text): (&'static Size, &str),
    others: &[Process],
) -> Result<(), String> {
    let text = match filter.given {
        Given::Input => text.to_owned(),
        Given::States => format!(r#"{{"input":{text}}}"#),
    };
    let input = Value::from_json_str(&text).map_err(|error| error.to_string())?;
    let (program, by_hand) = (programs::PROGRAMS[number], hand::jsonata::BORROWED[number]);
    let made = program(&input).map_err(|error| format!("{}: {error}", filter.program))?;
    let expected =
        read(&made.ok_or_else(|| format!("{}: undefined", filter.program))?.to_json_string())?;
    agree(filter, &expected, &read(&by_hand(&input)?.to_json_string())?)?;

    let core = jsonata_core::Program::new(filter, &text)?;
    let output = core
        .run()
        .and_then(|made| read(&made.to_json_string().map_err(|error| error.to_string())?));
    let mut contenders =
        vec![rounds::shared(|| program(&input)), rounds::shared(|| by_hand(&input))];
    contenders.push(results.fair(0, filter, &expected, output, rounds::shared(|| core.run())));
    for (other, peer) in others.iter().zip(1..) {
        let contender = Box::new(|times| other.run(times));
        contenders.push(results.fair(
            peer,
            filter,
            &expected,
            other.take(filter, &text),
            contender,
        ));
    }
    results.measure(Row::new(filter, size), u32::MAX, contenders);
    Ok(())
}
