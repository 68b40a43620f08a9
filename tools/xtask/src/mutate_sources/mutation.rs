//! The edits of `mutations.jsonl`.

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;
use serde::Deserialize;

/// An edit that breaks the requirement of a row.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutation {
    /// The row of the page.
    pub(super) row: String,
    /// The file, from the workspace's folder.
    pub(super) file: String,
    /// The text, which occurs in the file once.
    find: String,
    /// The text in its place.
    replace: String,
}

/// Reads all edits.
pub(super) fn read() -> Result<Vec<Mutation>> {
    let path = workspace::root().join("tools/xtask/mutations.jsonl");
    let text = workspace::read(&path)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty());
    let mutation = |(number, line): (u32, &str)| {
        serde_json::from_str(line)
            .map_err(|error| Problem::new(format!("mutations.jsonl:{number}: {error}")))
    };
    lines.map(mutation).collect()
}

impl Mutation {
    /// The text of the file with the edit.
    ///
    /// # Errors
    /// The text to replace is not there, or more than once.
    pub(super) fn apply(&self, text: &str) -> Result<String> {
        let Self { row, file, find, replace } = self;
        match text.matches(find.as_str()).count() {
            1 => Ok(text.replacen(find.as_str(), replace, 1)),
            count => Err(Problem::new(format!(
                "mutations.jsonl: the text for {row} occurs {count} times in {file}: {find:?}"
            ))),
        }
    }

    /// A fault of the edit itself, if any.
    #[cfg(test)]
    pub(super) fn fault(&self) -> Option<String> {
        let text = match workspace::read(&workspace::root().join(&self.file)) {
            Ok(text) => text,
            Err(problem) => return Some(problem.to_string()),
        };
        match self.apply(&text) {
            Ok(edited) if edited == text => Some(format!("{}: the edit changes nothing", self.row)),
            Ok(_) => None,
            Err(problem) => Some(problem.to_string()),
        }
    }
}
