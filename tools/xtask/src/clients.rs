//! Tests of the Step Functions API with real clients, which pip and npm install into `target/`, and
//! with Terraform where it is installed.

use std::process::ExitStatus;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process};
use asl_servers::clients;

/// Runs the tests. Returns the clients as well, with the reasons why others are missing. A fault of
/// the tools is the reason why the tests cannot be run.
pub(crate) fn tests() -> Result<(ExitStatus, String)> {
    let python = clients::python().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "clients", "--no-fail-fast", "--", "--nocapture"]);
    cargo.env("ASL_SFN_PYTHON", python.folder());
    let mut summary = vec!["boto3".to_owned(), "the AWS CLI".to_owned()];
    let others = [
        ("the SDK for JavaScript", "ASL_SFN_NODE", clients::node()),
        ("Terraform", "ASL_SFN_TERRAFORM", clients::terraform()),
    ];
    for (name, variable, found) in others {
        match found {
            Ok(folder) => {
                cargo.env(variable, folder);
                summary.push(name.to_owned());
            }
            Err(problem) => {
                let missing = format!("without {name}: {problem}");
                print::error(&missing);
                summary.push(missing);
            }
        }
    }
    Ok((process::announced(&mut cargo)?, summary.join(", ")))
}
