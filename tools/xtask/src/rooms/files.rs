//! The imports between the files of a large room.
//!
//! As a crate's root sees all rooms, the `mod.rs` of a folder sees its files and is not counted.
//! An item that it re-exports leads to the file that has it.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Import, room};
use crate::source::{SourceFile, first_name, is_name, line_at};

/// Rooms with more files are checked file by file.
const LARGE: usize = 10;

/// Maximum number of files in a circle.
pub(crate) const MOST: usize = 5;

/// A path of names, from the crate's root.
type Names<'a> = Vec<&'a str>;

/// The imports between the files of each large room.
pub(crate) fn of_large_rooms(files: &[SourceFile]) -> BTreeMap<String, Vec<Import>> {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for name in files.iter().filter_map(room) {
        *sizes.entry(name).or_default() += 1;
    }
    let modules = Modules::new(files);
    let large = sizes.into_iter().filter(|(_, size)| *size > LARGE);
    large
        .map(|(name, _)| {
            let own = files.iter().filter(|file| room(file).as_ref() == Some(&name));
            (name.clone(), own.flat_map(|file| modules.imports(file, &name)).collect())
        })
        .collect()
}

/// The modules of a crate, by their paths.
struct Modules<'a>(BTreeMap<String, Module<'a>>);

struct Module<'a> {
    /// The names of items at the top level.
    items: BTreeSet<&'a str>,
    /// The paths that it makes public under another path; the last name may be `*`.
    exports: Vec<Names<'a>>,
    is_folder: bool,
}

impl<'a> Modules<'a> {
    fn new(files: &'a [SourceFile]) -> Self {
        let module = |file: &'a SourceFile| {
            let exports = file.code.match_indices("pub").filter_map(|(at, _)| {
                let (_, rest) = file.code.split_at_checked(at)?;
                let (visibility, path) = rest.split_once("use ")?;
                visibility
                    .chars()
                    .all(|found| found.is_alphanumeric() || " ():_".contains(found))
                    .then(|| leaves(path))
            });
            Module {
                items: items(&file.code),
                exports: exports.flatten().collect(),
                is_folder: file.path.file_stem().is_some_and(|stem| stem == "mod"),
            }
        };
        Self(files.iter().map(|file| (file.module().join("::"), module(file))).collect())
    }

    /// The imports of a file from others of its room.
    fn imports(&self, file: &'a SourceFile, room: &str) -> Vec<Import> {
        let from = file.module();
        if self.0.get(&from.join("::")).is_none_or(|module| module.is_folder) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (offset, path) in paths(&file.code) {
            let Some(path) = from_root(&from, &path) else { continue };
            let Some(to) = self.file_of(&path, 0) else { continue };
            if to != from.join("::") && to.split("::").next() == Some(room) {
                let below = |module: &str| {
                    module.split_once("::").map_or(module, |(_, rest)| rest).to_owned()
                };
                found.push(Import {
                    from: below(&from.join("::")),
                    to: below(&to),
                    file: file.path.clone(),
                    line: line_at(&file.code, offset),
                    name: path.join("::"),
                });
            }
        }
        found
    }

    /// The module of the file that a path from the root leads into, unless that is a folder's
    /// `mod.rs`.
    fn file_of(&self, path: &[&str], depth: usize) -> Option<String> {
        let (at, name) = (0..=path.len()).rev().find_map(|at| {
            let name = path.get(..at)?.join("::");
            self.0.contains_key(&name).then_some((at, name))
        })?;
        let module = self.0.get(&name)?;
        if !module.is_folder {
            return Some(name);
        }
        let item = path.get(at)?;
        if module.items.contains(item) || depth > 8 {
            return None;
        }
        let from: Vec<_> = name.split("::").map(str::to_owned).collect();
        module.exports.iter().find_map(|export| {
            let (last, before) = export.split_last()?;
            let path: Names<'_> = match *last {
                "*" => before.iter().chain([item]).copied().collect(),
                last if last == *item => export.clone(),
                _ => return None,
            };
            let path = from_root(&from, &path)?;
            let file = self.file_of(&path, depth + 1)?;
            let has_it = self.0.get(&file).is_some_and(|file| file.items.contains(item));
            (*last != "*" || has_it).then_some(file)
        })
    }
}

