//! The rows of `docs/internals/conformance-to-sources.md`.

use std::collections::BTreeMap;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

use super::named_test::NamedTest;

/// The cell with the tests.
const TESTS: usize = 2;

/// The named tests of each row.
pub(super) struct Page(BTreeMap<String, Vec<NamedTest>>);

impl Page {
    pub(super) fn read() -> Result<Self> {
        let path = workspace::root().join("docs/internals/conformance-to-sources.md");
        let text = workspace::read(&path)?;
        let rows = text.lines().filter(|line| line.starts_with("| ")).filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let names = cells.get(TESTS)?.split('`').skip(1).step_by(2);
            Some(((*cells.first()?).to_owned(), names.map(NamedTest::new).collect()))
        });
        Ok(Self(rows.collect()))
    }

    /// The tests of a row.
    pub(super) fn tests(&self, row: &str) -> Result<Vec<NamedTest>> {
        let tests = self.0.get(row).filter(|tests| !tests.is_empty());
        tests.cloned().ok_or_else(|| Problem::new(format!("the page has no row {row} with tests")))
    }
}
