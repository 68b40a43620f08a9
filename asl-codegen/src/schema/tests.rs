//! Tests of schemas as sets: each keyword, faults, and small files that could take long.

mod faults;
mod folder;
mod hostile;
mod keywords;

use std::fmt::Write as _;

use asl_language::shape::{Kinds, Others, Presence, Step, Values};
use asl_source::diagnostics::{Colour, Diagnostics, report};
use asl_source::source::Sources;
use asl_source::span::FileId;
use bumpalo::Bump;

use super::reader;
use super::references::References;
use super::trees::Trees;

/// Reads one schema, and gives its set and the findings to a function.
fn with_set<T>(schema: &str, ask: impl FnOnce(&Values<'_>, String) -> T) -> T {
    let mut sources = Sources::from_text("input.schema.json", schema);
    let (mut trees, mut diagnostics) = (Trees::default(), Diagnostics::default());
    trees.read(FileId(0), &mut sources, &mut diagnostics);
    let references = References::new(&trees);
    let arena = Bump::new();
    let roots: Vec<_> = trees.root(FileId(0)).into_iter().collect();
    let sets = reader::read(&roots, &references, &arena, &mut diagnostics);
    let found = report(diagnostics, &sources, Colour::Never);
    ask(sets.first().copied().unwrap_or(&Values::Any), found)
}

/// The set of a schema without faults, as text.
fn shown(schema: &str) -> String {
    with_set(schema, |set, found| {
        assert_eq!(found, "", "{schema}");
        let Values::Among(sets, Values::Own(first)) = set else { panic!("{set:?}") };
        if let [only] = sets {
            return text(only);
        }
        let sets = sets.iter().enumerate().map(|(at, set)| format!("#{at} = {}", text(set)));
        format!("#{first} where {}", sets.collect::<Vec<_>>().join(", "))
    })
}

/// The findings of a schema.
fn findings(schema: &str) -> String {
    with_set(schema, |_, found| found)
}

/// The kinds at a path.
fn kinds(schema: &str, path: &[Step<'_>]) -> Kinds {
    with_set(schema, |set, _| Kinds::at(set, path))
}

fn text(values: &Values<'_>) -> String {
    let list = |sets: &[&Values<'_>], between: &str| {
        sets.iter().map(|set| text(set)).collect::<Vec<_>>().join(between)
    };
    match values {
        Values::Any => "any".to_owned(),
        Values::Never => "never".to_owned(),
        Values::Null => "null".to_owned(),
        Values::Boolean => "boolean".to_owned(),
        Values::Integer(i128::MIN, i128::MAX) => "integer".to_owned(),
        Values::Integer(i128::MIN, to) => format!("..{to}"),
        Values::Integer(from, i128::MAX) => format!("{from}.."),
        Values::Integer(from, to) => format!("{from}..{to}"),
        Values::Number => "number".to_owned(),
        Values::Text => "text".to_owned(),
        Values::Constant(text) => format!("'{text}'"),
        Values::List(item) => format!("[{}…]", text(item)),
        Values::Tuple(items) => format!("[{}]", list(items, ", ")),
        Values::Map(values) => format!("{{*: {}}}", text(values)),
        Values::OneOf(sets) => list(sets, " | "),
        Values::Own(number) => format!("#{number}"),
        Values::Object(object) => {
            let mut shown = String::from("{");
            for member in object.members {
                let sign = if member.presence == Presence::Always { "" } else { "?" };
                let _ = write!(shown, "{}{sign}: {}, ", member.name, text(member.values));
            }
            let others = if object.others == Others::Any { "…" } else { "" };
            format!(
                "{}{others}}}",
                if others.is_empty() { shown.trim_end_matches(", ") } else { &shown }
            )
        }
        Values::Named(..) | Values::Among(..) | Values::At(..) => format!("{values:?}"),
        _ => unreachable!("all sets are listed"),
    }
}
