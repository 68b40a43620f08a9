//! Front-end of the Amazon States Language: JSON nodes → typed states → flow graph.
//!
//! `outline` lists scopes and states, then each state is read by the file of its type. What is
//! wrong is reported and read over, so that one run finds all faults; the graph of such a
//! definition has transitions without a target.

mod context;
mod field;
mod machine;
mod object;
mod outline;
mod state;
mod substitute;
mod timestamp;

#[cfg(test)]
mod tests;

use crate::{diagnostics::Diagnostics, ir, options::Options, source::Node};

/// Parses and lowers a definition. `source` is the file as shown to people. `None`: too broken to
/// have a graph.
pub fn lower(
    tree: &Node,
    source: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    let replaced = substitute::apply(tree, options, diagnostics);
    let tree = replaced.as_ref().unwrap_or(tree);
    let outline = outline::Outline::of(tree, diagnostics)?;
    machine::lower(context::Context::new(options, &outline, diagnostics), source)
}

/// The node of a state: a state of this language is one node.
fn node_of(state: ir::StateId) -> ir::NodeId {
    ir::NodeId(state.0)
}
