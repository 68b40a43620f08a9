//! Writes a function for each example of jq's built-ins, which a test then runs.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, error::Error, fs};

use asl_language::jq::built_ins;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut cases = String::from("&[\n");
    // `jq!` gives a program one input.
    for built_in in built_ins().filter(|built_in| !built_in.reads_inputs) {
        for example in built_in.examples() {
            let (program, signature) = (example.program, built_in.signature);
            writeln!(cases, "({signature:?}, |input| jq!({program:?}).all(input)),")?;
        }
    }
    cases.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("jq_examples.rs"), cases)?;
    Ok(())
}
