//! Random expressions of JSONata, compiled and run, must give what a naive interpreter gives.

mod generate;
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "operators and functions take values of few types, and treat all others alike"
)]
pub(crate) mod reference;

#[cfg(test)]
mod tests;

use serde::Deserialize;

use super::json::Json;
use super::{Outcome, SHOWN};
use crate::cases::Edition;
use crate::jq::json;
use crate::jsonata::programs::{Programs, Refused};
use crate::print;
use crate::problem::{Problem, Result};
use generate::Generator;
use reference::Stop;

/// An expression on an input.
struct Planned {
    program: usize,
    expression: String,
    input: Json,
    expected: reference::Outcome,
}

/// A line of the generated crate's program.
#[derive(Deserialize)]
struct Told {
    result: Option<String>,
    error: Option<String>,
}

#[derive(Default)]
struct Plan {
    runs: Vec<Planned>,
    /// Expressions of which the compiler and the interpreter think differently.
    refused: Vec<String>,
    /// Runs that are too long, or have parts that the interpreter does not.
    left_out: u32,
}

/// Compares so many expressions, each on so many inputs.
pub(super) fn compare(expressions: u32, inputs: u32, seed: u64) -> Result<Outcome> {
    let mut programs = Programs::new();
    let plan = plan(expressions, inputs, seed, &mut programs);
    let generate = |programs: &Programs| crate::jsonata::generate("differ-jsonata", programs);
    let program = programs.build(generate)?;
    let (broken, runs): (Vec<_>, Vec<_>) =
        plan.runs.iter().partition(|run| programs.broken(run.program).is_some());
    let lines: Vec<String> = runs.iter().map(|run| line(run)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let done = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
    let mut differences = plan.refused;
    differences.extend(broken.iter().map(|run| {
        let message = programs.broken(run.program).unwrap_or_default();
        format!("the code of {} does not compile:\n{message}", run.expression)
    }));
    for (run, line) in runs.iter().zip(done) {
        differences.extend(difference(run, line)?);
    }
    differences.sort_by_key(String::len);
    for shown in differences.iter().take(SHOWN) {
        print::line(&format!("--- JSONata: {shown}"));
    }
    let failed = runs.iter().filter(|run| run.expected.is_err()).count();
    let undefined = runs.iter().filter(|run| run.expected == Ok(None)).count();
    let summary = format!(
        "{} runs of {expressions} expressions ({failed} fail, {undefined} undefined, {} left out); \
         {} differ",
        runs.len(),
        plan.left_out,
        differences.len(),
    );
    Ok(Outcome { summary, agreed: differences.is_empty() })
}

fn plan(expressions: u32, inputs: u32, seed: u64, programs: &mut Programs) -> Plan {
    let mut generator = Generator::new(seed);
    let mut plan = Plan::default();
    for _ in 0..expressions {
        let expression = generator.expression();
        let documents: Vec<Json> = (0..inputs).map(|_| generator.document()).collect();
        let compiled = programs.add(&expression, &[], Edition::V2_2);
        for input in documents {
            let expected = reference::run(&expression, Some(&input), &[]);
            match (&compiled, expected) {
                (_, Err(Stop::Limit | Stop::Unsupported(_))) => plan.left_out += 1,
                (Ok(program), expected) => plan.runs.push(Planned {
                    program: *program,
                    expression: expression.clone(),
                    input,
                    expected,
                }),
                (Err(Refused::Panic), _) => {
                    plan.refused.push(format!("the compiler panics: {expression}"));
                }
                (Err(Refused::Faults(faults)), expected) => {
                    let code = faults.first().and_then(|fault| fault.reference.clone());
                    let code = code.map_or("", |(code, _)| code);
                    if expected != Err(Stop::Error(code.to_owned())) {
                        plan.refused
                            .push(format!("{expression}: {code}, not {}", shown(&expected)));
                    }
                }
            }
        }
    }
    plan
}

fn line(run: &Planned) -> String {
    let input = run.input.to_string();
    serde_json::json!({ "program": run.program, "input": input, "variables": [] }).to_string()
}

fn difference(run: &Planned, line: std::result::Result<String, String>) -> Result<Option<String>> {
    let described = |told: &str| {
        let expected = shown(&run.expected);
        Some(format!("{}\ninput {}\nreference: {expected}\nrun: {told}", run.expression, run.input))
    };
    let line = match line {
        Ok(line) => line,
        Err(crash) => return Ok(described(&crash)),
    };
    let told: Told =
        serde_json::from_str(&line).map_err(|error| Problem::new(format!("{error}: {line}")))?;
    let agrees = match (&run.expected, &told.result, &told.error) {
        (Ok(Some(expected)), Some(result), _) => {
            json::read(&expected.to_string()) == json::read(result)
        }
        (Ok(None), None, None) => true,
        (Err(Stop::Error(expected)), None, Some(code)) => expected == code,
        _ => false,
    };
    Ok(if agrees { None } else { described(&line) })
}

fn shown(outcome: &reference::Outcome) -> String {
    match outcome {
        Ok(Some(json)) => json.to_string(),
        Ok(None) => "undefined".to_owned(),
        Err(Stop::Error(code)) => format!("error {code}"),
        Err(stop) => format!("{stop:?}"),
    }
}