/// A path from the crate's root, for one in this module.
fn from_root<'p>(module: &'p [String], path: &[&'p str]) -> Option<Names<'p>> {
    let mut names: Names<'_> = module.iter().map(String::as_str).collect();
    for name in path {
        match *name {
            "crate" => names.clear(),
            "self" => {}
            "super" => drop(names.pop()?),
            name => names.push(name),
        }
    }
    Some(names)
}

/// The paths that begin with `crate` or `super`, and where they begin.
fn paths(code: &str) -> Vec<(usize, Names<'_>)> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (offset, _) in code.match_indices(start) {
            let (before, path) = code.split_at_checked(offset).unwrap_or_default();
            if !before.ends_with(is_name) && !before.ends_with("::") && !before.ends_with('$') {
                found.extend(leaves(path).into_iter().map(|path| (offset, path)));
            }
        }
    }
    found
}

/// The path at the beginning of a text, or each path of its group.
fn leaves(text: &str) -> Vec<Names<'_>> {
    let mut found = Vec::new();
    read_path(text, &[], &mut found);
    found
}

/// Reads a path, and returns the text after it.
fn read_path<'a>(text: &'a str, before: &[&'a str], found: &mut Vec<Names<'a>>) -> &'a str {
    let mut names = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        if let Some(mut group) = rest.strip_prefix('{') {
            while !group.trim_start().starts_with('}') && !group.is_empty() {
                group = read_path(group, &names, found);
                let next = group.find([',', '}']).unwrap_or(group.len());
                group = group.get(next..).unwrap_or_default();
                group = group.strip_prefix(',').unwrap_or(group);
            }
            return group.trim_start().strip_prefix('}').unwrap_or_default();
        }
        let name = if rest.starts_with('*') { "*" } else { first_name(rest) };
        let Some(after) = rest.strip_prefix(name).filter(|_| !name.is_empty()) else { return rest };
        names.push(name);
        match after.strip_prefix("::") {
            Some(more) => rest = more,
            None => {
                found.push(names);
                return after;
            }
        }
    }
}

/// The names of the items at the top level of a file.
fn items(code: &str) -> BTreeSet<&str> {
    const KINDS: [&str; 8] = ["fn", "struct", "enum", "type", "const", "static", "trait", "union"];
    let lines = code.lines().filter(|line| line.starts_with(char::is_alphabetic));
    lines
        .filter_map(|line| {
            let mut words = line.split_whitespace().skip_while(|word| !KINDS.contains(word));
            words.find(|word| !KINDS.contains(word)).map(first_name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn file(path: &str, code: &str) -> SourceFile {
        let (path, code) = (PathBuf::from(path), code.to_owned());
        SourceFile { path, text: code.clone(), code, comments: Vec::new(), lines: 1 }
    }

    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        let mut files: Vec<_> = files.iter().map(|(path, code)| file(path, code)).collect();
        files.extend((0..LARGE).map(|number| file(&format!("a/f{number}.rs"), "")));
        let rooms = of_large_rooms(&files);
        let imports = rooms.into_values().flatten();
        imports.map(|import| format!("{} -> {}", import.from, import.to)).collect()
    }

    #[test]
    fn a_path_leads_to_the_file_that_has_the_item() {
        let found = arrows(&[
            ("a/mod.rs", "mod b;\nmod c;\npub use c::{X, y::Z};\npub use self::b::Q as R;"),
            ("a/b.rs", "use super::{X, c::W};\nuse crate::other::V;"),
            ("a/c.rs", "pub struct X;\nfn f() { crate::a::b::g() }"),
        ]);
        assert_eq!(found, ["b -> c", "b -> c", "c -> b"]);
    }

    #[test]
    fn a_folder_re_exports_what_its_files_have() {
        let found = arrows(&[
            ("a/d/mod.rs", "pub(crate) use e::*;\npub(crate) use g::*;\nconst OWN: u8 = 1;"),
            ("a/d/e.rs", "pub(crate) const fn one() {}"),
            ("a/d/g.rs", "pub(in crate::a) type Two = u8;"),
            ("a/h.rs", "use crate::a::d::{OWN, Two, one};"),
        ]);
        assert_eq!(found, ["h -> d::g", "h -> d::e"]);
    }

    #[test]
    fn a_small_room_is_not_checked() {
        assert!(
            of_large_rooms(&[file("a/b.rs", "use super::c::X;"), file("a/c.rs", "")]).is_empty()
        );
    }
}
