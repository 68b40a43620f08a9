//! Checks on the flow graph, one file per family, in the order they run. What concerns a single
//! value, its type, range or shape, was checked where it was read; here is what needs the whole.

mod choice;
mod cycles;
mod errors;
pub mod flow;
mod graph;
mod loops;
pub(crate) mod names;
mod raises;
mod resource;
mod size;
mod sm4c;
mod variables;

#[cfg(test)]
mod tests;

use crate::{diagnostics::Diagnostics, ir};

/// Runs every check that the machine's language has.
pub fn check(machine: &ir::Machine, diagnostics: &mut Diagnostics) {
    if machine.sm4c.is_some() {
        return sm4c::check(machine, diagnostics);
    }
    names::check(machine, diagnostics);
    graph::check(machine, diagnostics);
    if machine.sm4c.is_some() {
        // The rest is about paths, error names, resources and the data flow of ASL.
        return;
    }
    choice::check(machine, diagnostics);
    errors::check(machine, diagnostics);
    resource::check(machine, diagnostics);
    loops::check(machine, diagnostics);
    size::check(machine, diagnostics);
    variables::check(machine, diagnostics);
    flow::check(machine, diagnostics);
}
