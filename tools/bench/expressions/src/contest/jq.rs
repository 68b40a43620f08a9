//! Compiled jq beside jaq.

use asl_runtime::Value;
use asl_runtime::jq::Exit;
use jaq_json::Val;

use super::{Results, agree, read};
use crate::document::{self, Size};
use crate::filters::Filter;
use crate::filters::jq::FILTERS;
use crate::hand::{self, Made};
use crate::peers::jaq;
use crate::programs::jq as programs;
use crate::rounds;
use crate::table::Row;

/// Measures all programs on all documents.
pub(crate) fn measure() -> Result<Results, String> {
    let mut results = Results::new(vec!["jaq".to_owned()]);
    for size in &document::JQ {
        let text = document::text(size.items);
        for (number, filter) in FILTERS.iter().enumerate() {
            Contest::new(number, filter, size, &text)?.measure(&mut results)?;
        }
    }
    Ok(results)
}

struct Contest<'c> {
    number: usize,
    filter: &'static Filter,
    size: &'static Size,
    text: &'c str,
    input: Value,
    jaq: jaq::Program,
    jaq_input: Val,
}

impl<'c> Contest<'c> {
    fn new(
        number: usize,
        filter: &'static Filter,
        size: &'static Size,
        text: &'c str,
    ) -> Result<Self, String> {
        let input = Value::from_json_str(text).map_err(|error| error.to_string())?;
        let jaq = jaq::Program::new(filter.program)?;
        Ok(Self { number, filter, size, text, input, jaq, jaq_input: jaq::document(text)? })
    }

    fn measure(&self, results: &mut Results) -> Result<(), String> {
        let expected = self.output()?;
        self.shared(results, &expected);
        if let Some(by_hand) = hand::jq::owned(self.number).filter(|_| self.filter.is_update) {
            self.owned(results, &expected, by_hand);
        }
        Ok(())
    }

    /// The output of the compiled program and of the one by hand.
    fn output(&self) -> Result<serde_json::Value, String> {
        let failed = |exit: Exit| format!("{}: {exit:?}", self.filter.program);
        let borrowed = programs::BORROWED[self.number](&self.input).map_err(failed)?;
        let owned = programs::OWNED[self.number](self.input.clone()).map_err(failed)?;
        let expected = read(&borrowed.to_json_string())?;
        agree(self.filter, &expected, &read(&owned.to_json_string())?)?;
        let by_hand = hand::jq::BORROWED[self.number](&self.input)?;
        agree(self.filter, &expected, &read(&by_hand.to_json_string())?)?;
        Ok(expected)
    }

    fn jaq_output(&self) -> Result<serde_json::Value, String> {
        read(&self.jaq.run(self.jaq_input.clone())?.to_string())
    }

    fn shared(&self, results: &mut Results, expected: &serde_json::Value) {
        let (program, by_hand) = (programs::BORROWED[self.number], hand::jq::BORROWED[self.number]);
        let jaq = rounds::shared(|| self.jaq.run(self.jaq_input.clone()));
        let jaq = results.fair(0, self.filter, expected, self.jaq_output(), jaq);
        let contenders = vec![
            rounds::shared(|| program(&self.input)),
            rounds::shared(|| by_hand(&self.input)),
            jaq,
        ];
        results.measure(Row::new(self.filter, self.size), u32::MAX, contenders);
    }

    fn owned(
        &self,
        results: &mut Results,
        expected: &serde_json::Value,
        by_hand: fn(Value) -> Made,
    ) {
        // Owned inputs that are not shared, like a machine's data.
        let input = || Value::from_json_str(self.text).unwrap_or_default();
        let jaq_input = || jaq::document(self.text).unwrap_or_default();
        let jaq = rounds::owning(jaq_input, |input| self.jaq.run(input));
        let jaq = results.fair(0, self.filter, expected, self.jaq_output(), jaq);
        let program = programs::OWNED[self.number];
        let contenders = vec![rounds::owning(input, program), rounds::owning(input, by_hand), jaq];
        // As many as fit into the caches: more would evict the first ones before they are used.
        let most = u32::try_from(32_000 / self.text.len()).unwrap_or(u32::MAX).clamp(1, 128);
        let row = Row { is_owned: true, ..Row::new(self.filter, self.size) };
        results.measure(row, most, contenders);
    }
}
