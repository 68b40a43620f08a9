//! The limits, in one table.

use super::figures::Figures;
use super::repeats::Repeat;
use asl_conformance::print;

/// Most lines of a file.
pub(crate) const FILE_LINES: usize = 500;
/// Most lines of a function.
pub(crate) const FUNCTION_LINES: usize = 60;
/// Most files with methods of one type.
pub(crate) const TYPE_FILES: usize = 6;

/// Prints each figure beside its limit; the number of those beyond it. Lengths in total and the
/// root are only looked at for the whole workspace.
pub(crate) fn show(
    figures: &Figures,
    repeats: &[Repeat],
    root_folders: usize,
    is_whole: bool,
) -> usize {
    let per_mille = (10.0 * figures.docs.percent()).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1,000")]
    let doc_words = per_mille as usize;
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
    if is_whole {
        // Before the code was rearranged, at equal width: 135 runs and 109,193 lines. Half of the
        // first and 92 % of the second are allowed.
        rows.push(("runs of six lines or more that stand twice", repeats.len(), 67));
        rows.push(("lines of library code", figures.lines(), 100_457));
        rows.push(("folders at the root", root_folders, 12));
    }
    for (name, found, limit) in &rows {
        let verdict = if found > limit { "BEYOND" } else { "" };
        print::line(&format!("{name:56}{found:8}  limit {limit:7}  {verdict}"));
    }
    rows.iter().filter(|(_, found, limit)| found > limit).count()
}
