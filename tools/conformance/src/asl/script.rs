//! The script of a case's tasks for the generated program, as JSON. Every document is a text, so
//! that key order and spelling of numbers are preserved.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::case::{Call, Case};

/// The answers of a case's tasks, or the reason why the recording does not contain them.
pub(crate) fn script(case: &Case) -> Result<Value, String> {
    let mut calls = BTreeMap::new();
    let mut workers = workers(case).into_iter();
    for (resource, recorded) in &case.tasks {
        let mut of_resource = Vec::new();
        for recorded in recorded {
            let worker = if resource.contains(":activity:") { workers.next() } else { None };
            of_resource.push(call(recorded, resource, worker.as_ref(), case)?);
        }
        calls.insert(resource, of_resource);
    }
    let mut functions = BTreeMap::new();
    if case.tasks_unknown {
        for (name, words) in &case.functions {
            functions.insert(name, function(words, case)?);
        }
    }
    Ok(json!({ "calls": calls, "functions": functions }))
}

/// The workers of activities, in the order of the history; some have no name.
fn workers(case: &Case) -> Vec<Value> {
    let events = case.expected_events.iter().flatten();
    let started =
        events.filter(|event| event.get("type").and_then(Value::as_str) == Some("ActivityStarted"));
    started.map(|event| json!({ "name": event.get("workerName") })).collect()
}

fn call(call: &Call, resource: &str, worker: Option<&Value>, case: &Case) -> Result<Value, String> {
    let input = call.input.as_ref().map(|input| input.get());
    let answer = match (&call.error, &call.answer) {
        _ if call.times_out => json!("never"),
        _ if call.hang => lost_failure(call, case).unwrap_or_else(|| json!("never")),
        (Some(error), _) => {
            let cause = call.cause.as_ref().map(|cause| cause_text(cause, resource, case));
            json!({ "fail": { "error": error, "cause": cause, "phase": call.phase } })
        }
        (None, Some(answer)) => {
            json!({ "return": call.return_text.as_deref().unwrap_or(answer.get()) })
        }
        (None, None) => return Err("a call whose answer the recording does not tell".to_owned()),
    };
    let submitted = call.submitted.as_ref().map(|submitted| submitted.get());
    Ok(json!({ "input": input, "answer": answer, "submitted": submitted, "worker": worker }))
}

/// The failure of a call that seems to hang because the source sorted the events that would tell
/// its answer, if its function is known to fail.
fn lost_failure(call: &Call, case: &Case) -> Option<Value> {
    let input: Value = serde_json::from_str(call.input.as_ref()?.get()).ok()?;
    let called = input.get("FunctionName")?.as_str()?.rsplit(':').next()?;
    let words = case.functions.get(called).filter(|_| case.unordered_events)?;
    function(words, case).ok().filter(|answer| answer.get("fail").is_some())
}

/// The behaviour of a function that is described in words only.
fn function(words: &str, case: &Case) -> Result<Value, String> {
    if words == "echo: answers its input" {
        return Ok(json!("echo"));
    }
    let error =
        words.strip_prefix("fails with error ").map(|rest| rest.split(',').next().unwrap_or(rest));
    let Some(error) = error else {
        return Err(format!("the recording does not tell what a function answered that {words:?}"));
    };
    // Its stack trace is only in the output that a catcher passed on.
    match case.expected.output.as_ref().and_then(|output| cause_beside(output, error)) {
        Some(cause) => Ok(json!({ "fail": { "error": error, "cause": cause } })),
        None => Err(format!("the recording does not tell the cause of a function that {words:?}")),
    }
}

