//! Transitions: their causes and targets. Spec section 1, "Transition", and
//! section 2.

use crate::read::object::StringField;
use crate::sm4c::Object;
use crate::sm4c::attributes::{self, ObjectKind};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::expression::{Form, form};
use crate::sm4c::names::resolve_name;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Node};
use asl_source::span::Span;

/// A transition, its expressions and its action unread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition<'a> {
    /// Its attributes; none if it is only a name.
    pub(crate) object: Object<'a>,
    pub(crate) cause: Cause,
    pub(crate) next: Next,
}

/// The cause of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The entry of the state.
    Implicit,
    /// Its condition.
    Condition,
    /// Its events.
    Events,
    /// Its time-out.
    Timeout,
    /// None: the transition has two of them, and is never taken.
    Dead,
}

/// The target of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The same state, which evaluates its transitions again.
    Stay,
    /// A state, and the place of its name.
    To(u32, Span),
    /// An unknown state, which was reported.
    Unknown(Span),
}

/// Reads the valid transitions of a state.
pub(crate) fn read_transitions<'a>(
    context: &mut Context<'a>,
    state: &Object<'a>,
    home: Home<'a>,
) -> Vec<Transition<'a>> {
    let nodes = state.list("transitions", context.diagnostics).unwrap_or_default();
    let transitions: Vec<_> =
        nodes.iter().filter_map(|node| read_transition(context, node, home)).collect();
    for transition in &transitions {
        check_can_be_taken(transition, context.diagnostics);
    }
    check_only_one(
        &transitions,
        Cause::Implicit,
        Code::SeveralImplicit,
        "implicit transition",
        context.diagnostics,
    );
    check_only_one(
        &transitions,
        Cause::Timeout,
        Code::SeveralTimeouts,
        "transition with a `timeout`",
        context.diagnostics,
    );
    report_never_taken(&transitions, context.diagnostics);
    check_fallback(state, &transitions, context.diagnostics);
    report_spinning(state, &transitions, context.diagnostics);
    transitions
}

fn read_transition<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    home: Home<'a>,
) -> Option<Transition<'a>> {
    // A name alone is short for `{"nextState": name}`.
    if let Some(name) = node.as_text() {
        let object = Object {
            members: &[],
            kind: ObjectKind::Transition,
            state: home.name,
            head: node.span,
        };
        let next = read_next(context, StringField { text: name, span: node.span });
        return Some(Transition { object, cause: Cause::Implicit, next });
    }
    let object = Object::read(node, ObjectKind::Transition, home.name, context.diagnostics)?;
    attributes::check_attributes(&object, context.diagnostics);
    let next = match object.member("nextState") {
        None => Next::Stay,
        Some(member) => match object.string("nextState", context.diagnostics) {
            Some(name) => read_next(context, name),
            None => Next::Unknown(member.value.span),
        },
    };
    Some(Transition { object, cause: cause(&object), next })
}

fn read_next<'a>(context: &mut Context<'a>, name: StringField<'a>) -> Next {
    if name.value().is_empty() {
        context.diagnostics.push(
            Diagnostic::new(Code::UnknownState, name.span, "`nextState` is empty")
                .label("which state comes next?")
                .help("without `nextState` the state stays, and looks at its transitions again"),
        );
        return Next::Unknown(name.span);
    }
    let outline = context.outline;
    match resolve_name(
        &outline.states.names,
        (name.value(), name.span),
        "state",
        context.diagnostics,
    ) {
        Some(state) => Next::To(state, name.span),
        None => Next::Unknown(name.span),
    }
}

/// Reports a transition that can never be taken, and one that would be taken endlessly.
fn check_can_be_taken(transition: &Transition<'_>, diagnostics: &mut Diagnostics) {
    let Transition { object, cause, next } = transition;
    if *cause == Cause::Dead {
        let given = ["condition", "eventGroups", "timeout"]
            .into_iter()
            .filter(|name| object.get(name).is_some());
        let given: Vec<String> = given.map(|name| format!("`{name}`")).collect();
        let place = object.member("timeout").or_else(|| object.member("eventGroups"));
        let title = format!("this transition has {}: nothing ever takes it", given.join(" and "));
        diagnostics.push(
            Diagnostic::new(
                Code::DeadTransition,
                place.map_or(object.head, |member| member.key.span),
                title,
            )
            .label("a transition has one of `condition`, `eventGroups` and `timeout`")
            .help("make it several transitions; an event group can have a `condition` of its own"),
        );
    } else if *cause == Cause::Implicit && *next == Next::Stay {
        diagnostics.push(
            Diagnostic::new(
                Code::EndlessTransition,
                object.head,
                "this transition is taken again and again, for ever",
            )
            .label("it has no condition, and leads to no other state")
            .help(
                "add a `nextState`; or what takes it: a `condition`, `eventGroups` or a `timeout`",
            ),
        );
    }
}

