//! The call hierarchy: the states that lead to a state, and those that it leads to.

use asl_codegen::ir::{Machine, StateId};
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::graph::{self, Arrow, arrows};
use crate::names::{Symbol, machine_at, symbol_at};

/// The state whose name is at a position.
pub(crate) fn prepare(
    document: &Document,
    position: lsp::Position,
) -> Option<Vec<lsp::CallHierarchyItem>> {
    let (id, machine) = state_at(document, position)?;
    item(document, machine, id).map(|item| vec![item])
}

/// The states that lead to the state of an item.
pub(crate) fn incoming(
    document: &Document,
    item: &lsp::CallHierarchyItem,
) -> Option<Vec<lsp::CallHierarchyIncomingCall>> {
    let (groups, machine) =
        groups(document, item, |arrow, id| arrow.from.filter(|_| arrow.to == id))?;
    let calls = groups.into_iter().filter_map(|(id, from_ranges)| {
        Some(lsp::CallHierarchyIncomingCall {
            from: self::item(document, machine, id)?,
            from_ranges,
        })
    });
    Some(calls.collect())
}

/// The states that the state of an item leads to.
pub(crate) fn outgoing(
    document: &Document,
    item: &lsp::CallHierarchyItem,
) -> Option<Vec<lsp::CallHierarchyOutgoingCall>> {
    let (groups, machine) =
        groups(document, item, |arrow, id| (arrow.from == Some(id)).then_some(arrow.to))?;
    let calls = groups.into_iter().filter_map(|(id, from_ranges)| {
        Some(lsp::CallHierarchyOutgoingCall { to: self::item(document, machine, id)?, from_ranges })
    });
    Some(calls.collect())
}

/// The other states of the transitions of an item's state, each with the places of the transitions.
type Groups = Vec<(StateId, Vec<lsp::Range>)>;

fn groups<'d>(
    document: &'d Document,
    item: &lsp::CallHierarchyItem,
    other: impl Fn(&Arrow, StateId) -> Option<StateId>,
) -> Option<(Groups, &'d Machine)> {
    let (id, machine) = state_at(document, item.selection_range.start)?;
    // The item may be one of an older text, and its place another state's now.
    graph::state(machine, id).filter(|state| state.name.value == item.name)?;
    let mut groups: Groups = Vec::new();
    for arrow in arrows(machine, document.analysis()?.text()) {
        let Some(other) = other(&arrow, id) else { continue };
        let range = document.range_of(arrow.span);
        match groups.iter_mut().find(|(known, _)| *known == other) {
            Some((_, ranges)) => ranges.push(range),
            None => groups.push((other, vec![range])),
        }
    }
    Some((groups, machine))
}

fn state_at(document: &Document, position: lsp::Position) -> Option<(StateId, &Machine)> {
    let analysis = document.analysis()?;
    let offset = document.offset(position);
    let (symbol, _, _) = symbol_at(analysis, offset)?;
    let Symbol::State(id) = symbol else { return None };
    Some((id, machine_at(analysis, offset)?.machine.as_ref()?))
}

fn item(document: &Document, machine: &Machine, id: StateId) -> Option<lsp::CallHierarchyItem> {
    let state = graph::state(machine, id)?;
    let range = document.range_of(state.name.span);
    Some(lsp::CallHierarchyItem {
        name: state.name.value.clone(),
        kind: lsp::SymbolKind::Function,
        tags: None,
        detail: Some(format!("{:?}", state.kind)),
        uri: document.uri.clone().into(),
        range,
        selection_range: range,
        data: None,
    })
}
