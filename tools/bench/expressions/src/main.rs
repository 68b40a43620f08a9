//! Compares compiled programs in jq and JSONata with other implementations, and with hand-written
//! code on the same values. Documents are parsed and programs compiled beforehand; outputs are
//! compared before the measurement.
//!
//! Its arguments are the implementations in other languages, as JSON: `{"name": "jsonata-js",
//! "command": ["node", ...]}`. Any other argument is a part of the names of rows in JSONata, such as
//! `regex`: only those are measured then, and no targets are checked.

mod contest;
mod document;
mod filters;
mod hand;
mod peers;
mod programs;
mod rounds;
mod table;
mod targets;

use std::process::ExitCode;
use std::{env, fs};

use peers::process::Process;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let (options, rest): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|argument| argument.starts_with("--figures="));
    let (others, names): (Vec<String>, Vec<String>) =
        rest.into_iter().partition(|argument| argument.starts_with('{'));
    let others = others.iter().map(|argument| started(argument)).collect::<Result<Vec<_>, _>>()?;
    if !names.is_empty() {
        print!("{}", table::of(&contest::jsonata::measure(&others, &names)?));
        return Ok(());
    }
    let jq = contest::jq::measure()?;
    print!("jq\n\n{}\n{}", table::of(&jq), table::targets(&targets::jq(&jq)));
    let jsonata = contest::jsonata::measure(&others, &names)?;
    print!("\nJSONata\n\n{}\n{}", table::of(&jsonata), table::targets(&targets::jsonata(&jsonata)));
    for other in others {
        println!("{}: {}", other.name, other.version);
    }
    for file in options.iter().filter_map(|option| option.strip_prefix("--figures=")) {
        let figures = [table::figures("jq", &jq), table::figures("JSONata", &jsonata)].concat();
        let text = serde_json::Value::from(figures).to_string();
        fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

fn started(argument: &str) -> Result<Process, String> {
    let other: serde_json::Value =
        serde_json::from_str(argument).map_err(|error| error.to_string())?;
    let words = other["command"].as_array().into_iter().flatten();
    let command: Vec<String> = words.filter_map(|word| word.as_str().map(str::to_owned)).collect();
    Process::start(other["name"].as_str().unwrap_or_default(), &command)
}
