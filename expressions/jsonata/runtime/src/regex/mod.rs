//! Regular expressions in JavaScript's dialect, and the functions that they are in JSONata.
//!
//! The search is our own. The crate `regress` knows the dialect, but its search has no bound: a
//! pattern such as `(a+)+b` would hold up a run for ever, and memory grows with the text.

mod case;
mod follow;
mod groups;
mod matcher;
mod place;
mod program;
mod search;
mod single;
mod start;
mod straight;
mod unpaid;

#[cfg(test)]
mod tests;

use std::ops::Range;

use asl_language::js_regex::{self, Dialect, Node, Pattern, parse};

pub use groups::Groups;
pub use matcher::{function, known};
pub(super) use matcher::{object, texts_of_groups};
pub use program::Flags;

use self::program::Program;
use super::{Cx, Fault};

/// A compiled regular expression.
#[derive(Debug)]
pub struct Regex {
    program: Program,
    /// The program for Step Functions, if that is another one.
    in_states: Option<Program>,
    source: String,
}

/// A match in a text, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The place of the match.
    pub range: Range<usize>,
    /// The places of the groups.
    pub groups: Groups,
}

impl Regex {
    /// Compiles a pattern.
    pub fn new(pattern: &str, flags: Flags) -> Result<Self, js_regex::Fault> {
        let program = Program::new(&parse(pattern, Dialect::JavaScript)?, flags);
        let in_states = if pattern.contains("\\s") || pattern.contains("\\S") {
            Some(Program::new(&parse(pattern, Dialect::StepFunctions)?, flags))
        } else {
            None
        };
        Ok(Self { program, in_states, source: pattern.to_owned() })
    }

    /// Compiles a pattern that the compiler has checked, with the letters of its flags.
    pub fn known(pattern: &str, flags: &str) -> Self {
        let flags = Flags { ignore_case: flags.contains('i'), multiline: flags.contains('m') };
        Self::new(pattern, flags).unwrap_or_else(|_| {
            let nothing = Pattern { body: Node::Alternatives(Vec::new()), groups: 0 };
            let program = Program::new(&nothing, flags);
            Self { program, in_states: None, source: String::new() }
        })
    }

    fn program(&self, cx: &Cx) -> &Program {
        self.in_states.as_ref().filter(|_| cx.is_aws()).unwrap_or(&self.program)
    }

    /// The pattern.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first match that begins at a byte or after it.
    pub fn find(&self, cx: &Cx, text: &str, from: usize) -> Result<Option<Match>, Fault> {
        search::find(cx, self.program(cx), text, from)
    }

    /// True if there is a match.
    pub fn is_match(&self, cx: &Cx, text: &str) -> Result<bool, Fault> {
        search::is_match(cx, self.program(cx), text)
    }

    /// The match after one that ended at this byte. An empty one would be found again and again,
    /// and fails.
    pub fn find_next(&self, cx: &Cx, text: &str, end: usize) -> Result<Option<Match>, Fault> {
        if end >= text.len() {
            return Ok(None);
        }
        let found = self.find(cx, text, end)?;
        if found.as_ref().is_some_and(|found| found.range.is_empty()) {
            return Err(Fault::new("D1004").value(self.source()));
        }
        Ok(found)
    }
}
