//! Checks that a state can be tested with the given mock, context and variables.

use asl_execution::data::context_object::row_of;
use asl_execution::machine::{Kind, Machine, Node, StateKind};
use asl_value::error::TaskError;
use asl_value::value::Value;

use super::{InspectionLevel, Mocked, StateTest, TestStateError, fields, is_mockable};

/// The result of the state's work; `None` if it has no work, or a real task does it.
pub(super) type Answer = Option<Result<Value, TaskError>>;

/// Checks the test. Returns the answer of the mock, if there is one.
pub(super) fn check(test: &StateTest, node: &'static Node) -> Result<Answer, TestStateError> {
    let kind = node.state_kind;
    // As recorded, AWS checks the parameters before the state.
    if test.failed_iterations.is_some() && test.mock.is_none() {
        return Err(TestStateError::IterationsWithoutMock);
    }
    if test.mock.is_some() && !is_mockable(kind) {
        return Err(TestStateError::MockNotSupported(kind));
    }
    let is_real = kind == StateKind::Task && test.real.is_some();
    if is_mockable(kind) && test.mock.is_none() && !is_real {
        return Err(TestStateError::MockRequired { state: node.state, kind });
    }
    if test.failed_iterations.is_some() && kind != StateKind::Map {
        return Err(TestStateError::NoIterations);
    }
    if test.item_reader_data.is_some() && !reads_items(node) {
        return Err(TestStateError::NoItemReader);
    }
    if let Some(state) = &test.failed_state {
        let is_error = matches!(&test.mock, Some(super::Mock(Mocked::Error(_))));
        if !is_error || !contains(test.machine, node, state) {
            return Err(TestStateError::NoFailedState);
        }
    }
    if !matches!(test.variables, Value::Object(_)) {
        return Err(TestStateError::Variables);
    }
    if let Some(context) = &test.context {
        context_object(context, node).map_err(TestStateError::Context)?;
    }
    let answer = match &test.mock {
        None => return Ok(None),
        Some(super::Mock(Mocked::Error(error))) => return Ok(Some(Err(error.clone()))),
        Some(super::Mock(Mocked::Result(result))) => result.clone(),
        Some(super::Mock(Mocked::Text(text))) => Value::from_json_str(text)
            .map_err(|error| TestStateError::MockNotJson(error.to_string()))?,
    };
    fits(&answer, node)?;
    let resource = crate::task_row(node).map_or("", |row| row.resource);
    fields::check(resource, &answer, test.validation).map_err(TestStateError::Field)?;
    Ok(Some(Ok(answer)))
}

/// Returns true if the test needs an inspectable machine: only these read the context object of a
/// test and record the stages.
pub(super) fn needs_inspection(test: &StateTest) -> bool {
    test.level > InspectionLevel::Info || test.machine.uses.context
}

/// Returns true if a state is a Map with an `ItemReader`.
fn reads_items(node: &Node) -> bool {
    let Kind::ForEach(row) = &node.kind else { return false };
    row.run.as_ref().is_some_and(|run| run.reader.is_some())
}

/// Returns true if a state with this name is in the branches or in the body of a node.
fn contains(machine: &'static Machine, node: &'static Node, state: &str) -> bool {
    let starts = match &node.kind {
        Kind::Fork(branches) => *branches,
        Kind::ForEach(row) => std::slice::from_ref(&row.body),
        Kind::Eval | Kind::Invoke(_) | Kind::Branch | Kind::Await | Kind::End | Kind::Fail => &[],
    };
    let scopes = starts.iter().filter_map(|start| row_of(machine, *start)).map(|row| row.scope);
    let inner = |scope| machine.nodes.iter().filter(move |node| node.scope == scope);
    scopes.flat_map(inner).any(|node| node.state == state || contains(machine, node, state))
}

/// Checks that a result fits the type of the state.
fn fits(result: &Value, node: &'static Node) -> Result<(), TestStateError> {
    let items = result.as_array().map(asl_value::value::Array::len);
    match &node.kind {
        Kind::Fork(_) if items.is_none() => Err(TestStateError::MockNotArray),
        Kind::Fork(branches) if items != Some(branches.len()) => {
            Err(TestStateError::MockNotOnePerBranch { branches: branches.len() })
        }
        Kind::ForEach(row) if row.writes() => match result {
            Value::Object(_) => Ok(()),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Array(_) => Err(TestStateError::MockNotObject),
        },
        Kind::ForEach(_) if items.is_none() => Err(TestStateError::MockNotArray),
        Kind::Eval
        | Kind::Invoke(_)
        | Kind::Branch
        | Kind::Fork(_)
        | Kind::ForEach(_)
        | Kind::Await
        | Kind::End
        | Kind::Fail => Ok(()),
    }
}

/// Checks the members of a context object, as AWS does.
fn context_object(context: &Value, node: &'static Node) -> Result<(), String> {
    let Value::Object(members) = context else {
        return Err("Context object must be an object".to_owned());
    };
    for (name, value) in members.iter() {
        match name {
            "Execution" => part(name, value, &EXECUTION)?,
            "State" => part(name, value, &STATE)?,
            "StateMachine" => part(name, value, &STATE_MACHINE)?,
            "Task" if !answers_later(node) => {
                return Err("Context object contains 'Task' when state is not a Task state with a '.sync' or \
                            '.waitForTaskToken' service integration pattern"
                    .to_owned());
            }
            "Task" => part(name, value, &TASK)?,
            "Map" => {
                return Err("'Map' field is not supported when mocking a Context object".to_owned());
            }
            other => return Err(not_allowed(other)),
        }
    }
    Ok(())
}

fn not_allowed(field: &str) -> String {
    format!("Field '{field}' is not allowed")
}

/// The type of a field in a part of the context object.
#[derive(Clone, Copy)]
enum Field {
    Any,
    Number,
    Text,
}

/// The fields of the parts of the context object.
const EXECUTION: [(&str, Field); 7] = [
    ("Id", Field::Text),
    ("Input", Field::Any),
    ("Name", Field::Text),
    ("RedriveCount", Field::Number),
    ("RedriveTime", Field::Text),
    ("RoleArn", Field::Text),
    ("StartTime", Field::Text),
];
const STATE: [(&str, Field); 3] =
    [("EnteredTime", Field::Text), ("Name", Field::Text), ("RetryCount", Field::Number)];
const STATE_MACHINE: [(&str, Field); 2] = [("Id", Field::Text), ("Name", Field::Text)];
const TASK: [(&str, Field); 1] = [("Token", Field::Text)];

/// Checks that a part of the context object has only known fields, of the right types.
fn part(of: &str, object: &Value, known: &[(&str, Field)]) -> Result<(), String> {
    let Value::Object(members) = object else { return Err(format!("{of} must be an object")) };
    for (name, value) in members.iter() {
        let Some((_, field)) = known.iter().find(|(known, _)| *known == name) else {
            return Err(not_allowed(name));
        };
        match field {
            Field::Text if value.as_str().is_none() => {
                return Err(format!("{of}.{name} must be a string"));
            }
            Field::Number if !matches!(value, Value::Int(_) | Value::Float(_)) => {
                return Err(format!("{of}.{name} must be a number"));
            }
            Field::Any | Field::Text | Field::Number => {}
        }
    }
    Ok(())
}

/// Returns true if the service's answer to the call is not the task's result: the job reports that
/// later, or a report by token.
fn answers_later(node: &'static Node) -> bool {
    let resource = crate::task_row(node).map_or("", |row| row.resource);
    [".sync", ".sync:2", ".waitForTaskToken"].iter().any(|pattern| resource.ends_with(pattern))
}
