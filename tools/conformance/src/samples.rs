//! Builds definitions and programs that the compiler accepted while fuzzing: their code must
//! compile without a warning.

use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::options::Profile;

use crate::asl::machines::{Compiled, Machines};
use crate::cases::Edition;
use crate::generated::GeneratedCrate;
use crate::jq;
use crate::jq::case::Library;
use crate::jq::programs::Programs;
use crate::jsonata;
use crate::problem::{Problem, Result};
use crate::{print, workspace};

/// Main file of a crate whose machines are only built.
const MAIN: &str = "//! Builds machines.\n\nmod machines;\n\n\
    fn main() {\n    println!(\"{}\", machines::by_number(0).is_some());\n}\n";
/// Maximum number of samples of each kind.
const MOST_SAMPLES: usize = 12;

/// Builds a sample of the files in this folder. Returns those whose code does not compile cleanly,
/// each with the messages of the Rust compiler.
pub fn build(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut broken = machines(folder, "asl.json", Machines::new(Profile::default()), "fuzz-asl")?;
    broken.extend(machines(folder, "sm4c.json", Machines::sm4c(), "fuzz-sm4c")?);
    broken.extend(programs(folder)?);
    broken.extend(expressions(folder)?);
    Ok(broken)
}

/// Samples with this extension, spread over all of them.
fn chosen(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = workspace::entries(folder)?;
    let ending = format!(".{extension}");
    found.retain(|path| path.to_string_lossy().ends_with(&ending));
    let every = found.len().div_ceil(MOST_SAMPLES).max(1);
    Ok(found.into_iter().step_by(every).collect())
}

/// The text of a sample as the fuzz program has read it: changed bytes may be no UTF-8.
fn read(path: &Path) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| Problem::at(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Builds the machines of sampled definitions. Returns those whose code does not compile cleanly.
fn machines(
    folder: &Path,
    extension: &str,
    machines: Machines,
    name: &'static str,
) -> Result<Vec<(PathBuf, String)>> {
    let mut machines = machines.with_state_functions();
    let mut numbers = Vec::new();
    for path in chosen(folder, extension)? {
        // The options differ from those of the fuzz program, so definitions that are refused here
        // are left out.
        if let Compiled::Machine(number) = machines.add(&read(&path)?) {
            numbers.push((path, number));
        }
    }
    machines.build(|machines| crate_of_machines(name, machines))?;
    report(&format!("{name}: {} machines", numbers.len()));
    let broken = numbers
        .into_iter()
        .filter_map(|(path, number)| Some((path, machines.broken(number)?.to_owned())));
    Ok(broken.collect())
}

fn crate_of_machines(name: &'static str, machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new(name, GeneratedCrate::LANGUAGES);
    generated.file("main.rs", MAIN);
    machines.write(&mut generated);
    generated
}

/// Builds the jq programs of samples. Returns those whose code does not compile cleanly.
fn programs(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut programs = Programs::new();
    let mut numbers = Vec::new();
    for path in chosen(folder, "jq")? {
        if let Ok(number) = programs.add(&read(&path)?, &Library::default()) {
            numbers.push((path, number));
        }
    }
    programs.build(|programs| jq::generate("fuzz-jq", programs))?;
    report(&format!("fuzz-jq: {} programs", numbers.len()));
    let broken = numbers
        .into_iter()
        .filter_map(|(path, number)| Some((path, programs.broken(number)?.to_owned())));
    Ok(broken.collect())
}

/// Builds the JSONata expressions of samples. Returns those whose code does not compile cleanly.
fn expressions(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut programs = jsonata::programs::Programs::new();
    let mut numbers = Vec::new();
    for path in chosen(folder, "jsonata")? {
        if let Ok(number) = programs.add(&read(&path)?, &[], Edition::default()) {
            numbers.push((path, number));
        }
    }
    programs.build(|programs| jsonata::generate("fuzz-jsonata", programs))?;
    report(&format!("fuzz-jsonata: {} expressions", numbers.len()));
    let broken = numbers
        .into_iter()
        .filter_map(|(path, number)| Some((path, programs.broken(number)?.to_owned())));
    Ok(broken.collect())
}

fn report(built: &str) {
    print::line(&format!("built   {built}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{self, Lookup, Units};

    #[test]
    fn a_sample_that_is_no_utf8_is_read_as_the_fuzz_program_reads_it() {
        let path = workspace::target().join("no-utf8.jq");
        fs::create_dir_all(workspace::target()).unwrap();
        fs::write(&path, b"\"\xbb\"").unwrap();
        assert_eq!(read(&path).unwrap(), "\"\u{fffd}\"");
    }

    #[test]
    fn emitted_code_with_a_warning_is_found() {
        let mut units = Units::new("machines");
        let sound = "//! Sound.\n\npub static MACHINE: u8 = 1;\n";
        let warned = "//! With a variable that nobody uses.\n\npub static MACHINE: u8 = { let unused = 1; 2 };\n";
        let numbers = [sound, warned].map(|code| units.push(code.to_owned()));
        let lookup =
            Lookup { head: "", found: "u8", path: |number| format!("file_{number}::MACHINE") };
        let program = units::build(
            &mut units,
            |units| units,
            |units| {
                let mut generated = GeneratedCrate::new("fuzz-planted", GeneratedCrate::LANGUAGES);
                generated.file("main.rs", MAIN);
                units.write(&mut generated, &lookup);
                generated
            },
        );
        assert!(program.is_ok_and(|program| program.is_some()), "the sound one builds");
        assert_eq!(units.broken(numbers[0]), None);
        assert!(units.broken(numbers[1]).is_some_and(|said| said.contains("unused variable")));
    }
}
