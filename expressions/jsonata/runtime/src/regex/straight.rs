//! The search for a match of a pattern that leaves no choice, such as `/^t[a-z]+[0-9]+$/`: for each
//! place one pass over the steps, which saves nothing.
//!
//! It counts as many steps as the other search, and takes a third of its instructions.

use super::groups::Groups;
use super::place::{Direction, is_line_end, is_word_boundary, next};
use super::program::{Program, Step};
use super::unpaid::Unpaid;
use crate::{Cx, Fault};

/// A search in a text.
pub(super) struct Straight<'a> {
    program: &'a Program,
    text: &'a str,
    /// The groups, if they are wanted.
    groups: Option<&'a mut Groups>,
    unpaid: Unpaid<'a>,
}

impl<'a> Straight<'a> {
    pub(super) fn new(
        cx: &'a Cx,
        program: &'a Program,
        text: &'a str,
        groups: Option<&'a mut Groups>,
    ) -> Self {
        Self { program, text, groups, unpaid: Unpaid::new(cx) }
    }

    /// The first match that begins at a byte or after it: its begin and its end.
    pub(super) fn find(mut self, from: usize) -> Result<Option<(usize, usize)>, Fault> {
        let mut from = from;
        while let Some(start) = self.program.start.find(self.text, from) {
            self.unpaid.look(start - from);
            if let Some(end) = self.attempt(start) {
                self.unpaid.settle()?;
                return Ok(Some((start, end)));
            }
            self.unpaid.settle_many()?;
            if let Some(groups) = &mut self.groups {
                groups.clear();
            }
            let Some((_, after)) = next(self.text, start, Direction::Forward) else { break };
            from = after;
        }
        self.unpaid.look(self.text.len().saturating_sub(from));
        self.unpaid.settle()?;
        Ok(None)
    }

    /// The end of the match that begins at a place.
    fn attempt(&mut self, start: usize) -> Option<usize> {
        let is_multiline = self.program.flags.multiline;
        let (text, mut at) = (self.text, start);
        for step in &self.program.steps {
            self.unpaid.step();
            let is_taken = match step {
                Step::Match => return Some(at),
                Step::Single(single) => {
                    at = single.matched(text, at, Direction::Forward)?;
                    true
                }
                Step::Run(run) => {
                    let (after, count) = run.single.matched_often(text, at, run.most);
                    self.unpaid.look(count as usize);
                    at = after;
                    count >= run.least
                }
                Step::Start => is_line_end(text, at, Direction::Backward, is_multiline),
                Step::End => is_line_end(text, at, Direction::Forward, is_multiline),
                Step::WordBoundary { negated } => is_word_boundary(text, at) != *negated,
                Step::Capture(slot) => {
                    if let Some(groups) = &mut self.groups {
                        groups.set(*slot, at);
                    }
                    true
                }
                Step::BackReference(_)
                | Step::Either { .. }
                | Step::Jump(_)
                | Step::Enter(_)
                | Step::Loop(_)
                | Step::Turn { .. }
                | Step::Again { .. }
                | Step::Look { .. } => unreachable!("a step that is not straight"),
            };
            if !is_taken {
                return None;
            }
        }
        Some(at)
    }
}
