//! Mermaid flowcharts.

use super::drawing::{self, Drawing, DrawnScope, DrawnState, Edge, Point, label};
use crate::ir::{self, StateKind};

/// The machine as a Mermaid flowchart: states as boxes, branches of a Parallel as subgraphs.
pub fn mermaid(machine: &ir::Machine) -> String {
    of(&drawing::drawing(machine))
}

/// A drawing as a Mermaid flowchart.
pub(super) fn of(Drawing { root, edges }: &Drawing) -> String {
    let mut lines = vec!["flowchart TD".to_owned()];
    scope(&mut lines, root, 1);
    lines.extend(edges.iter().map(edge));
    lines.join("\n") + "\n"
}

fn scope(lines: &mut Vec<String>, scope: &DrawnScope, depth: usize) {
    let indent = "  ".repeat(depth);
    if scope.has_start {
        lines.push(format!("{indent}{}((\" \"))", Point::Start(scope.id).name()));
    }
    for drawn in &scope.states {
        lines.push(format!("{indent}{}", state(drawn)));
        for inner in &drawn.scopes {
            let title = escaped(&label(&inner.title));
            lines.push(format!("{indent}subgraph b{}[\"{title}\"]", inner.id.0));
            self::scope(lines, inner, depth + 1);
            lines.push(format!("{indent}end"));
        }
    }
    if scope.has_end {
        lines.push(format!("{indent}{}(((\" \")))", Point::End(scope.id).name()));
    }
}

fn state(state: &DrawnState) -> String {
    let (open, close) = match state.kind {
        StateKind::Pass | StateKind::State => ("[", "]"),
        StateKind::Task => ("[[", "]]"),
        StateKind::Choice => ("{", "}"),
        StateKind::Wait => ("[/", "/]"),
        StateKind::Succeed => ("([", "])"),
        StateKind::Fail => (">", "]"),
        StateKind::Parallel | StateKind::Map => ("{{", "}}"),
    };
    let label: Vec<String> = state.lines().map(|line| escaped(&line)).collect();
    format!("{}{open}\"{}\"{close}", state.point.name(), label.join("<br/>"))
}

fn edge(edge: &Edge) -> String {
    let arrow = if edge.kind.is_dashed() { "-.->" } else { "-->" };
    let text = edge.label.as_ref().map(|text| format!("|\"{}\"|", escaped(&label(text))));
    let label = text.unwrap_or_default();
    format!("  {} {arrow}{label} {}", edge.from.name(), edge.to.name())
}

/// A label. Mermaid interprets quotes, directives (`%%{init`), styles, Markdown (`1. `, `- `, `*`)
/// and formulas (`$$`) in quoted text too. So all characters become entities, except for letters,
/// digits, single spaces and commas, and dots and the like between two letters.
fn escaped(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut escaped = String::with_capacity(text.len());
    for (at, &character) in characters.iter().enumerate() {
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| characters.get(at))
                .is_some_and(|character| character.is_alphanumeric())
        };
        let joins = || is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        match character {
            ' ' | ',' => escaped.push(character),
            '.' | '_' | '-' if joins() => escaped.push(character),
            character if character.is_alphanumeric() => escaped.push(character),
            character => escaped.extend(["#", &u32::from(character).to_string(), ";"]),
        }
    }
    escaped
}
