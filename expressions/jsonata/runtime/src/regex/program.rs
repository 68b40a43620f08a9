//! Trees of regular expressions to programs: lists of steps for the search.

use std::ops::Range;

use asl_language::js_regex::{Node, Pattern, Repeat};

use super::follow;
use super::single::{Characters, Single};
use super::start::Start;

/// A compiled regular expression.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    /// Number of groups that capture.
    pub(super) groups: usize,
    /// Number of loops, each of which counts its turns.
    pub(super) loops: usize,
    /// True if no step leaves a choice: then a step that fails ends the search at its place.
    pub(super) is_straight: bool,
    /// The places where a match can begin.
    pub(super) start: Start,
    pub(super) flags: Flags,
}

/// The flags of a regular expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `i`: letters match whatever their case.
    pub ignore_case: bool,
    /// `m`: `^` and `$` also match at the ends of lines.
    pub multiline: bool,
}

/// A step of a search. The next step follows unless the step says otherwise.
#[derive(Debug)]
pub(super) enum Step {
    /// The end of the program, or of the body of a look.
    Match,
    /// One character.
    Single(Single),
    /// One character several times.
    Run(Run),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, `\B`
    WordBoundary {
        negated: bool,
    },
    /// Keeps the place: the beginning of group `n` in slot `2n - 2`, its end in `2n - 1`.
    Capture(usize),
    /// The text of a group.
    BackReference(usize),
    /// Continues at one step, and later perhaps at the other.
    Either {
        first: usize,
        second: usize,
    },
    Jump(usize),
    /// Begins a loop.
    Enter(usize),
    /// Decides if the loop takes another turn.
    Loop(Loop),
    /// Begins a turn of a loop, which forgets its groups.
    Turn {
        number: usize,
        groups: Range<usize>,
    },
    /// Ends a turn, and continues at the step that decides.
    Again {
        number: usize,
        least: u32,
        decide: usize,
    },
    /// `(?=a)` and its like. The body comes next.
    Look {
        behind: bool,
        negated: bool,
        after: usize,
    },
}

/// A character several times.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) single: Single,
    pub(super) least: u32,
    pub(super) most: u32,
    pub(super) lazy: bool,
    /// True if the search moves backward.
    pub(super) backward: bool,
    /// True if it never helps to give a character back.
    pub(super) keeps_all: bool,
}

/// The decision of a loop. The turn comes next.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) number: usize,
    pub(super) least: u32,
    pub(super) most: u32,
    pub(super) lazy: bool,
    pub(super) after: usize,
}

impl Program {
    pub(super) fn new(pattern: &Pattern, flags: Flags) -> Self {
        let mut writer = Writer { steps: Vec::new(), loops: 0, flags };
        writer.write(&pattern.body, false);
        writer.steps.push(Step::Match);
        let Writer { mut steps, loops, flags } = writer;
        follow::mark(&mut steps, flags);
        let is_straight = steps.iter().all(Step::is_straight);
        let start = Start::of(&pattern.body, flags);
        Self { steps, groups: pattern.groups, loops, is_straight, start, flags }
    }
}

impl Step {
    /// True if the step leaves no choice, and leads to the next one.
    fn is_straight(&self) -> bool {
        if let Self::Run(run) = self {
            return run.keeps_all || !run.lazy && run.least == run.most;
        }
        let is_line = matches!(self, Self::Start | Self::End | Self::WordBoundary { .. });
        is_line || matches!(self, Self::Match | Self::Single(_) | Self::Capture(_))
    }
}

struct Writer {
    steps: Vec<Step>,
    loops: usize,
    flags: Flags,
}

impl Writer {
    /// Appends the steps of a node. Within a look behind the search moves backward, and takes the
    /// parts of a sequence from the last to the first.
    fn write(&mut self, node: &Node, backward: bool) {
        match node {
            Node::Character(_) | Node::Any | Node::Class(_) => {
                self.steps.extend(self.single(node).map(Step::Single));
            }
            Node::Start => self.steps.push(Step::Start),
            Node::End => self.steps.push(Step::End),
            Node::WordBoundary { negated } => {
                self.steps.push(Step::WordBoundary { negated: *negated });
            }
            Node::Sequence(parts) if backward => {
                parts.iter().rev().for_each(|part| self.write(part, backward));
            }
            Node::Sequence(parts) => parts.iter().for_each(|part| self.write(part, backward)),
            Node::Alternatives(alternatives) => self.write_alternatives(alternatives, backward),
            Node::Group(number, body) => self.write_group(*number, body, backward),
            Node::Look { behind, negated, body } => self.write_look(*behind, *negated, body),
            Node::BackReference(number) => self.steps.push(Step::BackReference(*number)),
            Node::Repeat(repeat) => self.write_repeat(repeat, backward),
        }
    }

    /// The test of a node that takes exactly one character.
    fn single(&self, node: &Node) -> Option<Single> {
        let characters = match node {
            Node::Character(character) => Characters::One(*character),
            Node::Any => Characters::Any,
            Node::Class(class) => Characters::Class(class.clone()),
            Node::Start
            | Node::End
            | Node::WordBoundary { .. }
            | Node::Sequence(_)
            | Node::Alternatives(_)
            | Node::Group(..)
            | Node::Look { .. }
            | Node::BackReference(_)
            | Node::Repeat(_) => return None,
        };
        Some(Single::new(characters, self.flags))
    }

    fn write_alternatives(&mut self, alternatives: &[Node], backward: bool) {
        let Some((last, others)) = alternatives.split_last() else { return };
        let mut jumps = Vec::with_capacity(others.len());
        for alternative in others {
            let either = self.reserve();
            self.write(alternative, backward);
            jumps.push(self.reserve());
            let second = self.steps.len();
            self.put(either, Step::Either { first: either + 1, second });
        }
        self.write(last, backward);
        let after = self.steps.len();
        for jump in jumps {
            self.put(jump, Step::Jump(after));
        }
    }

    fn write_group(&mut self, number: usize, body: &Node, backward: bool) {
        let begin = 2 * number - 2;
        let (first, last) = if backward { (begin + 1, begin) } else { (begin, begin + 1) };
        self.steps.push(Step::Capture(first));
        self.write(body, backward);
        self.steps.push(Step::Capture(last));
    }

    fn write_look(&mut self, behind: bool, negated: bool, body: &Node) {
        let look = self.reserve();
        self.write(body, behind);
        self.steps.push(Step::Match);
        self.put(look, Step::Look { behind, negated, after: self.steps.len() });
    }

    fn write_repeat(&mut self, repeat: &Repeat, backward: bool) {
        let Repeat { body, least, most, lazy, groups } = repeat;
        let (least, most, lazy) = (*least, most.unwrap_or(u32::MAX), *lazy);
        if let Some(single) = self.single(body) {
            let keeps_all = false;
            self.steps.push(Step::Run(Run { single, least, most, lazy, backward, keeps_all }));
            return;
        }
        let number = self.loops;
        self.loops += 1;
        self.steps.push(Step::Enter(number));
        let decide = self.reserve();
        self.steps.push(Step::Turn { number, groups: groups.clone() });
        self.write(body, backward);
        self.steps.push(Step::Again { number, least, decide });
        let after = self.steps.len();
        self.put(decide, Step::Loop(Loop { number, least, most, lazy, after }));
    }

    /// Appends a place for a step that is known later.
    fn reserve(&mut self) -> usize {
        self.steps.push(Step::Match);
        self.steps.len() - 1
    }

    fn put(&mut self, at: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(at) {
            *place = step;
        }
    }
}
