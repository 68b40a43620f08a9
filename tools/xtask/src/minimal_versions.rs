//! `cargo xtask minimal-versions`: checks that the packages for users build with the oldest
//! versions that their manifests allow.
//!
//! The lock file of the workspace contains new versions, so nothing else would detect a manifest
//! that allows too old ones. Only direct dependencies are resolved to their oldest versions;
//! indirect ones are the responsibility of their users. The workspace is copied below `target/`, so
//! that neither its lock file nor its build results change.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{process, workspace};

use crate::source::{self, Package};

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Builds only the compiler, the runtime and the command line; the versions of all packages are
    /// resolved
    #[arg(long)]
    quick: bool,
}

/// The packages that the quick run builds.
const QUICK: [&str; 6] =
    ["asl-codegen", "asl-language", "asl-macros", "asl-report", "asl-runtime", "cargo-asl"];

/// Resolves and checks the packages.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = workspace::target().join("minimal-versions");
    let packages = source::packages_for_users()?;
    copy(&folder, &packages)?;
    // The flag is unstable: this variable enables it on a stable cargo. The build does not see it.
    let mut resolve = process::cargo(&["generate-lockfile", "-Zdirect-minimal-versions"]);
    let resolved = process::announced(resolve.current_dir(&folder).env("RUSTC_BOOTSTRAP", "1"))?;
    if !resolved.success() {
        print::line(
            "minimal versions: a manifest allows versions that its other dependencies do not go with",
        );
        return Ok(ExitCode::FAILURE);
    }
    let built: Vec<&str> = if arguments.quick {
        QUICK.to_vec()
    } else {
        packages.iter().map(|package| package.name.as_str()).collect()
    };
    let mut check = process::cargo(&["check", "--locked", "--all-features", "--lib", "--bins"]);
    check.args(built.iter().flat_map(|package| ["--package", package]));
    let checked = process::announced(
        check.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target")),
    )?;
    if !checked.success() {
        print::line(
            "minimal versions: a manifest allows versions that the code does not build with",
        );
        return Ok(ExitCode::FAILURE);
    }
    let (all, built) = (packages.len(), built.len());
    print::line(&format!(
        "minimal versions: resolved for {all} packages, of which {built} were built with them"
    ));
    Ok(ExitCode::SUCCESS)
}

/// Copies the files of the workspace that git knows, except for the lock file. Only the packages
/// for users remain members: tools and benchmarks may require other versions.
fn copy(folder: &Path, packages: &[Package]) -> Result<()> {
    let mut list = Command::new("git");
    let listed = process::output(list.args(["ls-files", "-z"]).current_dir(workspace::root()))?;
    for name in listed
        .split('\0')
        .filter(|name| !name.is_empty() && !["Cargo.lock", "Cargo.toml"].contains(name))
    {
        let (from, to) = (workspace::root().join(name), folder.join(name));
        if from.is_dir() {
            // A link to a folder, whose files are in this list, too.
            copy_folder(&from, &to)?;
        } else if from.is_file() {
            // Otherwise the file was removed, and that is not committed yet.
            workspace::copy_file(&from, &to)?;
        }
    }
    for package in packages {
        remove_gone(&folder.join(&package.folder), &workspace::root().join(&package.folder))?;
    }
    let manifest = folder.join("Cargo.toml");
    let text = workspace::read(&workspace::root().join("Cargo.toml"))?;
    workspace::write(&manifest, &with_members(&text, packages)?)
}

/// Removes the files of an earlier copy that the original no longer has: a module in two files does
/// not compile.
fn remove_gone(copy: &Path, original: &Path) -> Result<()> {
    for entry in fs::read_dir(copy).map_err(|error| Problem::at(copy, &error))? {
        let entry = entry.map_err(|error| Problem::at(copy, &error))?;
        let (path, original) = (entry.path(), original.join(entry.file_name()));
        if path.is_dir() {
            remove_gone(&path, &original)?;
        } else if !original.is_file() {
            fs::remove_file(&path).map_err(|error| Problem::at(&path, &error))?;
        }
    }
    Ok(())
}

/// A workspace's manifest with other members.
fn with_members(manifest: &str, packages: &[Package]) -> Result<String> {
    let parts = manifest
        .split_once("members = [")
        .and_then(|(before, rest)| Some((before, rest.split_once(']')?.1)));
    let (before, behind) =
        parts.ok_or_else(|| Problem::new("Cargo.toml has no `members = [..]`"))?;
    let members = packages.iter().map(|package| format!("\"{}\"", package.folder.display()));
    let members = members.collect::<Vec<_>>().join(", ");
    Ok(format!("{before}members = [{members}]{behind}"))
}

/// Copies the files of a folder that has no folders.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for path in workspace::entries(from)? {
        workspace::copy_file(&path, &to.join(path.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_packages_for_users_are_members() {
        let packages = source::packages_for_users().expect("a manifest");
        let text =
            with_members("[workspace]\nmembers = [\"a\", \"b\"]\n\n[x]\ny = [1]\n", &packages)
                .expect("has members");
        let members: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
        for package in ["asl-runtime", "cargo-asl", "engines/swf", "expressions/jq/runtime"] {
            assert!(members.contains(&package), "{text}");
        }
        assert!(!members.iter().any(|member| member.starts_with("tools")), "{text}");
        assert!(text.ends_with("\"]\n\n[x]\ny = [1]\n"), "{text}");
        assert!(with_members("[package]", &packages).is_err());
    }
}
