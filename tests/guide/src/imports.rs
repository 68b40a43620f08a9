//! The `use` lines of a text in Rust, and the names that code needs of them.

use std::collections::BTreeSet;

/// A path and the name that it has in the file; `_` for a trait without a name.
pub(crate) type Import = (String, String);

/// The crates whose names a reader has to know from somewhere.
const CRATES: [&str; 7] =
    ["asl_", "axum", "base64", "metrics_exporter_prometheus", "serde", "std", "tokio"];

/// Splits a text into what it imports and its other lines.
pub(crate) fn split(text: &str) -> (BTreeSet<Import>, String) {
    let (mut imports, mut code, mut open) = (BTreeSet::new(), String::new(), String::new());
    for line in text.lines() {
        let start = line.trim_start().trim_start_matches("pub ");
        let begins = open.is_empty() && start.strip_prefix("use ").is_some();
        if !begins && open.is_empty() {
            code.push_str(line);
            code.push('\n');
            continue;
        }
        open.push_str(start.strip_prefix("use ").unwrap_or(start));
        if let Some(tree) = open.trim_end().strip_suffix(';') {
            expand("", tree, &mut imports);
            open.clear();
        }
    }
    (imports, code)
}

/// Adds the paths of a tree of imports.
fn expand(prefix: &str, tree: &str, imports: &mut BTreeSet<Import>) {
    let tree = tree.trim();
    if let Some((path, list)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) {
        let prefix = format!("{prefix}{path}");
        let (mut depth, mut from) = (0, 0);
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    expand(&prefix, &list[from..at], imports);
                    from = at + 1;
                }
                _ => {}
            }
        }
        expand(&prefix, &list[from..], imports);
        return;
    }
    if tree.is_empty() || tree == "*" {
        return;
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
    let full = format!("{prefix}{path}");
    let full = full.strip_suffix("::self").unwrap_or(&full).to_owned();
    let name = if name == tree { full.rsplit("::").next().unwrap_or(&full) } else { name };
    imports.insert((full.clone(), name.to_owned()));
}

/// The imports whose names a code uses, of crates that a reader does not see on the page.
pub(crate) fn needed(code: &str, imports: &BTreeSet<Import>) -> Vec<Import> {
    let names = names(code);
    let is_needed = |(path, name): &&Import| {
        // Traits without a name are for their methods, which have none here.
        name != "_"
            && names.contains(name.as_str())
            && CRATES.iter().any(|start| path.starts_with(start))
    };
    imports.iter().filter(is_needed).cloned().collect()
}

/// The names in a code that are not behind a `.` or `::`, without comments and texts.
fn names(code: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if letter == '"' {
            text_length(rest)
        } else if letter.is_alphabetic() || letter == '_' {
            let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
            let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
            if !matches!(before, '.' | ':' | '\'') {
                names.insert(&rest[..length]);
            }
            length
        } else {
            letter.len_utf8()
        };
        let (read, unread) = rest.split_at(length);
        before = match read.chars().last() {
            // `order: Value` has a name behind a colon, `order::Value` has not.
            Some(last) if last.is_whitespace() => ' ',
            Some(last) => last,
            None => before,
        };
        rest = unread;
    }
    names
}

/// Bytes of the text in quotation marks at the beginning.
fn text_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    rest.len()
}

#[test]
fn imports_and_names_are_found() {
    let text = "use std::{fmt, time::{self, Duration as Time}};\nuse a::B as _;\n\nfn f() {}\n";
    let (imports, code) = split(text);
    let import = |path: &str, name: &str| (path.to_owned(), name.to_owned());
    let expected = [
        import("a::B", "_"),
        import("std::fmt", "fmt"),
        import("std::time", "time"),
        import("std::time::Duration", "Time"),
    ];
    assert_eq!(imports, BTreeSet::from(expected));
    assert_eq!(code, "\nfn f() {}\n");
    let code = "let x: Time = a.fmt(\"time \\\" fmt\"); // fmt\nB::time(r#\"fmt\"#)";
    assert_eq!(needed(code, &imports), [import("std::time::Duration", "Time")]);
}
