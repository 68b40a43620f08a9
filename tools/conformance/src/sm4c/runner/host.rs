//! The scripted environment of a machine: functions, subflows, events. It records the requests.

use std::collections::BTreeMap;

use asl_runtime::engine::simulation::{Scripted, Simulation, TaskCall};
use asl_runtime::event::{Event, EventKeys};
use asl_runtime::machine::Form;
use asl_runtime::{TaskError, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The script of a case.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Host {
    functions: BTreeMap<String, Behaviours>,
    subflows: BTreeMap<String, Behaviours>,
    /// Events that are there when the machine starts.
    events: Vec<Json>,
    /// Events that come later.
    later_events: Vec<Json>,
    /// Events that answer a sent event.
    on_send: BTreeMap<String, Vec<Json>>,
    random_bool: Option<bool>,
    random_double: Option<f64>,
    /// Number of calls of each operation.
    #[serde(skip)]
    counts: BTreeMap<String, usize>,
    /// The requests, in order.
    #[serde(skip)]
    pub(crate) calls: Vec<Json>,
}

/// One behaviour for all calls, or one for each; the last one applies to all further calls.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Behaviours {
    Each(Vec<Behaviour>),
    All(Behaviour),
}

/// The behaviour of an operation.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Behaviour {
    delay_ms: u64,
    /// Events for the machine.
    emit: Vec<Json>,
    /// Fails with this message.
    throw: Option<String>,
    merge: Option<Merge>,
    #[serde(rename = "return")]
    returns: Json,
}

/// Returns an argument, with additional members.
#[derive(Clone, Deserialize)]
struct Merge {
    arg: String,
    with: BTreeMap<String, Json>,
}

impl Host {
    /// The simulation with this host's events and dice.
    pub(crate) fn prepare(&self, mut sim: Simulation) -> Simulation {
        for event in &self.events {
            sim = sim.event(0, read(event));
        }
        for event in &self.later_events {
            sim = sim.event(
                event.get("afterMs").and_then(Json::as_u64).unwrap_or_default(),
                read(event),
            );
        }
        let dice = (self.random_bool.unwrap_or(true), self.random_double.unwrap_or(0.5));
        sim.event_keys(EventKeys::Names).dice(dice.0, dice.1)
    }

    /// Records a call, and returns its result.
    pub(crate) fn asked(&mut self, call: &TaskCall) -> Scripted {
        let input = value(&call.input);
        match call.form {
            Form::Event => self.sent(&input),
            Form::Subflow => {
                let noted = json!({ "op": "subflow", "id": call.resource, "input": input, "wait": call.is_awaited });
                self.calls.push(noted);
                self.does(self.subflows.get(call.resource).cloned(), call.resource, &input)
            }
            Form::Answer
            | Form::Sync
            | Form::Sync2
            | Form::Token
            | Form::Activity
            | Form::Rest
            | Form::Rpc => {
                let noted = json!({ "op": "invoke", "operation": call.resource, "args": input, "wait": call.is_awaited });
                self.calls.push(noted);
                self.does(self.functions.get(call.resource).cloned(), call.resource, &input)
            }
        }
    }

    fn does(&mut self, behaviours: Option<Behaviours>, operation: &str, input: &Json) -> Scripted {
        let count = self.counts.entry(operation.to_owned()).or_default();
        *count += 1;
        let behaviour = match behaviours {
            Some(Behaviours::All(behaviour)) => Some(behaviour),
            Some(Behaviours::Each(each)) => each.get(*count - 1).or(each.last()).cloned(),
            None => None,
        };
        let Some(behaviour) = behaviour else {
            return Scripted::fail(
                "UnknownOperation",
                format!("Operation does not exist: {operation}"),
            );
        };
        behaviour.script(input)
    }

    /// Records an event that the machine sends; its answers come at once.
    fn sent(&mut self, event: &Json) -> Scripted {
        let member = |name: &str| event.get(name).cloned().unwrap_or_default();
        let name = member("name");
        self.calls.push(json!({
            "op": "send", "name": name, "type": member("type"), "source": member("source"), "data": member("data"),
            "contextAttributes": event.get("contextAttributes").cloned().unwrap_or_else(|| json!({})),
        }));
        let answers =
            name.as_str().and_then(|name| self.on_send.get(name)).into_iter().flatten().map(read);
        Scripted::answer(Value::Null).with_events(answers.collect::<Vec<_>>(), 0)
    }
}

impl Behaviour {
    fn script(self, input: &Json) -> Scripted {
        let does = match (self.throw, self.merge) {
            (Some(message), _) => {
                Scripted::Fail { after: 0, error: TaskError::new("Exception", message) }
            }
            (None, Some(merge)) => {
                let mut given = input.get(&merge.arg).cloned().unwrap_or_default();
                if let Some(given) = given.as_object_mut() {
                    given.extend(merge.with);
                }
                Scripted::answer(from_json(&given))
            }
            (None, None) => Scripted::answer(from_json(&self.returns)),
        };
        if self.emit.is_empty() {
            return does.after(self.delay_ms);
        }
        does.with_events(self.emit.iter().map(read).collect::<Vec<_>>(), self.delay_ms)
    }
}

/// Converts an event of a case.
fn read(event: &Json) -> Event {
    let text = |name: &str| event.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let mut made = Event::named(text("name"))
        .with_id(text("id"))
        .with_type(text("type"))
        .with_source(text("source"));
    if let Some(data) = event.get("data") {
        made = made.with_data(from_json(data));
    }
    for (name, value) in
        event.get("contextAttributes").and_then(Json::as_object).into_iter().flatten()
    {
        made = made.with_attribute(name.as_str(), from_json(value));
    }
    made
}

/// The runtime's value of a JSON value.
pub(crate) fn from_json(json: &Json) -> Value {
    Value::from_json_str(&json.to_string()).unwrap_or_default()
}

/// Converts a value of the runtime to JSON.
pub(crate) fn value(value: &Value) -> Json {
    serde_json::from_str(&value.to_json_string()).unwrap_or_default()
}
