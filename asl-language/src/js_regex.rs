//! Regular expressions in JavaScript's dialect, as JSONata has them: ECMA-262 with its annex B,
//! without the flags `u` and `v`.
//!
//! The compiler reads the literals of a program, so that a mistake is found at build time, and the
//! runtime compiles the same tree. Both bound what a pattern may cost: its length, the nesting of
//! its groups, and the number of its groups.
//!
//! A character is a Unicode character here. JavaScript takes a character beyond U+FFFF for two
//! without the flag `u`: `.` matches half of it there, and the whole of it here.

mod class;
mod escape;
mod parser;

use std::ops::Range;

pub use class::Class;
pub use parser::parse;

/// Maximum length of a pattern, in bytes.
pub const MOST_BYTES: usize = 1 << 15;

/// Maximum number of groups around each other.
pub const MOST_DEPTH: u32 = 200;

/// The language of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// That of JavaScript.
    JavaScript,
    /// The same, where `\s` has characters of ASCII only, as Step Functions was measured to take it.
    StepFunctions,
}

/// A regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The expression.
    pub body: Node,
    /// Number of groups that capture.
    pub groups: usize,
}

/// A part of a regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// One character.
    Character(char),
    /// `.`: any character except the ends of lines.
    Any,
    /// One character of a class: `[a-z]`, `\d`.
    Class(Class),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b` and `\B`
    WordBoundary {
        /// True for `\B`.
        negated: bool,
    },
    /// One part after the other.
    Sequence(Vec<Node>),
    /// The first alternative that leads to a match.
    Alternatives(Vec<Node>),
    /// A group that captures, with its number from 1.
    Group(usize, Box<Node>),
    /// `(?=a)`, `(?!a)`, `(?<=a)`, `(?<!a)`
    Look {
        /// True for what comes before the place.
        behind: bool,
        /// True if the body must not match.
        negated: bool,
        /// The body.
        body: Box<Node>,
    },
    /// The text that a group captured: `\1`, `\k<name>`.
    BackReference(usize),
    /// A repeated part.
    Repeat(Box<Repeat>),
}

/// A part with its quantifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// The part.
    pub body: Node,
    /// The least number of times.
    pub least: u32,
    /// The greatest number of times, if there is one.
    pub most: Option<u32>,
    /// True if fewer times are tried first.
    pub lazy: bool,
    /// The numbers of the groups within the part. Each turn forgets what they captured.
    pub groups: Range<usize>,
}

/// A mistake in a regular expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The byte of the pattern.
    pub at: usize,
    /// The sentence of V8, the engine of Node.
    pub message: &'static str,
}

#[cfg(test)]
mod tests;
