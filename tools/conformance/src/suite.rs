//! `cargo xtask conformance SUITE DIR`: runs the cases of a folder and reports which passed, failed
//! and were skipped.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::cases::{Cases, Dialect, Edition, Profile};
use crate::problem::Result;
use crate::report::Report;
use crate::{asl, jq, jsonata, jsonpath, reports, sm4c, validate};

/// Options of the command.
#[derive(clap::Args)]
pub struct Arguments {
    /// The kind of cases
    suite: Suite,
    /// The folder with the cases
    dir: PathBuf,
    /// Writes the results to this file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Runs only the case with this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// The authority if the specification and AWS differ
    #[arg(long, default_value = "aws")]
    profile: Profile,
    /// The syntax of paths; only for `jsonpath`
    #[arg(long, default_value = "rfc9535")]
    dialect: Dialect,
    /// The edition of the language; only for `jsonata`
    #[arg(long, default_value = "2.2")]
    edition: Edition,
    /// Runs one of so many cases; only for `asl-api`
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
}

/// The suites.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Suite {
    /// Executions: inputs, outputs, errors and event histories
    Asl,
    /// As `asl`, but through the Step Functions API with boto3, in real time
    AslApi,
    /// Verdicts on definitions
    Validate,
    /// Paths and their results
    Jsonpath,
    /// jq programs: their outputs
    Jq,
    /// Expressions in JSONata: their results and errors
    Jsonata,
    /// Machines in SM4C: outputs, errors, and requests to their hosts
    Sm4c,
    /// Cases from public bug reports, in all languages
    Reports,
}

/// Runs the suite, prints its report, and writes it to the requested file.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let dir = arguments.dir.clone();
    let cases = Cases {
        dir,
        only: arguments.only.clone(),
        profile: arguments.profile,
        dialect: arguments.dialect,
        edition: arguments.edition,
        every: arguments.every,
    };
    let report = run_cases(arguments.suite, &cases)?;
    report.print();
    if let Some(file) = &arguments.json {
        report.write(file)?;
    }
    Ok(report.exit_code())
}

/// Runs one suite.
pub fn run_cases(suite: Suite, cases: &Cases) -> Result<Report> {
    match suite {
        Suite::Asl => asl::run(cases),
        Suite::AslApi => asl::api::run(cases),
        Suite::Validate => validate::run(cases),
        Suite::Jsonpath => jsonpath::run(cases),
        Suite::Jq => jq::run(cases),
        Suite::Jsonata => jsonata::run(cases),
        Suite::Sm4c => sm4c::run(cases),
        Suite::Reports => reports::run(cases),
    }
}
