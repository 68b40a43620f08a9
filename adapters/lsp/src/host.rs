//! The functions of the program around the server.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::options::Options;
use asl_codegen::source::{Source, Sources};
use serde_json::Value;

/// A definition that a package compiles, with its options there.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The file of the definition.
    pub definition: PathBuf,
    /// The options.
    pub options: Options,
    /// True if substitutions that the definition does not use are no errors.
    pub ignores_unused: bool,
}

/// A run of a definition or of test cases, in a process of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The definition or the test file.
    pub path: PathBuf,
    /// The kind of work.
    pub kind: JobKind,
    /// Further arguments of the command.
    pub arguments: Vec<String>,
}

/// The kind of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// The definition once.
    Run {
        /// The input as JSON.
        input: String,
        /// The file for the report.
        report: PathBuf,
    },
    /// The cases of a test file.
    Test {
        /// Only cases with this text in their names.
        case: Option<String>,
    },
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The bytes there.
    pub bytes: Range<usize>,
}

/// The functions of the program around the server.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The machines of the packages in a folder.
    pub machines: fn(&Path) -> Vec<Machine>,
    /// The findings about a test file (`*.asl-test.yaml`), whose text is given, and about its
    /// definition; also its files without findings.
    pub test_file: fn(&Path, Sources) -> Vec<(Sources, Diagnostics)>,
    /// The page of a code of findings, in Markdown.
    pub code: fn(&str) -> Option<String>,
    /// The page of a predefined error name, in Markdown.
    pub error_name: fn(&str) -> Option<String>,
    /// A definition in its canonical layout; `None` if its text has faults.
    pub format: fn(&Source) -> Option<String>,
    /// Runs a job until its end, or until the flag is set: its result, with `exitCode`, `output` and
    /// `messages`; or why it did not begin.
    pub run: fn(&Job, &AtomicBool) -> Result<Value, String>,
    /// The methods of this name in implementations of the tasks of a definition, in the package
    /// around it.
    pub methods: fn(&Path, &str) -> Vec<Place>,
}

impl Default for Host {
    /// Without packages, test files, pages, a layout, runs and Rust code.
    fn default() -> Self {
        Self {
            machines: |_| Vec::new(),
            test_file: |_, _| Vec::new(),
            code: |_| None,
            error_name: |_| None,
            format: |_| None,
            run: |_, _| Err("this server runs nothing".to_owned()),
            methods: |_, _| Vec::new(),
        }
    }
}
