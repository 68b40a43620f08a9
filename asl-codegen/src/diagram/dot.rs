//! Graphviz's DOT.

use super::drawing::{self, Drawing, DrawnScope, DrawnState, Edge, Point, label};
use crate::ir::{self, StateKind};

/// The machine as a directed graph in DOT: states as nodes, branches of a Parallel as clusters.
pub fn dot(machine: &ir::Machine) -> String {
    of(&drawing::drawing(machine))
}

/// A drawing in DOT.
pub(super) fn of(Drawing { root, edges }: &Drawing) -> String {
    let mut lines = vec![
        format!("digraph {} {{", quoted(&label(&root.title))),
        "  charset=\"UTF-8\";".to_owned(),
        "  node [shape=box];".to_owned(),
    ];
    scope(&mut lines, root, 1);
    lines.extend(edges.iter().map(edge));
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

fn scope(lines: &mut Vec<String>, scope: &DrawnScope, depth: usize) {
    let indent = "  ".repeat(depth);
    if scope.has_start {
        let start = Point::Start(scope.id).name();
        lines.push(format!("{indent}{start} [shape=circle, style=filled, label=\"\", width=0.2];"));
    }
    for drawn in &scope.states {
        lines.push(format!("{indent}{}", state(drawn)));
        for inner in &drawn.scopes {
            lines.push(format!("{indent}subgraph cluster{} {{", inner.id.0));
            lines.push(format!("{indent}  label={};", quoted(&label(&inner.title))));
            self::scope(lines, inner, depth + 1);
            lines.push(format!("{indent}}}"));
        }
    }
    if scope.has_end {
        let end = Point::End(scope.id).name();
        lines.push(format!(
            "{indent}{end} [shape=doublecircle, style=filled, label=\"\", width=0.15];"
        ));
    }
}

fn state(state: &DrawnState) -> String {
    let shape = match state.kind {
        StateKind::Pass | StateKind::State => "box",
        StateKind::Task => "component",
        StateKind::Choice => "diamond",
        StateKind::Wait => "parallelogram",
        StateKind::Succeed => "oval",
        StateKind::Fail => "octagon",
        StateKind::Parallel | StateKind::Map => "hexagon",
    };
    let label: Vec<String> = state.lines().map(|line| escaped(&line)).collect();
    format!("{} [shape={shape}, label=\"{}\"];", state.point.name(), label.join("\\n"))
}

fn edge(edge: &Edge) -> String {
    let mut attributes = Vec::new();
    if edge.kind.is_dashed() {
        attributes.push("style=dashed".to_owned());
    }
    let text = edge.label.as_ref().map(|text| format!("label={}", quoted(&label(text))));
    attributes.extend(text);
    let attributes =
        if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
    format!("  {} -> {}{attributes};", edge.from.name(), edge.to.name())
}

/// A quoted string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Escapes `&`, which begins an entity, and backslashes, which begin Graphviz's own escapes (`\N`
/// is the node's name).
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}
