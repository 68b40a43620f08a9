//! Writes a function for each example of the built-ins of jq and JSONata, which tests then run.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, error::Error, fs};

use asl_language::{jq, jsonata};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    write_cases("jq_examples.rs", &jq_cases()?)?;
    write_cases("jsonata_examples.rs", &jsonata_cases()?)
}

fn write_cases(file: &str, cases: &str) -> Result<(), Box<dyn Error>> {
    fs::write(Path::new(&env::var("OUT_DIR")?).join(file), format!("&[\n{cases}]"))?;
    Ok(())
}

fn jq_cases() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    // `jq!` gives a program one input.
    for built_in in jq::built_ins().filter(|built_in| !built_in.reads_inputs) {
        for example in built_in.examples() {
            let (program, signature) = (example.program, built_in.signature);
            writeln!(cases, "({signature:?}, |input| jq!({program:?}).all(input)),")?;
        }
    }
    Ok(cases)
}

fn jsonata_cases() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    for built_in in jsonata::built_ins() {
        for example in built_in.examples() {
            let (expression, name) = (example.expression, built_in.name);
            writeln!(cases, "({name:?}, |input| jsonata!({expression:?}).run(input)),")?;
        }
    }
    Ok(cases)
}
