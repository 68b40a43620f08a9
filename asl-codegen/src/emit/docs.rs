//! Emits documentation lines with text of the definition, which is escaped.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;
use crate::ir::{self, Moment, NodeId, NodeKind, StateId, StateKind};
use asl_source::span::{Position, Span};

/// Maximum characters of a comment that are copied.
const LONGEST: usize = 200;

/// A documentation line of our own text; names in it have passed through [`name`] or [`prose`].
pub(super) fn line(text: &str) -> TokenStream {
    let text = format!(" {text}");
    quote!(#[doc = #text])
}

/// A name as code in quotation marks, so that nothing in it is read as Markdown.
pub(super) fn name(name: &str) -> String {
    format!("`{}`", visible(name).replace('`', "'"))
}

/// Text of the definition's author on one line. Characters that Markdown would interpret are
/// escaped.
fn prose(text: &str) -> String {
    let mut line = String::new();
    for c in visible(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '>') {
            line.push('\\');
        }
        line.push(c);
    }
    line
}

/// Text on one line, of limited length, without characters that could hide or reorder the text
/// around it.
fn visible(text: &str) -> String {
    let mut shown = String::new();
    let mut characters = text.trim().chars();
    for c in characters.by_ref().take(LONGEST) {
        match c {
            '\n' | '\r' | '\t' => shown.push(' '),
            '\'' | '"' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The first paragraph of the documentation of the generated module.
pub(super) fn machine(machine: &ir::Machine) -> TokenStream {
    let mut text = format!("Machine {} ({})", name(&machine.name), prose(&machine.source));
    if let Some(comment) = machine.comment.as_deref().filter(|comment| !comment.trim().is_empty()) {
        text.push_str(": ");
        text.push_str(&prose(comment));
    }
    line(&text)
}

/// Name and place of a state: `Charge card` (order.asl.json:14:5).
pub(super) fn state_text(context: &Context<'_>, state: &ir::State) -> String {
    format!("{} ({})", name(&state.name.value), place(context, state.name.span))
}

/// A place in the definition: order.asl.json:14:5.
fn place(context: &Context<'_>, span: Span) -> String {
    let Position { line, column } = context.sources.position(span);
    format!("{}:{line}:{column}", prose(&context.machine.source))
}

/// The documentation of an expression of a node.
pub(super) fn expression(context: &Context<'_>, id: NodeId, of: &ir::Jsonata) -> TokenStream {
    line(&format!(
        "{} of {} ({}).",
        name(&of.field),
        state_name(context, id),
        place(context, of.span)
    ))
}

/// The documentation of a variant of `State`.
pub(super) fn variant(context: &Context<'_>, id: StateId, state: &ir::State) -> TokenStream {
    let kind = if context.is_sm4c() { String::new() } else { format!(": {}", kind(state.kind)) };
    let mut text = format!("{}{kind}.", state_text(context, state));
    if let Some(comment) = state.comment.as_deref().filter(|comment| !comment.trim().is_empty()) {
        text.push(' ');
        text.push_str(&prose(comment));
    }
    let mut lines = vec![line(&text)];
    let expressions = context.expressions.of(id);
    if !expressions.is_empty() {
        lines.push(quote!(#[doc = ""]));
    }
    let shown = expressions.iter().map(|(_, shown)| shown);
    lines.extend(shown.map(|(field, text)| line(&format!("- {}: {}", name(field), code(text)))));
    lines.into_iter().collect()
}

/// Code of the definition's author on one line.
pub(super) fn code(text: &str) -> String {
    let text = visible(text);
    if !text.contains('`') {
        return format!("`{text}`");
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// The documentation of a node's code.
pub(super) fn node(context: &Context<'_>, id: NodeId, node: &ir::Node) -> TokenStream {
    let Some(state) = context.state_of(id) else { return TokenStream::new() };
    let name = || name(&state.name.value);
    line(&match (&node.action, &node.kind) {
        (Some(action), _) => self::action(&name(), action),
        (None, NodeKind::Eval(eval)) if eval.leave_for.is_some() => {
            format!("Sets where {} leads after its exit action.", name())
        }
        (None, _) if context.entries.contains(&id) => {
            format!("{}: {}.", kind(state.kind), state_text(context, state))
        }
        (None, NodeKind::Branch(_)) => format!("Conditional transitions of {}.", name()),
        (None, NodeKind::Await(_)) => format!("Wait for events of {}.", name()),
        (None, NodeKind::Fail(_)) => format!("Failure of {}: no transition can be taken.", name()),
        (None, _) => format!("End of {}.", name()),
    })
}

fn action(state: &str, action: &ir::Action) -> String {
    let moment = match action.moment {
        Moment::Enter => format!("Enter action of {state}"),
        Moment::Transition => format!("Transition action of {state}"),
        Moment::Exit => format!("Exit action of {state}"),
        Moment::Timeout => "Action of the machine's time-out".to_owned(),
        Moment::Within => format!("Action within an action of {state}"),
    };
    let name = action.name.as_ref().map_or_else(String::new, |action| format!(" {}", name(action)));
    format!("{moment}:{name} {}.", action.kind.word())
}

/// The documentation of a state's typed function.
pub(super) fn state_function(context: &Context<'_>, state: &ir::State) -> TokenStream {
    // A state in ASL retries and catches at its first node; those in SM4C have error handlers
    // instead.
    let node = context.machine.nodes.get(state.entry.index());
    let retries = node.is_some_and(|node| !node.kind.retriers().is_empty());
    let catches = node.is_some_and(|node| !node.kind.catchers().is_empty());
    let with = match (retries, catches) {
        (true, true) => ", with its retriers and catchers",
        (true, false) => ", with its retriers",
        (false, true) => ", with its catchers",
        (false, false) => "",
    };
    let kind = if context.is_sm4c() { "state" } else { &format!("{} state", kind(state.kind)) };
    line(&format!("Runs the {kind} {} alone{with}.", name(&state.name.value)))
}

/// The name of the state to which a node belongs.
pub(super) fn state_name(context: &Context<'_>, node: NodeId) -> String {
    context.state_of(node).map_or_else(String::new, |state| name(&state.name.value))
}

/// The specification's name for a type of states.
pub(super) fn kind(kind: StateKind) -> &'static str {
    match kind {
        StateKind::Pass => "Pass",
        StateKind::Task => "Task",
        StateKind::Choice => "Choice",
        StateKind::Wait => "Wait",
        StateKind::Succeed => "Succeed",
        StateKind::Fail => "Fail",
        StateKind::Parallel => "Parallel",
        StateKind::Map => "Map",
        StateKind::State => "State",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_line() {
        assert_eq!(visible("a\nb\u{202e}c\u{7}"), "a b\\u{202e}c\\u{7}");
        assert_eq!(prose("[a](b) `c` <d>"), "\\[a\\](b) \\`c\\` \\<d\\>");
        assert_eq!(name("a`b"), "`a'b`");
        assert_eq!(code("$a & '\n'"), "`$a & ' '`");
        assert_eq!(code("$a.`b c`.``\n"), "``` $a.`b c`.`` ```");
        assert_eq!(visible(&"x".repeat(300)).chars().count(), LONGEST + 1);
    }
}
