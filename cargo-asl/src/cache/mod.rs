//! Compiled programs of definitions, kept in a directory of the user.
//!
//! ```text
//! CACHE/KEY/                 one for each rustc, runtime and profile
//!   runtime/                 the package that builds the runtime, with its Cargo.lock
//!   target/                  what cargo builds
//!   runtime.json             the library that programs link
//!   runtime-durable..        the same, with the store of `serve`
//!   runtime-temporal..       the same, with the replays of `replay`
//!   programs/HASH/main.rs    the program of a definition with its options
//!   programs/HASH/program    its executable file
//!   programs/HASH/refused.rs code that the Rust compiler refused, to be reported
//! ```
//!
//! A program is compiled by `rustc` itself, which takes half the time of cargo; if that fails,
//! cargo compiles it. Locks let concurrent commands share what one of them builds. What was used
//! least recently is removed when the cache is larger than its limit.

mod compile;
mod directory;
mod environment;
mod lock;
mod package;
mod process;
mod progress;
mod refused;
mod runtime;
mod size;
mod sources;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use asl_language::hash::fnv1a;

pub(crate) use directory::default_directory;
pub(crate) use environment::Profile;
pub(crate) use progress::Progress;
pub(crate) use size::{Removed, clean, shown_size};
pub(crate) use sources::{Engine, Runtime};

use environment::Environment;
use lock::Lock;

/// Name of a program's source file.
const SOURCE: &str = "main.rs";

/// A cache, for programs that are compiled in one way.
pub(crate) struct Cache {
    environment: Environment,
    folder: PathBuf,
    /// Maximum number of bytes.
    limit: u64,
}

/// The Rust of a program.
pub(crate) struct Program {
    /// The definition's name in messages.
    pub(crate) shown: String,
    /// The source text.
    pub(crate) text: String,
}

/// A reason why there is no program.
#[derive(Debug)]
pub(crate) struct Problem(String);

impl Problem {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A problem with a file of the cache.
    fn at(path: &Path, error: &io::Error) -> Self {
        Self(format!("`{}`: {error}", path.display()))
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Cache {
    /// Opens a cache for programs with this engine.
    pub(crate) fn open(
        directory: &Path,
        engine: Engine,
        profile: Profile,
    ) -> Result<Self, Problem> {
        let limit = size::limit()?;
        let environment = Environment::new(engine, profile)?;
        let directory = std::path::absolute(directory);
        let directory = directory.map_err(|error| Problem::new(error.to_string()))?;
        let folder = directory.join(environment.key());
        Ok(Self { environment, folder, limit })
    }

    /// The executable file of a program, compiled if it is not there.
    pub(crate) fn executable(
        &self,
        program: &Program,
        progress: &Progress,
    ) -> Result<PathBuf, Problem> {
        self.executable_until(program, progress, None)
    }

    /// The same, but the compiler is ended when the flag is set.
    pub(crate) fn executable_until(
        &self,
        program: &Program,
        progress: &Progress,
        stop: Option<&AtomicBool>,
    ) -> Result<PathBuf, Problem> {
        let stamp = self.environment.stamp();
        let hash = fnv1a(format!("{stamp}\n{}", program.text).as_bytes());
        let folder = self.folder.join("programs").join(format!("{hash:016x}"));
        let executable = folder.join(format!("program{}", std::env::consts::EXE_SUFFIX));
        if is_compiled(&folder, &executable, program) {
            return Ok(executable);
        }
        fs::create_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
        let runtime = runtime::build(&self.environment, &self.folder, &stamp, progress)?;
        let _lock = Lock::acquire(&folder.join("lock"), progress)?;
        if is_compiled(&folder, &executable, program) {
            return Ok(executable);
        }
        let source = folder.join(SOURCE);
        fs::write(&source, &program.text).map_err(|error| Problem::at(&source, &error))?;
        progress.show(&format!("compiling {}", program.shown));
        let job =
            compile::Job { program, folder: &folder, executable: &executable, progress, stop };
        compile::compile(&self.environment, &runtime, &job)?;
        progress.clear();
        directory::remove_old(&self.folder.join("programs"));
        if let Some(cache) = self.folder.parent() {
            size::shrink(cache, &folder, self.limit);
        }
        Ok(executable)
    }
}

/// True if this very program is compiled. It is then in use, so it is kept longer.
fn is_compiled(folder: &Path, executable: &Path, program: &Program) -> bool {
    let source = folder.join(SOURCE);
    let is_compiled =
        executable.exists() && fs::read_to_string(&source).is_ok_and(|text| text == program.text);
    if is_compiled {
        directory::mark_used(&source);
    }
    is_compiled
}
