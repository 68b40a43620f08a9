//! d: a Parallel state with 10 branches of 5 Pass states, each of which writes a literal at
//! `$.last`.

use asl_runtime::{Failure, Value, asl_machine};
use futures_util::future::try_join_all;
use serde_json::{Value as Foreign, json};

use super::{Missing, NoTasks};

asl_machine!("definitions/d_parallel.json");

impl d_parallel::Tasks for NoTasks {}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    d_parallel::run(NoTasks, input)
}

/// By hand on `serde_json`'s values.
pub async fn foreign(input: Foreign) -> Result<Foreign, Missing> {
    Ok(Foreign::Array(
        try_join_all((0..10).map(|branch| foreign_branch(branch, input.clone()))).await?,
    ))
}

async fn foreign_branch(branch: u32, mut data: Foreign) -> Result<Foreign, Missing> {
    for step in 0..5 {
        data["last"] = json!({"branch": branch, "step": step});
    }
    Ok(data)
}

/// By hand on our values.
pub async fn own(input: Value) -> Result<Value, Missing> {
    Ok(Value::array(try_join_all((0..10).map(|branch| own_branch(branch, input.clone()))).await?))
}

async fn own_branch(branch: i64, mut data: Value) -> Result<Value, Missing> {
    for step in 0..5 {
        data.insert(
            "last",
            Value::object([("branch", Value::Int(branch)), ("step", Value::Int(step))]),
        );
    }
    Ok(data)
}
