//! Names of errors: what they are, and who raises them.

use std::fmt::Write as _;

use asl_codegen::diagnostics::printable;
use asl_codegen::ir::{Effect, Expr, Literal, Machine, NodeKind};
use asl_codegen::source::Span;
use asl_language::error_names;

use super::service;
use crate::analysis::Analysis;
use crate::cursor::Cursor;
use crate::graph;
use crate::host::Host;

/// Maximum number of states that are named.
const MOST_STATES: usize = 10;

/// The error whose name is at the cursor: in `ErrorEquals`, or the `Error` of a Fail.
pub(super) fn hover(
    analysis: &Analysis,
    cursor: &Cursor<'_>,
    host: &Host,
) -> Option<(String, Span)> {
    if cursor.key.is_some() || !matches!(cursor.field()?, "ErrorEquals" | "Error") {
        return None;
    }
    let value = cursor.value();
    let name = value.as_str()?;
    let mut text =
        (host.error_name)(name).unwrap_or_else(|| format!("**`{}`**\n", printable(name, 200)));
    let of_service = service::error(cursor, name);
    match (&of_service, analysis.machine()) {
        (Some(raised), _) => text.push_str(raised),
        (None, Some((machine, _))) => text.push_str(&raisers(machine, name)),
        (None, None) => {}
    }
    Some((text, value.span))
}

/// The states that end with an error of this name, or may.
fn raisers(machine: &Machine, name: &str) -> String {
    let mut failing = Vec::new();
    let mut has_tasks = false;
    for node in &machine.nodes {
        match &node.kind {
            NodeKind::Fail(fail) => {
                if let Some(Expr::Literal(Literal::String(error))) = &fail.error
                    && error == name
                    && let Some(state) = graph::state(machine, node.state)
                {
                    failing.push(format!("`{}`", printable(&state.name.value, 80)));
                }
            }
            NodeKind::Invoke(invoke) => has_tasks |= matches!(invoke.effect, Effect::Task(_)),
            NodeKind::Eval(_)
            | NodeKind::Branch(_)
            | NodeKind::Fork(_)
            | NodeKind::ForEach(_)
            | NodeKind::Await(_)
            | NodeKind::End(_) => {}
        }
    }
    let mut text = String::new();
    if !failing.is_empty() {
        let more = failing.len().saturating_sub(MOST_STATES);
        failing.truncate(MOST_STATES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\nRaised by {}{more}.", failing.join(", "));
    }
    if !error_names::is_predefined(name) {
        text.push_str(match (failing.is_empty(), has_tasks) {
            (_, true) => "\nTasks may return it.\n",
            (true, false) => "\nNo state of this machine raises it.\n",
            (false, false) => "",
        });
    }
    text
}
