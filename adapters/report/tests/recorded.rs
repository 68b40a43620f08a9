//! Histories recorded at AWS, if the corpus is there: each gives a report with the recorded result,
//! and nothing is missing in it.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;

use asl_report::Report;
use serde_json::{Map, Value, json};

/// An event of the corpus in AWS's form: its details are members of the event there, data are values.
fn event(event: &Map<String, Value>) -> Value {
    let kind = event["type"].as_str().unwrap();
    let mut details = Map::new();
    for (key, value) in event {
        let is_data = ["input", "output", "parameters"].contains(&key.as_str());
        let is_own = ["id", "prev", "type"].contains(&key.as_str()) || key.ends_with("_text");
        let is_text = key == "cause" && !value.is_string();
        if is_data || is_text {
            details.insert(key.clone(), Value::from(value.to_string()));
        } else if !is_own {
            details.insert(key.clone(), value.clone());
        }
    }
    let key = match kind {
        kind if kind.ends_with("Entered") => "stateEnteredEventDetails".to_owned(),
        kind if kind.ends_with("Exited") => "stateExitedEventDetails".to_owned(),
        kind => format!("{}{}EventDetails", kind[..1].to_ascii_lowercase(), &kind[1..]),
    };
    json!({"id": event["id"], "previousEventId": event["prev"], "type": kind, key: details})
}

#[test]
fn recorded_histories_are_understood() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/asl/executions");
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("skipped: no recorded executions at {}", folder.display());
        return;
    };
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let events = case["expected_events"].as_array().filter(|events| !events.is_empty());
            // The source of some lost the numbers of events.
            let Some(events) = events.filter(|_| case.get("events_order").is_none()) else {
                continue;
            };
            let events: Vec<Value> =
                events.iter().map(|one| event(one.as_object().unwrap())).collect();
            let report = Report::from_history(&json!({ "events": events }).to_string()).unwrap();
            let data: Value = serde_json::from_str(&report.data()).unwrap();
            let run = &data["runs"][0];
            let id = &case["id"];
            let status = case["expected"]["status"].as_str().unwrap().to_lowercase();
            assert_eq!(run["outcome"], status, "{id}");
            assert_eq!(run["notes"], json!([]), "{id}");
            let visits = run["visits"].as_array().unwrap();
            let has_failed = visits
                .iter()
                .any(|visit| ["failed", "timed_out"].contains(&visit["outcome"].as_str().unwrap()));
            assert!(status != "failed" || has_failed || visits.is_empty(), "{id}");
            let entered =
                events.iter().filter(|event| event.get("stateEnteredEventDetails").is_some());
            assert_eq!(visits.len(), entered.count(), "{id}");
            count += 1;
        }
    }
    assert!(count > 400, "{count}");
}
