//! Compiled programs in jq and JSONata. A separate crate measures them, because only they need the
//! other implementations.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;

use serde_json::json;

use crate::compile::expressions::{COUNT, LANGUAGES, check_millis};
use crate::peers::fetch::{self, Program};
use crate::problem::{Problem, Result};
use crate::process;
use crate::report::{CheckCost, Expressions};

/// Builds and runs that crate, then measures the cost of compiling expressions. An implementation
/// that cannot be fetched is left out.
pub(crate) fn measure() -> Result<Expressions> {
    let manifest = process::workspace().join("tools/bench/expressions/Cargo.toml");
    let mut cargo = process::cargo(&["run", "--quiet", "--release", "--manifest-path"]);
    cargo.arg(manifest).arg("--target-dir").arg(process::scratch()?.join("expressions")).arg("--");
    let file = process::scratch()?.join("expressions.json");
    cargo.arg(format!("--figures={}", file.display()));
    let mut left_out = Vec::new();
    for (name, fetched) in
        [("jsonata-js", fetch::jsonata_js()), ("jsonata2py", fetch::jsonata2py())]
    {
        match fetched {
            Ok(program) => drop(cargo.arg(argument(&program))),
            Err(problem) => left_out.push((name.to_owned(), problem.to_string())),
        }
    }
    let speed = String::from_utf8_lossy(&process::run(&mut cargo)?).into_owned();
    let check = LANGUAGES.iter().map(|language| {
        Ok(CheckCost { language: language.name.to_owned(), millis: check_millis(language)? })
    });
    let rows = fs::read(&file).map_err(|error| Problem::new(file.display(), error))?;
    let rows =
        serde_json::from_slice(&rows).map_err(|error| Problem::new(file.display(), error))?;
    Ok(Expressions { speed, rows, left_out, count: COUNT, check: check.collect::<Result<_>>()? })
}

/// The implementation, as that crate reads it.
fn argument(program: &Program) -> String {
    let command = &program.command;
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    json!({"name": program.name, "command": words}).to_string()
}

impl Expressions {
    /// The figures as text.
    pub(crate) fn text(&self) -> String {
        let Self { speed, left_out, count, check, .. } = self;
        let mut text = format!("{speed}\n");
        // Writing to a string does not fail.
        for (name, why) in left_out {
            let _ = writeln!(text, "left out: {name}, because of {why}");
        }
        for CheckCost { language, millis } in check {
            let _ = writeln!(
                text,
                "{count} expressions in {language} in one crate: {millis:.2} ms of `cargo check` for each"
            );
        }
        text
    }
}
