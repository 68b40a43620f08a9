//! The effect of a Choice on shapes.

use super::evaluate::select;
use super::shape::Shape;
use super::transfer::Pass;
use crate::ir::{Assignment, Branch, Expr};

impl Pass<'_> {
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
