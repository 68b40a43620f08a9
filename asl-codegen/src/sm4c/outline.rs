//! Lists states, events, functions and retry policies by name, before any of them is read.

use super::attributes::{self, ObjectKind};
use super::names::Names;
use super::sections::Sections;
use crate::read::object::{Kind, report_type};
use crate::sm4c::Object;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Node;
use asl_source::span::{Span, Spanned};

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

/// The machine's object. `None`: the definition is no object.
pub(super) fn read_machine<'a>(
    tree: &'a Node,
    diagnostics: &mut Diagnostics,
) -> Option<Object<'a>> {
    let example = "{ \"name\": \"…\", \"version\": \"1.0\", \"states\": [ … ] }";
    Object::read_machine(tree, ObjectKind::Machine, example, diagnostics)
}

impl<'a> Outline<'a> {
    /// Lists what there is. `None`: beyond the limits.
    pub(super) fn new(
        machine: Object<'a>,
        sections: &'a Sections,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        attributes::check_attributes(&machine, diagnostics);
        let states = machine.required_list("states", "states", diagnostics).unwrap_or_default();
        let states = entries(states, ObjectKind::State, "states", diagnostics)?;
        let section = |name| sections.entries(&machine, name);
        let mut events =
            entries(section("events"), ObjectKind::Event, "event definitions", diagnostics)?;
        let mut functions =
            entries(section("functions"), ObjectKind::Function, "functions", diagnostics)?;
        let mut policies =
            entries(section("retries"), ObjectKind::Policy, "retry policies", diagnostics)?;
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
    entity: ObjectKind,
    plural: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Entries<'a>> {
    let mut entries = Entries::default();
    if let Some(beyond) = nodes.get(MAX_ENTRIES) {
        let title = format!("more than {MAX_ENTRIES} {plural}");
        diagnostics.push(
            Diagnostic::new(Code::TooManyStates, beyond.span.first_byte(), title)
                .label("one too many")
                .help("split the machine, and let an action of type `invokeSubflow` start the other part"),
        );
        return None;
    }
    for node in nodes {
        let Some(mut object) = Object::read(node, entity, "", diagnostics) else { continue };
        match object.required_string("name", diagnostics) {
            Some(name) => {
                if name.value().is_empty() {
                    let title = format!("the name of {} is empty", entity.noun());
                    diagnostics.push(
                        Diagnostic::new(Code::EmptyName, name.span, title)
                            .label("a name is needed"),
                    );
                }
                entries.names.add(name.spanned(), plural, diagnostics);
                object.state = if entity == ObjectKind::State { name.value() } else { "" };
            }
            None => entries.names.add_nameless(object.head),
        }
        attributes::check_attributes(&object, diagnostics);
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
                report_type(node, "`start`", "`true` or `false`", diagnostics);
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
