//! b: a Pass and a Choice state that count to 10,000 in a loop: 20,001 transitions; b' is the same
//! in JSONata.
//!
//! The hand-written code is a loop that creates the object of the next iteration, as the definition
//! does; for comparison there is also one that writes the number in place.

use asl_runtime::{Compiled, Failure, Value, asl_machine};
use serde_json::{Value as Foreign, json};

use super::{Missing, NoTasks};

asl_machine!("definitions/b_loop.json");
asl_machine!("definitions/b_loop_jsonata.json");

impl b_loop::Tasks for NoTasks {}
impl b_loop_jsonata::Tasks for NoTasks {}

/// Number of states entered on the way to the limit.
pub const TRANSITIONS: usize = 20_001;

/// The input, as text.
pub fn text() -> String {
    text_up_to(10_000)
}

/// A small input, as text.
pub fn small_text() -> String {
    text_up_to(50)
}

fn text_up_to(limit: i64) -> String {
    json!({"n": 0, "limit": limit}).to_string()
}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    b_loop::run(NoTasks, input)
}

/// The machine with its tasks.
pub fn machine() -> Compiled {
    b_loop::machine(NoTasks)
}

/// The machine in JSONata.
pub fn compiled_jsonata(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    b_loop_jsonata::run(NoTasks, input)
}

/// By hand on `serde_json`'s values.
pub async fn foreign(mut data: Foreign) -> Result<Foreign, Missing> {
    loop {
        let n = data["n"].as_i64().ok_or(Missing("$.n"))?;
        data = json!({"n": n + 1, "limit": data["limit"]});
        if data["n"].as_f64() >= data["limit"].as_f64() {
            return Ok(data);
        }
    }
}

/// By hand on our values.
pub async fn own(mut data: Value) -> Result<Value, Missing> {
    loop {
        let n = data.get("n").and_then(Value::as_i64).ok_or(Missing("$.n"))?;
        let limit = data.get("limit").ok_or(Missing("$.limit"))?.clone();
        data = Value::object([("n", Value::Int(n + 1)), ("limit", limit)]);
        if data.get("n").and_then(Value::as_f64) >= data.get("limit").and_then(Value::as_f64) {
            return Ok(data);
        }
    }
}

/// By hand on `serde_json`'s values, in place.
pub async fn foreign_in_place(mut data: Foreign) -> Result<Foreign, Missing> {
    loop {
        data["n"] = json!(data["n"].as_i64().ok_or(Missing("$.n"))? + 1);
        if data["n"].as_f64() >= data["limit"].as_f64() {
            return Ok(data);
        }
    }
}
