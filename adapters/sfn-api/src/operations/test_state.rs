//! `TestState`: one state with an input, and a mock of its work.

use std::collections::BTreeSet;

use asl_runtime::value;
use asl_testing::runner::{Mock, StateTest};
use asl_testing::{FieldValidation, InspectionLevel, TestStateError};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::arn::check_role;
use crate::definition;
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::service::SfnApi;

/// AWS's name of a state that is tested without its machine.
const NAME: &str = "StateName";

/// `TestState`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestState {
    definition: String,
    role_arn: Option<String>,
    input: Option<String>,
    inspection_level: Option<String>,
    #[serde(default)]
    reveal_secrets: bool,
    variables: Option<String>,
    state_name: Option<String>,
    mock: Option<MockOutput>,
    context: Option<String>,
    #[serde(default)]
    state_configuration: StateConfiguration,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MockOutput {
    result: Option<String>,
    error_output: Option<ErrorOutput>,
    field_validation_mode: Option<String>,
}

#[derive(Deserialize)]
struct ErrorOutput {
    #[serde(default)]
    error: String,
    #[serde(default)]
    cause: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StateConfiguration {
    retrier_retry_count: u32,
    error_caused_by_state: Option<String>,
    map_iteration_failure_count: Option<u32>,
    map_item_reader_data: Option<String>,
}

pub(super) async fn test(api: &SfnApi, request: TestState) -> Result<Value, Fault> {
    let (definition, state) = match &request.state_name {
        Some(name) => (request.definition.clone(), name.clone()),
        None => (around(&request.definition)?, NAME.to_owned()),
    };
    request.role_arn.as_deref().map_or(Ok(()), check_role)?;
    let variables = read(request.variables.as_deref(), "ValidationException", "variables")?;
    let given = variables.as_object().into_iter().flat_map(value::Object::keys);
    let given = given.map(str::to_owned).collect();
    definition::refuse_errors_beside(&definition, MachineType::Standard, given).await?;
    let kind = kind(&definition, &state)?;
    request.check(&kind)?;
    let test = StateTest {
        state: state.into(),
        input: read(request.input.as_deref(), "InvalidExecutionInput", "input")?,
        variables,
        context: match &request.context {
            Some(_) => Some(read(request.context.as_deref(), "ValidationException", "context")?),
            None => None,
        },
        validation: match request
            .mock
            .as_ref()
            .and_then(|mock| mock.field_validation_mode.as_deref())
        {
            Some("PRESENT") => FieldValidation::Present,
            Some("NONE") => FieldValidation::None,
            _ => FieldValidation::Strict,
        },
        level: match request.inspection_level.as_deref() {
            Some("DEBUG") => InspectionLevel::Debug,
            Some("TRACE") => InspectionLevel::Trace,
            _ => InspectionLevel::Info,
        },
        retries: request.state_configuration.retrier_retry_count,
        failed_iterations: request.state_configuration.map_iteration_failure_count,
        item_reader_data: request.state_configuration.map_item_reader_data.map(Into::into),
        failed_state: request.state_configuration.error_caused_by_state.map(Into::into),
        mock: request.mock.map(MockOutput::into_mock).transpose()?,
    };
    Ok(answer(&api.backend.test_state(definition.into(), test).await?))
}

impl TestState {
    /// Checks the rules that depend on the type of the state.
    fn check(&self, kind: &str) -> Result<(), Fault> {
        let refuse = |message: &str| Err(Fault::new("ValidationException", message));
        if self.reveal_secrets && self.mock.is_some() {
            return refuse("TestState does not support RevealSecrets when a mock is specified.");
        }
        let counts_failures = self.state_configuration.map_iteration_failure_count.is_some();
        if self.mock.is_none() && counts_failures {
            return refuse(&TestStateError::IterationsWithoutMock.to_string());
        }
        if self.mock.is_none() && matches!(kind, "Map" | "Parallel") {
            return Err(Fault::new(
                "InvalidDefinition",
                "TestState API does not support Map or Parallel states. Supported state types \
                 include: [Task, Wait, Pass, Succeed, Fail, Choice]",
            ));
        }
        if self.mock.is_none() && kind == "Task" && self.role_arn.is_none() {
            return refuse("RoleArn must be specified when testing a Task state");
        }
        Ok(())
    }
}

impl MockOutput {
    fn into_mock(self) -> Result<Mock, Fault> {
        match (self.result, self.error_output) {
            (Some(result), None) => Ok(Mock::Result(result.into())),
            (None, Some(output)) => Ok(Mock::Error(output.error.into(), output.cause.into())),
            (Some(_), Some(_)) | (None, None) => Err(Fault::new(
                "ValidationException",
                "A test mock should have only one of the following fields: [result, errorOutput].",
            )),
        }
    }
}

/// Reads a JSON text; without one it is `{}`.
fn read(text: Option<&str>, kind: &'static str, name: &str) -> Result<value::Value, Fault> {
    value::Value::from_json_str(text.unwrap_or("{}"))
        .map_err(|error| Fault::new(kind, format!("`{name}` is not JSON: {error}")))
}

/// A machine around a single state: its successors are states that end.
fn around(state: &str) -> Result<String, Fault> {
    let invalid = |error: serde_json::Error| {
        let message =
            format!("Invalid State Machine Definition: 'INVALID_JSON_DESCRIPTION: {error}'");
        Fault::new("InvalidDefinition", message)
    };
    let raw: Box<RawValue> = serde_json::from_str(state).map_err(invalid)?;
    let parsed: Value = serde_json::from_str(state).map_err(invalid)?;
    let others: BTreeSet<_> =
        targets(&parsed).into_iter().filter(|target| *target != NAME).collect();
    let ends = others.into_iter().map(|name| format!("{}: {{\"Type\": \"Succeed\"}}", json!(name)));
    let states: Vec<_> = std::iter::once(format!("{}: {raw}", json!(NAME))).chain(ends).collect();
    Ok(format!("{{\"StartAt\": {}, \"States\": {{{}}}}}", json!(NAME), states.join(", ")))
}

/// The states that a state names as its successors.
fn targets(state: &Value) -> Vec<&str> {
    let lists =
        ["Choices", "Catch"].into_iter().filter_map(|field| state.get(field)?.as_array()).flatten();
    let next = lists.filter_map(|rule| rule.get("Next"));
    let own = ["Next", "Default"].into_iter().filter_map(|field| state.get(field));
    own.chain(next).filter_map(Value::as_str).collect()
}

/// The type of the state with a name, in any scope of a machine.
fn kind(definition: &str, name: &str) -> Result<String, Fault> {
    let missing = || Fault::new("ValidationException", "State not found in definition");
    let definition: Value = serde_json::from_str(definition).map_err(|_| missing())?;
    let mut machines = vec![&definition];
    while let Some(machine) = machines.pop() {
        let states = machine.get("States").and_then(Value::as_object).into_iter().flatten();
        for (state, content) in states {
            if state == name {
                let kind = content.get("Type").and_then(Value::as_str);
                return Ok(kind.unwrap_or_default().to_owned());
            }
            machines
                .extend(content.get("Branches").and_then(Value::as_array).into_iter().flatten());
            machines.extend(["ItemProcessor", "Iterator"].iter().filter_map(|of| content.get(of)));
        }
    }
    Err(missing())
}

/// AWS's answer: documents are JSON texts.
fn answer(report: &value::Value) -> Value {
    let members = report.as_object().into_iter().flat_map(value::Object::iter);
    let member = |(name, value): (&str, &value::Value)| {
        let shown = match name {
            "output" => value.to_json_string().into(),
            "inspectionData" => inspection(value),
            _ => plain(value),
        };
        (name.to_owned(), shown)
    };
    Value::Object(members.map(member).collect())
}

/// The value of each stage as a text; numbers and the retrier or catcher stay as they are.
fn inspection(data: &value::Value) -> Value {
    const PLAIN: [&str; 4] =
        ["errorDetails", "maxConcurrency", "toleratedFailureCount", "toleratedFailurePercentage"];
    let members = data.as_object().into_iter().flat_map(value::Object::iter);
    let member = |(name, value): (&str, &value::Value)| {
        let shown =
            if PLAIN.contains(&name) { plain(value) } else { value.to_json_string().into() };
        (name.to_owned(), shown)
    };
    Value::Object(members.map(member).collect::<Map<_, _>>())
}

fn plain(value: &value::Value) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
