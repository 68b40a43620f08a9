//! The compiler, the runtime and the flags that programs are built with.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use asl_language::hash::fnv1a;

use super::package::FEATURES;
use super::sources::{self, Engine, Runtime};
use super::{Problem, process};

/// The profile of cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build.
    Dev,
    /// Quick to run.
    Release,
}

/// The tools and options that build programs.
pub(super) struct Environment {
    pub(super) cargo: OsString,
    pub(super) rustc: OsString,
    pub(super) runtime: Runtime,
    pub(super) engine: Engine,
    pub(super) profile: Profile,
    /// The user's own flags.
    pub(super) flags: Vec<String>,
    version: String,
}

impl Environment {
    pub(super) fn new(engine: Engine, profile: Profile) -> Result<Self, Problem> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let rustc = rustc(&cargo);
        let version = process::output(Command::new(&rustc).arg("-vV"), "rustc")?;
        let runtime = Runtime::locate(engine);
        Ok(Self { cargo, rustc, runtime, engine, profile, flags: flags(), version })
    }

    /// A name for all of it but the engine: the engines share what cargo builds.
    pub(super) fn key(&self) -> String {
        let Self { runtime, profile, flags, version, .. } = self;
        let text = format!(
            "{version}\n{}\n{runtime:?}\n{FEATURES:?}\n{profile:?}\n{flags:?}",
            env!("CARGO_PKG_VERSION")
        );
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// The state of the runtime's sources, if they can change.
    pub(super) fn stamp(&self) -> String {
        match &self.runtime {
            Runtime::Registry => String::new(),
            Runtime::Folder(folder) => sources::stamp(folder, self.engine),
        }
    }
}

/// The compiler: `RUSTC`, or the one beside cargo, which spares a start of rustup's.
fn rustc(cargo: &OsString) -> OsString {
    if let Some(rustc) = env::var_os("RUSTC").filter(|rustc| !rustc.is_empty()) {
        return rustc;
    }
    let beside: PathBuf =
        Path::new(cargo).with_file_name(format!("rustc{}", env::consts::EXE_SUFFIX));
    if Path::new(cargo).is_absolute() && beside.is_file() {
        return beside.into();
    }
    "rustc".into()
}

/// The flags that cargo passes to rustc for the user.
fn flags() -> Vec<String> {
    let variable = |name| env::var(name).ok().filter(|flags: &String| !flags.is_empty());
    let split = |text: String, at: char| {
        text.split(at).filter(|flag| !flag.is_empty()).map(str::to_owned).collect()
    };
    match (variable("CARGO_ENCODED_RUSTFLAGS"), variable("RUSTFLAGS")) {
        (Some(encoded), _) => split(encoded, '\x1f'),
        (None, Some(flags)) => split(flags, ' '),
        (None, None) => Vec::new(),
    }
}
