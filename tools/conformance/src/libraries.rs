//! The libraries of the workspace, in the build of its tests, for generated programs that need many
//! of them. With a manifest, cargo would build them again with the features that it names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::problem::{Problem, Result};
use crate::{process, workspace};

/// A program of the workspace that needs all that the generated ones name.
const PROGRAM: &str = "asl-load";
/// The crates that they name. Build scripts have builds of serde of their own, without a feature.
const CRATES: [(&str, Option<&str>); 6] = [
    ("asl_durable", None),
    ("asl_runtime", None),
    ("asl_sfn_api", None),
    ("serde", Some("rc")),
    ("serde_json", Some("raw_value")),
    ("tokio", None),
];

/// A message of cargo about what it has built.
#[derive(Deserialize)]
struct Artifact {
    #[serde(default)]
    target: Target,
    #[serde(default)]
    features: Vec<String>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Default, Deserialize)]
struct Target {
    name: String,
}

/// The command that compiles the program in `src/main.rs` of a folder with the libraries.
pub(crate) fn rustc(folder: &Path, program: &Path) -> Result<Command> {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(folder).args(["src/main.rs", "--edition=2024", "-Dwarnings", "-o"]);
    rustc.arg(program).arg("-L");
    rustc.arg(format!("dependency={}", workspace::target().join("debug/deps").display()));
    for (name, path) in built()? {
        rustc.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    Ok(rustc)
}

/// The file of each library.
fn built() -> Result<BTreeMap<&'static str, PathBuf>> {
    let mut cargo = process::workspace_cargo("build");
    cargo.args(["--quiet", "--bin", PROGRAM, "--message-format=json-render-diagnostics"]);
    let messages = process::output(&mut cargo)?;
    let mut found = BTreeMap::new();
    for line in messages.lines() {
        let Ok(Artifact { target, features, filenames }) = serde_json::from_str(line) else {
            continue;
        };
        let is_meant = |(name, feature): &(&str, Option<&str>)| {
            *name == target.name
                && feature.is_none_or(|feature| features.iter().any(|other| other == feature))
        };
        let is_library = |file: &PathBuf| file.extension().is_some_and(|end| end == "rlib");
        if let Some((name, _)) = CRATES.into_iter().find(is_meant) {
            found.extend(filenames.into_iter().find(is_library).map(|path| (name, path)));
        }
    }
    match CRATES.into_iter().find(|(name, _)| !found.contains_key(name)) {
        Some((missing, _)) => Err(Problem::new(format!("{PROGRAM} is built without {missing}"))),
        None => Ok(found),
    }
}
