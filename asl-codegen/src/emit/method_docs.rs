//! Emits the documentation of a method: what it is called for, and the states that call it.

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::quote;

use super::names::Method;
use super::tasks::DefaultBody;
use super::{Context, docs};
use crate::ir::call_target::Integration;
use crate::ir::{Computed, Effect, Expr, Invoke, Literal, NodeId, NodeKind, Retrier, TaskCall};
use asl_source::span::Span;

/// Maximum number of states that the documentation of a method lists.
const MOST_STATES: usize = 20;
/// Maximum bytes of a request that are shown.
const LONGEST: usize = 200;

/// The documentation of a method.
pub(super) fn method(
    context: &Context<'_>,
    method: &Method,
    default: Option<DefaultBody>,
    of_service: TokenStream,
) -> TokenStream {
    let services = match default {
        Some(DefaultBody::Run) => ", by default performed by the services of the run",
        Some(DefaultBody::Machine) => ", by default performed by the services of the machine",
        None => "",
    };
    let mut lines = docs::line(&format!("{}{services}", subject(context, method)));
    lines.extend(of_service);
    if method.nodes.is_empty() {
        return lines;
    }
    lines.extend(quote!(#[doc = ""] #[doc = " Called by:"]));
    for node in method.nodes.iter().take(MOST_STATES) {
        lines.extend(docs::line(&format!("- {}", call(context, method, *node))));
    }
    let more = method.nodes.len().saturating_sub(MOST_STATES);
    if more > 0 {
        lines.extend(docs::line(&format!("- and {more} more")));
    }
    lines
}

/// The subject of the documentation: the function, table or other resource of the calls.
fn subject(context: &Context<'_>, method: &Method) -> String {
    let mut tasks = method.tasks.iter().filter_map(|task| context.machine.tasks.get(task.index()));
    let Some(task) = tasks.next() else { return String::new() };
    let resource = docs::name(&task.resource.value);
    if let Some(function) = &task.function {
        return format!("The function {}: {resource}", docs::name(function));
    }
    let names: Vec<String> = method.targets.iter().map(|target| docs::name(target)).collect();
    let names = names.join(", ");
    if method.has_envelope {
        let function = if method.targets.len() == 1 { "function" } else { "functions" };
        return format!("The Lambda {function} {names}: takes its payload, and returns its answer");
    }
    let others = if tasks.next().is_some() { " and others" } else { "" };
    match Integration::new(&task.resource.value) {
        Some(_) if !names.is_empty() => format!("{resource}{others} for {names}"),
        _ => format!("{resource}{others}"),
    }
}

/// A state with its request, limits and retriers.
fn call(context: &Context<'_>, method: &Method, id: NodeId) -> String {
    let node = context.machine.nodes.get(id.index());
    let (Some(state), Some(NodeKind::Invoke(invoke))) =
        (context.state_of(id), node.map(|node| &node.kind))
    else {
        return String::new();
    };
    let mut text = docs::state_text(context, state);
    if let Some(request) = request(context, method, invoke) {
        text.push_str(" with ");
        text.push_str(&docs::name(&request));
    }
    if let Effect::Task(call) = &invoke.effect {
        limits(&mut text, context, call);
    }
    for retrier in &invoke.retry {
        retries(&mut text, retrier);
    }
    text
}

/// The request as in the definition, or its payload.
fn request(context: &Context<'_>, method: &Method, invoke: &Invoke) -> Option<String> {
    let template = invoke.input.template.as_ref()?;
    let mut text = String::new();
    if !method.has_envelope {
        write_expression(&mut text, context, template);
        return Some(text);
    }
    match template {
        Expr::Object(members) => {
            let (_, payload) = members.iter().find(|(key, _)| key == "Payload")?;
            write_expression(&mut text, context, payload);
        }
        Expr::Literal(Literal::Object(members)) => {
            let (_, payload) = members.iter().find(|(key, _)| key == "Payload")?;
            write_literal(&mut text, payload);
        }
        Expr::Literal(_)
        | Expr::Path { .. }
        | Expr::Call { .. }
        | Expr::Jq(_)
        | Expr::Jsonata(_)
        | Expr::Array(_) => return None,
    }
    Some(text)
}

fn limits(text: &mut String, context: &Context<'_>, call: &TaskCall) {
    let computed = |value: &Computed| match value {
        Computed::Path(path) => docs::name(&path.text),
        Computed::Jsonata(expression) => docs::name(&source(context, expression.span)),
    };
    // Writing to a `String` cannot fail.
    let _ = match &call.timeout_at {
        Some(at) => write!(text, ", time-out {} seconds", computed(at)),
        None if call.timeout_given => write!(text, ", time-out {} s", call.timeout_seconds),
        None => Ok(()),
    };
    let _ = match (&call.heartbeat_at, call.heartbeat_seconds) {
        (Some(at), _) => write!(text, ", heartbeat {} seconds", computed(at)),
        (None, Some(seconds)) => write!(text, ", heartbeat {seconds} s"),
        (None, None) => Ok(()),
    };
}

fn retries(text: &mut String, retrier: &Retrier) {
    const MOST_ERRORS: usize = 5;
    let errors = retrier.errors.iter().take(MOST_ERRORS).map(|error| docs::name(&error.value));
    let errors: Vec<String> = errors.collect();
    let more = if retrier.errors.len() > MOST_ERRORS { ", .." } else { "" };
    let times = match retrier.max_attempts {
        0 => "not retried".to_owned(),
        1 => "retried once".to_owned(),
        times => format!("retried up to {times} times"),
    };
    let _ = write!(text, ", {times} for {}{more}", errors.join(", "));
}

/// Writes an expression as it is in the definition, up to a length.
fn write_expression(text: &mut String, context: &Context<'_>, expression: &Expr) {
    if text.len() > LONGEST {
        return;
    }
    match expression {
        Expr::Literal(literal) => write_literal(text, literal),
        Expr::Path { path, .. } => text.push_str(&path.text),
        Expr::Call { call, .. } => text.push_str(&call.text),
        Expr::Jq(query) => text.push_str(&source(context, query.span)),
        Expr::Jsonata(expression) => text.push_str(&source(context, expression.span)),
        Expr::Object(members) => {
            write_members(text, members, |text, key, value| {
                // JSONPath computes the values of keys that end in `.$`.
                let end =
                    if matches!(value, Expr::Path { .. } | Expr::Call { .. }) { ".$" } else { "" };
                let is_text = !end.is_empty();
                let _ = write!(text, "\"{key}{end}\": ");
                let quote = if is_text { "\"" } else { "" };
                text.push_str(quote);
                write_expression(text, context, value);
                text.push_str(quote);
            });
        }
        Expr::Array(items) => {
            write_items(text, items, |text, item| write_expression(text, context, item));
        }
    }
}

fn write_literal(text: &mut String, literal: &Literal) {
    if text.len() > LONGEST {
        return;
    }
    let _ = match literal {
        Literal::Null => write!(text, "null"),
        Literal::Bool(value) => write!(text, "{value}"),
        Literal::Int(value) => write!(text, "{value}"),
        Literal::Float(value) => write!(text, "{value}"),
        Literal::String(value) => write!(text, "{value:?}"),
        Literal::Array(items) => {
            write_items(text, items, write_literal);
            Ok(())
        }
        Literal::Object(members) => {
            write_members(text, members, |text, key, value| {
                let _ = write!(text, "\"{key}\": ");
                write_literal(text, value);
            });
            Ok(())
        }
    };
}

fn write_members<T>(
    text: &mut String,
    members: &[(String, T)],
    mut write: impl FnMut(&mut String, &str, &T),
) {
    text.push('{');
    for (at, (key, value)) in members.iter().enumerate() {
        if text.len() > LONGEST {
            return;
        }
        text.push_str(if at > 0 { ", " } else { "" });
        write(text, key, value);
    }
    text.push('}');
}

fn write_items<T>(text: &mut String, items: &[T], mut write: impl FnMut(&mut String, &T)) {
    text.push('[');
    for (at, item) in items.iter().enumerate() {
        if text.len() > LONGEST {
            return;
        }
        text.push_str(if at > 0 { ", " } else { "" });
        write(text, item);
    }
    text.push(']');
}

/// The text of a definition at a place.
fn source(context: &Context<'_>, span: Span) -> String {
    let text = context.sources.file(span.file).and_then(|file| {
        let (start, end) = (usize::try_from(span.start).ok()?, usize::try_from(span.end).ok()?);
        file.text.get(start..end)
    });
    text.unwrap_or_default().to_owned()
}
