//! Compares compiled jq programs with jaq, in the same process, and with hand-written code on the
//! same values. Documents are parsed and programs compiled beforehand; outputs are compared before
//! the measurement.

mod document;
mod filters;
mod hand;
mod peer;
mod programs;
mod rounds;
mod table;

use std::process::ExitCode;

use asl_runtime::Value;
use jaq_json::Val;

use document::SIZES;
use filters::{FILTERS, Filter};
use table::Row;

fn main() -> ExitCode {
    match rows() {
        Ok(rows) => {
            print!("{}", table::rows(&rows));
            print!("\n{}", table::targets(&rows));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (size_name, size) in SIZES {
        let text = document::text(size);
        for (number, filter) in FILTERS.iter().enumerate() {
            let contest = Contest::new(number, filter, &text)?;
            contest.compare()?;
            rows.push(contest.shared(size_name));
            if let Some(hand) = hand::owned(number).filter(|_| filter.is_update) {
                rows.push(contest.owned(size_name, hand));
            }
        }
    }
    Ok(rows)
}

/// One program on one document.
struct Contest<'c> {
    number: usize,
    filter: &'static Filter,
    text: &'c str,
    input: Value,
    peer: peer::Program,
    peer_input: Val,
}

impl<'c> Contest<'c> {
    fn new(number: usize, filter: &'static Filter, text: &'c str) -> Result<Self, String> {
        let input = Value::from_json_str(text).map_err(|error| error.to_string())?;
        let peer = peer::Program::new(filter.program)?;
        Ok(Self { number, filter, text, input, peer, peer_input: peer::document(text)? })
    }

    /// All outputs must be equal; numbers may differ in rounding, because of another order of
    /// addition.
    fn compare(&self) -> Result<(), String> {
        let failed = |who: &str, problem: String| format!("{}: {who}: {problem}", self.filter.program);
        let read = |who: &str, text: String| {
            serde_json::from_str::<serde_json::Value>(&text).map_err(|error| failed(who, format!("{error}: {text}")))
        };
        let compiled = |exit| failed("compiled", format!("{exit:?}"));
        let ours = programs::BORROWED[self.number](&self.input).map_err(compiled)?.to_json_string();
        let owned = programs::OWNED[self.number](self.input.clone()).map_err(compiled)?.to_json_string();
        let hand = hand::BORROWED[self.number](&self.input).map_err(|error| failed("by hand", error))?;
        let peer = self.peer.run(self.peer_input.clone()).map_err(|error| failed("jaq", error))?;
        let expected = read("jaq", peer.to_string())?;
        let others = [("compiled", ours), ("compiled, owned", owned), ("by hand", hand.to_json_string())];
        for (who, text) in others {
            if !same(&expected, &read(who, text)?) {
                return Err(failed(who, "not jaq's output".to_owned()));
            }
        }
        Ok(())
    }

    fn shared(&self, size: &'static str) -> Row {
        let (program, by_hand) = (programs::BORROWED[self.number], hand::BORROWED[self.number]);
        let contenders = [
            rounds::shared(|| program(&self.input)),
            rounds::shared(|| self.peer.run(self.peer_input.clone())),
            rounds::shared(|| by_hand(&self.input)),
        ];
        self.row(size, false, rounds::measure(contenders, u32::MAX))
    }

    fn owned(&self, size: &'static str, by_hand: fn(Value) -> hand::Made) -> Row {
        let program = programs::OWNED[self.number];
        // Owned inputs that are not shared, like a machine's data.
        let input = || Value::from_json_str(self.text).unwrap_or_default();
        let peer_input = || peer::document(self.text).unwrap_or_default();
        let contenders = [
            rounds::owning(input, program),
            rounds::owning(peer_input, |input| self.peer.run(input)),
            rounds::owning(input, by_hand),
        ];
        // As many as fit into the caches: more would evict the first ones before they are used.
        let most = u32::try_from(32_000 / self.text.len()).unwrap_or(u32::MAX).clamp(1, 128);
        self.row(size, true, rounds::measure(contenders, most))
    }

    fn row(&self, size: &'static str, is_owned: bool, [ours, peer, hand]: [f64; 3]) -> Row {
        Row { filter: self.filter, size, is_owned, ours, peer, hand }
    }
}

/// Compares values, except for the last digits of numbers.
fn same(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            (a - b).abs() <= 1e-9 * a.abs().max(1.0)
        }
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Object(a), Object(b)) => a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b))),
        (a, b) => a == b,
    }
}
