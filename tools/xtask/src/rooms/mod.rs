//! `cargo xtask rooms`: checks that the top-level modules of a crate do not import each other in a
//! circle. In a room with more than ten files, the files are checked too: a circle may have five.
//!
//! A *room* is a file or folder directly below a crate's `src`. `lib.rs`, `main.rs` and
//! `private.rs` see all rooms and are not rooms themselves. Tests are ignored. Circles that must
//! stay are listed in `tools/xtask/rooms.txt`, each with its reason.

mod accepted;
mod circles;
mod files;
mod imports;

use std::process::ExitCode;

use asl_conformance::print;
use asl_conformance::problem::Result;

use self::circles::Circle;
use crate::source;

/// The options of `cargo xtask rooms`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this package
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
    /// Print every import of a circle, not three for each pair of rooms
    #[arg(long)]
    list: bool,
}

/// Prints all circles; fails if one is not accepted, or if an accepted one does not exist.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut accepted = accepted::read()?;
    let mut refused = 0;
    for package in source::packages()? {
        if arguments.package.as_ref().is_some_and(|only| *only != package.name) {
            continue;
        }
        let files = package.files()?;
        let imports = imports::of_package(&files);
        let mut found: Vec<_> = circles::find(&imports)
            .into_iter()
            .map(|circle| (package.name.clone(), "rooms", circle))
            .collect();
        let rooms = files::of_large_rooms(&files);
        for (room, imports) in &rooms {
            let circles = circles::find(imports).into_iter();
            let large = circles.filter(|circle| circle.rooms.len() > files::MOST);
            found.extend(large.map(|circle| (format!("{}/{room}", package.name), "files", circle)));
        }
        for (place, kind, circle) in &found {
            let reason = accepted.reason(place, &circle.rooms);
            refused += usize::from(reason.is_none());
            show((place, kind), circle, reason.as_deref(), arguments.list);
        }
    }
    if arguments.package.is_none() {
        for line in accepted.unused() {
            print::line(&format!("rooms.txt: no such circle any more, remove it: {line}"));
            refused += 1;
        }
    }
    print::line(&format!("rooms: {refused} problems"));
    Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show((place, kind): (&str, &str), circle: &Circle<'_>, reason: Option<&str>, list: bool) {
    let rooms: Vec<_> = circle.rooms.iter().copied().collect();
    print::line(&format!("{place}: circle of {} {kind}: {}", rooms.len(), rooms.join(" ")));
    if let Some(reason) = reason {
        print::line(&format!("  accepted: {reason}"));
        if !list {
            return;
        }
    }
    for ((from, to), places) in &circle.imports {
        print::line(&format!("  {from} -> {to}: {} imports", places.len()));
        let shown = if list { places.len() } else { 3 };
        for import in places.iter().take(shown) {
            print::line(&format!("    {}:{} {}", import.file.display(), import.line, import.name));
        }
    }
}
