//! The effect of a Choice on shapes.

use super::condition;
use super::evaluate::select;
use super::shape::Shape;
use super::transfer::Pass;
use crate::ir::{Assignment, Branch, Expr};
use asl_source::options::Profile;

impl Pass<'_> {
    /// A whole Choice; gives the input of its rules.
    pub(super) fn choice(&mut self, branch: &Branch, profile: Profile) -> Shape {
        let input = self.choice_input(branch);
        self.faults.extend(condition::first(branch, &input, profile));
        self.choice_output(branch, &input);
        branch.rules.iter().for_each(|rule| self.assign(&rule.assign, &input));
        self.assign(&branch.assign, &input);
        self.note_assigned();
        input
    }

    /// The data that a Choice's rules see.
    pub(super) fn choice_input(&mut self, branch: &Branch) -> Shape {
        let input = select(&branch.input, self.raw, &mut self.faults);
        self.note("InputPath", &input);
        input
    }

    /// The output of a Choice without an `Output` of its rule or default.
    pub(super) fn choice_output(&mut self, branch: &Branch, input: &Shape) -> Shape {
        let output = select(&branch.output, input, &mut self.faults);
        self.note("OutputPath", &output);
        output
    }

    /// The output of a rule or default, over that of a Choice. `None`: it certainly fails.
    pub(super) fn rule_output(
        &mut self,
        output_value: Option<&Expr>,
        assign: &[Assignment],
        output: &Shape,
    ) -> Option<Shape> {
        let mut own = Pass::new(self.raw, self.head, self.variables);
        own.assign(assign, output);
        let output = match output_value {
            Some(value) => own.evaluate(value, output),
            None => output.clone(),
        };
        if own.fails() {
            return None;
        }
        self.assigned.append(&mut own.assigned);
        Some(output)
    }
}
