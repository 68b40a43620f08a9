//! The limits, in one table, and the figures that `house.txt` accepts beyond them.

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};

use super::figures::Figures;
use crate::accepted::{self, Entry};

/// Most lines of a file.
pub(crate) const FILE_LINES: usize = 500;
/// Most lines of a function.
pub(crate) const FUNCTION_LINES: usize = 60;
/// Most files with methods of one type.
pub(crate) const TYPE_FILES: usize = 6;

/// Pages that grow with every change unless somebody shortens them: the figure, the file, and the
/// most bytes.
pub(crate) const PAPERS: [(&str, &str, usize); 3] = [
    ("bytes of ARCHITECTURE.md", "ARCHITECTURE.md", 15 << 10),
    ("bytes of CHANGELOG.md", "CHANGELOG.md", 8 << 10),
    ("bytes of open-work.md", "docs/internals/open-work.md", 10 << 10),
];

/// A figure with its limit.
struct Row {
    name: &'static str,
    found: usize,
    limit: usize,
}

/// The result of a comparison.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    /// Beyond the limit, but not beyond the accepted figure.
    Accepted,
    Beyond,
    /// An entry of `house.txt` for a limit that is met.
    Unneeded,
}

/// Figures of the whole workspace.
pub(crate) struct Whole {
    pub(crate) repeats: usize,
    pub(crate) root_folders: usize,
    /// Number of paths in pages for contributors that are not there.
    pub(crate) missing_paths: usize,
    /// Number of packages with features that only tests have.
    pub(crate) tests_only: usize,
    /// Number of functions that a plain run does not call, and that each first build compiles.
    pub(crate) rare: usize,
    /// Bytes of each of [`PAPERS`].
    pub(crate) papers: Vec<usize>,
}

/// Prints each figure beside its limit. Returns the number of problems.
pub(crate) fn show(figures: &Figures, whole: Option<&Whole>) -> Result<usize> {
    let entries = accepted::read("house.txt")?;
    let rows = rows(figures, whole);
    let mut problems = 0;
    for Row { name, found, limit } in &rows {
        let entry = entries.iter().find(|entry| entry.subject == *name);
        let accepted = entry.map(accepted_figure).transpose()?;
        let word = match verdict(*found, *limit, accepted) {
            // A part can be within a limit that the whole is not.
            Verdict::Unneeded if whole.is_some() => {
                problems += 1;
                "within the limit: remove it from house.txt".to_owned()
            }
            Verdict::Fine | Verdict::Unneeded => String::new(),
            Verdict::Accepted => format!("accepted up to {}", accepted.unwrap_or_default()),
            Verdict::Beyond => {
                problems += 1;
                "BEYOND".to_owned()
            }
        };
        print::line(&format!("{name:56}{found:8}  limit {limit:7}  {word}"));
    }
    if whole.is_some() {
        let is_known = |entry: &&Entry| rows.iter().any(|row| row.name == entry.subject);
        for entry in entries.iter().filter(|entry| !is_known(entry)) {
            print::line(&format!("house.txt: there is no such figure: {}", entry.subject));
            problems += 1;
        }
    }
    Ok(problems)
}

/// Repeats, lengths in total and the root are only compared for the whole workspace.
fn rows(figures: &Figures, whole: Option<&Whole>) -> Vec<Row> {
    let per_mille = (10.0 * figures.docs.percent()).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1,000")]
    let doc_words = per_mille as usize;
    let row = |(name, found, limit)| Row { name, found, limit };
    let mut rows = vec![
        ("lines of the longest file", figures.file_lines(100), FILE_LINES),
        ("lines of the median file", figures.file_lines(50), 160),
        ("lines of the longest function", figures.function_lines(100), FUNCTION_LINES),
        ("lines of nine in ten functions", figures.function_lines(90), 26),
        ("lines of the median function", figures.function_lines(50), 8),
        ("types with methods in more than 6 files", figures.wide_types.len(), 0),
        ("doc comments that begin with a question word, in 1,000", doc_words, 50),
        ("phrases that plain verbs replace", figures.phrases.len(), 0),
    ];
    if let Some(whole) = whole {
        // Before the code was rearranged, at equal width: 135 runs and 105,954 lines. Half of the
        // first and 92 % of the second are allowed.
        rows.push(("runs of six lines or more that stand twice", whole.repeats, 67));
        rows.push(("lines of library code", figures.lines, 97_478));
        // The packages for users and their parts have a folder each; the others stand in groups.
        rows.push(("folders at the root", whole.root_folders, 16));
        rows.push(("paths in pages that are not there", whole.missing_paths, 0));
        rows.push(("packages with features that only tests have", whole.tests_only, 0));
        rows.push(("functions that no plain run calls, without `#[inline]`", whole.rare, 0));
        let papers = PAPERS.iter().zip(&whole.papers);
        rows.extend(papers.map(|((name, _, limit), bytes)| (*name, *bytes, *limit)));
    }
    rows.into_iter().map(row).collect()
}

fn accepted_figure(entry: &Entry) -> Result<usize> {
    let digits = entry.accepted.replace(',', "");
    digits.parse().map_err(|_| Problem::new(format!("house.txt: no number: {}", entry.accepted)))
}

fn verdict(found: usize, limit: usize, accepted: Option<usize>) -> Verdict {
    match accepted {
        Some(_) if found <= limit => Verdict::Unneeded,
        None if found <= limit => Verdict::Fine,
        Some(accepted) if found <= accepted => Verdict::Accepted,
        _ => Verdict::Beyond,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_beyond_its_limit_needs_an_entry() {
        assert_eq!(verdict(60, 60, None), Verdict::Fine);
        assert_eq!(verdict(61, 60, None), Verdict::Beyond);
        assert_eq!(verdict(61, 60, Some(61)), Verdict::Accepted);
    }

    #[test]
    fn a_figure_must_not_grow_beyond_the_accepted_one() {
        assert_eq!(verdict(62, 60, Some(61)), Verdict::Beyond);
    }

    #[test]
    fn an_entry_that_nothing_needs_must_go() {
        assert_eq!(verdict(60, 60, Some(61)), Verdict::Unneeded);
    }

    #[test]
    fn accepted_figures_are_numbers() {
        let entry = |accepted: &str| Entry {
            subject: String::new(),
            accepted: accepted.to_owned(),
            reason: String::new(),
        };
        assert_eq!(accepted_figure(&entry("110,467")).unwrap(), 110_467);
        assert!(accepted_figure(&entry("many")).is_err());
    }
}
