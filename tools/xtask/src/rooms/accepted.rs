//! The circles that `rooms.txt` accepts.

use std::collections::BTreeSet;

use asl_conformance::problem::Result;

use crate::accepted;

/// The lines of `rooms.txt`.
pub(crate) struct Accepted(Vec<Entry>);

struct Entry {
    package: String,
    rooms: BTreeSet<String>,
    reason: String,
    used: bool,
}

/// Reads the lines, which name a package and the rooms of a circle, or a package, a room and files.
pub(crate) fn read() -> Result<Accepted> {
    let entries = accepted::read("rooms.txt")?.into_iter().map(|entry| Entry {
        package: entry.subject,
        rooms: entry.accepted.split_whitespace().map(str::to_owned).collect(),
        reason: entry.reason,
        used: false,
    });
    Ok(Accepted(entries.collect()))
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
