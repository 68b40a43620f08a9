//! The place of the runtime that programs are compiled with.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// The place of the runtime.
#[derive(Debug)]
pub(crate) enum Runtime {
    /// The registry, in the version of this command.
    Registry,
    /// A folder with the packages, if this command was built from one: this project's workspace,
    /// or a folder of unpacked packages.
    Folder(PathBuf),
}

/// The packages of which a program consists.
const PACKAGES: [&str; 2] = ["asl-language", "asl-runtime"];

impl Runtime {
    /// The folder of packages in which this command was built, if it is still there. In the
    /// registry, folders of packages have names with versions, so there is none.
    pub(crate) fn locate() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        match here.parent() {
            Some(folder) if PACKAGES.iter().all(|name| is_package(folder, name)) => {
                Self::Folder(folder.to_owned())
            }
            Some(_) | None => Self::Registry,
        }
    }

    /// The keys of a dependency on the runtime: its path in this project's workspace, or else the
    /// version of this command.
    pub(crate) fn requirement(&self) -> String {
        match self {
            Self::Folder(folder) if is_in_workspace(folder) => {
                let path = folder.join("asl-runtime").display().to_string();
                // A JSON text is a TOML text.
                format!("path = {}", serde_json::Value::from(path))
            }
            Self::Folder(_) | Self::Registry => {
                format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))
            }
        }
    }

    /// The lock file of the folder: with it, all programs use versions that are downloaded.
    pub(super) fn lock_file(&self) -> Option<PathBuf> {
        let Self::Folder(folder) = self else { return None };
        let file = folder.join("Cargo.lock");
        file.is_file().then_some(file)
    }

    /// The table that has cargo take the packages from the folder.
    pub(super) fn patches(&self) -> String {
        let Self::Folder(folder) = self else { return String::new() };
        let mut text = String::from("\n[patch.crates-io]\n");
        for name in PACKAGES {
            if name == "asl-runtime" || !is_in_workspace(folder) {
                let path = serde_json::Value::from(folder.join(name).display().to_string());
                // Writing to a String cannot fail. A JSON text is a TOML text.
                let _ = writeln!(text, "{name} = {{ path = {path} }}");
            }
        }
        text
    }
}

fn manifest(folder: &Path, name: &str) -> Option<String> {
    fs::read_to_string(folder.join(name).join("Cargo.toml")).ok()
}

fn is_package(folder: &Path, name: &str) -> bool {
    let line = format!("name = \"{name}\"");
    manifest(folder, name).is_some_and(|text| text.lines().any(|other| other == line))
}

/// True if the packages name each other by their paths, and not by their versions only.
fn is_in_workspace(folder: &Path) -> bool {
    manifest(folder, "asl-runtime")
        .is_some_and(|text| text.contains("asl-language.workspace = true"))
}

/// The number of the sources in a folder, and the time of the last change.
pub(super) fn stamp(folder: &Path) -> String {
    let (mut count, mut newest) = (0_u64, Duration::ZERO);
    let mut open: Vec<PathBuf> =
        PACKAGES.iter().map(|name| folder.join(name).join("src")).collect();
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(directory) else { continue };
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                open.push(entry.path());
                continue;
            }
            count += 1;
            let changed = metadata.modified().ok();
            let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            newest = newest.max(changed.unwrap_or_default());
        }
    }
    format!("{count} {}", newest.as_nanos())
}
