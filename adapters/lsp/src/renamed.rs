//! The proof that a rename changes names only: the text after it is compiled and compared.

use asl_codegen::check::variable_uses;
use asl_codegen::ir::{Machine, NodeId};
use asl_codegen::source::Span;

use crate::analysis::{Analysis, Checked};
use crate::names::Symbol;

/// True if the machines of a text are the same after edits, but for the name of the symbol. The
/// spans are in the order of the text and do not overlap.
pub(crate) fn keeps_meaning(
    analysis: &Analysis,
    edits: &[(Span, String)],
    (symbol, name): (&Symbol, &str),
) -> bool {
    let Some(text) = edited(analysis.text(), edits) else { return false };
    analysis.machines.iter().all(|before| {
        let after = before.with_text(text.clone());
        after.is_some_and(|after| is_same(before, &after, symbol, name))
    })
}

fn edited(text: &str, edits: &[(Span, String)]) -> Option<String> {
    let mut edited = String::new();
    let mut end = 0;
    for (span, new) in edits {
        edited.push_str(text.get(end..span.start as usize)?);
        edited.push_str(new);
        end = span.end as usize;
    }
    edited.push_str(text.get(end..)?);
    Some(edited)
}

fn is_same(before: &Checked, after: &Checked, symbol: &Symbol, name: &str) -> bool {
    let codes = |checked: &Checked| {
        let codes = checked.diagnostics.iter().map(|finding| finding.code.id());
        let mut codes: Vec<&str> = codes.collect();
        codes.sort_unstable();
        codes
    };
    if after.is_partial || codes(before) != codes(after) {
        return false;
    }
    let (Some(old), Some(new)) = (&before.machine, &after.machine) else { return false };
    let variable = match symbol {
        Symbol::Variable(variable) => Some((variable.as_str(), name)),
        Symbol::State(_) | Symbol::Entry(..) => None,
    };
    old.states.len() == new.states.len()
        && targets(old) == targets(new)
        && variables(old, variable) == variables(new, None)
}

/// The transitions of all nodes.
fn targets(machine: &Machine) -> Vec<Vec<Option<NodeId>>> {
    let of_node = |node: &asl_codegen::ir::Node| {
        node.kind.targets().into_iter().map(|target| target.node).collect()
    };
    let starts = machine.scopes.iter().map(|scope| scope.start.node).collect();
    machine.nodes.iter().map(of_node).chain([starts]).collect()
}

/// The uses of variables, of which one has got another name.
fn variables<'m>(machine: &'m Machine, renamed: Option<(&str, &'m str)>) -> Vec<(&'m str, bool)> {
    let uses = variable_uses(machine).into_iter().map(|used| match renamed {
        Some((old, new)) if used.name == old => (new, used.is_assigned),
        Some(_) | None => (used.name, used.is_assigned),
    });
    let mut uses: Vec<(&str, bool)> = uses.collect();
    uses.sort_unstable();
    uses
}
