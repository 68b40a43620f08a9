//! The start of a state that runs alone: its input, and its knowledge of the execution to which it
//! would belong.

use asl_language::timestamp::Moment;

use crate::event::Event;
use crate::execution::frame::Frame;
use crate::execution::wait::incoming_events::queue_event;
use crate::execution::{Execution, Setup, StartOptions};
use crate::machine::for_each::Item;
use asl_value::error::{Failed, Failure};
use asl_value::value::{Text, Value};

/// The start of a state that runs alone, for engines of state functions.
#[derive(Clone, Debug, Default)]
pub struct StateStart {
    input: Value,
    variables: Value,
    context: Value,
    events: Vec<Event>,
}

impl StateStart {
    /// A start with an input.
    #[inline]
    pub fn new(input: Value) -> Self {
        Self { input, ..Self::default() }
    }

    /// Sets the context object: `Execution`, `StateMachine` and `Map` as in AWS's. Members that are
    /// absent are those of an execution that has just started. `State` and `Task` are always those
    /// of the run itself.
    #[must_use]
    pub fn context(self, context: Value) -> Self {
        Self { context, ..self }
    }

    /// Adds an event that the state finds when it waits for events.
    #[must_use]
    pub fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// Sets the variables, an object of values by name.
    #[must_use]
    pub fn variables(self, variables: Value) -> Self {
        Self { variables, ..self }
    }

    /// The input, the options with the names of the execution, and the rest.
    #[inline]
    pub(super) fn into_parts(self, options: StartOptions) -> (Value, StartOptions, Known) {
        let Self { input, variables, context, events } = self;
        let named = |path: &[&str], or: Text| text(&context, path).unwrap_or(or);
        let options = StartOptions {
            id: named(&["Execution", "Id"], options.id),
            name: named(&["Execution", "Name"], options.name),
            role_arn: named(&["Execution", "RoleArn"], options.role_arn),
            machine_id: named(&["StateMachine", "Id"], options.machine_id),
            ..options
        };
        (input, options, Known { variables, context, events })
    }
}

impl From<Value> for StateStart {
    fn from(input: Value) -> Self {
        Self::new(input)
    }
}

/// The knowledge of a state that runs alone.
#[doc(hidden)]
pub struct Known {
    variables: Value,
    context: Value,
    events: Vec<Event>,
}

impl Known {
    /// Gives it to an execution before its first step.
    pub(super) fn apply(self, run: &mut Execution, frame: &mut Frame) -> Result<(), Failed> {
        let Self { variables, context, events } = self;
        let item = item(&context)?;
        let started = started(&context)?;
        if !(variables.is_null() || variables.as_object().is_some()) {
            return Err(unfit("the variables", "an object of values by name"));
        }
        if !(context.is_null() || context.as_object().is_some()) {
            return Err(unfit("the context object", "an object"));
        }
        if let Some(setup) = &mut run.state.setup {
            tell(setup, &context, started, run.machine.uses.context);
        }
        if !variables.is_null() && run.machine.uses.variables {
            frame.extra.get_or_insert_default().vars = variables;
        }
        if item.is_some() {
            frame.extra.get_or_insert_default().item = item;
        }
        for event in events {
            let name = event.name().to_owned();
            queue_event(run, event).map_err(|refused| {
                Failure::runtime(format!("the event `{name}` was refused: {refused}"))
            })?;
        }
        Ok(())
    }
}

fn tell(setup: &mut Setup, context: &Value, started: Option<u64>, is_told: bool) {
    setup.started = started.unwrap_or(setup.started);
    if let Some(input) = context.at(["Execution", "Input"]).filter(|_| is_told) {
        setup.input = input.clone();
    }
}

/// `Execution.StartTime`, in milliseconds since 1970.
fn started(context: &Value) -> Result<Option<u64>, Failed> {
    let Some(time) = context.at(["Execution", "StartTime"]) else { return Ok(None) };
    let moment = time.as_str().and_then(|time| Moment::parse(time).ok());
    match moment {
        Some(moment) => Ok(Some(moment.milliseconds())),
        None => Err(unfit("`Execution.StartTime` of the context object", "a timestamp")),
    }
}

/// `Map.Item`.
fn item(context: &Value) -> Result<Option<Item>, Failed> {
    let Some(item) = context.at(["Map", "Item"]) else { return Ok(None) };
    let index = match item.get("Index") {
        None => Some(0),
        Some(index) => index.as_i64().and_then(|index| u32::try_from(index).ok()),
    };
    let Some(index) = index else {
        return Err(unfit("`Map.Item.Index` of the context object", "the index of an item"));
    };
    let value = item.get("Value").cloned().unwrap_or_default();
    let (key, source) = (text(item, &["Key"]), text(item, &["Source"]));
    Ok(Some(Item { index, value, key, source }))
}

fn text(value: &Value, path: &[&str]) -> Option<Text> {
    let found = path.iter().try_fold(value, |value, name| value.get(name))?;
    found.as_str().map(Text::new)
}

#[cold]
fn unfit(what: &str, wanted: &str) -> Failed {
    Failure::runtime(format!("{what} with which the state was started must be {wanted}"))
}
