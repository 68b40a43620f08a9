//! The client in Python, and what it observed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::name;
use crate::asl::case::Event;
use crate::asl::observed::{Observed, StartedCall};
use crate::problem::{Problem, Result};
use crate::workspace;

/// The client.
pub(super) const SCRIPT: &str = include_str!("driver.py");

/// A line of the client's results.
#[derive(Deserialize)]
struct Line {
    number: usize,
    description: Description,
    events: Vec<Event>,
}

/// The answer of `DescribeExecution`.
#[derive(Deserialize)]
struct Description {
    status: String,
    output: Option<String>,
    error: Option<String>,
    cause: Option<String>,
}

/// A line about a call, from the server.
#[derive(Deserialize)]
struct Call {
    case: String,
    resource: String,
    state: String,
    input: String,
    script: Option<usize>,
}

/// The observations of this many jobs, in their order.
pub(super) fn observed(jobs: usize, results: &str, calls: &Path) -> Result<Vec<Observed>> {
    let mut observed = vec![Observed::default(); jobs];
    let mut by_case = BTreeMap::<String, Vec<StartedCall>>::new();
    for call in lines::<Call>(&workspace::read(calls)?)? {
        let Call { case, resource, state, input, script } = call;
        let started = StartedCall { resource, state, input, script, ..StartedCall::default() };
        by_case.entry(case).or_default().push(started);
    }
    for line in lines::<Line>(results)? {
        let Line { number, description, events } = line;
        if let Some(one) = observed.get_mut(number) {
            let Description { status, output, error, cause } = description;
            let events = events.into_iter().map(flat).collect();
            let calls = by_case.remove(&name(number)).unwrap_or_default();
            *one = Observed { status, output, error, cause, events, calls, ..Observed::default() };
        }
    }
    Ok(observed)
}

fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> Result<Vec<T>> {
    let read =
        |line| serde_json::from_str(line).map_err(|error| Problem::new(format!("{error}: {line}")));
    text.lines().map(read).collect()
}

/// An event in the form of the corpus: its details beside `id`, `prev` and `type`.
fn flat(event: Event) -> Event {
    let mut flat = Event::new();
    for (key, value) in event {
        match (key.as_str(), value) {
            ("timestamp", _) => {}
            ("previousEventId", value) => drop(flat.insert("prev".to_owned(), value)),
            (name, Value::Object(details)) if name.ends_with("EventDetails") => {
                // The corpus leaves out the role of a start.
                let is_detail =
                    |(key, _): &(String, Value)| !key.ends_with("Details") && key != "roleArn";
                flat.extend(details.into_iter().filter(is_detail));
            }
            (_, value) => drop(flat.insert(key, value)),
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_of_boto3_has_the_form_of_the_corpus() {
        let event = serde_json::json!({
            "timestamp": "2026-11-23 15:00:00+00:00", "type": "PassStateEntered", "id": 2,
            "previousEventId": 0,
            "stateEnteredEventDetails": {"name": "S", "input": "{}", "inputDetails": {"truncated": false}},
        });
        let Value::Object(event) = event else { unreachable!("an object") };
        let expected = serde_json::json!({"id": 2, "prev": 0, "type": "PassStateEntered", "name": "S", "input": "{}"});
        assert_eq!(Value::Object(flat(event)), expected);
    }
}
