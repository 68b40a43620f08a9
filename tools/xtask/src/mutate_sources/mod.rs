//! `cargo xtask mutate-sources`: checks that the tests named in
//! `docs/internals/conformance-to-sources.md` see their requirements broken.
//!
//! `tools/xtask/mutations.jsonl` has an edit for many rows of the page: a text in a file, which
//! occurs there once, and its replacement. For each chosen row the command makes the edit in a copy
//! of the tree, runs the tests that the row names, and demands that one of them fails.

mod mutation;
mod named_test;
mod page;
mod tree;

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};
use asl_language::random::SplitMix64;

use mutation::Mutation;
use named_test::NamedTest;
use page::Page;
use tree::Tree;

/// The options of `cargo xtask mutate-sources`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of random rows
    #[arg(long, value_name = "N", default_value_t = 30)]
    rows: usize,
    /// The seed by which rows are chosen; by default another one each time
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only these rows, such as `A52,D18`
    #[arg(long, value_name = "ROWS", value_delimiter = ',', conflicts_with_all = ["rows", "seed"])]
    only: Vec<String>,
}

/// Makes the edits one after the other. Fails if no test sees one of them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let page = Page::read()?;
    let chosen = choose(mutation::read()?, arguments)?;
    let tree = Tree::copy()?;
    let mut unseen = Vec::new();
    for mutation in &chosen {
        let row = &mutation.row;
        match try_row(&tree, &page, mutation)? {
            Some(test) => print::line(&format!("{row}: seen by {test}")),
            None => {
                print::line(&format!("{row}: no test sees the edit of {}", mutation.file));
                unseen.push(row.as_str());
            }
        }
    }
    let count = chosen.len();
    if unseen.is_empty() {
        print::line(&format!("mutate-sources: {count} edits, each seen by a test"));
        return Ok(ExitCode::SUCCESS);
    }
    print::line(&format!("mutate-sources: of {count} edits no test saw {}", unseen.join(", ")));
    Ok(ExitCode::FAILURE)
}

/// The wanted rows, or random ones.
fn choose(mut all: Vec<Mutation>, arguments: &Arguments) -> Result<Vec<Mutation>> {
    if !arguments.only.is_empty() {
        let known = |row: &&String| all.iter().any(|mutation| mutation.row == **row);
        if let Some(row) = arguments.only.iter().find(|row| !known(row)) {
            return Err(Problem::new(format!("mutations.jsonl has no edit for the row {row}")));
        }
        all.retain(|mutation| arguments.only.contains(&mutation.row));
        return Ok(all);
    }
    let seed = arguments.seed.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_secs()
    });
    print::line(&format!(
        "mutate-sources: {} rows of {}, --seed {seed}",
        arguments.rows,
        all.len()
    ));
    let mut random = SplitMix64::new(seed);
    let mut chosen = Vec::new();
    while chosen.len() < arguments.rows && !all.is_empty() {
        chosen.push(all.swap_remove(random.index(all.len())));
    }
    Ok(chosen)
}

/// Makes an edit, runs the row's tests, and takes the edit back. Returns the test that failed.
fn try_row(tree: &Tree, page: &Page, mutation: &Mutation) -> Result<Option<NamedTest>> {
    let _edit = tree.edit(mutation)?;
    for test in page.tests(&mutation.row)? {
        if test.sees(tree, mutation)? {
            return Ok(Some(test));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Rows whose tests were once blind to their requirements.
    const ONCE_BLIND: [&str; 8] = ["A9", "A52", "A65", "D11", "D18", "D31", "M25", "M43"];

    #[test]
    fn every_edit_fits_the_tree_and_has_a_row_with_tests_that_can_be_run() {
        let page = Page::read().unwrap();
        let all = mutation::read().unwrap();
        let mut faults = Vec::new();
        for mutation in &all {
            faults.extend(mutation.fault());
            match page.tests(&mutation.row) {
                Ok(tests) => faults.extend(tests.iter().filter_map(NamedTest::fault)),
                Err(problem) => faults.push(problem.to_string()),
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let rows: BTreeSet<&str> = all.iter().map(|mutation| mutation.row.as_str()).collect();
        assert_eq!(rows.len(), all.len(), "one edit for each row");
        for row in ONCE_BLIND {
            assert!(rows.contains(row), "{row} has an edit");
        }
        for letter in ["A", "D", "K", "M"] {
            assert!(rows.iter().any(|row| row.starts_with(letter)), "{letter}");
        }
        assert!(rows.len() >= 60, "{} rows", rows.len());
    }

    #[test]
    fn a_seed_chooses_the_same_rows_again() {
        let rows = |seed| {
            let arguments = Arguments { rows: 10, seed: Some(seed), only: Vec::new() };
            let chosen = choose(mutation::read().unwrap(), &arguments).unwrap();
            chosen.into_iter().map(|mutation| mutation.row).collect::<Vec<_>>()
        };
        assert_eq!(rows(7), rows(7));
        assert_ne!(rows(7), rows(8));
        assert_eq!(rows(7).iter().collect::<BTreeSet<_>>().len(), 10);
    }
}
