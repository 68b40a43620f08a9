//! The picture of a machine, with the places of its states: `asl/graph`.

use asl_codegen::diagram;
use asl_codegen::ir::{Machine, StateId};
use asl_codegen::source::FileId;
use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Checked};
use crate::document::Document;
use crate::graph;
use crate::symbols::extents;

/// The parameters of the request.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Wanted {
    /// The state machine of a template; by default the first one.
    pub(crate) resource: Option<String>,
    /// True for a picture with what is known of the data.
    pub(crate) types: bool,
}

/// The answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Drawing {
    version: i32,
    name: String,
    pub(crate) svg: String,
    states: Vec<DrawnState>,
}

/// A state of the picture.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DrawnState {
    /// The value of `data-path` of its element.
    path: String,
    name: String,
    range: gen_lsp_types::Range,
    selection_range: gen_lsp_types::Range,
}

/// The picture of a machine of a document; `None` if there is no machine that can be drawn.
pub(crate) fn drawing(document: &Document, wanted: &Wanted) -> Option<Drawing> {
    let analysis = document.analysis()?;
    let machine = machine(analysis, wanted.resource.as_deref())?.machine.as_ref()?;
    let svg = if wanted.types && machine.sm4c.is_none() {
        diagram::typed(machine, diagram::Format::Svg)
    } else {
        diagram::svg(machine)
    };
    Some(Drawing {
        version: document.version,
        name: machine.name.clone(),
        svg,
        states: states(document, analysis, machine),
    })
}

/// The machine of a template's resource, or the first one.
pub(crate) fn machine<'a>(analysis: &'a Analysis, resource: Option<&str>) -> Option<&'a Checked> {
    let is_it = |checked: &&Checked| {
        resource.is_none_or(|name| checked.options.resource.as_deref() == Some(name))
    };
    analysis.machines.iter().filter(is_it).find(|checked| checked.machine.is_some())
}

/// The states with their places in this document.
fn states(document: &Document, analysis: &Analysis, machine: &Machine) -> Vec<DrawnState> {
    let extents = extents(analysis);
    let drawn = |(id, path): (StateId, String)| {
        let name = &graph::state(machine, id)?.name;
        let span = Some(name.span).filter(|span| span.file == FileId(0))?;
        let whole = extents.get(&span.start).copied().unwrap_or(span);
        Some(DrawnState {
            path,
            name: name.value.clone(),
            range: document.range_of(whole),
            selection_range: document.range_of(span),
        })
    };
    diagram::paths(machine).into_iter().filter_map(drawn).collect()
}
