//! What the world outside remembers: an append-only file with a line for whatever a task has done.
//! It is not part of the store, and outlives every kill: a line is one write.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A line.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The idempotency key of the attempt.
    pub(crate) key: String,
    pub(crate) order: String,
    pub(crate) did: Did,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Did {
    /// An attempt began; after a kill, it begins once more with the same key.
    Begin,
    /// A card was charged with so many cents.
    Charge(u64),
}

/// The file.
pub(crate) struct Books {
    file: File,
}

impl Books {
    /// Opens the books of a folder.
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

/// What was charged under each key: a gateway that is asked again with a key it knows gives the old
/// answer.
pub(crate) fn charges(lines: &[Line]) -> BTreeMap<String, u64> {
    let charge = |line: &Line| match line.did {
        Did::Charge(cents) => Some((line.key.clone(), cents)),
        Did::Begin => None,
    };
    lines.iter().filter_map(charge).collect()
}
