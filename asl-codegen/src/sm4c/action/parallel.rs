//! `parallel` and `sequence`: several actions, concurrently or in order. The result is an object
//! with the result of each action, under its name or, without one, its index.

use std::collections::HashMap;

use crate::ir::{Expr, Fork, Input, Join, NodeKind, Source};
use crate::read::object::report_unknown_word;
use crate::sm4c::action::for_each::lower_inner;
use crate::sm4c::action::{ActionObject, Slot, report_idle};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::graph::to_index;
use crate::sm4c::{Object, expression};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Node;
use asl_source::span::{Span, Spanned};

/// The words of `completionType`.
const COMPLETIONS: [&str; 3] = ["and", "xor", "n_of_m"];

/// Lowers a parallel: each action gets a copy of the data.
pub(crate) fn lower_parallel<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let join = read_completion(context, &action.object);
    let home = Home { source: Source::Data, ..action.home };
    fork(context, action, home, join, 0)
}

/// Lowers a sequence: all actions look at the same data, and see what handlers have merged
/// meanwhile.
pub(crate) fn lower_sequence<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    fork(context, action, action.home, Join::All, 1)
}

fn fork<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
    home: Home<'a>,
    join: Join,
    window: u32,
) -> NodeKind {
    let actions =
        action.object.required_list("actions", "actions", context.diagnostics).unwrap_or_default();
    let keys = result_keys(actions, context.diagnostics);
    // One null among several results may be intended.
    let is_used = action.slot.is_used && actions.iter().all(is_detached_call);
    let slot = Slot { is_used, ..action.slot.clone() };
    let branches = (0..)
        .zip(actions)
        .map(|(index, node)| lower_inner(context, node, home, &slot, index))
        .collect();
    NodeKind::Fork(Fork {
        branches,
        join,
        window,
        keys: Some(keys),
        input: handed_on(action.home.source, home.source, action.object.head),
        output: action.slot.output(),
        exit: action.slot.exit.clone(),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

/// True for a call that does not wait for its result.
fn is_detached_call(action: &Node) -> bool {
    let kind = action.get("type").and_then(Node::as_str).unwrap_or_default().to_ascii_lowercase();
    let waits = action.get("waitForCompletion").and_then(Node::as_bool).unwrap_or_default();
    matches!(kind.as_str(), "invokefunction" | "invokesubflow") && !waits
}

/// The input of child actions whose expressions see `inner`, in an action that sees `outer`.
pub(crate) fn handed_on(outer: Source, inner: Source, span: Span) -> Input {
    match (outer, inner) {
        (Source::Global, Source::Data) => Input {
            template: Some(Expr::Jq(expression::identity(Source::Global, span))),
            ..Input::default()
        },
        (Source::Data | Source::Global, Source::Data | Source::Global) => Input::default(),
    }
}

/// `completionType` and `n`.
fn read_completion<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Join {
    let count = object.get("actions").and_then(Node::as_array).map_or(0, <[Node]>::len);
    let word = object.string("completionType", context.diagnostics);
    let known = match word {
        Some(word) => {
            COMPLETIONS.into_iter().find(|known| known.eq_ignore_ascii_case(word.value()))
        }
        None => Some("and"),
    };
    if known != Some("n_of_m") {
        if let (Some(word), None) = (word, known) {
            report_unknown_word(
                Code::UnknownWord,
                word,
                "`completionType` called",
                &COMPLETIONS,
                context.diagnostics,
            );
        } else {
            report_idle(
                object,
                "n",
                "it counts only where `completionType` is `n_of_m`",
                None,
                context.diagnostics,
            );
        }
        return if known == Some("xor") { Join::First } else { Join::Settled };
    }
    let n = object.integer("n", 0..=u32::MAX, context.diagnostics);
    match &n {
        Some(n) if n.value == 0 || n.value as usize > count => {
            let title = format!("`n` is {}, and there are {count} actions", n.value);
            let label = format!("1 to {count} of them can be waited for");
            context.diagnostics.push(Diagnostic::new(Code::BadCount, n.span, title).label(label));
        }
        None if !object.has("n") => {
            report_no_count(object, word.map(|word| word.span), context.diagnostics);
        }
        Some(_) | None => {}
    }
    Join::Count(n.map_or(1, |n| n.value))
}

fn report_no_count(object: &Object<'_>, completion: Option<Span>, diagnostics: &mut Diagnostics) {
    let title = format!("{} has no `n`", object.name());
    diagnostics.push(
        Diagnostic::new(Code::BadCount, completion.unwrap_or(object.head), title)
            .label("`n_of_m` waits for `n` of the actions")
            .help("add `\"n\": 1`"),
    );
}

/// The keys of the results: names, or indexes.
fn result_keys(actions: &[Node], diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut seen: HashMap<String, Span> = HashMap::new();
    let mut keys = Vec::with_capacity(actions.len());
    for (index, action) in actions.iter().enumerate() {
        let key = key(to_index(index), action);
        if let Some(first) = seen.insert(key.value.clone(), key.span) {
            let title = format!("two results would have the key `{}`", key.value);
            diagnostics.push(
                Diagnostic::new(Code::ResultKeyTwice, key.span, title)
                    .label("a result's key is the action's name, or else its index, counted from 0")
                    .related(first, "the first one")
                    .help("give one of them another `name`"),
            );
        }
        keys.push(key.value);
    }
    keys
}

fn key(index: u32, action: &Node) -> Spanned<String> {
    let name = action.get("name").and_then(|name| Some((name.as_str()?, name.span)));
    match name {
        Some((name, span)) if !name.is_empty() => Spanned::new(name.to_owned(), span),
        Some(_) | None => Spanned::new(index.to_string(), action.span.first_byte()),
    }
}
