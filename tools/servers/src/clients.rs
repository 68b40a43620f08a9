//! Clients of the Step Functions API: boto3 and the AWS CLI in a virtual environment of Python, and
//! the SDK for JavaScript.

use std::path::PathBuf;

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

/// The folder `node_modules` with the SDK for JavaScript; installs it if needed.
///
/// # Errors
/// There is no npm, or the package is not available: the error gives the reason.
pub fn node() -> Result<PathBuf, Problem> {
    packages::node(&target().join("tools/sfn-clients-node"), &NODE)
}
