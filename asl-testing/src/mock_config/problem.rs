//! Mistakes in a file, each with its place.

use std::collections::BTreeSet;
use std::fmt;
use std::string::FromUtf8Error;

use crate::did_you_mean;

/// A line and a column, from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

/// A mistake at a byte offset of the text.
pub(super) struct Problem {
    pub(super) at: usize,
    pub(super) message: String,
}

/// All mistakes of a `MockConfigFile.json`: one line for each, with file, line and column.
///
/// ```
/// use asl_testing::MockConfig;
///
/// let text = "{\n  \"StateMachines\": {\"order\": {\"TestCases\": {\"Paid\": {\"Charge\": \"Mising\"}}}},\n  \"MockedResponses\": {\"Missing\": {\"0\": {}}}\n}";
/// let error = MockConfig::parse("MockConfigFile.json", text).unwrap_err();
/// assert_eq!(error.to_string(), "\
/// MockConfigFile.json:2:64: no response is called `Mising` under `MockedResponses`, did you mean `Missing`?
/// MockConfigFile.json:3:40: an answer needs `Return` or `Throw`");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MockConfigError {
    file: String,
    problems: Vec<(Place, String)>,
}

impl Place {
    pub(super) const START: Self = Self { line: 1, column: 1 };

    /// The line and column of a byte offset.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(start..).map_or(0, |line| line.chars().count()) + 1;
        Self { line, column }
    }
}

impl MockConfigError {
    pub(super) fn new(file: &str, text: &str, problems: Vec<Problem>) -> Self {
        let problems =
            problems.into_iter().map(|problem| (Place::of(text, problem.at), problem.message));
        Self::placed(file, problems.collect())
    }

    pub(super) fn placed(file: &str, mut problems: Vec<(Place, String)>) -> Self {
        problems.sort();
        problems.dedup();
        Self { file: file.to_owned(), problems }
    }

    pub(super) fn unreadable(file: &str, error: &std::io::Error) -> Self {
        Self::placed(file, vec![(Place::START, format!("the file cannot be read: {error}"))])
    }

    pub(super) fn not_utf8(file: &str, error: &FromUtf8Error) -> Self {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let place = Place::of(&String::from_utf8_lossy(valid), valid.len());
        Self::placed(file, vec![(place, "this is not UTF-8".to_owned())])
    }

    /// The mistakes in the order of the file: line, column, message.
    pub fn problems(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        self.problems.iter().map(|(place, message)| (place.line, place.column, message.as_str()))
    }
}

impl fmt::Display for MockConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (line, column, message)) in self.problems().enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{}:{line}:{column}: {message}", self.file)?;
        }
        Ok(())
    }
}

impl fmt::Debug for MockConfigError {
    /// The same as `Display`, because `unwrap` in a test shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for MockConfigError {}

/// Maximum number of names in a message.
const MOST_NAMES: usize = 20;

/// The end of a message about an unknown name: the one that was probably meant, or all names.
pub(super) fn known<'n>(name: &str, verb: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: BTreeSet<&str> = names.collect();
    let meant = did_you_mean(name, names.iter().copied());
    if !meant.is_empty() {
        return meant;
    }
    let shown: Vec<String> =
        names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(shown.len()) {
        0 if shown.is_empty() => format!("; {verb} none"),
        0 => format!("; {verb} {}", shown.join(", ")),
        more => format!("; {verb} {} and {more} more", shown.join(", ")),
    }
}
