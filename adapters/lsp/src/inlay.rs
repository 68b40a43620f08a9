//! Hints within the text: the members of the data behind a stage, and the default of a Choice.

use std::collections::HashMap;

use asl_codegen::check::flow::{Shape, Stages};
use asl_codegen::diagnostics::printable;
use asl_codegen::ir::{Machine, NodeKind, State, StateId};
use asl_codegen::source::{FileId, Member, Node, Span};
use gen_lsp_types as lsp;

use crate::analysis::Checked;
use crate::document::Document;
use crate::graph;

/// The fields behind which the members of the data are shown.
const STAGES: [&str; 2] = ["ResultPath", "Output"];

/// Maximum number of members in a hint.
const MOST_MEMBERS: usize = 6;

/// The hints in a part of a document.
pub(crate) fn hints(document: &Document, range: lsp::Range) -> Option<Vec<lsp::InlayHint>> {
    let analysis = document.analysis()?;
    let objects = objects(analysis.tree.as_ref()?);
    let (start, end) = (document.offset(range.start), document.offset(range.end));
    let is_wanted = |span: Span| (start..=end).contains(&(span.end as usize));
    let mut hints = Vec::new();
    for (checked, machine, id, state) in analysis.machines.iter().flat_map(states) {
        let Some(object) = object_of(state, &objects) else { continue };
        let fields = STAGES.iter().filter_map(|name| object.member(name));
        for field in fields.filter(|field| is_wanted(field.value.span)) {
            let stages = checked.stages(id);
            let text = stages.and_then(|stages| members(&stages, &field.key.value));
            hints.extend(text.map(|text| hint(document, field.value.span, text)));
        }
        let kind = machine.nodes.get(state.entry.index()).map(|node| &node.kind);
        if let Some(NodeKind::Branch(branch)) = kind
            && let Some(choices) = object.member("Choices").filter(|it| is_wanted(it.key.span))
        {
            let target = branch.default.as_ref().and_then(|target| target.node);
            let target = target.and_then(|node| graph::node_state(machine, node));
            let name =
                target.and_then(|id| graph::state(machine, id)).map(|state| &state.name.value);
            let text = name.map_or_else(
                || "else States.NoChoiceMatched".to_owned(),
                |name| format!("else → {}", printable(name, 80)),
            );
            hints.push(hint(document, choices.key.span, text));
        }
    }
    // Several machines may be made of one definition.
    hints.sort_by_key(|hint| hint.position);
    hints.dedup_by_key(|hint| hint.position);
    Some(hints)
}

fn states(checked: &Checked) -> impl Iterator<Item = (&Checked, &Machine, StateId, &State)> {
    let of_machine =
        move |machine| graph::states(machine).map(move |(id, state)| (checked, machine, id, state));
    checked.machine.iter().flat_map(of_machine)
}

/// The members of all objects by the place of their keys.
fn objects(tree: &Node) -> HashMap<u32, &Member> {
    let mut objects = HashMap::new();
    tree.each_member(&|_| false, &mut |member| {
        objects.insert(member.key.span.start, member);
    });
    objects
}

/// The object of a state of the States Language.
fn object_of<'t>(state: &State, objects: &HashMap<u32, &'t Member>) -> Option<&'t Node> {
    let name = state.name.span;
    let member = objects.get(&name.start).filter(|_| name.file == FileId(0))?;
    (member.key.span == name).then_some(&member.value)
}

/// The names of the members behind a stage.
fn members(stages: &Stages, field: &str) -> Option<String> {
    let (stage, _, after) = stages.around(Some(field));
    if stage != field {
        return None;
    }
    let Shape::OneOf(kinds) = after else { return None };
    let object = kinds.object.as_ref()?;
    let mut names: Vec<String> =
        object.known.keys().take(MOST_MEMBERS).map(|name| printable(name, 40)).collect();
    if object.is_open || object.known.len() > MOST_MEMBERS {
        names.push("…".to_owned());
    }
    Some(format!("→ {{{}}}", names.join(", ")))
}

fn hint(document: &Document, span: Span, text: String) -> lsp::InlayHint {
    lsp::InlayHint {
        position: document.range_of(span).end,
        label: text.into(),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
