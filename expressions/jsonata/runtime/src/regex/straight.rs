//! The search for a match of a pattern that leaves no choice, such as `/^t[a-z]+[0-9]+$/`: for each
//! place one pass over the steps, which saves nothing.
//!
//! It counts as many steps as the other search, and takes a third of its instructions.

use super::groups::Groups;
use super::place::{Direction, is_line_end, is_word_boundary, next};
use super::program::{Program, Step};
use super::search::{CHARACTERS_IN_STEP, PAID_AT_ONCE, STEPS_IN_ONE};
use crate::{Cx, Fault};

/// A search in a text.
pub(super) struct Straight<'a> {
    cx: &'a Cx,
    program: &'a Program,
    text: &'a str,
    /// The groups, if they are wanted.
    groups: Option<&'a mut Groups>,
    /// Steps that are not yet paid for.
    unpaid: u32,
}

impl<'a> Straight<'a> {
    pub(super) fn new(
        cx: &'a Cx,
        program: &'a Program,
        text: &'a str,
        groups: Option<&'a mut Groups>,
    ) -> Self {
        Self { cx, program, text, groups, unpaid: STEPS_IN_ONE }
    }

    /// The first match that begins at a byte or after it: its begin and its end.
    pub(super) fn find(mut self, from: usize) -> Result<Option<(usize, usize)>, Fault> {
        let mut from = from;
        while let Some(start) = self.program.start.find(self.text, from) {
            self.pay_for(start - from);
            if let Some(end) = self.attempt(start) {
                self.settle()?;
                return Ok(Some((start, end)));
            }
            if self.unpaid >= PAID_AT_ONCE {
                self.settle()?;
            }
            if let Some(groups) = &mut self.groups {
                groups.clear();
            }
            let Some((_, after)) = next(self.text, start, Direction::Forward) else { break };
            from = after;
        }
        self.pay_for(self.text.len().saturating_sub(from));
        self.settle()?;
        Ok(None)
    }

    /// The end of the match that begins at a place.
    fn attempt(&mut self, start: usize) -> Option<usize> {
        let is_multiline = self.program.flags.multiline;
        let (text, mut at) = (self.text, start);
        for step in &self.program.steps {
            self.unpaid = self.unpaid.saturating_add(1);
            let is_taken = match step {
                Step::Match => return Some(at),
                Step::Single(single) => {
                    at = single.matched(text, at, Direction::Forward)?;
                    true
                }
                Step::Run(run) => {
                    let (after, count) = run.single.matched_often(text, at, run.most);
                    self.pay_for(count as usize);
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

    /// Pays for characters that were only looked at.
    fn pay_for(&mut self, characters: usize) {
        let steps = u32::try_from(characters / CHARACTERS_IN_STEP).unwrap_or(u32::MAX);
        self.unpaid = self.unpaid.saturating_add(steps);
    }

    fn settle(&mut self) -> Result<(), Fault> {
        let steps = self.unpaid / STEPS_IN_ONE;
        self.unpaid %= STEPS_IN_ONE;
        self.cx.spend(steps.into())
    }
}
