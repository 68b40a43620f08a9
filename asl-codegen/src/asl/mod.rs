//! Front-end of the Amazon States Language: converts JSON nodes to typed states and a flow graph.
//!
//! `outline` lists scopes and states; then the file of its type reads each state. Reading continues
//! after a fault, so that one run finds all of them. The graph of a faulty definition has
//! transitions without a target.

mod context;
mod field;
mod machine;
mod outline;
mod query_language;
#[cfg(feature = "aws-models")]
mod service;
mod state;
mod substitute;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

#[cfg(feature = "types")]
pub(crate) use self::field::listing::listing;
#[cfg(feature = "types")]
pub(crate) use self::field::place::fields_at;
pub(crate) use self::substitute::replace_placeholders;
use crate::read::tasks::Tasks;
use crate::{ir, read};
use asl_source::diagnostics::Diagnostics;
use asl_source::options::Options;
use asl_source::source::Node;

/// An object of a definition.
type Object<'a> = read::object::Object<'a, field::table::ObjectKind>;

/// Reads a definition into a flow graph. `shown` is the file's name in messages. `None`: too faulty
/// for a graph.
pub(crate) fn lower(
    tree: &Node,
    shown: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    let outline = outline::Outline::new(tree, diagnostics)?;
    let language = query_language::QueryLanguage::JsonPath;
    machine::lower_machine(
        context::Context {
            options,
            outline: &outline,
            diagnostics,
            machine_language: language,
            language,
            scope: ir::ScopeId(0),
            tasks: Tasks::new(),
            has_token: false,
            random_calls: 0,
            mentioned: BTreeSet::new(),
        },
        shown,
    )
}

/// The node of a state: a state of this language is one node.
fn node_of(state: ir::StateId) -> ir::NodeId {
    ir::NodeId(state.0)
}
