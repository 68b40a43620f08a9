//! Tables of text.

use std::fmt::Write as _;

use asl_codegen::diagnostics::{Colour, printable};

use crate::output::result_colour;

/// Maximum characters of a cell.
const LONGEST: usize = 120;

/// A row of a table: its cells, and the colour of the row's status.
pub(super) struct Row {
    cells: Vec<String>,
    tone: Tone,
}

/// The meaning of a row, which its text also has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    Plain,
    Good,
    Bad,
}

impl Row {
    /// A row of these texts, which may come from others: they are escaped.
    pub(super) fn new<const N: usize>(cells: [&str; N], tone: Tone) -> Self {
        Self { cells: cells.iter().map(|cell| printable(cell, LONGEST)).collect(), tone }
    }
}

/// The table as text: a line of titles, and a line for each row, in columns.
pub(super) fn table<const N: usize>(titles: [&str; N], rows: &[Row]) -> String {
    let titles = Row::new(titles, Tone::Plain);
    let all = || std::iter::once(&titles).chain(rows);
    let widths: Vec<usize> = (0..N)
        .map(|column| all().filter_map(|row| row.cells.get(column)).map(width).max().unwrap_or(0))
        .collect();
    let has_colour = result_colour() == Colour::Always;
    let mut text = String::new();
    for row in all() {
        let mut line = String::new();
        for (cell, wide) in row.cells.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', wide.saturating_sub(width(cell)) + 2));
        }
        let (begin, end) = match row.tone {
            Tone::Good if has_colour => ("\u{1b}[32m", "\u{1b}[0m"),
            Tone::Bad if has_colour => ("\u{1b}[31m", "\u{1b}[0m"),
            Tone::Plain | Tone::Good | Tone::Bad => ("", ""),
        };
        let _ = writeln!(text, "{begin}{}{end}", line.trim_end());
    }
    text
}

fn width(cell: impl AsRef<str>) -> usize {
    cell.as_ref().chars().count()
}
