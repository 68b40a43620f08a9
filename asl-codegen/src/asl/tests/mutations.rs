//! Mutates a valid definition, one defect after another: missing fields, wrong types and unknown
//! states are reported, and nothing makes the compiler panic.

use serde_json::Value;

use super::*;
use asl_source::diagnostics::Severity;

/// Every state type with all of its fields.
const SOUND: &str = r#"{
    "Comment": "c", "Version": "1.0", "TimeoutSeconds": 100, "StartAt": "T",
    "States": {
        "T": {
            "Type": "Task", "Comment": "c", "Resource": "task:t", "TimeoutSeconds": 9, "HeartbeatSeconds": 3,
            "InputPath": "$.i", "ResultPath": "$.r", "OutputPath": "$.o", "Next": "C",
            "Retry": [{"ErrorEquals": ["E"], "IntervalSeconds": 2, "MaxAttempts": 4, "BackoffRate": 1.5}],
            "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "F"}]
        },
        "C": {
            "Type": "Choice", "Default": "U",
            "Choices": [
                {"Variable": "$.a", "StringEquals": "x", "Next": "W"},
                {"And": [{"Variable": "$.b", "NumericLessThan": 1}, {"Not": {"Variable": "$.c", "BooleanEquals": true}}], "Next": "V"},
                {"Or": [{"Variable": "$.d", "TimestampEquals": "2016-03-14T01:59:00Z"}], "Next": "P"}
            ]
        },
        "U": {"Type": "Wait", "Timestamp": "2016-03-14T01:59:00Z", "Next": "V"},
        "V": {"Type": "Wait", "SecondsPath": "$.s", "Next": "W"},
        "W": {"Type": "Wait", "Seconds": 3, "Next": "Q"},
        "S": {"Type": "Succeed"},
        "F": {"Type": "Fail", "Error": "E", "Cause": "c"},
        "P": {
            "Type": "Parallel", "Next": "S",
            "Branches": [
                {"StartAt": "X", "States": {"X": {"Type": "Pass", "Result": 1, "Next": "Y"}, "Y": {"Type": "Succeed"}}},
                {"StartAt": "Z", "States": {"Z": {"Type": "Pass", "Parameters": {"a.$": "$.a"}, "End": true}}}
            ]
        },
        "Q": {"Type": "Wait", "TimestampPath": "$.t", "Next": "S"}
    }
}"#;

/// Fields that may be left out.
const OPTIONAL: [&str; 18] = [
    "Comment",
    "Version",
    "TimeoutSeconds",
    "HeartbeatSeconds",
    "InputPath",
    "ResultPath",
    "OutputPath",
    "Retry",
    "Catch",
    "IntervalSeconds",
    "MaxAttempts",
    "BackoffRate",
    "Result",
    "Parameters",
    "a.$",
    "Error",
    "Cause",
    "Default",
];

/// Fields that may hold any value.
const ANY_VALUE: [&str; 2] = ["Result", "Parameters"];

/// Fields for which another value of the same type is as good.
const FREE: [&str; 10] = [
    "Comment",
    "Error",
    "Cause",
    "StringEquals",
    "NumericLessThan",
    "BooleanEquals",
    "Retry",
    "Catch",
    "Result",
    "Parameters",
];

/// Fields for which `null` has a meaning.
const NULLABLE: [&str; 3] = ["InputPath", "ResultPath", "OutputPath"];

/// Fields that name states.
const TARGETS: [&str; 3] = ["Next", "StartAt", "Default"];

/// A value of the sound definition: its keys and indexes from the root.
type Path = Vec<String>;

#[test]
fn the_definition_that_is_mutated_is_sound() {
    assert_eq!(codes(SOUND), []);
}

#[test]
fn a_required_field_that_is_missing_is_reported() {
    for path in paths().iter().filter(|path| is_field(path) && !OPTIONAL.contains(&key(path))) {
        let text = mutated(path, |parent, key| {
            parent.as_object_mut().unwrap().remove(key);
        });
        assert!(has_error(&text), "{path:?} can be left out");
    }
}

#[test]
fn a_value_of_a_wrong_type_is_reported() {
    for path in paths()
        .iter()
        .filter(|path| !ANY_VALUE.contains(&path.iter().rev().nth(1).map_or("", String::as_str)))
    {
        for wrong in ["null", "true", "-7.5", "\"\\u0000\"", "[]", "{}", "[[[]]]", "{\"\":{}}"] {
            let wrong: Value = serde_json::from_str(wrong).unwrap();
            if is_legal(path, &wrong) {
                continue;
            }
            let text = replaced(path, &wrong);
            assert!(has_error(&text), "{path:?} can be {wrong}");
        }
    }
}

