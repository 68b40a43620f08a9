//! The circles that `rooms.txt` accepts.

use std::collections::BTreeSet;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

/// The lines of `rooms.txt`.
pub(crate) struct Accepted(Vec<Entry>);

struct Entry {
    package: String,
    rooms: BTreeSet<String>,
    reason: String,
    used: bool,
}

/// Reads lines of the form `package: room room ..: reason`; `#` begins a comment.
pub(crate) fn read() -> Result<Accepted> {
    let text = workspace::read(&workspace::root().join("tools/xtask/rooms.txt"))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(entry).collect::<Result<_>>().map(Accepted)
}

fn entry(line: &str) -> Result<Entry> {
    let wrong = || Problem::new(format!("rooms.txt: not `package: rooms: reason`: {line}"));
    let (package, rest) = line.split_once(": ").ok_or_else(wrong)?;
    let (rooms, reason) = rest.split_once(": ").ok_or_else(wrong)?;
    Ok(Entry {
        package: package.to_owned(),
        rooms: rooms.split_whitespace().map(str::to_owned).collect(),
        reason: reason.to_owned(),
        used: false,
    })
}

impl Accepted {
    /// The reason for a circle, if an entry names all of its rooms.
    pub(crate) fn reason(&mut self, package: &str, rooms: &BTreeSet<&str>) -> Option<String> {
        let entry = self.0.iter_mut().find(|entry| {
            entry.package == package && rooms.iter().all(|room| entry.rooms.contains(*room))
        })?;
        entry.used = true;
        Some(entry.reason.clone())
    }

    /// The entries that no circle needs.
    pub(crate) fn unused(&self) -> impl Iterator<Item = String> {
        self.0.iter().filter(|entry| !entry.used).map(|entry| {
            let rooms: Vec<_> = entry.rooms.iter().map(String::as_str).collect();
            format!("{}: {}", entry.package, rooms.join(" "))
        })
    }
}
