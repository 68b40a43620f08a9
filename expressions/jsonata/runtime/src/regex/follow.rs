//! The characters that can come behind a run. A run that cannot be followed by one of its own
//! characters gives none of them back: no shorter one leads to a match.

use super::program::{Flags, Run, Step};
use super::single::Set;

/// Maximum number of steps that are looked at behind a run.
const MOST_STEPS: u32 = 32;

/// Marks the runs that give nothing back.
pub(super) fn mark(steps: &mut [Step], flags: Flags) {
    for at in 0..steps.len() {
        let Some(Step::Run(run)) = steps.get(at) else { continue };
        let mut behind = Behind { steps, flags, backward: run.backward, left: MOST_STEPS };
        let keeps_all =
            !run.lazy && behind.first(at + 1).is_some_and(|first| !first.meets(run.single.set()));
        if let Some(Step::Run(run)) = steps.get_mut(at) {
            run.keeps_all = keeps_all;
        }
    }
}

/// The steps behind a run.
struct Behind<'s> {
    steps: &'s [Step],
    flags: Flags,
    backward: bool,
    left: u32,
}

impl Behind<'_> {
    /// The first characters that the steps from one on can take. `None`: they depend on something
    /// else, or are not known. Steps that take none and never fail need no shorter run.
    fn first(&mut self, at: usize) -> Option<Set> {
        self.left = self.left.checked_sub(1)?;
        match self.steps.get(at)? {
            Step::Match => Some(Set::EMPTY),
            Step::Single(single) => Some(single.set()),
            Step::Run(run) => self.of_run(run, at),
            Step::Capture(_) | Step::Enter(_) | Step::Turn { .. } => self.first(at + 1),
            Step::Jump(target) => self.first(*target),
            Step::Again { decide, .. } => self.first(*decide),
            Step::Either { first, second } => self.either(*first, *second),
            Step::Loop(decision) => self.either(at + 1, decision.after),
            // Before each character that is given back is no end, unless it is that of a line.
            Step::End if !self.backward => Some(self.line_ends()),
            Step::Start if self.backward => Some(self.line_ends()),
            Step::Start
            | Step::End
            | Step::WordBoundary { .. }
            | Step::BackReference(_)
            | Step::Look { .. } => None,
        }
    }

    fn of_run(&mut self, run: &Run, at: usize) -> Option<Set> {
        let set = run.single.set();
        if run.least > 0 { Some(set) } else { Some(set.or(self.first(at + 1)?)) }
    }

    fn either(&mut self, first: usize, second: usize) -> Option<Set> {
        Some(self.first(first)?.or(self.first(second)?))
    }

    fn line_ends(&self) -> Set {
        if self.flags.multiline { Set::LINE_ENDS } else { Set::EMPTY }
    }
}
