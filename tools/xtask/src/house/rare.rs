//! Functions that a plain run does not call, and that are compiled in each first build all the same:
//! `docs/internals/build-time.md` has the rule.

use super::Place;
use crate::source::{first_name, is_name, line_at};

/// Folders with functions that only some programs call.
const FOLDERS: [&str; 2] =
    ["asl-execution/src/execution/saved/", "asl-execution/src/storage/items/"];

/// Files in them that each run calls, or that need a feature.
const OTHERS: [&str; 4] = ["saved/input.rs", "items/result.rs", "items/parquet/", "no_parquet.rs"];

/// The functions of these folders without `#[inline]`, each as `file:line: name`. Those that are
/// generic or `async` are compiled where they are called in any case.
pub(crate) fn find(places: &[Place]) -> Vec<String> {
    let is_rare = |place: &&Place| {
        FOLDERS.iter().any(|folder| place.shown.starts_with(folder))
            && !OTHERS.iter().any(|other| place.shown.contains(other))
    };
    places
        .iter()
        .filter(is_rare)
        .flat_map(|place| of_file(&place.shown, &place.file.code))
        .collect()
}

fn of_file(shown: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (offset, _) in code.match_indices("fn ") {
        let (before, text) = code.split_at_checked(offset).unwrap_or_default();
        let name = first_name(text.get(3..).unwrap_or_default());
        let head = text.split(['{', ';']).next().unwrap_or_default();
        let has_body = text.get(head.len()..).is_some_and(|rest| rest.starts_with('{'));
        if name.is_empty() || before.ends_with(is_name) || !has_body {
            continue;
        }
        if !is_generic(head) && !before.ends_with("async ") && !has_attribute(before) {
            found.push(format!("{shown}:{}: {name}", line_at(code, offset)));
        }
    }
    found
}

/// True for parameters of types, and for arguments of any type that has a trait.
fn is_generic(head: &str) -> bool {
    let (names, arguments) = head.split_once('(').unwrap_or_default();
    let arguments = arguments.split("->").next().unwrap_or_default();
    names.split_once('<').is_some_and(|(_, names)| names.contains(char::is_uppercase))
        || arguments.contains("impl ")
}

/// True if the lines above have `#[inline]`, or `#[cold]`.
fn has_attribute(before: &str) -> bool {
    let mut lines = before.rsplit('\n').skip(1).map(str::trim);
    lines
        .by_ref()
        .take_while(|line| line.starts_with("#["))
        .any(|line| line.starts_with("#[inline") || line.starts_with("#[cold"))
}

#[cfg(test)]
mod tests {
    use super::of_file;

    #[test]
    fn functions_without_the_attribute_are_found() {
        let code =
            "#[inline]\nfn a() {}\n\nfn b(x: u8) -> impl Iterator {}\nfn c<'a>(x: &'a u8) {}\n";
        assert_eq!(of_file("f.rs", code), ["f.rs:4: b", "f.rs:5: c"]);
    }

    #[test]
    fn functions_that_are_compiled_where_they_are_called_need_none() {
        let code = "fn a<T>(x: T) {}\nfn b(x: impl Into<u8>) {}\npub async fn c() {}\nfn d();\n";
        assert!(of_file("f.rs", code).is_empty());
    }
}
