//! Definition → who is there: states, events, functions and policies by name, before any of them is
//! read.

use super::attributes::{self, Entity};
use super::names::Names;
use super::object::{Object, Read, first_byte};
use super::sections::Sections;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::{Json, Node};
use crate::span::{Span, Spanned};

/// Most states of one machine, and most entries of a section.
const MAX_ENTRIES: usize = 10_000;

/// Everything that has a name.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    /// The machine itself.
    pub(super) machine: Object<'a>,
    /// `states`.
    pub(super) states: Entries<'a>,
    /// `events`.
    pub(super) events: Entries<'a>,
    /// `functions`.
    pub(super) functions: Entries<'a>,
    /// `retries`.
    pub(super) policies: Entries<'a>,
    /// The state that is first; `None`: reported.
    pub(super) start: Option<Start>,
}

/// The first state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Which.
    pub(super) state: u32,
    /// Its `start`.
    pub(super) span: Span,
}

/// Things of one kind; names and objects have the same indexes.
#[derive(Debug, Default)]
pub(super) struct Entries<'a> {
    /// The names.
    pub(super) names: Names,
    /// The objects.
    pub(super) objects: Vec<Object<'a>>,
}

/// The machine's object. `None`: there is none.
pub(super) fn machine<'a>(tree: &'a Node, diagnostics: &mut Diagnostics) -> Option<Object<'a>> {
    let Json::Object(members) = &tree.value else {
        let title = "the definition must be a JSON object";
        diagnostics.push(
            Diagnostic::new(Code::NotAnObject, tree.span, title)
                .label(format!("this is {}", tree.kind()))
                .help("a definition begins like `{ \"name\": \"…\", \"version\": \"1.0\", \"states\": [ … ] }`"),
        );
        return None;
    };
    Some(Object { members, entity: Entity::Machine, state: "", head: first_byte(tree.span) })
}

impl<'a> Outline<'a> {
    /// Lists what there is. `None`: beyond the limits.
    pub(super) fn of(
        machine: Object<'a>,
        sections: &'a Sections,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        attributes::check(diagnostics, &machine);
        let states = diagnostics.required_list(&machine, "states", "states").unwrap_or_default();
        let states = entries(states, Entity::State, "states", diagnostics)?;
        let section = |name| sections.entries(&machine, name);
        let mut events =
            entries(section("events"), Entity::Event, "event definitions", diagnostics)?;
        let mut functions =
            entries(section("functions"), Entity::Function, "functions", diagnostics)?;
        let mut policies =
            entries(section("retries"), Entity::Policy, "retry policies", diagnostics)?;
        events.names.is_partial = sections.is_unread("events");
        functions.names.is_partial = sections.is_unread("functions");
        policies.names.is_partial = sections.is_unread("retries");
        let start = start(&machine, &states, diagnostics);
        Some(Self { machine, states, events, functions, policies, start })
    }
}

/// Reads the names of a list of things; what is no object is left out.
fn entries<'a>(
    nodes: &'a [Node],
    entity: Entity,
    plural: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Entries<'a>> {
    let mut entries = Entries::default();
    if let Some(beyond) = nodes.get(MAX_ENTRIES) {
        let title = format!("more than {MAX_ENTRIES} {plural}");
        diagnostics.push(
            Diagnostic::new(Code::TooManyStates, first_byte(beyond.span), title)
                .label("one too many")
                .help("split the machine, and let an action of type `invokeSubflow` start the other part"),
        );
        return None;
    }
    for node in nodes {
        let Some(mut object) = diagnostics.object(node, entity, "") else { continue };
        match diagnostics.required_string(&object, "name") {
            Some(name) => {
                if name.value().is_empty() {
                    let title = format!("the name of {} is empty", entity.noun());
                    diagnostics.push(
                        Diagnostic::new(Code::EmptyName, name.span, title)
                            .label("a name is needed"),
                    );
                }
                entries.names.add(name.spanned(), plural, diagnostics);
                object.state = if entity == Entity::State { name.value() } else { "" };
            }
            None => entries.names.add_nameless(object.head),
        }
        attributes::check(diagnostics, &object);
        entries.objects.push(object);
    }
    Some(entries)
}

/// The one state with `"start": true`.
fn start(
    machine: &Object<'_>,
    states: &Entries<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Start> {
    let mut starts: Vec<Start> = Vec::new();
    let mut is_unknown = false;
    for (state, object) in (0..).zip(&states.objects) {
        let Some(node) = object.get("start") else { continue };
        match node.as_bool() {
            Some(true) => starts.push(Start { state, span: node.span }),
            Some(false) => {}
            None => {
                is_unknown = true;
                diagnostics.wrong_type(node, "`start`", "`true` or `false`");
            }
        }
    }
    for second in starts.iter().skip(1) {
        let name = states.names.get(second.state).map_or("", |name| name.value.as_str());
        let mut diagnostic =
            Diagnostic::new(Code::StartStates, second.span, format!("`{name}` is a second start"))
                .label("a machine starts in exactly one state");
        if let Some(first) = starts.first() {
            diagnostic = diagnostic.related(first.span, "the first one");
        }
        diagnostics.push(diagnostic);
    }
    if starts.is_empty() && !is_unknown && !states.objects.is_empty() {
        let place = machine.member("states").map_or(machine.head, |states| states.key.span);
        diagnostics.push(
            Diagnostic::new(Code::StartStates, place, "no state is the start")
                .label("a machine starts in exactly one state")
                .help("add `\"start\": true` to the state in which it begins"),
        );
    }
    starts.first().copied()
}

impl Entries<'_> {
    /// The name of an index, as written.
    pub(super) fn name(&self, index: u32) -> Spanned<String> {
        self.names
            .get(index)
            .cloned()
            .unwrap_or_else(|| Spanned::new(String::new(), Span::default()))
    }
}
