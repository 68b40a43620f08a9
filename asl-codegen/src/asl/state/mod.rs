//! A state: its type decides which file reads it.

mod choice;
pub(crate) mod choice_rule;
mod distributed_map;
mod fail;
mod item_reader;
mod map;
mod parallel;
mod pass;
mod succeed;
pub(crate) mod task;
mod wait;

use crate::asl::context::Context;
use crate::asl::field::allowed::{check_fields, comment_of};
use crate::asl::field::table::ObjectKind;
use crate::asl::outline::StateOutline;
use crate::asl::query_language::{QueryLanguage, read_language_of_state};
use crate::asl::{Object, node_of};
use crate::ir::{
    Eval, Exit, Input, Node, NodeKind, Output, ScopeId, State, StateId, StateKind, Target,
};
use crate::read::object::{report_type, string_of};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Node as JsonNode};
use asl_source::span::Span;

/// A state being read: its object and where it lives.
#[derive(Clone, Copy)]
pub(crate) struct StateObject<'a> {
    /// Its fields.
    pub(crate) object: Object<'a>,
    /// Its scope: where its transitions may lead.
    pub(crate) scope: ScopeId,
    /// The scopes of its branches.
    pub(crate) branches: &'a [ScopeId],
}

/// The types by the names they have in definitions.
const TYPES: [(&str, ObjectKind, StateKind); 8] = [
    ("Pass", ObjectKind::Pass, StateKind::Pass),
    ("Task", ObjectKind::Task, StateKind::Task),
    ("Choice", ObjectKind::Choice, StateKind::Choice),
    ("Wait", ObjectKind::Wait, StateKind::Wait),
    ("Succeed", ObjectKind::Succeed, StateKind::Succeed),
    ("Fail", ObjectKind::Fail, StateKind::Fail),
    ("Parallel", ObjectKind::Parallel, StateKind::Parallel),
    ("Map", ObjectKind::Map, StateKind::Map),
];

/// The kind of object that a state of this `Type` is.
#[cfg(feature = "types")]
pub(crate) fn kind_of_type(name: &str) -> Option<ObjectKind> {
    TYPES.iter().find(|(word, ..)| *word == name).map(|(_, kind, _)| *kind)
}

/// Reads a state. `None` only for an id that is not in the outline.
pub(crate) fn read_state(context: &mut Context<'_>, id: StateId) -> Option<(State, Node)> {
    let outline = context.outline;
    let state = outline.states.get(id.index())?;
    let (kind, comment, is_jsonata, node) = read_body(context, state);
    let entry = node_of(id);
    let span = state.name.span;
    let (name, scope) = (state.name.clone(), state.scope);
    let named = State { name, kind, scope, entry, is_jsonata, comment };
    Some((named, Node { state: id, span, kind: node, handlers: Vec::new(), action: None }))
}

fn read_body<'a>(
    context: &mut Context<'a>,
    state: &'a StateOutline<'a>,
) -> (StateKind, Option<String>, bool, NodeKind) {
    let broken = (StateKind::Pass, None, false, unreadable(state.name.span));
    let Json::Object(members) = &state.body.value else {
        report_type(
            state.body,
            &format!("state `{}`", state.name.value),
            "an object",
            context.diagnostics,
        );
        return broken;
    };
    let Some((place, kind)) = read_state_type(state, members, context.diagnostics) else {
        return broken;
    };
    let name = state.name.value.as_str();
    let object = Object { members, kind: place, state: name, head: state.name.span };
    context.language = read_language_of_state(context, &object);
    context.scope = state.scope;
    context.has_token = kind == StateKind::Task;
    let comment = comment_of(&object);
    let state = StateObject { object, scope: state.scope, branches: &state.branches };
    let is_jsonata = context.language == QueryLanguage::Jsonata;
    (kind, comment, is_jsonata, read_kind(context, &state, kind))
}

fn read_kind<'a>(context: &mut Context<'a>, state: &StateObject<'a>, kind: StateKind) -> NodeKind {
    check_fields(context, &state.object);
    match kind {
        StateKind::Pass => pass::lower_pass(context, state),
        StateKind::Task => task::lower_task(context, state),
        StateKind::Choice => choice::lower_choice(context, state),
        StateKind::Wait => wait::lower_wait(context, state),
        StateKind::Succeed => succeed::lower_succeed(context, state),
        StateKind::Fail => fail::lower_fail(context, state),
        StateKind::Parallel => parallel::lower_parallel(context, state),
        StateKind::Map => map::lower_map(context, state, &state.object),
        StateKind::State => unreachable!("no type of ASL"),
    }
}

fn read_state_type(
    state: &StateOutline<'_>,
    members: &[asl_source::source::Member],
    diagnostics: &mut Diagnostics,
) -> Option<(ObjectKind, StateKind)> {
    let name = &state.name.value;
    let Some(node) = crate::asl::outline::find(members, "Type") else {
        let title = format!("state `{name}` has no `Type`");
        diagnostics.push(
            Diagnostic::new(Code::MissingField, state.name.span, title)
                .label("every state needs a `Type`"),
        );
        return None;
    };
    let text = string_of(node, "`Type`", diagnostics)?;
    let Some((_, place, kind)) = TYPES.iter().find(|(word, ..)| *word == text.value()) else {
        report_unknown_state_type(node, text.value(), diagnostics);
        return None;
    };
    Some((*place, *kind))
}

fn report_unknown_state_type(node: &JsonNode, word: &str, diagnostics: &mut Diagnostics) {
    let nearest = diagnostics.nearest(word, TYPES.iter().map(|(name, ..)| *name));
    let diagnostic = Diagnostic::new(
        Code::UnknownStateType,
        node.span,
        format!("there is no state type `{word}`"),
    );
    diagnostics.push(match nearest {
        Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
        None => diagnostic
            .help("the types are Pass, Task, Choice, Wait, Succeed, Fail, Parallel and Map"),
    });
}

/// Replaces a faulty state, whose transitions are unknown.
pub(crate) fn unreadable(span: Span) -> NodeKind {
    let exit = Exit::Next(Target { node: None, span });
    NodeKind::Eval(Eval {
        input: Input::default(),
        result: None,
        output: Output::default(),
        leave_for: None,
        exit,
    })
}
