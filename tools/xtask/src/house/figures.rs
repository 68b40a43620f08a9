//! The figures of a set of files.

use super::docs::{self, Docs};
use super::functions::{self, Function};
use super::methods::{self, WideType};
use super::phrases::{self, Found};
use super::{Place, limits};
use asl_conformance::print;

/// The heading of the rows.
pub(crate) const HEADER: &str =
    "                  files  lines  file: median  max   fn: median p90  max   doc words  phrases";

/// Everything that is counted.
pub(crate) struct Figures {
    pub(crate) files: Vec<(usize, String)>,
    /// The number of lines of all files that are not generated.
    pub(crate) lines: usize,
    pub(crate) functions: Vec<Function>,
    pub(crate) wide_types: Vec<WideType>,
    pub(crate) docs: Docs,
    pub(crate) phrases: Vec<Found>,
}

impl Figures {
    /// Counts.
    pub(crate) fn of<'a>(places: impl Iterator<Item = &'a Place> + Clone) -> Self {
        let mut files: Vec<_> =
            places.clone().map(|place| (place.file.lines, place.shown.clone())).collect();
        files.sort();
        let mut functions: Vec<_> = places.clone().flat_map(functions::of_file).collect();
        functions.sort_by_key(|function| function.lines);
        let by_hand = places.clone().filter(|place| !place.file.is_generated());
        Self {
            files,
            lines: by_hand.map(|place| place.file.lines).sum(),
            functions,
            wide_types: methods::wide_types(places.clone()),
            docs: docs::count(places.clone()),
            phrases: places.flat_map(phrases::find).collect(),
        }
    }

    /// The length of the file at a share of the sorted list.
    pub(crate) fn file_lines(&self, percent: usize) -> usize {
        at(&self.files, percent).map_or(0, |(lines, _)| *lines)
    }

    /// The length of the function at a share of the sorted list.
    pub(crate) fn function_lines(&self, percent: usize) -> usize {
        at(&self.functions, percent).map_or(0, |function| function.lines)
    }

    /// A row of the table.
    pub(crate) fn row(&self, name: &str) -> String {
        format!(
            "{name:18}{:5}{:7}{:14}{:5}{:13}{:4}{:5}{:10.1} %{:9}",
            self.files.len(),
            self.lines,
            self.file_lines(50),
            self.file_lines(100),
            self.function_lines(50),
            self.function_lines(90),
            self.function_lines(100),
            self.docs.percent(),
            self.phrases.len(),
        )
    }

    /// Prints the place of everything that is beyond a limit.
    pub(crate) fn list(&self) {
        for (lines, shown) in self.files.iter().filter(|(lines, _)| *lines > limits::FILE_LINES) {
            print::line(&format!("{shown}: {lines} lines"));
        }
        for Function { place, name, lines } in &self.functions {
            if *lines > limits::FUNCTION_LINES {
                print::line(&format!("{place}: fn {name} has {lines} lines"));
            }
        }
        for WideType { name, files } in &self.wide_types {
            print::line(&format!("{name}: methods in {} files: {}", files.len(), files.join(" ")));
        }
        for line in &self.docs.questions {
            print::line(line);
        }
        for Found { place, phrase, text } in &self.phrases {
            print::line(&format!("{place}: \"{phrase}\": {text}"));
        }
    }
}

fn at<T>(sorted: &[T], percent: usize) -> Option<&T> {
    sorted.get(sorted.len().saturating_sub(1) * percent / 100)
}
