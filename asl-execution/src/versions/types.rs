//! The types of a machine's data, as text beside executions: whether data that entered under
//! earlier types still fit.

use std::collections::BTreeMap;

use asl_value::shape::{self, Direction, Fit, Misfit, Values};
use asl_value::value::Value;
use serde::{Deserialize, Serialize};

use super::Outline;
use crate::machine::{Effect, Kind, Machine, NodeId, TaskRow, TypeRow};

/// Version of the text.
const VERSION: u32 = 1;

/// A place where values of a type enter a machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Entry {
    /// The input.
    #[serde(rename = "input")]
    Input,
    /// The result of the task that this node calls.
    #[serde(rename = "result")]
    Result(u32),
}

/// The text of a machine's types: the values that enter.
#[derive(Serialize, Deserialize)]
struct Text {
    version: u32,
    /// Texts of sets, each once.
    shapes: Vec<String>,
    /// The set of each entry.
    entries: Vec<(Entry, usize)>,
}

/// The type of an entry, and how the value is found in what is recorded.
#[derive(Clone, Copy, Debug)]
pub struct EntryType {
    row: &'static TypeRow,
    has_envelope: bool,
}

/// The entries of a machine at which values may not fit the type any more.
pub type Suspects = BTreeMap<Entry, EntryType>;

/// Returns all entries whose types have shapes.
#[inline]
pub fn typed_entries(machine: &'static Machine) -> Suspects {
    let Some(types) = machine.types else { return Suspects::new() };
    let input = types.input.as_ref().map(|row| (Entry::Input, row, false));
    let results = (0..).zip(machine.nodes).filter_map(|(number, node)| {
        let Kind::Invoke(Effect::Task(task)) = &node.kind else { return None };
        let (row, has_envelope) = types.task(task.task)?.result(task.form)?;
        Some((Entry::Result(number), row, has_envelope))
    });
    let has_shape = |row: &TypeRow| !matches!((row.written, row.read), (Values::Any, Values::Any));
    input
        .into_iter()
        .chain(results)
        .filter(|(_, row, _)| has_shape(row))
        .map(|(entry, row, has_envelope)| (entry, EntryType { row, has_envelope }))
        .collect()
}

/// The text of a machine's types. `None` if none of them has a shape, or if they are very large.
#[inline]
pub fn types_text(machine: &'static Machine) -> Option<String> {
    let mut text = Text { version: VERSION, shapes: Vec::new(), entries: Vec::new() };
    for (entry, of) in typed_entries(machine) {
        let shape = shape::to_text(of.row.written)?;
        let known = text.shapes.iter().position(|known| *known == shape);
        let at = known.unwrap_or(text.shapes.len());
        if known.is_none() {
            text.shapes.push(shape);
        }
        text.entries.push((entry, at));
    }
    if text.entries.is_empty() {
        return None;
    }
    serde_json::to_string(&text).ok()
}

/// Adds the entries at which some value of earlier types cannot be read as the machine's.
///
/// `Err` if the text is of an unknown form.
#[inline]
pub fn add_suspects(
    machine: &'static Machine,
    earlier: &str,
    suspects: &mut Suspects,
) -> Result<(), &'static str> {
    let Text { version, shapes, entries } =
        serde_json::from_str(earlier).map_err(|_| "it cannot be read")?;
    if version != VERSION {
        return Err("it is of another version");
    }
    let shapes: Option<Vec<_>> = shapes.iter().map(|shape| shape::from_text(shape)).collect();
    let shapes = shapes.ok_or("it has a shape that cannot be read")?;
    let typed = typed_entries(machine);
    for (entry, at) in entries {
        let (Some(of), Some(earlier)) = (typed.get(&entry), shapes.get(at)) else { continue };
        if !matches!(Misfit::of(earlier, of.row.read).fit, Fit::Always) {
            suspects.insert(entry, *of);
        }
    }
    Ok(())
}

/// The text of the types of one version of a machine with the numbers of nodes of another version,
/// which has states of the same names. Results of states that it does not have are left out. `None`
/// if the text is of an unknown form.
#[inline]
pub fn renumbered_text(text: &str, before: &Outline, after: &Outline) -> Option<String> {
    let Text { version, shapes, entries } = serde_json::from_str(text).ok()?;
    if version != VERSION {
        return None;
    }
    let of_state = |outline: &Outline, state: &str| -> Vec<u32> {
        let nodes = (0..).zip(&outline.nodes).filter(|(_, node)| node.state == state);
        nodes.map(|(number, _)| number).collect()
    };
    let renumbered = |number: u32| {
        let state = before.name_of(number)?;
        let ordinal = of_state(before, state).iter().position(|other| *other == number)?;
        of_state(after, state).get(ordinal).copied()
    };
    let entries = entries.into_iter().filter_map(|(entry, at)| match entry {
        Entry::Input => Some((entry, at)),
        Entry::Result(number) => Some((Entry::Result(renumbered(number)?), at)),
    });
    serde_json::to_string(&Text { version, shapes, entries: entries.collect() }).ok()
}

impl Entry {
    /// The state whose task has the result, with its place; `None` of the input.
    pub fn state(self, machine: &'static Machine) -> Option<(&'static str, (u32, u32))> {
        let Self::Result(number) = self else { return None };
        machine.node(NodeId(number)).map(|node| (node.state, node.source))
    }
}

impl EntryType {
    /// The type, as its user wrote it.
    pub fn name(&self) -> &'static str {
        self.row.name
    }

    /// Checks that a value that entered can be read as the type. The error does not show data.
    #[inline]
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let value = if self.has_envelope {
            let Some(payload) = value.get("Payload") else { return Ok(()) };
            payload
        } else {
            value
        };
        let checked = shape::check(self.row.read, value, Direction::Read);
        checked.map_err(|outside| outside.without_data())
    }
}

/// Checks that what is reported with the token of a task has the type of its answers. The error
/// does not show data.
pub(crate) fn check_answer(
    machine: &'static Machine,
    (node, task): (NodeId, &TaskRow),
    answer: &Value,
) -> Result<(), String> {
    let types = machine.types.and_then(|types| types.task(task.task));
    let Some(row) = types.and_then(|types| types.answer.as_ref()) else { return Ok(()) };
    shape::check(row.written, answer, Direction::Written).map_err(|outside| {
        let (state, (line, column)) =
            Entry::Result(node.0).state(machine).unwrap_or((task.method, (1, 1)));
        format!(
            "the answer for `{state}` ({}:{line}:{column}) is no `{}`: {}",
            machine.source,
            row.name,
            outside.without_data()
        )
    })
}
