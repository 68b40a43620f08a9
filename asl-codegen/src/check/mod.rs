//! Checks on the flow graph, one file per family, in the order they run. The front-ends check
//! single values (type, range, shape) when they read them; these checks need the whole machine.

mod causes;
mod choice;
mod cycles;
mod errors;
pub mod flow;
mod graph;
mod loops;
pub(crate) mod names;
mod raises;
mod resource;
#[cfg(feature = "aws-models")]
pub(crate) use resource::not_recognized;
mod similar_errors;
mod size;
mod task_token;
mod variables;

#[cfg(test)]
mod tests;

pub use variables::references;
#[cfg(feature = "types")]
pub use variables::{VariableUse, variable_uses};

use crate::{diagnostics::Diagnostics, ir};

/// Runs all checks of the machine's language.
pub fn check(machine: &ir::Machine, diagnostics: &mut Diagnostics) {
    if machine.sm4c.is_some() {
        // The other families are about paths, error names, resources and the data flow of ASL. A
        // faulty definition has another graph than its author wants.
        if !diagnostics.has_errors() {
            graph::check_sm4c(machine, diagnostics);
            loops::check_sm4c(machine, diagnostics);
            flow::check(machine, diagnostics);
        }
        return;
    }
    names::check(machine, diagnostics);
    graph::check(machine, diagnostics);
    choice::check(machine, diagnostics);
    errors::check(machine, diagnostics);
    similar_errors::check(machine, diagnostics);
    resource::check(machine, diagnostics);
    task_token::check(machine, diagnostics);
    loops::check(machine, diagnostics);
    size::check(machine, diagnostics);
    variables::check(machine, diagnostics);
    flow::check(machine, diagnostics);
    causes::keep(diagnostics);
}
