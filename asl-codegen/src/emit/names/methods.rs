//! The methods of the trait `Tasks`: the default ones, changed by the option `tasks`.

use std::collections::HashMap;

use proc_macro2::Ident;

use super::calls::{Call, Calls, of_resource};
use super::{answers, legal, reports, words::Words};
use crate::ir::call_target::Integration;
use crate::ir::{self, NodeId, TaskId};
use asl_source::diagnostics::Diagnostics;
use asl_source::options::{Methods as Mode, Options, RustType, TaskOption};
use asl_source::sorted::SortedMap;
use asl_source::span::Span;

/// A method, which performs the calls of some nodes.
pub(in crate::emit) struct Method {
    /// Its name.
    pub(in crate::emit) name: String,
    /// The user's types, input and output.
    pub(in crate::emit) types: Option<(RustType, RustType)>,
    /// The user's type of what is reported with the tokens of its tasks.
    pub(in crate::emit) answer: Option<RustType>,
    /// Its tasks, each once.
    pub(in crate::emit) tasks: Vec<TaskId>,
    /// The literals that name what it is called for, each once.
    pub(in crate::emit) targets: Vec<String>,
    /// True if each of its calls has an envelope.
    pub(in crate::emit) has_envelope: bool,
    /// True if it is a method of the machine that the option `tasks_from` names.
    pub(in crate::emit) is_shared: bool,
    /// The nodes that call it; none in SM4C.
    pub(in crate::emit) nodes: Vec<NodeId>,
    /// The span of its first Resource.
    pub(super) span: Span,
}

impl Method {
    /// Its identifier.
    pub(in crate::emit) fn ident(&self) -> Ident {
        super::ident(&self.name)
    }
}

/// A way of calling a method, with a number for engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::emit) struct Entry {
    /// The index of the method.
    pub(in crate::emit) method: usize,
    /// True if the method takes the payload of a request and returns that of the response.
    pub(in crate::emit) has_envelope: bool,
}

/// The methods of a machine, in the order of the definition.
#[derive(Default)]
pub(in crate::emit) struct Methods {
    pub(in crate::emit) list: Vec<Method>,
    pub(in crate::emit) entries: Vec<Entry>,
    of_nodes: HashMap<NodeId, usize>,
    numbers: HashMap<Entry, usize>,
}

/// Maximum targets of a method that its documentation names.
const MOST_TARGETS: usize = 8;

impl Methods {
    /// The number of the entry that a node calls.
    pub(in crate::emit) fn entry_of(&self, node: NodeId) -> usize {
        *self.of_nodes.get(&node).unwrap_or_else(|| unreachable!("every call has an entry"))
    }

    /// The method of an entry.
    pub(in crate::emit) fn method(&self, entry: Entry) -> &Method {
        let method = self.list.get(entry.method);
        method.unwrap_or_else(|| unreachable!("every entry has a method"))
    }

    /// The entry that a node calls.
    pub(in crate::emit) fn entry(&self, node: NodeId) -> Entry {
        let entry = self.entries.get(self.entry_of(node));
        *entry.unwrap_or_else(|| unreachable!("nodes have numbers of entries"))
    }

    /// The method that a node calls.
    pub(in crate::emit) fn method_of(&self, node: NodeId) -> &Method {
        self.method(self.entry(node))
    }

    /// Adds a call to a method.
    fn add(&mut self, method: usize, has_envelope: bool, call: &Call<'_>, task: TaskId) {
        let entry = Entry { method, has_envelope };
        let number = *self.numbers.entry(entry).or_insert_with(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        });
        let Some(method) = self.list.get_mut(method) else { return };
        method.has_envelope &= has_envelope;
        if !method.tasks.contains(&task) {
            method.tasks.push(task);
        }
        if let Some(target) = call.target
            && method.targets.len() < MOST_TARGETS
            && !method.targets.iter().any(|known| known == target.own)
        {
            method.targets.push(target.own.to_owned());
        }
        if let Some(node) = call.node {
            method.nodes.push(node);
            self.of_nodes.insert(node, number);
        }
    }
}

/// The kinds of names in the option `tasks`. A more specific kind takes precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A state: its call alone.
    State,
    /// A called resource, as written or by its own name; a function of SM4C; a default method.
    Target,
    /// A Resource: all of its calls, with request and response.
    Resource,
}

/// The option that a call has.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: Kind,
    pub(super) option: usize,
}

