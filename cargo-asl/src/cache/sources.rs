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

/// The engine of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// One execution, in the process: `cargo asl run` and `test`.
    InProcess,
    /// A store of executions: `cargo asl serve`.
    Durable,
    /// The core of Temporal's SDKs: `cargo asl replay`.
    Temporal,
}

/// The packages that those which a program names consist of.
const PARTS: [&str; 5] = ["asl-language", "asl-value", "asl-jq", "asl-jsonata", "asl-execution"];

/// The packages that cargo looks for because a feature of the runtime names them, also if it builds
/// none of them (`asl-macros?/jq`).
const NAMED_BY_FEATURES: [&str; 6] = [
    "asl-codegen",
    "asl-jq-compiler",
    "asl-jsonata-compiler",
    "asl-macros",
    "asl-report",
    "asl-source",
];

impl Engine {
    /// The packages that a program names.
    fn named(self) -> &'static [&'static str] {
        match self {
            Self::InProcess => &["asl-runtime", "asl-testing"],
            Self::Durable => &["asl-runtime", "asl-testing", "asl-durable"],
            Self::Temporal => &["asl-runtime", "asl-testing", "asl-temporal"],
        }
    }

    /// The packages of which a program consists.
    fn packages(self) -> impl Iterator<Item = &'static str> {
        PARTS.into_iter().chain(self.named().iter().copied())
    }

    /// The folder of the package that builds the runtime, in a cache.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::InProcess => "runtime",
            Self::Durable => "runtime-durable",
            Self::Temporal => "runtime-temporal",
        }
    }

    /// The file with the libraries that programs link, in a cache.
    pub(super) fn record(self) -> &'static str {
        match self {
            Self::InProcess => "runtime.json",
            Self::Durable => "runtime-durable.json",
            Self::Temporal => "runtime-temporal.json",
        }
    }

    /// All engines.
    pub(super) const ALL: [Self; 3] = [Self::InProcess, Self::Durable, Self::Temporal];

    /// The crates that a program names.
    pub(super) fn crates(self) -> &'static [&'static str] {
        match self {
            Self::InProcess => &["asl_runtime", "asl_testing"],
            Self::Durable => &["asl_runtime", "asl_durable"],
            Self::Temporal => &["asl_runtime", "asl_temporal"],
        }
    }
}

impl Runtime {
    /// The folder of packages in which this command was built, if it is still there. In the
    /// registry, folders of packages have names with versions, so there is none.
    pub(crate) fn locate(engine: Engine) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        match here.parent() {
            Some(folder) if engine.packages().all(|name| is_package(folder, name)) => {
                Self::Folder(folder.to_owned())
            }
            Some(_) | None => Self::Registry,
        }
    }

    /// The keys of a dependency on one of these packages: its path in this project's workspace, or
    /// else the version of this command.
    pub(crate) fn requirement(&self, package: &str) -> String {
        match self {
            Self::Folder(folder) if is_in_workspace(folder) => {
                let path = folder.join(package).display().to_string();
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
    pub(super) fn patches(&self, engine: Engine) -> String {
        let Self::Folder(folder) = self else { return String::new() };
        // Packages of the workspace find each other.
        let others = (!is_in_workspace(folder)).then_some([&PARTS[..], &NAMED_BY_FEATURES]);
        let mut text = String::from("\n[patch.crates-io]\n");
        for name in engine.named().iter().chain(others.into_iter().flatten().flatten()) {
            let path = package_folder(folder, name);
            if path.is_dir() {
                let path = serde_json::Value::from(path.display().to_string());
                // Writing to a String cannot fail. A JSON text is a TOML text.
                let _ = writeln!(text, "{name} = {{ path = {path} }}");
            }
        }
        text
    }
}

/// The folder of a package: in the workspace, that of the durable engine is among the engines, and
/// those of expressions are beside their compilers.
fn package_folder(folder: &Path, name: &str) -> PathBuf {
    let part = name.trim_start_matches("asl-");
    let grouped =
        [folder.join("engines").join(part), folder.join("expressions").join(part).join("runtime")];
    grouped.into_iter().find(|path| path.is_dir()).unwrap_or_else(|| folder.join(name))
}

fn manifest(folder: &Path, name: &str) -> Option<String> {
    fs::read_to_string(package_folder(folder, name).join("Cargo.toml")).ok()
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
pub(super) fn stamp(folder: &Path, engine: Engine) -> String {
    let (mut count, mut newest) = (0_u64, Duration::ZERO);
    let sources = |name| package_folder(folder, name).join("src");
    let mut open: Vec<PathBuf> = engine.packages().map(sources).collect();
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