/// The `Cause` of the Error Output with this error.
fn cause_beside(value: &Value, error: &str) -> Option<String> {
    match value {
        Value::Object(members) if members.get("Error").and_then(Value::as_str) == Some(error) => {
            members.get("Cause").and_then(Value::as_str).map(str::to_owned)
        }
        Value::Object(members) => members.values().find_map(|value| cause_beside(value, error)),
        Value::Array(items) => items.iter().find_map(|value| cause_beside(value, error)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The text of a cause. An object was a JSON text at AWS, whose blanks depend on its writer: it is
/// taken from the recording if possible, else written as by Python's Lambda runtime (functions) or
/// compactly (services).
fn cause_text(cause: &Value, resource: &str, case: &Case) -> String {
    if let Value::String(text) = cause {
        return text.clone();
    }
    let seen = case.expected.output.iter().find_map(|output| text_of(output, cause));
    let in_events = || case.expected_events.iter().flatten().flat_map(|event| event.values());
    seen.or_else(|| in_events().find_map(|detail| text_of(detail, cause))).unwrap_or_else(|| {
        let mut text = String::new();
        write_json(
            cause,
            if resource.starts_with("arn:aws:lambda:") { " " } else { "" },
            &mut text,
        );
        text
    })
}

/// A string inside `value` that is the JSON text of `cause`.
fn text_of(value: &Value, cause: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let parsed = text
                .starts_with(['{', '['])
                .then(|| serde_json::from_str::<Value>(text).ok())
                .flatten();
            parsed.is_some_and(|parsed| parsed == *cause).then(|| text.clone())
        }
        Value::Object(members) => members.values().find_map(|value| text_of(value, cause)),
        Value::Array(items) => items.iter().find_map(|value| text_of(value, cause)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// JSON text with `gap` after each comma and colon.
fn write_json(value: &Value, gap: &str, text: &mut String) {
    match value {
        Value::Object(members) => {
            write_list(members, ['{', '}'], gap, text, |(key, value), text| {
                text.push_str(&Value::String(key.clone()).to_string());
                text.push(':');
                text.push_str(gap);
                write_json(value, gap, text);
            });
        }
        Value::Array(items) => {
            write_list(items, ['[', ']'], gap, text, |value, text| write_json(value, gap, text));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            text.push_str(&value.to_string());
        }
    }
}

fn write_list<T>(
    items: impl IntoIterator<Item = T>,
    [open, close]: [char; 2],
    gap: &str,
    text: &mut String,
    write: impl Fn(T, &mut String),
) {
    text.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
            text.push_str(gap);
        }
        write(item, text);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_written_as_its_service_writes_it() {
        let (cause, case) = (json!({ "a": [1, "x"] }), Case::default());
        assert_eq!(
            cause_text(&cause, "arn:aws:lambda:us-east-1:1:function:f", &case),
            r#"{"a": [1, "x"]}"#
        );
        assert_eq!(cause_text(&cause, "arn:aws:states:::lambda:invoke", &case), r#"{"a":[1,"x"]}"#);
    }

    #[test]
    fn a_cause_that_the_recording_shows_is_taken_as_it_stands() {
        let mut case = Case::default();
        case.expected.output = Some(json!([{ "Cause": "{\"b\":2,  \"a\":1}" }]));
        assert_eq!(
            cause_text(&json!({ "a": 1, "b": 2 }), "arn:aws:lambda:x", &case),
            "{\"b\":2,  \"a\":1}"
        );
    }

    #[test]
    fn a_failure_is_found_although_its_event_was_sorted_away() {
        let recorded =
            json!({ "input": { "FunctionName": "arn:aws:lambda:r:1:function:f" }, "hang": true });
        let recorded: Call = serde_json::from_str(&recorded.to_string()).unwrap();
        let mut case = Case::default();
        case.functions.insert("f".to_owned(), "fails with error E, errorMessage 'm'".to_owned());
        case.expected.output = Some(json!([{ "Error": "E", "Cause": "c" }]));
        let answer = |case: &Case| call(&recorded, "r", None, case).unwrap()["answer"].clone();
        assert_eq!(answer(&case), json!("never"));
        case.unordered_events = true;
        assert_eq!(answer(&case), json!({ "fail": { "error": "E", "cause": "c" } }));
    }

    #[test]
    fn what_the_recording_does_not_tell_is_no_script() {
        assert!(function("answers 257 KiB of the letter a", &Case::default()).is_err());
        assert!(function("fails with error E, errorMessage 'm'", &Case::default()).is_err());
        assert_eq!(function("echo: answers its input", &Case::default()), Ok(json!("echo")));
    }
}
