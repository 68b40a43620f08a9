//! The calls of a machine, and the default names of the methods that perform them.

use std::collections::HashMap;

use super::{distinct, legal, words::Words};
use crate::ir::call_target::{CallTarget, Integration, before_own_name, split_version};
use crate::ir::{self, Form, Invocation, NodeId, Task, TaskId};
use asl_source::options::{Methods, Options};

/// Maximum number of parts of a Resource in a name.
const MOST_PARTS: usize = 8;

/// A call of a task.
pub(super) struct Call<'m> {
    /// The node. `None` in SM4C, where all calls of a function have one method.
    pub(super) node: Option<NodeId>,
    /// The state of the node.
    pub(super) state: Option<&'m ir::State>,
    /// The literal that names what is called.
    pub(super) target: Option<CallTarget<'m>>,
    /// The index of its unit.
    pub(super) unit: usize,
}

/// The calls of one Resource for one target, which have one method unless the options say
/// otherwise.
pub(super) struct Unit<'m> {
    pub(super) id: TaskId,
    pub(super) task: &'m Task,
    pub(super) target: Option<CallTarget<'m>>,
    /// The default name of the method.
    pub(super) name: String,
}

/// All calls of a machine, in the order of the definition.
pub(super) struct Calls<'m> {
    pub(super) calls: Vec<Call<'m>>,
    pub(super) units: Vec<Unit<'m>>,
}

impl<'m> Calls<'m> {
    pub(super) fn new(machine: &'m ir::Machine, options: &Options) -> Self {
        let mut calls = if machine.sm4c.is_some() {
            of_functions(machine)
        } else {
            of_states(machine, options.methods)
        };
        let names = default_names(&calls.units);
        for (unit, name) in calls.units.iter_mut().zip(names) {
            unit.name = name;
        }
        calls
    }

    /// The unit of a call.
    pub(super) fn unit(&self, call: &Call<'m>) -> &Unit<'m> {
        self.units.get(call.unit).unwrap_or_else(|| unreachable!("every call has a unit"))
    }
}

/// SM4C: one call for each function.
fn of_functions(machine: &ir::Machine) -> Calls<'_> {
    let units = (0..).map(TaskId).zip(&machine.tasks);
    let units: Vec<Unit<'_>> =
        units.map(|(id, task)| Unit { id, task, target: None, name: String::new() }).collect();
    let call = |unit| Call { node: None, state: None, target: None, unit };
    Calls { calls: (0..units.len()).map(call).collect(), units }
}

fn of_states(machine: &ir::Machine, methods: Methods) -> Calls<'_> {
    let mut units: Vec<Unit<'_>> = Vec::new();
    let mut known: HashMap<(TaskId, Option<&str>), usize> = HashMap::new();
    let mut calls = Vec::new();
    for Invocation { node, state, id, task, invoke } in machine.invocations() {
        let target = CallTarget::new(task, invoke);
        let apart = target.filter(|_| methods == Methods::Called);
        let unit = *known.entry((id, apart.map(|target| target.own))).or_insert_with(|| {
            units.push(Unit { id, task, target: apart, name: String::new() });
            units.len() - 1
        });
        calls.push(Call { node: Some(node), state: Some(state), target, unit });
    }
    Calls { calls, units }
}

/// The default names of methods: the first candidates; where units with different Resources have
/// the same, later candidates; and where these do not distinguish them, numbers.
fn default_names(units: &[Unit<'_>]) -> Vec<String> {
    let mut taken = vec![0_usize; units.len()];
    // Each round either makes a name longer or is the last one; a unit has few candidates.
    loop {
        let names: Vec<String> = units
            .iter()
            .zip(&taken)
            .map(|(unit, taken)| candidate(unit, *taken).unwrap_or_default())
            .collect();
        // By name: a Resource, and whether there are others.
        let mut uses: HashMap<&str, (TaskId, bool)> = HashMap::new();
        for (unit, name) in units.iter().zip(&names) {
            let (first, is_shared) = uses.entry(name).or_insert((unit.id, false));
            *is_shared |= *first != unit.id;
        }
        let mut longer = false;
        for ((name, taken), unit) in names.iter().zip(&mut taken).zip(units) {
            if uses.get(name.as_str()).is_some_and(|(_, is_shared)| *is_shared)
                && candidate(unit, *taken + 1).is_some()
            {
                *taken += 1;
                longer = true;
            }
        }
        if !longer {
            return numbered(&names);
        }
    }
}

/// Adds numbers to equal names, such as those of `task:X` and `task:x`.
fn numbered(names: &[String]) -> Vec<String> {
    let words = names.iter().map(|name| Words::of(name).or("task")).collect();
    distinct(words).iter().map(|words| legal(&words.snake())).collect()
}

/// A name for a method, shorter and less distinctive for smaller numbers.
fn candidate(unit: &Unit<'_>, number: usize) -> Option<String> {
    let Task { resource, form, function, .. } = unit.task;
    match (function, form, unit.target) {
        (Some(function), ..) => (number == 0).then(|| Words::of(function).or("function").snake()),
        (None, Form::Event, _) => (number == 0).then(|| "send_event".to_owned()),
        (None, _, None) => last_parts(&parts(&resource.value), number),
        (None, _, Some(target)) => match Integration::new(&resource.value) {
            Some(integration) => of_integration(integration, target, number),
            None => {
                let before = before_own_name(&resource.value, MOST_PARTS - 1);
                let parts = before.into_iter().chain([target.stable]).map(short);
                let parts: Vec<Words> = parts.filter(|words| !words.is_empty()).collect();
                last_parts(&parts, number)
            }
        },
    }
}

/// `reserve_flight` for a function, `put_item_orders` for a table; then with more of the Resource.
fn of_integration(
    integration: Integration<'_>,
    target: CallTarget<'_>,
    number: usize,
) -> Option<String> {
    let Integration { service, action, wait } = integration;
    let before: &[&str] = match number + usize::from(!integration.has_envelope()) {
        0 => &[],
        1 => &[action],
        2 => &[action, wait],
        3 => &[service, action, wait],
        _ => return None,
    };
    let parts = before.iter().copied().chain([target.stable]).map(short);
    let parts: Vec<Words> = parts.filter(|words| !words.is_empty()).collect();
    last_parts(&parts, parts.len().saturating_sub(1))
}

/// The default name of a Resource's own method.
pub(super) fn of_resource(task: &Task) -> String {
    let name = last_parts(&parts(&task.resource.value), 0).unwrap_or_default();
    legal(&Words::of(&name).or("task").snake())
}

/// The last parts, one more than `number`, joined.
fn last_parts(parts: &[Words], number: usize) -> Option<String> {
    let skipped = parts.len().max(1).checked_sub(number + 1)?;
    Some(parts.iter().skip(skipped).map(Words::snake).collect::<Vec<_>>().join("_"))
}

/// The words of a part. More text would not improve the name.
fn short(part: &str) -> Words {
    const LONGEST_PART: usize = 128;
    Words::of(&part.chars().take(LONGEST_PART).collect::<String>())
}

/// The last parts of a Resource that contain words, in order. Further parts of a very long Resource
/// would not improve the name.
fn parts(resource: &str) -> Vec<Words> {
    let (text, version) = split_version(resource);
    let parts = text.rsplit([':', '/', '?', '#']).enumerate();
    let parts = parts.map(|(at, part)| {
        if at == 0 && !version.is_empty() {
            short(&format!("{part}{version}"))
        } else {
            short(part)
        }
    });
    let mut parts: Vec<Words> = parts.filter(|words| !words.is_empty()).take(MOST_PARTS).collect();
    parts.reverse();
    parts
}
