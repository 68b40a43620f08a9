//! The stable name of an operation, such as `Fan#3.0.Ship#1~2`: the path of its frames, its state,
//! the visit of that state and the attempt. It is kept as numbers until it is printed.

use std::fmt::{self, Write};

use asl_language::hash::fnv1a;
use asl_value::value::Text;
use serde::{Deserialize, Serialize};

use crate::execution::frame::FrameId;
use crate::machine::Node;

/// An open operation: its frame, and a number that is unique in the execution. It is enough to
/// route a completion and to reject a late one; [`OperationId`] is the readable name.
///
/// Its serde form is `[serial, place]`, and is stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "(u64, FrameId)", from = "(u64, FrameId)")]
pub struct OpKey {
    pub(in crate::execution) serial: u64,
    #[doc(hidden)]
    pub frame: FrameId,
}

impl OpKey {
    /// Creates a key from its numbers, which may refer to no open operation.
    pub fn new(serial: u64, place: u32) -> Self {
        Self { serial, frame: place }
    }

    /// Its number, unique in the execution.
    pub fn serial(self) -> u64 {
        self.serial
    }

    /// The slot of its frame, which serves to find it.
    pub fn place(self) -> u32 {
        self.frame
    }
}

impl From<(u64, FrameId)> for OpKey {
    fn from((serial, frame): (u64, FrameId)) -> Self {
        Self { serial, frame }
    }
}

impl From<OpKey> for (u64, FrameId) {
    fn from(op: OpKey) -> Self {
        (op.serial, op.frame)
    }
}

/// The stable name of an operation: the same for every delivery of an attempt, however branches
/// interleave and however often the execution was restored.
#[derive(Clone)]
pub struct OperationId {
    pub(in crate::execution) node: &'static Node,
    pub(in crate::execution) visit: u32,
    pub(in crate::execution) attempt: u32,
    /// The path to it.
    pub(in crate::execution) path: Path,
}

/// The path to an operation: the frames around it, outermost first.
#[derive(Clone)]
pub(in crate::execution) enum Path {
    Frames(Box<[Around]>),
    /// The same, and the earlier name of its state, which was renamed while it was open. Boxed to
    /// keep commands small.
    Renamed(Box<(Box<[Around]>, Text)>),
}

impl Default for Path {
    fn default() -> Self {
        Self::Frames(Box::default())
    }
}

impl From<Box<[Around]>> for Path {
    fn from(around: Box<[Around]>) -> Self {
        Self::Frames(around)
    }
}

/// A frame around an operation: the state that forked, its visit and attempt, and the index of the
/// branch or iteration.
#[derive(Clone, Copy)]
pub(in crate::execution) struct Around {
    pub(in crate::execution) state: &'static str,
    pub(in crate::execution) visit: u32,
    /// Earlier attempts of that visit: each one starts other children.
    pub(in crate::execution) attempt: u32,
    pub(in crate::execution) index: u32,
}

/// Amazon SWF's limit for ids, in characters.
const LONGEST: usize = 256;

/// Maximum characters of a state's name; a longer one is cut off.
const LONGEST_STATE: usize = 80;

impl OperationId {
    /// Name of the state.
    pub fn state(&self) -> &'static str {
        self.node.state
    }

    /// Number of earlier attempts in this visit.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }
}

/// A part of a path: a state, its visit and attempt, and the index of the branch or iteration; the
/// last part has none.
pub(in crate::execution) type Part<'p> = (&'p str, u32, u32, Option<u32>);

/// The path of these parts: at most 256 characters, all of them letters, digits and `#.~_-`, so that
/// it is a valid id everywhere. A longer path keeps its end, after a hash of the whole.
pub(in crate::execution) fn path_of<'p>(parts: impl Iterator<Item = Part<'p>>) -> String {
    let mut path = String::new();
    for (state, visit, attempt, index) in parts {
        write_state(state, &mut path);
        write_number('#', visit, &mut path);
        if attempt > 0 {
            write_number('~', attempt, &mut path);
        }
        if let Some(index) = index {
            write_number('.', index, &mut path);
            path.push('.');
        }
    }
    if path.len() <= LONGEST {
        return path;
    }
    // Written states are ASCII, so every offset is a character boundary.
    let end = path.get(path.len() - (LONGEST - 17)..).unwrap_or_default();
    format!("{:016x}~{end}", fnv1a(path.as_bytes()))
}

