//! The record of all work: an append-only file with a line for everything that a task has done. It
//! is not part of the store, and survives every kill, because each line is one write.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A line of the books.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The idempotency key of the attempt.
    pub(crate) key: String,
    pub(crate) order: String,
    pub(crate) did: Did,
}

/// The work.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Did {
    /// An attempt started. After a kill it starts once more with the same key.
    Begin,
    /// A card was charged this many cents.
    Charge(u64),
}

/// The file.
pub(crate) struct Books {
    file: File,
}

impl Books {
    /// Opens the books in a folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().create(true).append(true).open(path(folder))? })
    }

    /// Writes a line.
    pub(crate) fn write(&self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        (&self.file).write_all(text.as_bytes())
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("books.jsonl")
}

/// All lines.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Line>> {
    let text = match fs::read_to_string(path(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read?,
    };
    text.lines().map(|line| serde_json::from_str(line).map_err(io::Error::other)).collect()
}

/// The charges by idempotency key: for a known key, the gateway repeats its answer.
pub(crate) fn charges(lines: &[Line]) -> BTreeMap<String, u64> {
    let charge = |line: &Line| match line.did {
        Did::Charge(cents) => Some((line.key.clone(), cents)),
        Did::Begin => None,
    };
    lines.iter().filter_map(charge).collect()
}
