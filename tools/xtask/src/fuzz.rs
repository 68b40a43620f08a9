//! `cargo xtask fuzz`: a debug build of `tools/fuzz`, in which overflows of numbers are panics too.
//! Inputs that were accepted are sampled, and their code must build without a warning.

use std::fs;
use std::process::ExitCode;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process, samples, workspace};

/// Arguments of the fuzz program.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// `--minutes N`, `--seconds N`, `--seed S`, `--only TARGET`, `--case N`, `--file PATH`;
    /// `--help` lists all
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Arguments {
    /// A run of this many seconds over all targets.
    pub(crate) fn seconds(seconds: u32, seed: u64) -> Self {
        Self { arguments: vec![format!("--seconds={seconds}"), format!("--seed={seed}")] }
    }
}

/// Fuzzes, then builds the samples.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = workspace::target().join("fuzz").join("samples");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    }
    // Without the command line, for which tokens have positions: the code of a jq program would take
    // a quarter more memory than for users, beyond the bounds of the fuzz program.
    let without = ["--exclude".to_owned(), "cargo-asl".to_owned()];
    let mut program = process::workspace_program_with("asl-fuzz", &without)?;
    program.arg("--samples").arg(&folder).args(&arguments.arguments);
    let fuzzed = process::announced(&mut program)?;
    if !folder.exists() {
        return Ok(if fuzzed.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let broken = samples::build(&folder)?;
    for (path, said) in &broken {
        print::line(&format!(
            "FAILED  the code of {} does not build cleanly:\n{said}",
            path.display()
        ));
    }
    Ok(if fuzzed.success() && broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