impl fmt::Display for OperationId {
    /// See `path_of`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (around, name) = match &self.path {
            Path::Frames(around) => (around, self.node.state),
            Path::Renamed(path) => (&path.0, path.1.as_str()),
        };
        let around = around.iter();
        let around =
            around.map(|outer| (outer.state, outer.visit, outer.attempt, Some(outer.index)));
        let own = (name, self.visit, self.attempt, None);
        f.write_str(&path_of(around.chain([own])))
    }
}

impl fmt::Debug for OperationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_number(mark: char, number: u32, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{mark}{number}");
}

/// Writes a name unchanged if it can be part of an id everywhere. Otherwise its plain characters
/// and a hash are written, so that names stay different. SWF forbids the letters `arn` in an id.
fn write_state(state: &str, out: &mut String) {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if state.len() <= LONGEST_STATE && !state.contains("arn") && state.chars().all(is_plain) {
        out.push_str(state);
        return;
    }
    let plain =
        state.chars().take(LONGEST_STATE).map(|letter| if is_plain(letter) { letter } else { '_' });
    out.push_str(&plain.collect::<String>().replace("arn", "a_n"));
    let _ = write!(out, "~{:016x}", fnv1a(state.as_bytes()));
}

/// The form of a state name in an operation ID.
pub fn written(state: &str) -> String {
    let mut out = String::new();
    write_state(state, &mut out);
    out
}

/// Parses the last part of a printed operation ID: the state as [`written`], and the attempt. The
/// state is complete even if the path was cut off.
#[inline]
pub fn parse(path: &str) -> Option<(&str, u32)> {
    let (before, numbers) = path.rsplit_once('#')?;
    let (visit, attempt) = numbers.split_once('~').unwrap_or((numbers, "0"));
    visit.parse::<u32>().ok()?;
    let state = before.rsplit_once('.').map_or(before, |(_, state)| state);
    Some((state, attempt.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Kind, StateKind};

    fn path(state: &'static str, around: &[&'static str]) -> String {
        let node = Box::leak(Box::new(Node::new(state, StateKind::Pass, Kind::Eval, (1, 1))));
        let around =
            around.iter().map(|state| Around { state, visit: 3, attempt: 0, index: 0 }).collect();
        OperationId { node, visit: 1, attempt: 2, path: Path::Frames(around) }.to_string()
    }

    #[test]
    fn a_path_names_frames_state_visit_and_attempt() {
        assert_eq!(path("Ship", &["Fan"]), "Fan#3.0.Ship#1~2");
    }

    #[test]
    fn state_and_attempt_are_parsed_from_a_path() {
        let wide = Box::leak("\u{1f600}".repeat(80).into_boxed_str());
        for state in ["Ship", "a b", "a.b#c~d", "", wide] {
            for around in [vec![], vec!["Fan"], vec![&*wide; 5]] {
                let path = path(state, &around);
                assert_eq!(parse(&path), Some((written(state).as_str(), 2)), "{path}");
            }
        }
        assert_eq!(parse("Fan#3.0.Ship#1"), Some(("Ship", 0)));
        for odd in [
            "",
            "Ship",
            "Ship#",
            "Ship#x",
            "Ship#1~",
            "Ship#1~x",
            "Ship#1~2~3",
            "Ship#-1",
            "Ship#99999999999",
        ] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn odd_names_are_escaped_and_stay_different() {
        let names =
            ["a b", "a.b", "a#b", "a~b", "a/b", "Warn", "Wa_n", "", "\u{1f600}", "\u{7f}", "a b "];
        let paths: std::collections::BTreeSet<String> =
            names.iter().map(|name| path(name, &[])).collect();
        assert_eq!(paths.len(), names.len());
        for path in paths {
            assert!(
                path.chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || "#.~_-".contains(letter)),
                "{path}"
            );
            assert!(!path.contains("arn"), "{path}");
        }
    }

    #[test]
    fn long_paths_are_cut_off_and_stay_different() {
        let long = ["AStateWithAnOrdinaryName"; 40];
        let other: Vec<&'static str> =
            std::iter::once("Other").chain(long[1..].iter().copied()).collect();
        let (first, second) = (path("Ship", &long), path("Ship", &other));
        assert!(first.len() == LONGEST && first.ends_with(".Ship#1~2"), "{first}");
        assert!(second.len() == LONGEST && first != second);
        let wide = Box::leak("\u{1f600}".repeat(128).into_boxed_str());
        assert!(path(wide, &[wide, wide]).len() <= LONGEST);
    }
}
