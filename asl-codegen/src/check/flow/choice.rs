//! The effect of a Choice on shapes.

use std::ptr;

use super::condition::{self, ChoiceExit};
use super::fault::Fault;
use super::narrow::{Seen, reached};
use super::over::Narrowed;
use super::shape::Shape;
use super::transfer::Pass;
use crate::ir::{Assignment, Branch, Target};
use asl_source::options::Profile;

impl Pass<'_> {
    /// A whole Choice; gives what its rules see.
    pub(super) fn choice(&mut self, branch: &Branch, profile: Profile) -> Seen {
        let input = self.choice_input(branch);
        self.faults.extend(condition::first(branch, &input, profile));
        self.choice_output(branch, &input.data);
        let (rules, rest) = reached(branch, &input);
        let exits = condition::exits(branch, &input, profile);
        let is_only = |target: Option<&Target>| match (exits.as_slice(), target) {
            ([only], Some(target)) => ptr::eq(only.target, target),
            _ => false,
        };
        for (rule, (_, holds)) in branch.rules.iter().zip(&rules) {
            self.assign_behind(&rule.assign, holds, is_only(Some(&rule.target)));
        }
        self.assign_behind(&branch.assign, &rest, is_only(branch.default.as_ref()));
        self.note_assigned();
        input
    }

    /// The values that a Choice's rules see.
    pub(super) fn choice_input(&mut self, branch: &Branch) -> Seen {
        let input = self.select(&branch.input, self.raw);
        self.note("InputPath", &input);
        Seen { data: input, variables: self.variables.clone() }
    }

    /// The output of a Choice without an `Output` of its rule or default.
    pub(super) fn choice_output(&mut self, branch: &Branch, input: &Shape) -> Shape {
        let output = self.select(&branch.output, input);
        self.note("OutputPath", &output);
        output
    }

    /// The output at an exit, and what is known of variables behind it. `None`: it certainly fails.
    pub(super) fn rule_output(
        &mut self,
        branch: &Branch,
        exit: &ChoiceExit<'_>,
    ) -> Option<(Shape, Narrowed)> {
        let Seen { data, variables } = &exit.seen;
        let output = self.selected(&branch.output, data);
        let mut own = Pass::new(data, self.head, variables.clone());
        own.assign(exit.assign, &output);
        let output = match exit.output_value {
            Some(value) => own.evaluate(value, &output),
            None => output,
        };
        if own.fails() {
            return None;
        }
        let narrowed = variables.kept(&own.assigned);
        self.assigned.append(&mut own.assigned);
        Some((output, narrowed))
    }

    /// The assignments of a rule or of the default, over the data that reach it. The state fails with
    /// them only if there is no other exit.
    fn assign_behind(&mut self, assign: &[Assignment], seen: &Seen, is_only: bool) {
        let mut own = Pass::new(&seen.data, self.head, seen.variables.clone());
        own.assign(assign, &seen.data);
        self.assigned.append(&mut own.assigned);
        let is_of_exit = |fault: &Fault| !is_only && fault.is_certain();
        let (of_exit, own): (Vec<_>, _) = own.faults.into_iter().partition(is_of_exit);
        self.exit_faults.extend(of_exit);
        self.faults.extend(own);
    }
}
