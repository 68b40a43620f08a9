//! The program of the generated crate: runs the expression of each case on its input, and writes
//! its result or its error, one line per case.

use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Duration;

use asl_runtime::Value;
use asl_runtime::jsonata::{self, Cx, Item, Options, Outcome, View};
use serde::Deserialize;
use serde_json::json;

use crate::{jobs, time_limit};

/// A compiled expression: context of the run, input and variables in, result out.
pub(crate) type Program = fn(&Cx, View<'_>, &[Item]) -> Outcome;

/// A case to run.
#[derive(Deserialize)]
struct Job {
    program: usize,
    /// JSON text; none: undefined.
    input: Option<String>,
    /// JSON texts.
    variables: Vec<String>,
    /// Maximum depth of calls.
    depth: Option<u32>,
}

/// No case may take longer; limits end expressions that would.
const PATIENCE: Duration = Duration::from_secs(60);

/// Steps and bytes of a run: some cases make ranges of ten million numbers.
const LIMITS: (u64, u64) = (60_000_000, 4 << 30);

/// Reads jobs, one per line, and writes their results.
pub(crate) fn run(
    programs: impl Fn(usize) -> Option<Program>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let program = jobs::named(programs(job.program))?;
        Ok(time_limit::run(PATIENCE, move || result(program, &job))?.to_string())
    })
}

fn result(program: Program, job: &Job) -> serde_json::Value {
    let read = |text: &String| Value::from_json_str(text).map_err(|error| error.to_string());
    let variables: Result<Vec<Item>, String> =
        job.variables.iter().map(|text| read(text).map(Item::from)).collect();
    let (input, variables) = match (job.input.as_ref().map(read).transpose(), variables) {
        (Ok(input), Ok(variables)) => (input, variables),
        (Err(error), _) | (_, Err(error)) => return json!({ "unreadable": error }),
    };
    let usual = Options::default();
    let (steps, bytes) = LIMITS;
    let options = usual.steps(steps).bytes(bytes).depth(job.depth.unwrap_or(usual.depth));
    let program = jsonata::Program::new(|cx: &Cx, input: View<'_>| program(cx, input, &variables))
        .with(options);
    let result = match &input {
        Some(input) => program.run(input),
        None => program.run_without_input(),
    };
    match result {
        Ok(Some(value)) => json!({ "result": value.to_json_string() }),
        Ok(None) => json!({ "undefined": true }),
        Err(error) if error.is_limit() => json!({ "error": "U1001", "message": error.to_string() }),
        Err(error) => json!({ "error": error.code(), "message": error.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(program: Program, job: &serde_json::Value) -> serde_json::Value {
        let mut results = Vec::new();
        run(|_| Some(program), format!("{job}\n").as_bytes(), &mut results).unwrap();
        serde_json::from_slice(&results).unwrap()
    }

    #[test]
    fn a_result_is_told_as_json_text() {
        let job = json!({ "program": 0, "input": "[1.5]", "variables": ["true"] });
        let of = |program| told(program, &job);
        assert_eq!(of(|_, input, _| Ok(input.to_item())), json!({ "result": "[1.5]" }));
        assert_eq!(of(|_, _, variables| Ok(variables[0].clone())), json!({ "result": "true" }));
        assert_eq!(of(|_, _, _| Ok(Item::Undefined)), json!({ "undefined": true }));
    }

    #[test]
    fn an_error_is_told_with_its_code() {
        let job = json!({ "program": 0, "variables": [] });
        let told = told(|_, _, _| Err(jsonata::Fault::new("T1006")), &job);
        assert_eq!(told["error"], "T1006");
    }
}