/// The calls that have a method together.
#[derive(PartialEq, Eq, Hash)]
enum Group<'a> {
    /// Those of the options with a method's name.
    Named(&'a str),
    /// Those of an option without a name.
    Option(usize),
    Unit(usize),
}

/// The methods of a machine. Faulty options are reported.
pub(in crate::emit) fn methods(
    machine: &ir::Machine,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Methods {
    let calls = Calls::new(machine, options);
    let choices = choose(machine, &calls, &options.tasks, diagnostics);
    let mut methods = Methods::default();
    let mut groups: HashMap<Group<'_>, usize> = HashMap::new();
    for (at, (call, choice)) in calls.calls.iter().zip(&choices).enumerate() {
        let option = choice.and_then(|choice| options.tasks.get(choice.option));
        let group = match (option.and_then(|option| option.method.as_deref()), choice) {
            // In SM4C documents describe functions one by one.
            _ if machine.sm4c.is_some() => Group::Unit(call.unit),
            (Some(name), _) => Group::Named(name),
            (None, Some(choice)) => Group::Option(choice.option),
            (None, None) => Group::Unit(call.unit),
        };
        let unit = calls.unit(call);
        let method = *groups.entry(group).or_insert_with(|| {
            let name = match option.and_then(|option| option.method.as_deref()) {
                Some(name) => legal(name),
                None => unnamed(&calls, &choices, at),
            };
            let span = unit.task.resource.span;
            let (types, tasks) = (option.and_then(|option| option.types.clone()), Vec::new());
            let (targets, nodes) = (Vec::new(), Vec::new());
            let has_envelope = true;
            let is_shared = options.tasks_from.is_some() && !options.own_tasks.contains(&name);
            let method = Method {
                name,
                types,
                answer: None,
                tasks,
                targets,
                has_envelope,
                is_shared,
                nodes,
                span,
            };
            methods.list.push(method);
            methods.list.len() - 1
        });
        set_types(&mut methods, method, option, unit.task.resource.span, diagnostics);
        let has_envelope = options.methods == Mode::Called
            && unit.target.is_some()
            && choice.is_none_or(|choice| choice.kind != Kind::Resource)
            && Integration::new(&unit.task.resource.value).is_some_and(Integration::has_envelope);
        methods.add(method, has_envelope, call, unit.id);
    }
    if machine.sm4c.is_some() {
        let nodes = machine.invocations().map(|call| (call.node, call.id.index()));
        methods.of_nodes = nodes.collect();
    }
    answers::give(machine, options, &mut methods.list, diagnostics);
    methods
}

/// The name of a method that no option names; `at` is its first call.
fn unnamed(calls: &Calls<'_>, choices: &[Option<Choice>], at: usize) -> String {
    let (Some(call), Some(choice)) = (calls.calls.get(at), choices.get(at)) else {
        return String::new();
    };
    let unit = calls.unit(call);
    match choice.map(|choice| choice.kind) {
        _ if call.node.is_none() => unit.name.clone(),
        None | Some(Kind::Target) => unit.name.clone(),
        Some(Kind::Resource) => of_resource(unit.task),
        Some(Kind::State) => {
            // Where other states have the unit's method, this one has a name of its own.
            let is_other = |(other, choice): (&Call<'_>, &Option<Choice>)| {
                other.unit == call.unit && choice.is_none_or(|choice| choice.kind != Kind::State)
            };
            let state = call.state.map_or("", |state| state.name.value.as_str());
            if calls.calls.iter().zip(choices).any(is_other) {
                legal(&Words::of(state).or("task").snake())
            } else {
                unit.name.clone()
            }
        }
    }
}

/// Gives a method the types of an option, which must not contradict those of another.
fn set_types(
    methods: &mut Methods,
    method: usize,
    option: Option<&TaskOption>,
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    let Some(method) = methods.list.get_mut(method) else { return };
    let Some(types) = option.and_then(|option| option.types.as_ref()) else { return };
    let text = |types: &(RustType, RustType)| (types.0.to_string(), types.1.to_string());
    match &method.types {
        None => method.types = Some(types.clone()),
        Some(known) if text(known) == text(types) => {}
        Some(_) => reports::report_types(method, span, diagnostics),
    }
}

/// The options of all calls, by the most specific name of each. Reports options that fit no call
/// or contradict each other.
fn choose(
    machine: &ir::Machine,
    calls: &Calls<'_>,
    options: &[TaskOption],
    diagnostics: &mut Diagnostics,
) -> Vec<Option<Choice>> {
    let known = known_names(calls);
    let start = machine.scopes.first().map_or_else(Span::default, |scope| scope.start.span);
    let mut choices: Vec<Option<Choice>> = vec![None; calls.calls.len()];
    let mut is_reported = vec![false; options.len()];
    for ((number, option), is_reported) in options.iter().enumerate().zip(&mut is_reported) {
        *is_reported = true;
        let Some(own) = known.get(option.task.as_str()) else {
            let names = known.keys().copied();
            let near = reports::report_unknown(option, calls, names, start, diagnostics);
            // What is probably meant has the types, so that no other error follows from the slip.
            let meant = near.and_then(|near| known.get(near)).and_then(one_kind);
            if let Some((kind, found)) = meant
                && other(options, calls, &choices, (kind, found)).is_none()
            {
                give(&mut choices, found, Choice { kind, option: number });
            }
            continue;
        };
        let Some((kind, found)) = one_kind(own) else {
            reports::report_several(option, calls, own, diagnostics);
            continue;
        };
        if let Some((other, call)) = other(options, calls, &choices, (kind, found)) {
            reports::report_both(option, other, call, diagnostics);
            continue;
        }
        *is_reported = false;
        give(&mut choices, found, Choice { kind, option: number });
    }
    reports::report_unused(options, &choices, &is_reported, start, diagnostics);
    choices
}

/// Another option that names one of these calls in the same way, and the call.
fn other<'a, 'm>(
    options: &'a [TaskOption],
    calls: &'a Calls<'m>,
    choices: &[Option<Choice>],
    (kind, found): (Kind, &[usize]),
) -> Option<(&'a TaskOption, &'a Call<'m>)> {
    found.iter().find_map(|at| {
        let choice = choices.get(*at).copied().flatten().filter(|other| other.kind == kind)?;
        Some((options.get(choice.option)?, calls.calls.get(*at)?))
    })
}

/// Gives these calls an option, unless they have one by a more specific name.
fn give(choices: &mut [Option<Choice>], calls: &[usize], given: Choice) {
    for at in calls {
        if let Some(choice) = choices.get_mut(*at)
            && choice.is_none_or(|other| given.kind < other.kind)
        {
            *choice = Some(given);
        }
    }
}

/// The calls that each name stands for.
fn known_names<'m>(calls: &'m Calls<'m>) -> HashMap<&'m str, SortedMap<Kind, Vec<usize>>> {
    let mut known: HashMap<&str, SortedMap<Kind, Vec<usize>>> = HashMap::new();
    for (at, call) in calls.calls.iter().enumerate() {
        let unit = calls.unit(call);
        let state = call.state.map(|state| (Kind::State, state.name.value.as_str()));
        let target = call.target.map(|target| [target.text, target.own, target.stable]);
        let function = unit.task.function.as_deref();
        let targets = target.into_iter().flatten().chain(function).chain([unit.name.as_str()]);
        // The ARN of a function is a target.
        let resource = Some(unit.task.resource.value.as_str())
            .filter(|resource| call.target.is_none_or(|target| target.text != *resource));
        let names = state
            .into_iter()
            .chain(targets.map(|name| (Kind::Target, name)))
            .chain(resource.map(|resource| (Kind::Resource, resource)));
        for (kind, name) in names {
            let calls = known.entry(name).or_default().get_or_insert(kind, Vec::new());
            if calls.last() != Some(&at) {
                calls.push(at);
            }
        }
    }
    known
}

/// The calls of a name, if all kinds that it has stand for the same calls.
fn one_kind(found: &SortedMap<Kind, Vec<usize>>) -> Option<(Kind, &[usize])> {
    let (first, calls) = found.iter().next()?;
    let is_same = found.iter().all(|(_, other)| other == calls);
    let kind = if found.get(&Kind::Target).is_some() { Kind::Target } else { *first };
    is_same.then_some((kind, calls))
}

/// Checks that the user's options for tasks fit the definition.
pub(in crate::emit) fn check(
    machine: &ir::Machine,
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    let mut taken: HashMap<String, Span> = HashMap::new();
    let methods = methods(machine, options, diagnostics).list;
    reports::report_own(machine, &methods, options, diagnostics);
    for method in methods {
        if let Some(first) = taken.insert(Words::of(&method.name).key(), method.span) {
            reports::report_same(&method, first, diagnostics);
        }
    }
}

#[cfg(test)]
mod tests;
