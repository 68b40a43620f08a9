//! `cargo xtask conformance SUITE DIR`: runs the cases of a folder and says what passed, failed and
//! was skipped.

pub(crate) mod asl;
pub(crate) mod generated;
pub(crate) mod jq;
mod jsonpath;
mod report;
mod sm4c;
pub(crate) mod units;
mod validate;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::problem::Result;
use report::Report;

/// Which suite, on which cases.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What the cases are about
    suite: Suite,
    /// The folder with the cases
    dir: PathBuf,
    /// Writes the results to this file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Runs only the case with this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// The authority where the specification and AWS differ
    #[arg(long, default_value = "aws")]
    profile: Profile,
    /// How paths are written; only for `jsonpath`
    #[arg(long, default_value = "rfc9535")]
    dialect: Dialect,
}

/// The suites.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Suite {
    /// Executions: inputs, outputs, errors and event histories
    Asl,
    /// Verdicts on definitions
    Validate,
    /// Paths: what they reach
    Jsonpath,
    /// jq programs: their outputs
    Jq,
    /// Machines in SM4C: outputs, errors, and what their hosts are asked
    Sm4c,
}

/// The compiler's profiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Profile {
    /// The text of the specification
    Spec,
    /// What AWS was recorded to do
    Aws,
}

impl From<Profile> for asl_codegen::options::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Spec => Self::Spec,
            Profile::Aws => Self::Aws,
        }
    }
}

/// The compiler's dialects of JSONPath.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Dialect {
    /// As Step Functions has it
    Aws,
    /// RFC 9535
    #[default]
    Rfc9535,
}

impl From<Dialect> for asl_codegen::options::Dialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Aws => Self::Aws,
            Dialect::Rfc9535 => Self::Rfc9535,
        }
    }
}

/// What a suite is asked to run.
pub(crate) struct Cases {
    /// The folder with the cases.
    pub(crate) dir: PathBuf,
    /// The id of the only case wanted.
    pub(crate) only: Option<String>,
    /// The compiler's profile.
    pub(crate) profile: Profile,
    /// How paths are written.
    pub(crate) dialect: Dialect,
}

impl Cases {
    /// Whether a case is wanted.
    pub(crate) fn wants(&self, id: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == id)
    }
}

/// Runs the suite, prints its report, writes it where asked.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let dir = arguments.dir.clone();
    let cases = Cases {
        dir,
        only: arguments.only.clone(),
        profile: arguments.profile,
        dialect: arguments.dialect,
    };
    let report = suite(arguments.suite, &cases)?;
    report.print();
    if let Some(file) = &arguments.json {
        report.write(file)?;
    }
    Ok(report.exit_code())
}

/// Runs one suite.
pub(crate) fn suite(suite: Suite, cases: &Cases) -> Result<Report> {
    match suite {
        Suite::Asl => asl::run(cases),
        Suite::Validate => validate::run(cases),
        Suite::Jsonpath => jsonpath::run(cases),
        Suite::Jq => jq::run(cases),
        Suite::Sm4c => sm4c::run(cases),
    }
}
