//! `cargo xtask models`: generates the types of Amazon SWF's model and the tables of the API of
//! Step Functions from the service models in botocore.
//!
//! `tools/xtask/models` has an extract of each of these models, so that the generator needs no
//! network, and the descriptions of the types. `--update` makes the extracts from botocore, whose
//! licence is Apache-2.0, and the tables of all services in `asl-aws-models`.

mod descriptions;
mod extract;
mod rust;
mod service;
mod step_functions;
mod swf;

use std::path::PathBuf;
use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::{print, workspace};

use self::extract::Extract;
use crate::difference;

/// The options of `cargo xtask models`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Compare the files instead of writing them
    #[arg(long, conflicts_with = "update")]
    check: bool,
    /// Make the extracts from botocore first, which is installed if needed
    #[arg(long)]
    update: bool,
}

/// A file and the text that it must have.
struct File {
    /// The path below the workspace's root.
    path: String,
    text: String,
}

/// Writes the generated files, or compares them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.check {
        let mut files = files()?;
        let mut others = Vec::new();
        match extract::installed()? {
            Some(made) => {
                files.extend(made.extracts);
                others = made.tables;
            }
            None => print::line("models: the extracts are not compared: botocore is not installed"),
        }
        return Ok(check(&files, others));
    }
    if arguments.update {
        write(&extract::update()?)?;
    }
    write(&files()?)?;
    Ok(ExitCode::SUCCESS)
}

/// Compares the files, and the extracts with botocore, which is installed if needed.
pub(crate) fn check_with_botocore() -> Result<ExitCode> {
    let mut files = files()?;
    let made = extract::made()?;
    files.extend(made.extracts);
    Ok(check(&files, made.tables))
}

/// All generated files of Rust.
fn files() -> Result<Vec<File>> {
    let (swf, step_functions) = (Extract::Swf.read()?, Extract::StepFunctions.read()?);
    for service in [&swf, &step_functions] {
        print::line(&service.to_string());
    }
    let mut files = swf::files(&swf)?;
    files.extend(step_functions::files(&step_functions)?);
    files.into_iter().map(rust::format).collect()
}

fn write(files: &[File]) -> Result<()> {
    files.iter().try_for_each(|file| workspace::write(&file.place(), &file.text))
}

/// Prints the differences of files, and others.
fn check(files: &[File], others: Vec<String>) -> ExitCode {
    let differences = files.iter().filter_map(File::difference).chain(others);
    let differences: Vec<String> = differences.collect();
    for difference in &differences {
        print::line(difference);
    }
    if differences.is_empty() {
        return ExitCode::SUCCESS;
    }
    let count = differences.len();
    print::line(&format!("models: {count} files differ; `cargo xtask models` writes them"));
    ExitCode::FAILURE
}

impl File {
    fn place(&self) -> PathBuf {
        workspace::root().join(&self.path)
    }

    /// The lines in which the file is not as it must be.
    fn difference(&self) -> Option<String> {
        let found = workspace::read(&self.place()).unwrap_or_default();
        (found != self.text).then(|| difference::show(&self.path, &found, &self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(files: &[File]) -> Vec<String> {
        files.iter().filter_map(File::difference).collect()
    }

    #[test]
    fn the_generated_files_are_as_generated() {
        assert_eq!(differences(&files().unwrap()), Vec::<String>::new());
    }

    #[test]
    fn the_extracts_equal_the_models_of_botocore() {
        match extract::installed().unwrap() {
            Some(made) => {
                assert_eq!(differences(&made.extracts), Vec::<String>::new());
                assert_eq!(made.tables, Vec::<String>::new());
            }
            None => print::line("skipped: botocore is not installed"),
        }
    }

    #[test]
    fn an_edited_file_differs_in_the_edited_line() {
        let mut files = files().unwrap();
        let file = files.first_mut().unwrap();
        file.text = file.text.replacen("\"HEARTBEAT\"", "\"HEARTBEATS\"", 1);
        let difference = file.difference().unwrap();
        assert!(difference.contains("HEARTBEATS"), "{difference}");
        assert_eq!(difference.lines().count(), 3, "{difference}");
    }

    #[test]
    fn every_generated_file_says_so() {
        for file in files().unwrap() {
            assert!(file.text.starts_with(crate::source::GENERATED), "{}", file.path);
        }
    }
}
