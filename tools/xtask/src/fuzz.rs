//! `cargo xtask fuzz`: a debug build of `tools/fuzz`, in which overflows of numbers are panics too.
//! Inputs that were accepted are sampled, and their code must build without a warning.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asl_codegen::options::Profile;

use crate::conformance::asl::machines::{Compiled, Machines};
use crate::conformance::generated::GeneratedCrate;
use crate::conformance::jq;
use crate::conformance::jq::case::Library;
use crate::conformance::jq::programs::Programs;
use crate::problem::{Problem, Result};
use crate::{print, process, workspace};

/// Arguments of the fuzz program.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// `--minutes N`, `--seconds N`, `--seed S`, `--only TARGET`, `--case N`, `--file PATH`;
    /// `--help` lists all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Program of a crate whose machines are only built.
const MAIN: &str = "//! Builds machines.\n\nmod machines;\n\n\
    fn main() {\n    println!(\"{}\", machines::by_number(0).is_some());\n}\n";
/// Most samples of each kind that are built.
const MOST_SAMPLES: usize = 12;

impl Arguments {
    /// A run of so many seconds over all targets.
    pub(crate) fn seconds(seconds: u32) -> Self {
        Self { arguments: vec![format!("--seconds={seconds}")] }
    }
}

/// Fuzzes, then builds the samples.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let samples = workspace::target().join("fuzz").join("samples");
    if samples.exists() {
        fs::remove_dir_all(&samples).map_err(|error| Problem::at(&samples, &error))?;
    }
    let mut cargo = process::cargo(&["run", "--quiet", "-p", "asl-fuzz", "--"]);
    cargo.arg("--samples").arg(&samples).args(&arguments.arguments);
    let fuzzed = process::announced(&mut cargo)?;
    if !samples.exists() {
        return Ok(if fuzzed.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let mut broken = machines(&samples, "asl.json", Machines::new(Profile::default()), "fuzz-asl")?;
    broken.extend(machines(&samples, "sm4c.json", Machines::sm4c(), "fuzz-sm4c")?);
    broken.extend(programs(&samples)?);
    for (path, said) in &broken {
        print::line(&format!(
            "FAILED  the code of {} does not build cleanly:\n{said}",
            path.display()
        ));
    }
    Ok(if fuzzed.success() && broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Samples whose names end like this, spread over all of them.
fn chosen(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = workspace::entries(folder)?;
    let ending = format!(".{extension}");
    found.retain(|path| path.to_string_lossy().ends_with(&ending));
    let every = found.len().div_ceil(MOST_SAMPLES).max(1);
    Ok(found.into_iter().step_by(every).collect())
}

/// Builds the machines of sampled definitions. Returns those whose code Rust has something against.
fn machines(
    folder: &Path,
    extension: &str,
    machines: Machines,
    name: &'static str,
) -> Result<Vec<(PathBuf, String)>> {
    let mut machines = machines.with_state_functions();
    let mut numbers = Vec::new();
    for path in chosen(folder, extension)? {
        // Options differ from those of the fuzz program: what is refused here is left out.
        if let Compiled::Machine(number) = machines.add(&workspace::read(&path)?) {
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
    let mut generated = GeneratedCrate::new(name, &["jq-math", "jq-regex"]);
    generated.file("main.rs", MAIN);
    machines.write(&mut generated);
    generated
}

/// The same of jq programs.
fn programs(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut programs = Programs::new();
    let mut numbers = Vec::new();
    for path in chosen(folder, "jq")? {
        if let Ok(number) = programs.add(&workspace::read(&path)?, &Library::default()) {
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

fn report(built: &str) {
    print::line(&format!("built   {built}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::units::{self, Lookup, Units};

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
                let mut generated = GeneratedCrate::new("fuzz-planted", &["jq-math", "jq-regex"]);
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
