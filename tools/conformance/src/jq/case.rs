//! The cases of a folder: every `*.json` with a list of them, `modules.json` with the modules that
//! they import, and `tail-errors.json` with the errors at the end of some of them.

use std::collections::BTreeMap;
use std::path::Path;

use asl_codegen::expr::jq::Modules;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::cases::Cases;
use crate::problem::{Problem, Result};
use crate::workspace;

/// A program, its input and its outputs.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) program: String,
    /// JSON text, and `nan`.
    #[serde(default)]
    pub(crate) input: Option<String>,
    /// JSON texts, and `nan`.
    #[serde(default)]
    pub(crate) outputs: Vec<String>,
    /// `compile` means that the program must be refused.
    #[serde(default)]
    pub(crate) error: Option<String>,
    pub(crate) class: String,
}

impl Case {
    /// Returns true if the program must be refused.
    pub(crate) fn is_refused(&self) -> bool {
        self.error.as_deref() == Some("compile")
    }
}

/// A folder of cases.
pub(crate) struct Folder {
    /// The wanted cases.
    pub(crate) cases: Vec<Case>,
    /// The modules that they import.
    pub(crate) library: Library,
    /// The error after the last output, by case; a case that is not listed ends without one. Some
    /// folders do not have this list.
    pub(crate) tails: Option<BTreeMap<String, String>>,
}

/// Files that are not lists of cases.
const OTHERS: [&str; 3] = ["modules.json", "peers.json", "tail-errors.json"];

/// Reads a folder.
pub(crate) fn read(cases: &Cases) -> Result<Folder> {
    let mut all = Vec::new();
    for file in workspace::files(&cases.dir, "json")? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !OTHERS.contains(&&*name) {
            all.extend(read_json::<Vec<Case>>(&file)?);
        }
    }
    all.retain(|case| cases.wants(&case.id));
    let modules = cases.dir.join("modules.json");
    let library =
        Library { modules: if modules.exists() { read_json(&modules)? } else { BTreeMap::new() } };
    let tails = cases.dir.join("tail-errors.json");
    let tails = if tails.exists() { Some(read_json(&tails)?) } else { None };
    Ok(Folder { cases: all, library, tails })
}

fn read_json<T: DeserializeOwned>(file: &Path) -> Result<T> {
    serde_json::from_str(&workspace::read(file)?)
        .map_err(|error| Problem::new(format!("{}: {error}", file.display())))
}

/// Modules by their paths below the library's directory.
#[derive(Debug, Default)]
pub(crate) struct Library {
    modules: BTreeMap<String, String>,
}

impl Modules for Library {
    fn find(&self, path: &str, is_data: bool, from: Option<&str>) -> Option<(String, String)> {
        let path = normal(&format!("{}/{path}", from.unwrap_or_default()));
        let name = path.rsplit('/').next().unwrap_or(&path);
        let ending = if is_data { "json" } else { "jq" };
        // A module may be a file, or a file of the same name in a directory with its name.
        let places = [format!("{path}.{ending}"), format!("{path}/{name}.{ending}")];
        let found = places.iter().find_map(|place| Some((place, self.modules.get(place)?)));
        found.map(|(place, text)| (text.clone(), parent(place).to_owned()))
    }
}

/// The path without `.`, `..` and empty parts.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_files_or_directories_relative_to_where_they_are_asked_from() {
        let of = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
        let modules = [("a.jq", "A"), ("b/b.jq", "B"), ("b/c.jq", "C"), ("d.json", "{}")].map(of);
        let library = Library { modules: modules.into() };
        let found = |path, is_data, from| library.find(path, is_data, from);
        assert_eq!(found("a", false, None), Some(("A".to_owned(), String::new())));
        assert_eq!(found("b", false, None), Some(("B".to_owned(), "b".to_owned())));
        assert_eq!(found("c", false, Some("b/./")), Some(("C".to_owned(), "b".to_owned())));
        assert_eq!(found("../a", false, Some("b")), Some(("A".to_owned(), String::new())));
        assert_eq!(found("d", true, Some("")), Some(("{}".to_owned(), String::new())));
        assert_eq!((found("d", false, None), found("a", true, None)), (None, None));
    }
}
