//! A machine whose two tasks give back their input.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};

asl_machine!(pub(crate) "tests/machines/two_steps.asl.json", default_task_timeout = 60);

pub(crate) struct Steps;

impl two_steps::Tasks for Steps {
    async fn first(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn second(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}
