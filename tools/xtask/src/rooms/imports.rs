//! The imports of a crate's rooms from each other, read from `crate::..` and `super::..` paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::source::{SourceFile, first_name, is_name, line_at};

/// A path in one room that leads into another.
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) to: String,
    /// The file below `src`.
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    /// The name that follows `crate::`.
    pub(crate) name: String,
}

/// All imports between different rooms.
pub(crate) fn of_package(files: &[SourceFile]) -> Vec<Import> {
    let rooms: BTreeSet<_> = files.iter().filter_map(room).collect();
    let exports = files.iter().filter(|file| is_root(file)).flat_map(|file| exports(&file.code));
    let exports: BTreeMap<_, _> = exports.collect();
    let mut found = Vec::new();
    for file in files {
        let Some(from) = room(file) else { continue };
        for (offset, name) in names_below_root(&file.code, file.module().len()) {
            let to = if rooms.contains(name) { Some(name) } else { exports.get(name).copied() };
            if let Some(to) = to.filter(|to| rooms.contains(*to) && *to != from) {
                found.push(Import {
                    from: from.clone(),
                    to: to.to_owned(),
                    file: file.path.clone(),
                    line: line_at(&file.code, offset),
                    name: name.to_owned(),
                });
            }
        }
    }
    found
}

fn is_root(file: &SourceFile) -> bool {
    file.path.as_os_str() == "lib.rs" || file.path.as_os_str() == "main.rs"
}

/// The room of a file, unless it belongs to none.
pub(super) fn room(file: &SourceFile) -> Option<String> {
    let first = file.module().into_iter().next()?;
    (first != "private" && first != "bin").then_some(first)
}

/// The names that follow `crate::`, or as many `super::` as lead to the crate's root.
fn names_below_root(code: &str, depth: usize) -> Vec<(usize, &str)> {
    let above = "super::".repeat(depth);
    let mut found = Vec::new();
    for prefix in ["crate::", above.as_str()] {
        for (offset, _) in code.match_indices(prefix) {
            let (before, path) = code.split_at_checked(offset).unwrap_or_default();
            let path = path.strip_prefix(prefix).unwrap_or_default();
            let begins = !before.ends_with(is_name) && !before.ends_with("::");
            if begins && !path.starts_with("super::") {
                found.extend(heads(path).into_iter().map(|name| (offset, name)));
            }
        }
    }
    found
}

/// The first names of a path or of each path in a group, without macros.
fn heads(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else {
        let name = first_name(path);
        let is_macro = path.get(name.len()..).is_some_and(|rest| rest.starts_with('!'));
        return if is_macro { Vec::new() } else { vec![name] };
    };
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut starts = true;
    for (at, character) in group.char_indices() {
        match character {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => starts = true,
            _ if starts && is_name(character) => {
                found.push(first_name(group.get(at..).unwrap_or_default()));
                starts = false;
            }
            _ => {}
        }
    }
    found
}

/// The names that the crate's root re-exports, each with the room that it comes from.
fn exports(code: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let Some((_, path)) = statement.split_once("use ") else { continue };
        let path = path.strip_prefix("crate::").unwrap_or(path);
        let path = path.strip_prefix("self::").unwrap_or(path);
        let room = first_name(path);
        let Some(rest) = path.get(room.len()..).filter(|rest| rest.starts_with("::")) else {
            continue;
        };
        let leaves = rest.split(['{', '}', ',']).filter_map(|item| {
            item.split(|character| !is_name(character)).rfind(|name| !name.is_empty())
        });
        found.extend(leaves.map(|leaf| (leaf, room)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str, depth: usize) -> Vec<&str> {
        names_below_root(code, depth).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn paths_and_groups_below_the_root_are_found() {
        assert_eq!(
            names("use crate::{a::{b, c}, d};\ncrate::e::f(); $crate::g", 1),
            ["a", "d", "e", "g"]
        );
        assert_eq!(names("other_crate::a crate::json!()", 1), [""; 0]);
    }

    #[test]
    fn super_counts_where_it_leads_to_the_root() {
        assert_eq!(names("use super::a; use super::super::b;", 1), ["a"]);
        assert_eq!(names("use super::a; use super::super::b;", 2), ["b"]);
    }

    #[test]
    fn names_of_the_root_lead_to_their_rooms() {
        let found = exports("pub use value::{Value, map::Map as Object};\nuse std::fmt;");
        assert_eq!(found, [("Value", "value"), ("Object", "value"), ("fmt", "std")]);
    }
}
