//! The packages of a workspace, as Cargo reports them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// A package, with the root files of its targets.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) directory: PathBuf,
    pub(super) targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Target {
    pub(super) src_path: PathBuf,
    kind: Vec<String>,
}

impl Target {
    pub(super) fn is_build_script(&self) -> bool {
        self.kind.iter().any(|kind| kind == "custom-build")
    }
}

/// The parts of `cargo metadata` that matter here.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Member>,
    workspace_default_members: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Member {
    id: String,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

/// The package around the working directory; in the root of a workspace without one, its default
/// members; or all members.
pub(super) fn packages(is_workspace: bool) -> Result<Vec<Package>, String> {
    let metadata = metadata()?;
    let here = env::current_dir().map_err(|error| error.to_string())?;
    let directory =
        |member: &Member| member.manifest_path.parent().map_or_else(PathBuf::new, Path::to_owned);
    let around = metadata.packages.iter().map(directory).filter(|found| here.starts_with(found));
    let nearest = around.max_by_key(|found| found.components().count());
    let is_wanted = |member: &Member| {
        is_workspace
            || nearest.as_ref().map_or_else(
                || metadata.workspace_default_members.contains(&member.id),
                |nearest| directory(member) == *nearest,
            )
    };
    let wanted = metadata.packages.iter().map(is_wanted).collect::<Vec<_>>();
    let wanted = metadata.packages.into_iter().zip(wanted).filter(|(_, is_wanted)| *is_wanted);
    Ok(wanted
        .map(|(member, _)| Package { directory: directory(&member), targets: member.targets })
        .collect())
}

fn metadata() -> Result<Metadata, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let output = Command::new(cargo)
        .args(arguments)
        .output()
        .map_err(|error| format!("`cargo metadata` cannot be run: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let text = text.trim();
        return Err(text.strip_prefix("error: ").unwrap_or(text).to_owned());
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the output of `cargo metadata` cannot be read: {error}"))
}
