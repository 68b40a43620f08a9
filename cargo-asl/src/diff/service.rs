//! Forecasts for the executions of a running service with the Step Functions API, from their
//! definitions and their histories.

use std::collections::BTreeMap;

use asl_codegen::compile;
use asl_codegen::source::Sources;
use asl_durable::Outlook;
use asl_report::Report;
use asl_runtime::value::{Array, Map};
use asl_runtime::{Value, json};

use super::Next;
use super::forecast::{Forecast, Forecasts};
use super::history::Way;
use crate::arguments::DiffArguments;
use crate::place::Place;
use crate::tasks::Aws;

/// Maximum number of pages of one list.
const MOST_PAGES: usize = 10_000;

/// The URL that stands for a store.
pub(super) fn url(store: &Place) -> Option<&str> {
    let Place::Directory(path) = store else { return None };
    let text = path.to_str()?;
    (text.starts_with("http://") || text.starts_with("https://")).then_some(text)
}

/// The forecasts of the running executions of a service.
pub(super) fn forecasts(
    url: &str,
    definitions: Vec<Next>,
    arguments: &DiffArguments,
) -> Result<Forecasts, String> {
    let service = Service(Aws::account(Some(url))?);
    let mut forecasts = Forecasts::default();
    let machines = service.list("listStateMachines", &json!({}), "stateMachines")?;
    let mut running: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for machine in &machines {
        let request = json!({
            "StateMachineArn": (text(machine, "stateMachineArn")),
            "StatusFilter": "RUNNING",
        });
        let executions = service.list("listExecutions", &request, "executions")?;
        let arns = executions.iter().map(|execution| text(execution, "executionArn").to_owned());
        running.entry(text(machine, "name").to_owned()).or_default().extend(arns);
    }
    for next in definitions {
        let mut before = Earlier { arguments, machines: BTreeMap::new() };
        let mut found = Vec::new();
        for arn in running.remove(&next.machine).unwrap_or_default() {
            found.extend(service.forecast(&arn, &next, &mut before)?);
        }
        forecasts.of.push((next, found));
    }
    running.retain(|_, executions| !executions.is_empty());
    forecasts.missing = running.into_keys().collect();
    Ok(forecasts)
}

/// The definitions in which executions run, by their texts.
struct Earlier<'a> {
    arguments: &'a DiffArguments,
    machines: BTreeMap<String, Result<Next, String>>,
}

impl Earlier<'_> {
    fn definition(&mut self, text: &str) -> &Result<Next, String> {
        let options = self.arguments.compile.options_as_aws();
        self.machines.entry(text.to_owned()).or_insert_with(|| {
            let read = Sources::from_reader("deployed.asl.json", text.as_bytes());
            let mut sources = read.map_err(|_| "its definition cannot be read".to_owned())?;
            let checked = compile::check(&mut sources, &options);
            let machine = checked.machine.ok_or("its definition does not compile")?;
            Ok(Next::new(machine, &sources, &options))
        })
    }
}

/// A service with the Step Functions API.
struct Service(Aws);

impl Service {
    /// The forecast of an execution; `None` if it has ended meanwhile.
    fn forecast(
        &self,
        arn: &str,
        next: &Next,
        before: &mut Earlier<'_>,
    ) -> Result<Option<Forecast>, String> {
        let request = json!({"ExecutionArn": arn});
        let described = self.call("describeStateMachineForExecution", &request)?;
        let (id, version) = (arn.to_owned(), next.version);
        let before = match before.definition(text(&described, "definition")) {
            Ok(before) if before.version == version => return Ok(None),
            Ok(before) => before,
            Err(why) => {
                let outlook = Outlook::Stays(why.clone());
                return Ok(Some(Forecast {
                    id,
                    version: asl_runtime::versions::Version::default(),
                    outlook,
                }));
            }
        };
        let events = self.list("getExecutionHistory", &request, "events")?;
        let events: Array = events.into_iter().collect();
        let report = Report::from_history(&Value::from(events).to_json_string());
        let report = report.map_err(|error| format!("{arn}: {error}"))?;
        let outlook = Way::new(&before.outline, &next.outline).outlook(&report)?;
        Ok(outlook.map(|outlook| Forecast { id, version: before.version, outlook }))
    }

    /// All items of a list.
    fn list(&self, action: &str, request: &Value, member: &str) -> Result<Vec<Value>, String> {
        let (mut items, mut request) = (Vec::new(), request.clone());
        for _ in 0..MOST_PAGES {
            let page = self.call(action, &request)?;
            items.extend(page.get(member).and_then(Value::as_array).into_iter().flatten().cloned());
            match text(&page, "nextToken") {
                "" => return Ok(items),
                token => request.insert("NextToken", token.to_owned()),
            };
        }
        Err(format!("{action}: the list has more than {MOST_PAGES} pages"))
    }

    fn call(&self, action: &str, request: &Value) -> Result<Value, String> {
        let resource = format!("arn:aws:states:::aws-sdk:sfn:{action}");
        Ok(as_api(self.0.call(&resource, request).map_err(|error| error.to_string())?))
    }
}

/// An answer with the names of members that the API itself uses: tasks see them with a capital.
fn as_api(answer: Value) -> Value {
    let small = |name: &str| {
        let mut letters = name.chars();
        let first = letters.next().map(|first| first.to_ascii_lowercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    if let Some(object) = answer.as_object() {
        let members = object.iter().map(|(name, value)| (small(name), as_api(value.clone())));
        return Value::from(members.collect::<Map>());
    }
    match answer.as_array() {
        Some(items) => Value::from(items.iter().cloned().map(as_api).collect::<Array>()),
        None => answer,
    }
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value.get(member).and_then(Value::as_str).unwrap_or_default()
}
