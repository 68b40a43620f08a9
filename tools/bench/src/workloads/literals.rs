//! a2: 100 Pass states, each of which writes a literal at `$.last`.

use asl_runtime::{Failure, Value, asl_machine};
use serde_json::{Value as Foreign, json};

use super::{Missing, NoTasks};

asl_machine!("definitions/a2_literals.json");

impl a2_literals::Tasks for NoTasks {}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    a2_literals::run(NoTasks, input)
}

/// By hand on `serde_json`'s values.
pub async fn foreign(mut data: Foreign) -> Result<Foreign, Missing> {
    for step in 0..100 {
        data["last"] = json!({"step": step});
    }
    Ok(data)
}

/// By hand on our values.
pub async fn own(mut data: Value) -> Result<Value, Missing> {
    for step in 0..100 {
        data.insert("last", Value::object([("step", Value::Int(step))]));
    }
    Ok(data)
}