/// Reports a second transition of a cause.
fn check_only_one(
    transitions: &[Transition<'_>],
    cause: Cause,
    code: Code,
    noun: &str,
    diagnostics: &mut Diagnostics,
) {
    let mut same = transitions.iter().filter(|transition| transition.cause == cause);
    let Some(first) = same.next() else { return };
    for second in same {
        diagnostics.push(
            Diagnostic::new(code, second.place(), format!("a second {noun} in one state"))
                .label("which of the two is to be taken?")
                .related(first.place(), "the first one"),
        );
    }
}

/// Reports transitions that another one always precedes.
fn report_never_taken(transitions: &[Transition<'_>], diagnostics: &mut Diagnostics) {
    let implicit = transitions.iter().find(|transition| transition.cause == Cause::Implicit);
    if let Some(implicit) = implicit {
        let others = transitions
            .iter()
            .filter(|other| !matches!(other.cause, Cause::Implicit | Cause::Dead));
        for other in others {
            diagnostics.push(
                Diagnostic::new(Code::NeverTaken, other.place(), "this transition is never taken")
                    .label("the state's implicit transition always comes first")
                    .related(implicit.place(), "it has neither condition nor events nor time-out")
                    .help("give that one the condition `${ true }`, and put it last"),
            );
        }
        return;
    }
    let Some(always) = transitions.iter().position(Transition::always) else { return };
    let taker = transitions.get(always).map_or(Span::default(), Transition::place);
    for (index, other) in transitions.iter().enumerate() {
        let precedes = match other.cause {
            Cause::Condition => index > always,
            // Events are waited for when no condition holds.
            Cause::Events | Cause::Timeout => true,
            Cause::Implicit | Cause::Dead => false,
        };
        if precedes {
            diagnostics.push(
                Diagnostic::new(Code::NeverTaken, other.place(), "this transition is never taken")
                    .label("one whose condition always holds comes first")
                    .related(taker, "always taken"),
            );
        }
    }
}

/// Reports a state in which no condition may hold, and then nothing can happen.
fn check_fallback(
    state: &Object<'_>,
    transitions: &[Transition<'_>],
    diagnostics: &mut Diagnostics,
) {
    let others = transitions.iter().any(|transition| transition.cause != Cause::Condition);
    let Some(last) =
        transitions.last().filter(|_| !others && !transitions.iter().any(Transition::always))
    else {
        return;
    };
    diagnostics.push(
        Diagnostic::new(Code::NoFallback, last.place(), format!("{} may have nowhere to go", state.name()))
            .label("if no condition holds, the run fails with the error `NoTransition`")
            .help("add a last transition with `\"condition\": \"${ true }\"`, or one with events or a time-out"),
    );
}

/// Reports a condition that, once true, stays true, so that the state loops.
fn report_spinning<'a>(
    state: &Object<'a>,
    transitions: &[Transition<'a>],
    diagnostics: &mut Diagnostics,
) {
    if transitions.iter().any(|transition| transition.cause == Cause::Implicit) {
        return;
    }
    let stays = |transition: &&Transition<'a>| {
        transition.cause == Cause::Condition && transition.next == Next::Stay
    };
    for transition in transitions.iter().filter(stays) {
        let why = if transition.object.get("action").is_none() {
            "nothing changes before it is looked at again"
        } else if state.has("inputFilter") {
            "the `inputFilter` was evaluated when the state was entered: what its conditions see does not change"
        } else {
            continue;
        };
        diagnostics.push(
            Diagnostic::new(
                Code::SpinningState,
                transition.place(),
                "once this condition holds, the state goes round for ever",
            )
            .label(why)
            .help("add a `nextState`"),
        );
    }
}

impl Transition<'_> {
    /// The place of findings about the whole transition.
    pub(crate) fn place(&self) -> Span {
        let mut telling = ["condition", "eventGroups", "timeout", "nextState"].into_iter();
        let member = telling.find_map(|name| self.object.member(name));
        member.map_or(self.object.head, |member| member.key.span)
    }

    /// True if its condition is `${ true }`.
    fn always(&self) -> bool {
        let text = self.object.get("condition").and_then(Node::as_str).unwrap_or_default();
        let Form::Expression(part) = form(text) else { return false };
        self.cause == Cause::Condition && text.get(part) == Some("true")
    }
}

fn cause(object: &Object<'_>) -> Cause {
    // An empty list of groups is none.
    let events = match object.member("eventGroups").map(|member| &member.value.value) {
        Some(Json::Array(groups)) => !groups.is_empty(),
        Some(_) => true,
        None => false,
    };
    match (object.has("condition"), events, object.has("timeout")) {
        (false, false, false) => Cause::Implicit,
        (true, false, false) => Cause::Condition,
        (false, true, false) => Cause::Events,
        (false, false, true) => Cause::Timeout,
        (true, true, _) | (true, _, true) | (_, true, true) => Cause::Dead,
    }
}
