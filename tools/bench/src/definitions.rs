//! Generates the definitions of the workloads. They are in `definitions/`; a test checks that they
//! are up to date.

mod order;

use asl_runtime::value::Object;
use asl_runtime::{Value, json};

/// Number of states of the chains.
pub const CHAIN: u64 = 100;
/// Number of branches of the Parallel state, and of states in each.
pub const BRANCHES: u64 = 10;
/// See [`BRANCHES`].
pub const STEPS: u64 = 5;
/// Number of states that write into the large document.
pub const WRITES: u64 = 20;

/// File name and text of each definition.
pub fn all() -> Vec<(&'static str, String)> {
    let definitions = [
        ("a_chain.json", chain("S", CHAIN, |_| json!({}))),
        ("a1_alone.json", chain("S", 1, |_| json!({}))),
        (
            "a2_literals.json",
            chain("S", CHAIN, |step| json!({"Result": {"step": step}, "ResultPath": "$.last"})),
        ),
        ("b_loop.json", counting()),
        ("b_loop_jsonata.json", counting_in_jsonata()),
        ("c_order.json", order::definition()),
        ("d_parallel.json", parallel()),
        ("e_map.json", map(40)),
        ("e_map_unbounded.json", map(0)),
        ("f_large.json", chain("S", WRITES, write)),
        ("g_wait.json", wait(1)),
        ("g_wait_long.json", wait(20)),
        ("h_rows.json", rows()),
    ];
    definitions.map(|(file, definition)| (file, format!("{definition:#}\n"))).into()
}

/// Pass states in sequence, each with fields of its own.
fn chain(prefix: &str, length: u64, fields: impl Fn(u64) -> Value) -> Value {
    let state = |step: u64| {
        let mut state = json!({"Type": "Pass"});
        for (field, value) in fields(step).as_object().into_iter().flat_map(Object::iter) {
            state.insert(field, value);
        }
        if step + 1 < length {
            state.insert("Next", format!("{prefix}{}", step + 1));
        } else {
            state.insert("End", true);
        }
        (format!("{prefix}{step}"), state)
    };
    json!({"StartAt": format!("{prefix}0"), "States": (0..length).map(state).collect::<Value>()})
}

fn parallel() -> Value {
    let branch = |branch: u64| {
        chain(
            &format!("B{branch}S"),
            STEPS,
            |step| json!({"Result": {"branch": branch, "step": step}, "ResultPath": "$.last"}),
        )
    };
    let branches: Vec<Value> = (0..BRANCHES).map(branch).collect();
    json!({"StartAt": "P", "States": {"P": {"Type": "Parallel", "Branches": branches, "End": true}}})
}

/// Counts up to the input's limit.
fn counting() -> Value {
    json!({"StartAt": "Inc", "States": {
        "Inc": {"Type": "Pass", "Parameters": {"n.$": "States.MathAdd($.n, 1)", "limit.$": "$.limit"}, "Next": "Check"},
        "Check": {
            "Type": "Choice",
            "Choices": [{"Variable": "$.n", "NumericLessThanPath": "$.limit", "Next": "Inc"}],
            "Default": "Done",
        },
        "Done": {"Type": "Succeed"},
    }})
}

/// The same in JSONata.
fn counting_in_jsonata() -> Value {
    let output = json!({"n": "{% $states.input.n + 1 %}", "limit": "{% $states.input.limit %}"});
    let is_less = "{% $states.input.n < $states.input.limit %}";
    json!({"QueryLanguage": "JSONata", "StartAt": "Inc", "States": {
        "Inc": {"Type": "Pass", "Output": output, "Next": "Check"},
        "Check": {
            "Type": "Choice",
            "Choices": [{"Condition": is_less, "Next": "Inc"}],
            "Default": "Done",
        },
        "Done": {"Type": "Succeed"},
    }})
}

/// Three states for each item, with limited concurrency.
fn map(at_once: u64) -> Value {
    let states = json!({
        "Shape": {"Type": "Pass", "Parameters": {"id.$": "$.id", "n.$": "States.MathAdd($.n, 1)"}, "Next": "Big"},
        "Big": {
            "Type": "Choice",
            "Choices": [{"Variable": "$.n", "NumericGreaterThan": 500, "Next": "Tag"}],
            "Default": "Tag",
        },
        "Tag": {"Type": "Pass", "Result": "done", "ResultPath": "$.tag", "End": true},
    });
    json!({"StartAt": "M", "States": {"M": {
        "Type": "Map",
        "ItemsPath": "$.items",
        "MaxConcurrency": at_once,
        "ResultPath": "$.out",
        "ItemProcessor": {"ProcessorConfig": {"Mode": "INLINE"}, "StartAt": "Shape", "States": states},
        "End": true,
    }}})
}

fn write(step: u64) -> Value {
    json!({
        "InputPath": "$.meta",
        "Parameters": {"seen.$": "$.id", "step": step},
        "ResultPath": format!("$.r{step}"),
    })
}

fn wait(seconds: u64) -> Value {
    json!({"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": seconds, "Next": "D"}, "D": {"Type": "Succeed"}}})
}

/// A task for each row of a file.
fn rows() -> Value {
    let task = json!({
        "Type": "Task",
        "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:row",
        "End": true,
    });
    json!({"StartAt": "M", "States": {"M": {
        "Type": "Map",
        "ItemReader": {
            "Resource": "arn:aws:states:::s3:getObject",
            "ReaderConfig": {"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"},
            "Parameters": {"Bucket": "bucket", "Key": "rows.csv"},
        },
        "MaxConcurrency": 40,
        "ItemProcessor": {
            "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "T",
            "States": {"T": task},
        },
        "ResultWriter": {
            "Resource": "arn:aws:states:::s3:putObject",
            "Parameters": {"Bucket": "bucket", "Prefix": "results"},
        },
        "End": true,
    }}})
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    #[test]
    fn the_files_are_the_ones_made_here() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
        for (file, text) in super::all() {
            if env::var_os("ASL_BLESS").is_some() {
                fs::write(folder.join(file), &text).unwrap();
            }
            assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), text, "{file}");
        }
    }
}
