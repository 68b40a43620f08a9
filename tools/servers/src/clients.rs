//! Clients of the Step Functions API: boto3 and the AWS CLI in a virtual environment of Python, the
//! SDK for JavaScript, and Terraform with AWS's provider.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::packages::{self, Python, target};
use crate::problem::Problem;

/// The packages of Python. botocore has the models that `cargo xtask models` reads.
const PYTHON: [&str; 3] = ["boto3==1.44.5", "botocore==1.44.8", "awscli==1.46.3"];
/// The packages of Node.
const NODE: [&str; 1] = ["@aws-sdk/client-sfn@3.1162.0"];

/// A variable with a folder of Terraform's providers, laid out as a mirror:
/// `HOST/hashicorp/aws/VERSION/PLATFORM/`.
const TERRAFORM_PROVIDERS: &str = "ASL_TERRAFORM_PROVIDERS";

/// The environment with boto3, and with the AWS CLI as the program `aws`; installs it if needed.
///
/// # Errors
/// There is no Python, or the packages are not available: the error gives the reason.
pub fn python() -> Result<Python, Problem> {
    packages::python(&target().join("tools/sfn-clients"), &PYTHON)
}

/// As [`python`]; `None` if it is not installed.
pub fn installed_python() -> Option<Python> {
    packages::installed(&target().join("tools/sfn-clients"), &PYTHON)
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

/// The folder of Terraform's providers, if Terraform and AWS's provider are installed. Nothing is
/// downloaded: no package index has them.
///
/// # Errors
/// There is no Terraform, or none of the folders has AWS's provider: the error lists them.
pub fn terraform() -> Result<PathBuf, Problem> {
    let mut version = Command::new("terraform");
    version.arg("version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        return Err(Problem::new("there is no program `terraform` on the path"));
    }
    let folders = provider_folders();
    folders.iter().find(|folder| has_aws_provider(folder)).cloned().ok_or_else(|| {
        let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
        Problem::new(format!(
            "Terraform is installed, but its provider `hashicorp/aws` is in none of {}; \
             {TERRAFORM_PROVIDERS} can name another folder",
            folders.join(", ")
        ))
    })
}

/// The named folder, the cache of providers, and the folders where Terraform itself looks.
fn provider_folders() -> Vec<PathBuf> {
    let named = [TERRAFORM_PROVIDERS, "TF_PLUGIN_CACHE_DIR"].into_iter().filter_map(env::var_os);
    let home = env::home_dir().unwrap_or_default();
    named
        .map(PathBuf::from)
        .chain([
            home.join(".terraform.d/plugin-cache"),
            home.join(".terraform.d/plugins"),
            home.join(".local/share/terraform/plugins"),
            PathBuf::from("/usr/local/share/terraform/plugins"),
            PathBuf::from("/usr/share/terraform/plugins"),
        ])
        .collect()
}

/// Returns true if a folder has AWS's provider of some host.
fn has_aws_provider(folder: &Path) -> bool {
    folder
        .read_dir()
        .is_ok_and(|hosts| hosts.flatten().any(|host| host.path().join("hashicorp/aws").is_dir()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_folder_has_the_provider_of_any_host() {
        let folder = target().join("tmp/terraform-providers");
        let provider = folder.join("registry.example/hashicorp/aws/5.100.0/linux_amd64");
        fs::create_dir_all(&provider).expect("it is made");
        assert!(has_aws_provider(&folder));
        fs::remove_dir_all(folder.join("registry.example/hashicorp/aws")).expect("it is removed");
        assert!(!has_aws_provider(&folder));
        assert!(!has_aws_provider(&folder.join("missing")));
        fs::remove_dir_all(&folder).expect("it is removed");
    }
}
