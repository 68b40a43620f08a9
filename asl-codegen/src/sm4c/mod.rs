//! Front-end of State Machines For Cloud: JSON nodes → states with transitions and actions → flow
//! graph.
//!
//! `outline` lists states, events, functions and policies, in whatever file they are; then each
//! state is lowered by the files of what is in it. What is wrong is reported and read over, so that
//! one run finds all faults; the graph of such a definition has transitions without a target. Where
//! the original's specification and program disagree, we read it as `docs/guide/sm4c.md` says.

mod action;
mod attributes;
mod context;
mod context_attributes;
mod events;
mod expression;
mod functions;
mod machine;
mod names;
mod object;
mod outline;
mod retries;
mod sections;
mod serverless_workflow;
mod state;
mod timespan;

#[cfg(test)]
mod tests;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::{ir, options::Options, source::Node, source::Sources};

/// Parses and lowers a definition; what it names is read into `sources`. `source` is the file as
/// shown to people. `None`: too broken to have a graph.
pub fn lower(
    tree: &Node,
    source: &str,
    sources: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    substitutions(tree, options, diagnostics);
    let machine = outline::machine(tree, diagnostics)?;
    let sections = sections::Sections::read(&machine, &options.sections, sources, diagnostics);
    let outline = outline::Outline::of(machine, &sections, diagnostics)?;
    Some(machine::lower(context::Context::new(options, &outline, sources, diagnostics), source))
}

/// `${…}` begins an expression here: nothing is put in its place.
fn substitutions(tree: &Node, options: &Options, diagnostics: &mut Diagnostics) {
    for (name, _) in &options.substitute {
        let title =
            format!("`substitute` cannot give `${{{name}}}` a value in a definition in SM4C");
        diagnostics.push(
            Diagnostic::new(Code::UnusedSubstitution, object::first_byte(tree.span), title)
                .label("`${ … }` is an expression in SM4C")
                .help(format!("remove `{name}` from `substitute`; what changes can come with the machine's input")),
        );
    }
}
