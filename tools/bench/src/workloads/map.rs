//! e: a Map state over 1,000 items with three states for each, 40 at a time or all at once: 3,001
//! transitions.
//!
//! The hand-written code is a plain loop over the items, without concurrency.

use std::hint::black_box;

use asl_runtime::{Failure, Value, asl_machine};
use serde_json::{Value as Foreign, json};

use super::{Missing, NoTasks};

asl_machine!("definitions/e_map.json");
asl_machine!("definitions/e_map_unbounded.json");

impl e_map::Tasks for NoTasks {}
impl e_map_unbounded::Tasks for NoTasks {}

/// Number of entered states.
pub const TRANSITIONS: usize = 3_001;

const ITEMS: u64 = 1_000;
const SMALL: u64 = 3;

/// The input, as text.
pub fn text() -> String {
    text_of(ITEMS)
}

/// A small input, as text.
pub fn small_text() -> String {
    text_of(SMALL)
}

fn text_of(items: u64) -> String {
    let items: Vec<Foreign> = (0..items).map(|n| json!({"id": format!("i{n}"), "n": n})).collect();
    json!({"items": items}).to_string()
}

/// The machine, 40 items at a time.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    e_map::run(NoTasks, input)
}

/// The machine, all items at once.
pub fn unbounded(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    e_map_unbounded::run(NoTasks, input)
}

/// By hand on `serde_json`'s values.
pub async fn foreign(mut data: Foreign) -> Result<Foreign, Missing> {
    let mut out = Vec::new();
    for item in data["items"].as_array().ok_or(Missing("$.items"))? {
        let n = item["n"].as_i64().ok_or(Missing("$.n"))?;
        let mut shaped = json!({"id": item["id"], "n": n + 1});
        // Both branches lead to the same state.
        black_box(shaped["n"].as_f64() > Some(500.0));
        shaped["tag"] = json!("done");
        out.push(shaped);
    }
    data["out"] = Foreign::Array(out);
    Ok(data)
}

/// By hand on our values.
pub async fn own(mut data: Value) -> Result<Value, Missing> {
    let mut out = Vec::new();
    for item in data.get("items").and_then(Value::as_array).ok_or(Missing("$.items"))? {
        let n = item.get("n").and_then(Value::as_i64).ok_or(Missing("$.n"))?;
        let id = item.get("id").ok_or(Missing("$.id"))?.clone();
        let mut shaped = Value::object([("id", id), ("n", Value::Int(n + 1))]);
        // Both branches lead to the same state.
        black_box(shaped.get("n").and_then(Value::as_f64) > Some(500.0));
        shaped.insert("tag", "done");
        out.push(shaped);
    }
    data.insert("out", Value::array(out));
    Ok(data)
}
