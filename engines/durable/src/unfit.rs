//! Data that no longer fit a type.

use std::fmt;

use asl_runtime::machine::Machine;
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Version;
use asl_runtime::versions::types::Entry;

/// A value in an unfinished execution that cannot be read as the type that the program has now.
///
/// The execution fails when the value is passed to a task with this type, and so does each redrive.
/// No message shows the value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct UnfitData {
    /// The execution.
    pub id: Text,
    /// Name of its machine.
    pub machine: Text,
    /// The version.
    pub version: Version,
    /// The state whose task has returned the value; `None` for the input of the execution.
    pub state: Option<Text>,
    /// Place of the state in the definition, or the definition: `order.asl.json:12:5`.
    pub place: Text,
    /// The type, as the program names it.
    pub type_name: Text,
    /// The reason why it does not fit. `None` if the value is unknown, because the execution's inputs are not
    /// kept or it has come from another version: then values of the earlier type may not fit.
    pub why: Option<String>,
}

impl UnfitData {
    pub(super) fn new(
        machine: &'static Machine,
        id: &Text,
        entry: Entry,
        type_name: &'static str,
        why: Option<String>,
    ) -> Self {
        let state = entry.state(machine);
        let place = match state {
            Some((_, (line, column))) => format!("{}:{line}:{column}", machine.source).into(),
            None => Text::new_static(machine.source),
        };
        Self {
            id: id.clone(),
            machine: Text::new_static(machine.name),
            version: machine.version(),
            state: state.map(|(state, _)| Text::new_static(state)),
            place,
            type_name: Text::new_static(type_name),
            why,
        }
    }

    /// The members of the structure as JSON.
    pub fn to_json(&self) -> Value {
        let text = |text: &str| Value::text(text);
        Value::object([
            ("id", text(&self.id)),
            ("machine", text(&self.machine)),
            ("version", text(&self.version.to_string())),
            ("state", self.state.as_deref().map_or(Value::Null, text)),
            ("place", text(&self.place)),
            ("type", text(&self.type_name)),
            ("reason", self.why.as_deref().map_or(Value::Null, text)),
        ])
    }
}

impl fmt::Display for UnfitData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, state, place, type_name, why, .. } = self;
        write!(f, "the execution `{id}` has ")?;
        match state {
            Some(state) => write!(f, "a result of `{state}` ({place})")?,
            None => write!(f, "an input ({place})")?,
        }
        match why {
            Some(why) => write!(f, " that no longer fits `{type_name}`, which {why}"),
            None => write!(f, " that may no longer fit `{type_name}`: its value is unknown"),
        }
    }
}
