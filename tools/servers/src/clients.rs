//! Clients of the Step Functions API: boto3 and the AWS CLI in a virtual environment of Python, and
//! the SDK for JavaScript.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::packages::{self, Python, target};
use crate::problem::Problem;

/// The packages of Python. boto3 and the AWS CLI share one version of botocore.
const PYTHON: [&str; 2] = ["boto3==1.44.5", "awscli==1.46.3"];
/// The packages of Node.
const NODE: [&str; 1] = ["@aws-sdk/client-sfn@3.1162.0"];

/// The environment with boto3, and with the AWS CLI as the program `aws`; installs it if needed.
///
/// # Errors
/// There is no Python, or the packages are not available: the error gives the reason.
pub fn python() -> Result<Python, Problem> {
    packages::python(&target().join("tools/sfn-clients"), &PYTHON)
}

/// A Python with boto3: the system's, or the one of [`python`].
///
/// # Errors
/// As for [`python`].
pub fn boto3() -> Result<PathBuf, Problem> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    let mut import = Command::new(python);
    import.args(["-c", "import boto3"]).stdin(Stdio::null());
    import.stdout(Stdio::null()).stderr(Stdio::null());
    if import.status().is_ok_and(|status| status.success()) {
        return Ok(python.into());
    }
    Ok(self::python()?.program("python"))
}

/// The folder `node_modules` with the SDK for JavaScript; installs it if needed.
///
/// # Errors
/// There is no npm, or the package is not available: the error gives the reason.
pub fn node() -> Result<PathBuf, Problem> {
    packages::node(&target().join("tools/sfn-clients-node"), &NODE)
}
