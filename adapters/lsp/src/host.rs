//! The functions of the program around the server.

use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::options::Options;
use asl_codegen::source::{Source, Sources};

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

/// The functions of the program around the server.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The machines of the packages in a folder.
    pub machines: fn(&Path) -> Vec<Machine>,
    /// The findings about a test file (`*.asl-test.yaml`), whose text is given, and about its
    /// definition.
    pub test_file: fn(&Path, Sources) -> Vec<(Sources, Diagnostics)>,
    /// The page of a predefined error name, in Markdown.
    pub error_name: fn(&str) -> Option<String>,
    /// A definition in its canonical layout; `None` if its text has faults.
    pub format: fn(&Source) -> Option<String>,
}

impl Default for Host {
    /// Without packages, test files, meanings of errors and a layout.
    fn default() -> Self {
        Self {
            machines: |_| Vec::new(),
            test_file: |_, _| Vec::new(),
            error_name: |_| None,
            format: |_| None,
        }
    }
}
