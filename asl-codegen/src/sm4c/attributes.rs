//! The attributes of each object. The language ignores unknown ones, so they are warnings.

use crate::ir::ActionKind;
use crate::read::object::Kind;
use crate::sm4c::{Object, serverless_workflow};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_source::source::Member;

/// The objects of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ObjectKind {
    /// The whole.
    Machine,
    /// `timeout` of the machine.
    Timeout,
    /// One of `states`.
    State,
    /// One of `transitions`.
    Transition,
    /// One of `eventGroups`.
    EventGroup,
    /// One of `events`.
    Event,
    /// One of an event's `correlation`.
    Correlation,
    /// One of `functions`.
    Function,
    /// One of `retries`.
    Policy,
    /// One of `errorHandlers`.
    ErrorHandler,
    /// An action whose type is not known.
    AnyAction,
    /// An action.
    Action(ActionKind),
}

/// Every kind of object but actions, for lists of all attributes.
#[cfg(any(test, feature = "types"))]
pub(super) const KINDS: [ObjectKind; 10] = [
    ObjectKind::Machine,
    ObjectKind::Timeout,
    ObjectKind::State,
    ObjectKind::Transition,
    ObjectKind::EventGroup,
    ObjectKind::Event,
    ObjectKind::Correlation,
    ObjectKind::Function,
    ObjectKind::Policy,
    ObjectKind::ErrorHandler,
];

/// The types of actions.
pub(super) const ACTIONS: [ActionKind; 8] = [
    ActionKind::Delay,
    ActionKind::ForEach,
    ActionKind::InjectData,
    ActionKind::InvokeFunction,
    ActionKind::InvokeSubflow,
    ActionKind::Parallel,
    ActionKind::SendEvent,
    ActionKind::Sequence,
];

/// The attributes of every action.
const COMMON: &[&str] = &["name", "type", "errorHandlers"];

impl ObjectKind {
    /// Attributes that this kind of object has; of actions those besides [`COMMON`].
    fn own(self) -> &'static [&'static str] {
        match self {
            Self::Machine => &[
                "name",
                "description",
                "version",
                "timeout",
                "execTimeout",
                "events",
                "functions",
                "retries",
                "states",
            ],
            Self::Timeout => &["duration", "action"],
            Self::State => &[
                "name",
                "start",
                "transitions",
                "inputFilter",
                "enterAction",
                "enterResultHandler",
                "exitAction",
                "exitResultHandler",
            ],
            Self::Transition => {
                &["nextState", "condition", "eventGroups", "timeout", "action", "resultHandler"]
            }
            Self::EventGroup => &["events", "condition", "resultHandler"],
            Self::Event => &["name", "source", "type", "correlation"],
            Self::Correlation => &["contextAttributeName", "contextAttributeValue"],
            Self::Function => &["name", "operation", "type"],
            Self::Policy => {
                &["name", "maxAttempts", "delay", "maxDelay", "increment", "multiplier", "jitter"]
            }
            Self::ErrorHandler => &["condition", "resultHandler", "retryPolicy"],
            Self::AnyAction => &[],
            Self::Action(kind) => of_action(kind),
        }
    }

    fn is_action(self) -> bool {
        matches!(self, Self::Action(_) | Self::AnyAction)
    }

    /// Every attribute.
    pub(super) fn attributes(self) -> impl Iterator<Item = &'static str> {
        let common: &[&str] = if self.is_action() { COMMON } else { &[] };
        common.iter().chain(self.own()).copied()
    }
}

impl Kind for ObjectKind {
    const NULL_IS_ABSENT: bool = true;

    fn noun(self) -> String {
        match self {
            Self::Machine => "a machine",
            Self::Timeout => "a machine's time-out",
            Self::State => "a state",
            Self::Transition => "a transition",
            Self::EventGroup => "an event group",
            Self::Event => "an event definition",
            Self::Correlation => "a correlation",
            Self::Function => "a function",
            Self::Policy => "a retry policy",
            Self::ErrorHandler => "an error handler",
            Self::AnyAction => "an action",
            Self::Action(kind) => return format!("an action of type `{}`", kind.word()),
        }
        .to_owned()
    }

    fn describe(self, state: &str) -> String {
        let noun = self.noun();
        match (self, state) {
            (Self::Machine, _) => "the machine".to_owned(),
            (Self::Timeout, _) => "the machine's time-out".to_owned(),
            (Self::State, "") => "a state".to_owned(),
            (Self::State, state) => format!("state `{state}`"),
            (_, "") => noun,
            (_, state) => format!("{noun} of state `{state}`"),
        }
    }

    /// True for names that differ only in case and in the characters between words.
    fn is_variant(key: &str, name: &str) -> bool {
        fn letters(name: &str) -> impl Iterator<Item = char> {
            name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase)
        }
        letters(key).eq(letters(name))
    }
}

