//! Front-end of State Machines For Cloud: converts JSON nodes to states with transitions and
//! actions, and these to a flow graph.
//!
//! `outline` lists states, events, functions and policies, in whatever file they are; then each
//! state is lowered by the files of its parts. Faulty parts are reported and skipped, so that one
//! run finds all faults; the graph of such a definition has transitions without a target. If the
//! original's specification and program disagree, `docs/guide/sm4c-decisions.md` decides.

mod action;
mod attributes;
mod context;
mod context_attributes;
mod events;
mod expression;
mod functions;
mod global_names;
mod graph;
#[cfg(feature = "types")]
pub(crate) mod listing;
mod machine;
mod names;
mod outline;
#[cfg(feature = "types")]
pub(crate) mod place;
mod retries;
mod sections;
mod serverless_workflow;
mod state;
mod timespan;

#[cfg(test)]
mod tests;

use crate::documents::Documents;
use crate::{ir, read};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Options;
use asl_source::source::{Node, Sources};

/// An object of a definition.
type Object<'a> = read::object::Object<'a, attributes::ObjectKind>;

/// Reads a definition into a flow graph; the files that it names are added to `sources`. `shown` is
/// the file's name in messages. `None`: too faulty for a graph.
pub(crate) fn lower(
    tree: &Node,
    shown: &str,
    sources: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    report_substitutions(tree, options, diagnostics);
    let machine = outline::read_machine(tree, diagnostics)?;
    let sections = sections::Sections::read(&machine, &options.sections, sources, diagnostics);
    let outline = outline::Outline::new(machine, &sections, diagnostics)?;
    let context = context::Context {
        options,
        outline: &outline,
        diagnostics,
        sources,
        documents: Documents::new(options.documents),
        functions: functions::Functions::default(),
        programs: expression::Programs::default(),
        global_names: global_names::GlobalNames::default(),
        graph: graph::Graph::new(outline.states.objects.len()),
    };
    Some(machine::lower_machine(context, shown))
}

/// Reports the option `substitute`: `${…}` begins an expression here.
fn report_substitutions(tree: &Node, options: &Options, diagnostics: &mut Diagnostics) {
    for (name, _) in &options.substitute {
        let title =
            format!("`substitute` cannot give `${{{name}}}` a value in a definition in SM4C");
        diagnostics.push(
            Diagnostic::new(Code::UnusedSubstitution, tree.span.first_byte(), title)
                .of_entry(name)
                .label("`${ … }` is an expression in SM4C")
                .help(format!("remove `{name}` from `substitute`; what changes can come with the machine's input")),
        );
    }
}
