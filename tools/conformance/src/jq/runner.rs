//! The program of the generated crate: it runs the jq program of each case on its input, and writes
//! one line per case with its outputs and its end.

use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Duration;

use asl_runtime::Value;
use asl_runtime::jq::{Cx, Exit, Flow};
use serde::Deserialize;
use serde_json::json;

use crate::{jobs, time_limit};

/// A compiled program, which passes each output to its last argument.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// Runs it on a borrowed input.
    pub(crate) borrowed: fn(&Cx, &Value, &mut asl_runtime::jq::Emit<'_>) -> Flow,
    /// Runs it on an owned input.
    pub(crate) owned: fn(&Cx, Value, &mut asl_runtime::jq::Emit<'_>) -> Flow,
}

/// A case to run.
#[derive(Deserialize)]
struct Job {
    program: usize,
    /// JSON text, and `nan`.
    input: String,
}

/// Maximum time of a case. Programs that need longer should reach their limits first.
const PATIENCE: Duration = Duration::from_secs(20);

/// 2026-01-01T00:00:00Z, in milliseconds.
const NOW: u64 = 1_767_225_600_000;

/// Reads jobs, one per line, and writes their results.
pub(crate) fn run(
    programs: impl Fn(usize) -> Option<Program>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let program = jobs::named(programs(job.program))?;
        Ok(time_limit::run(PATIENCE, move || result(program, &job.input))?.to_string())
    })
}

/// The results on a borrowed input and on one that the program may change in place. If they differ,
/// or the borrowed input is changed, both are reported.
fn result(program: Program, input: &str) -> serde_json::Value {
    let cx = Cx::new(NOW);
    let (input, fresh) = match (read(&cx, input), read(&cx, input)) {
        (Ok(input), Ok(fresh)) => (input, fresh),
        (Err(exit), _) | (_, Err(exit)) => return json!({ "outputs": [], "end": end(exit) }),
    };
    let before = printed(&input);
    let mut told = told(|emit| (program.borrowed)(&cx, &input, emit));
    let owned = self::told(|emit| (program.owned)(&Cx::new(NOW), fresh, emit));
    let after = printed(&input);
    if owned != told {
        told["owned"] = owned;
    }
    if after != before {
        told["input"] = after.into();
    }
    told
}

fn told(run: impl FnOnce(&mut asl_runtime::jq::Emit<'_>) -> Flow) -> serde_json::Value {
    let mut outputs = Vec::new();
    let flow = run(&mut |output| {
        outputs.push(printed(&output));
        Ok(())
    });
    json!({ "outputs": outputs, "end": flow.err().map(end) })
}

/// Reads the input; text that only jq accepts is parsed by jq's own function.
fn read(cx: &Cx, text: &str) -> Result<Value, Exit> {
    Value::from_json_str(text)
        .or_else(|_| asl_runtime::jq::native::fromjson(cx, &Value::text(text)))
}

fn end(exit: Exit) -> serde_json::Value {
    match exit {
        Exit::Error(error) => json!({ "error": printed(&error) }),
        Exit::Limit(limit) => json!({ "limit": format!("{limit:?}") }),
        Exit::Outputs(count) => json!({ "limit": format!("Outputs({count})") }),
        Exit::Break(label) => json!({ "break": label }),
    }
}

/// JSON text as jq prints it: no `nan`, no infinities.
fn printed(value: &Value) -> String {
    let mut text = String::new();
    print(value, &mut text);
    text
}

fn print(value: &Value, text: &mut String) {
    match value {
        Value::Float(number) if number.is_infinite() => {
            text.push_str(&Value::Float(number.clamp(f64::MIN, f64::MAX)).to_json_string());
        }
        Value::Array(items) => {
            separated(text, ['[', ']'], items.iter(), |text, item| print(item, text));
        }
        Value::Object(members) => {
            separated(text, ['{', '}'], members.iter(), |text, (key, value)| {
                text.push_str(&Value::text(key).to_json_string());
                text.push(':');
                print(value, text);
            });
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            text.push_str(&value.to_json_string());
        }
    }
}

fn separated<T>(
    text: &mut String,
    [open, close]: [char; 2],
    items: impl Iterator<Item = T>,
    mut each: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (at, item) in items.enumerate() {
        if at > 0 {
            text.push(',');
        }
        each(text, item);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(program: Program, input: &str) -> serde_json::Value {
        let job = json!({ "program": 0, "input": input });
        let mut results = Vec::new();
        run(|_| Some(program), format!("{job}\n").as_bytes(), &mut results).unwrap();
        serde_json::from_slice(&results).unwrap()
    }

    #[test]
    fn outputs_are_told_in_order_and_then_the_end() {
        fn twice(input: &Value, emit: &mut asl_runtime::jq::Emit<'_>) -> Flow {
            emit(input.clone())?;
            emit(Value::Float(f64::NEG_INFINITY))?;
            Err(Exit::error("done"))
        }
        let program = Program {
            borrowed: |_, input, emit| twice(input, emit),
            owned: |_, input, emit| twice(&input, emit),
        };
        let line = told(program, r#"{"a": [1, "b"], "c": 1.50}"#);
        let outputs = json!([r#"{"a":[1,"b"],"c":1.5}"#, Value::Float(f64::MIN).to_json_string()]);
        assert_eq!(line, json!({ "outputs": outputs, "end": { "error": "\"done\"" } }));
    }

    #[test]
    fn a_program_that_does_otherwise_on_its_own_input_is_told() {
        let program = Program {
            borrowed: |_, _, emit| emit(Value::Int(1)),
            owned: |_, _, emit| emit(Value::Int(2)),
        };
        assert_eq!(told(program, "null")["owned"], json!({ "outputs": ["2"], "end": null }));
    }

    #[test]
    fn a_program_that_panics_is_an_error_of_the_run() {
        let program = Program {
            borrowed: |_, _, _| panic!("on purpose"),
            owned: |_, _, _| panic!("on purpose"),
        };
        let job = r#"{"program": 0, "input": "1"}"#;
        assert!(run(|_| Some(program), job.as_bytes(), Vec::new()).is_err());
    }
}
