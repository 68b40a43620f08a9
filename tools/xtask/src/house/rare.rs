//! Finds functions that a plain run does not call, but that each first build compiles.
//! `docs/internals/build-time.md` has the rule.

use super::Place;
use super::functions::bodies;
use crate::source::line_at;

/// Folders with functions that only some programs call.
const FOLDERS: [&str; 2] =
    ["asl-execution/src/execution/saved/", "asl-execution/src/storage/items/"];

/// Files in them that other code of an execution calls, or that a feature turns on.
const OTHERS: [&str; 3] = ["saved/input.rs", "items/result.rs", "items/parquet/"];

/// A line for each function of these folders without `#[inline]`, and for a folder without files.
/// Functions that are generic or `async` are compiled where they are called in any case.
pub(crate) fn find(places: &[Place]) -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let mut files = places.iter().filter(|place| place.shown.starts_with(folder)).peekable();
        if files.peek().is_none() {
            found.push(format!(
                "{folder}: has no files: the list in `house/rare.rs` is out of date"
            ));
        }
        let rare = files.filter(|place| !OTHERS.iter().any(|other| place.shown.contains(other)));
        found.extend(rare.flat_map(|place| of_file(&place.shown, &place.file.code)));
    }
    found
}

fn of_file(shown: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (offset, name, text) in bodies(code) {
        let before = code.get(..offset).unwrap_or_default();
        let head = text.split('{').next().unwrap_or_default();
        if !is_generic(head) && !before.ends_with("async ") && !is_inline(before) {
            let line = line_at(code, offset);
            found.push(format!(
                "{shown}:{line}: `{name}` has no `#[inline]`, and a plain run does not call it"
            ));
        }
    }
    found
}

/// True if the function has type parameters or an argument `impl Trait`.
fn is_generic(head: &str) -> bool {
    let (names, arguments) = head.split_once('(').unwrap_or_default();
    let arguments = arguments.split("->").next().unwrap_or_default();
    names.split_once('<').is_some_and(|(_, names)| names.contains(char::is_uppercase))
        || arguments.contains("impl ")
}

/// True if the function behind this text has the attribute.
fn is_inline(before: &str) -> bool {
    let own = before.rsplit(['{', '}', ';']).next().unwrap_or_default();
    own.contains("#[inline]") || own.contains("#[inline(always)]")
}

#[cfg(test)]
mod tests {
    use super::of_file;

    /// The names of the functions that are found.
    fn names(code: &str) -> Vec<String> {
        let lines = of_file("f.rs", code);
        lines.iter().filter_map(|line| Some(line.split('`').nth(1)?.to_owned())).collect()
    }

    #[test]
    fn functions_without_the_attribute_are_found() {
        let code = "#[inline]\nfn a() {}\n\nfn b(x: u8) -> impl Iterator {}\n";
        assert_eq!(names(code), ["b"]);
        assert_eq!(names("fn c<'a>(x: [&'a u8; 4]) {}\n#[cold]\nfn d() {}\n"), ["c", "d"]);
        assert_eq!(names("#[inline]\n#[expect(\n    dead_code,\n)]\npub fn e() {}\n"), [""; 0]);
    }

    #[test]
    fn functions_that_are_compiled_where_they_are_called_need_none() {
        let code = "fn a<T>(x: T) {}\nfn b(x: impl Into<u8>) {}\npub async fn c() {}\nfn d();\n";
        assert_eq!(names(code), [""; 0]);
    }
}