#[test]
fn a_target_that_does_not_exist_is_reported() {
    for path in paths().iter().filter(|path| is_field(path) && TARGETS.contains(&key(path))) {
        assert!(has_error(&replaced(path, &"Nowhere".into())), "{path:?} can name what is nowhere");
    }
}

#[test]
fn a_renamed_field_is_reported() {
    for path in paths().iter().filter(|path| is_field(path)) {
        let text = mutated(path, |parent, key| {
            let fields = parent.as_object_mut().unwrap();
            let value = fields.remove(key).unwrap();
            fields.insert(format!("{key}x"), value);
        });
        assert!(has_error(&text), "{path:?} can have another name");
    }
}

/// Two defects at a time, for what only breaks together: no panic, and an error or two.
#[test]
fn two_defects_at_once_bring_nothing_down() {
    let paths = paths();
    for first in paths.iter().step_by(3) {
        for second in paths
            .iter()
            .skip(1)
            .step_by(7)
            .filter(|second| !first.starts_with(second) && !second.starts_with(first))
        {
            let mut tree = sound();
            *at(&mut tree, first) = Value::Null;
            *at(&mut tree, second) = Value::Array(vec![Value::Null]);
            findings(&tree.to_string());
        }
    }
}

/// Swaps, copies and drops random values of the definition: the compiler must not fail, and must
/// give the same result each time.
#[test]
fn shuffled_definitions_bring_nothing_down() {
    let paths = paths();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        // xorshift64: the same definitions in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    for _ in 0..500 {
        let mut tree = sound();
        for _ in 0..=random(4) {
            let from = &paths[random(paths.len())];
            let to = &paths[random(paths.len())];
            let value = lookup(&tree, from).cloned().unwrap_or(Value::Null);
            if let Some(place) = lookup_mut(&mut tree, to) {
                *place = value;
            }
        }
        let text = tree.to_string();
        let found = findings(&text);
        assert_eq!(found, findings(&text));
        for finding in found {
            let places = finding.related.iter().map(|related| related.span).chain([finding.span]);
            places.for_each(|span| {
                assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
            });
        }
    }
}

fn pointer(path: &Path) -> String {
    path.iter().flat_map(|step| ["/", step]).collect()
}

fn lookup<'v>(tree: &'v Value, path: &Path) -> Option<&'v Value> {
    tree.pointer(&pointer(path))
}

fn lookup_mut<'v>(tree: &'v mut Value, path: &Path) -> Option<&'v mut Value> {
    tree.pointer_mut(&pointer(path))
}

fn sound() -> Value {
    serde_json::from_str(SOUND).unwrap()
}

fn paths() -> Vec<Path> {
    let mut found = Vec::new();
    collect(&sound(), &mut Vec::new(), &mut found);
    assert!(found.len() > 90);
    found
}

fn collect(value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    found.push(path.clone());
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (key, child) in children {
        path.push(key);
        collect(child, path, found);
        path.pop();
    }
}

/// True if a path leads to a field of the language: not to an item, nor to a state by its name, nor
/// into free data.
fn is_field(path: &Path) -> bool {
    let parent = path.iter().rev().nth(1).map_or("", String::as_str);
    let is_item = key(path).parse::<usize>().is_ok();
    !path.is_empty() && !is_item && parent != "States" && !ANY_VALUE.contains(&parent)
}

fn key(path: &Path) -> &str {
    path.last().map_or("", String::as_str)
}

fn at<'v>(tree: &'v mut Value, path: &[String]) -> &'v mut Value {
    let mut value = tree;
    for step in path {
        value = match value {
            Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
            Value::Object(fields) => &mut fields[step.as_str()],
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                unreachable!("paths lead to values")
            }
        };
    }
    value
}

fn replaced(path: &Path, value: &Value) -> String {
    let mut tree = sound();
    *at(&mut tree, path) = value.clone();
    tree.to_string()
}

fn mutated(path: &Path, change: impl Fn(&mut Value, &str)) -> String {
    let mut tree = sound();
    let (key, parent) = path.split_last().unwrap();
    change(at(&mut tree, parent), key);
    tree.to_string()
}

fn is_legal(path: &Path, value: &Value) -> bool {
    let old = at(&mut sound(), path).clone();
    let same_type = std::mem::discriminant(&old) == std::mem::discriminant(value);
    let free = FREE.contains(&key(path))
        || path.iter().rev().nth(1).is_some_and(|parent| parent == "ErrorEquals");
    let empty_list = matches!(key(path), "Retry" | "Catch")
        && value.as_array().is_some_and(|items| !items.is_empty());
    old == *value
        || ANY_VALUE.contains(&key(path))
        || (value.is_null() && NULLABLE.contains(&key(path)))
        || (same_type && free && !empty_list)
}

fn has_error(text: &str) -> bool {
    findings(text).iter().any(|found| found.code.severity() == Severity::Error)
}
