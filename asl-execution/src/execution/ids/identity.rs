//! The names of an execution, and its part of the context object.

use std::sync::Arc;

use asl_language::random::mix;
use serde::{Deserialize, Serialize};

use crate::execution::Execution;
use crate::execution::child_scope::{current_child, current_child_label, current_child_names};
use asl_value::encoding::hexadecimal;

use crate::execution::wait::task_token::{digest, token, veiled};
use crate::history::timestamp;
use crate::machine::ExecutionContext;
use asl_value::value::{Map, Text, Value};

/// The names that an execution was started with. Empty ones were left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[doc(hidden)]
pub struct Identity {
    pub id: Text,
    pub name: Text,
    #[serde(default)]
    pub role_arn: Text,
    #[serde(default)]
    pub machine_id: Text,
}

impl Identity {
    /// The names to keep; `None` if all are empty.
    pub fn unless_empty(self) -> Option<Arc<Self>> {
        let Self { id, name, role_arn, machine_id } = &self;
        let is_empty = [id, name, role_arn, machine_id].into_iter().all(Text::is_empty);
        (!is_empty).then(|| Arc::new(self))
    }
}

/// The id of an execution with these names: its id, its name, or one derived from the seed.
pub fn execution_id(identity: Option<&Identity>, seed: u64) -> Text {
    match identity {
        Some(identity) if !identity.id.is_empty() => identity.id.clone(),
        Some(identity) if !identity.name.is_empty() => identity.name.clone(),
        // The seed itself must stay secret, because task tokens derive from it.
        Some(_) | None => Text::new(hexadecimal(&digest(&[b"id", &seed.to_be_bytes()]))),
    }
}

impl Execution {
    /// Its id.
    pub fn id(&self) -> Text {
        execution_id(self.own_identity(), self.state.seed)
    }

    /// `$$.Execution.Name`; an execution without a name has its id for one.
    pub fn name(&self) -> Text {
        if let Some((name, _, _)) = current_child_names(self) {
            return name;
        }
        let name = self.own_identity().map(|identity| identity.name.clone());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.id())
    }

    #[doc(hidden)]
    pub fn identity(&self) -> (Option<Arc<Identity>>, u64) {
        (self.state.setup().identity.clone(), self.state.seed)
    }

    fn own_identity(&self) -> Option<&Identity> {
        self.state.setup().identity.as_deref()
    }

    /// The machine's id, even while a child execution runs.
    pub(in crate::execution) fn own_machine_id(&self) -> Text {
        let id = self.own_identity().map(|identity| &identity.machine_id);
        id.filter(|id| !id.is_empty()).cloned().unwrap_or(Text::new_static(self.machine.name))
    }
}

impl ExecutionContext for Execution {
    /// Its members in AWS's order. Express executions, which cannot be redriven, have no
    /// `RedriveCount`, as recorded.
    fn execution(&self) -> Value {
        let mut context = Map::default();
        let id = self.execution_id();
        let is_express = is_express(&id);
        context.insert("Id", Value::String(id));
        context.insert("Input", self.execution_input().clone());
        context.insert("StartTime", self.start_time());
        context.insert("Name", Value::String(self.name()));
        context.insert("RoleArn", Value::String(self.role_arn()));
        let setup = self.state.setup();
        let (count, time) =
            current_child(self).map_or((setup.redrives, setup.redriven), |child| child.redriven);
        if !is_express {
            context.insert("RedriveCount", i64::from(count));
        }
        if count > 0 {
            context.insert("RedriveTime", timestamp(time));
        }
        Value::from(context)
    }

    fn state_machine(&self) -> Value {
        let name = match current_child_label(self) {
            Some(label) => Text::new(format!("{}/{label}", self.machine.name)),
            None => Text::new_static(self.machine.name),
        };
        Value::object([("Id", Value::String(self.machine_id())), ("Name", Value::String(name))])
    }

    fn execution_id(&self) -> Text {
        current_child_names(self).map_or_else(|| self.id(), |(_, id, _)| id)
    }

    fn execution_input(&self) -> &Value {
        current_child(self).map_or(&self.state.setup().input, |child| &child.input)
    }

    fn execution_name(&self) -> Text {
        self.name()
    }

    fn start_time(&self) -> Value {
        timestamp(current_child(self).map_or(self.state.setup().started, |child| child.started))
    }

    fn role_arn(&self) -> Text {
        self.own_identity().map(|identity| identity.role_arn.clone()).unwrap_or_default()
    }

    fn machine_id(&self) -> Text {
        current_child_names(self).map_or_else(|| self.own_machine_id(), |(_, _, machine)| machine)
    }

    fn task_token(&self, serial: u64) -> Text {
        token(&self.id(), self.state.seed, serial)
    }

    fn random_bits(&self, parent: u32, parts: &[u64]) -> u64 {
        // `mix` is reversible, so it starts from a digest: the seed must stay secret.
        let mut bits = parts.iter().copied().fold(veiled(b"chance", self.state.seed), mix);
        let mut parent = parent;
        while let Some(frame) = self.state.frames.frame(parent) {
            let (at, attempt) = (frame.at, frame.attempt());
            let place = [at.node.0, at.visit, attempt, frame.index].map(u64::from);
            bits = place.into_iter().fold(bits, mix);
            parent = frame.parent;
        }
        bits
    }
}

/// True for the id of an Express execution at AWS: its ARN says so.
fn is_express(id: &str) -> bool {
    id.starts_with("arn:") && id.split(':').nth(5) == Some("express")
}