/// The attributes of an action besides [`COMMON`].
fn of_action(kind: ActionKind) -> &'static [&'static str] {
    match kind {
        ActionKind::Delay => &["timeout"],
        ActionKind::ForEach => &["input", "action", "maxParallel"],
        ActionKind::InjectData => &["expression"],
        ActionKind::InvokeFunction => {
            &["functionName", "arguments", "waitForCompletion", "timeout"]
        }
        ActionKind::InvokeSubflow => &["subflowName", "arguments", "waitForCompletion", "timeout"],
        ActionKind::Parallel => &["actions", "completionType", "n"],
        ActionKind::SendEvent => &["event", "expression", "contextAttributes"],
        ActionKind::Sequence => &["actions"],
    }
}

/// Attributes that authors also write in the wrong kind of object, expecting an effect.
const TELLING: &[(&str, &str)] = &[
    ("start", "states"),
    ("transitions", "states"),
    ("inputFilter", "states"),
    ("enterAction", "states"),
    ("enterResultHandler", "states"),
    ("exitAction", "states"),
    ("exitResultHandler", "states"),
    ("nextState", "transitions"),
    ("condition", "transitions, event groups and error handlers"),
    ("eventGroups", "transitions"),
    ("action", "transitions, actions of type `forEach` and the machine's time-out"),
    ("resultHandler", "transitions, event groups and error handlers"),
    ("errorHandlers", "actions"),
    ("retryPolicy", "error handlers"),
    ("waitForCompletion", "actions of type `invokeFunction` and `invokeSubflow`"),
    ("arguments", "actions of type `invokeFunction` and `invokeSubflow`"),
    (
        "timeout",
        "the machine, transitions, and actions of type `delay`, `invokeFunction` and `invokeSubflow`",
    ),
    ("completionType", "actions of type `parallel`"),
    ("n", "actions of type `parallel`"),
    ("maxParallel", "actions of type `forEach`"),
    ("contextAttributes", "actions of type `sendEvent`"),
    ("expression", "actions of type `injectData` and `sendEvent`"),
    ("input", "actions of type `forEach`"),
];

/// Reports attributes that are `null`, and unknown attributes.
pub(super) fn check_attributes(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    for member in object.members {
        let name = member.key.value.as_str();
        if object.kind.attributes().any(|known| known == name) {
            null(object, member, diagnostics);
        } else if let Some(known) = same_word(object.kind, name) {
            other_letters(object, member, known, diagnostics);
        } else if let Some(hint) = serverless_workflow::hint(object.kind, member) {
            let title = format!("`{name}` is no attribute of SM4C, and has no effect");
            diagnostics.push(
                Diagnostic::new(Code::ForeignAttribute, member.key.span, title)
                    .label("ignored")
                    .help(hint),
            );
        } else {
            ignored(object, member, diagnostics);
        }
    }
}

fn null(object: &Object<'_>, member: &Member, diagnostics: &mut Diagnostics) {
    if !member.value.is_null() {
        return;
    }
    let title = format!("`{}` of {} is `null`", member.key.value, object.name());
    diagnostics.push(
        Diagnostic::new(Code::NullAttribute, member.value.span, title)
            .label("an attribute without a value is left out")
            .help(format!("remove `{}`, or give it a value", member.key.value)),
    );
}

/// The attribute that a name is in other letters: `NextState`, `next_state`.
fn same_word(entity: ObjectKind, name: &str) -> Option<&'static str> {
    entity.attributes().find(|known| ObjectKind::is_variant(known, name))
}

fn other_letters(object: &Object<'_>, member: &Member, known: &str, diagnostics: &mut Diagnostics) {
    let title = format!("{} has no attribute `{}`", object.kind.noun(), member.key.value);
    diagnostics.push(
        Diagnostic::new(Code::AttributeSpelling, member.key.span, title)
            .label(format!("did you mean `{known}`?")),
    );
}

/// True for attributes that are notes for readers and their tools. The language's own example has
/// an `id`.
fn is_note(name: &str) -> bool {
    matches!(name, "id" | "$schema" | "comment" | "description") || name.starts_with("x-")
}

/// Reports an unknown attribute.
fn ignored(object: &Object<'_>, member: &Member, diagnostics: &mut Diagnostics) {
    /// Shorter names resemble too many others to suggest one.
    const SHORTEST: usize = 4;
    let name = member.key.value.as_str();
    // The attributes of an unknown type of action are unknown.
    if object.kind == ObjectKind::AnyAction {
        return;
    }
    let title = format!("`{name}` of {} is ignored", object.name());
    let diagnostic = Diagnostic::new(Code::IgnoredAttribute, member.key.span, title);
    if let Some((_, home)) = TELLING.iter().find(|(telling, _)| telling.eq_ignore_ascii_case(name))
    {
        let noun = object.kind.noun();
        diagnostics.push(
            diagnostic
                .label(format!("not an attribute of {noun}"))
                .help(format!("`{name}` is an attribute of {home}")),
        );
        return;
    }
    if is_note(name) {
        return;
    }
    let long = object.kind.attributes().filter(|known| known.len() >= SHORTEST);
    let near = if name.len() < SHORTEST { None } else { nearest(name, long) };
    let otherwise = format!("not an attribute of {}", object.kind.noun());
    diagnostics.push(diagnostic.did_you_mean(near, otherwise));
}
