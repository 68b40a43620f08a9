//! The things that are fuzzed. A target makes inputs from numbers and checks one input.

pub(crate) mod api;
pub(crate) mod definitions;
pub(crate) mod documents;
pub(crate) mod expressions;
pub(crate) mod histories;
pub(crate) mod paths;
pub(crate) mod planted;
pub(crate) mod programs;
pub(crate) mod runs;
pub(crate) mod snapshots;
pub(crate) mod stores;

use asl_language::hash::fnv1a;
use asl_language::random::{SplitMix64, scramble};

use crate::bounds::Bounds;
use crate::corpus::Corpus;

/// Result of a case without a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Accepted,
    Refused,
}

/// A thing that is fuzzed.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Ending of the files that inputs are written to.
    pub(crate) extension: &'static str,
    /// Stack of the thread that runs the cases, in bytes.
    pub(crate) stack: usize,
    pub(crate) bounds: Bounds,
    /// Makes an input. The same dice always make the same one.
    pub(crate) make: fn(&Corpus, &mut SplitMix64) -> Vec<u8>,
    /// Checks an input. An error says what is wrong with the checked code.
    pub(crate) check: fn(&[u8]) -> Result<Verdict, String>,
}

/// The main thread of a program, where compilers run.
const PROGRAM: usize = 8 << 20;
/// A thread of Rust's standard library or of tokio, where machines run.
const THREAD: usize = 2 << 20;

/// All targets but the planted ones.
pub(crate) const ALL: &[Target] = &[
    Target {
        name: "asl",
        extension: "asl.json",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: definitions::make_asl,
        check: definitions::check_asl,
    },
    Target {
        name: "sm4c",
        extension: "sm4c.json",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: definitions::make_sm4c,
        check: definitions::check_sm4c,
    },
    Target {
        name: "yaml",
        extension: "yaml",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: definitions::make_yaml,
        check: definitions::check_yaml,
    },
    Target {
        name: "jq",
        extension: "jq",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: programs::make,
        check: programs::check,
    },
    Target {
        name: "jsonata",
        extension: "jsonata",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: expressions::make,
        check: expressions::check,
    },
    Target {
        name: "paths",
        extension: "txt",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 16_000 },
        make: paths::make,
        check: paths::check,
    },
    Target {
        name: "openapi",
        extension: "json",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: documents::make_openapi,
        check: documents::check_openapi,
    },
    Target {
        name: "proto",
        extension: "proto",
        stack: PROGRAM,
        bounds: Bounds { bytes: 64 << 20, per_byte: 8_000 },
        make: documents::make_proto,
        check: documents::check_proto,
    },
    Target {
        name: "runs",
        extension: "txt",
        stack: THREAD,
        bounds: Bounds { bytes: 512 << 20, per_byte: 8_000 },
        make: runs::make,
        check: runs::check,
    },
    Target {
        name: "snapshots",
        extension: "txt",
        stack: THREAD,
        bounds: Bounds { bytes: 256 << 20, per_byte: 8_000 },
        make: snapshots::make,
        check: snapshots::check,
    },
    Target {
        name: "swf",
        extension: "txt",
        stack: THREAD,
        bounds: Bounds { bytes: 64 << 20, per_byte: 4_000 },
        make: histories::make,
        check: histories::check,
    },
    Target {
        name: "stores",
        extension: "txt",
        stack: THREAD,
        bounds: Bounds { bytes: 2 << 30, per_byte: 0 },
        make: stores::make,
        check: stores::check,
    },
    Target {
        name: "api",
        extension: "http",
        stack: THREAD,
        bounds: Bounds { bytes: 256 << 20, per_byte: 8_000 },
        make: api::make,
        check: api::check,
    },
];

/// The target of this name, planted ones included.
pub(crate) fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().chain(planted::ALL).find(|target| target.name == name)
}

impl Target {
    /// The input of a case.
    pub(crate) fn input(&self, corpus: &Corpus, seed: u64, case: u64) -> Vec<u8> {
        let own = fnv1a(self.name.as_bytes());
        let mut dice = SplitMix64::new(scramble(seed ^ own).wrapping_add(scramble(case)));
        (self.make)(corpus, &mut dice)
    }
}

/// The first lines of an input, and what follows them.
fn head<const N: usize>(text: &str) -> Option<([&str; N], &str)> {
    let mut rest = text;
    let mut lines = [""; N];
    for line in &mut lines {
        (*line, rest) = rest.split_once('\n')?;
    }
    Some((lines, rest))
}

/// Size of formatted code without its indentation, which grows with the square of the nesting, and
/// which rustc does not see. By bytes, because a debug build spends most of its time on the
/// characters of 20 MB of spaces otherwise.
fn size_of_code(pretty: &str) -> usize {
    pretty.lines().map(|line| line.as_bytes().trim_ascii_start().len()).sum()
}

/// Text of an input; what is not Unicode is replaced.
fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}
