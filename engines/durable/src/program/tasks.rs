//! The tasks of a program's machine: mocks, or calls to the parent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use asl_runtime::__engine::lock;
use asl_runtime::machine::{Form, Machine};
use asl_runtime::value::Text;
use asl_runtime::{TaskContext, TaskError, TaskFuture, TaskSet, Value};
use asl_testing::MockConfig;
use asl_testing::runner::{Calls, Mocks, mocked_result, report_later};

/// Tasks that the parent performs, unless the execution uses a case of the mock file.
pub(super) struct ParentTasks {
    calls: Arc<Calls>,
    machine: &'static Machine,
    mocks: Option<MockConfig>,
    /// The mocks of executions, by their ids.
    running: Mutex<HashMap<Text, Mocks>>,
}

impl ParentTasks {
    pub(super) fn new(
        calls: Arc<Calls>,
        machine: &'static Machine,
        mocks: Option<MockConfig>,
    ) -> Self {
        Self { calls, machine, mocks, running: Mutex::default() }
    }

    /// The result of a call that the mock file answers.
    async fn mocked(&self, cx: &TaskContext) -> Option<Result<Value, TaskError>> {
        let machine = cx.machine_id();
        let (_, case) = machine.rsplit_once('#')?;
        let mocked = {
            let mut running = lock(&self.running);
            let id = cx.execution_id();
            if !running.contains_key(&id) {
                match self.case(case) {
                    Ok(mocks) => drop(running.insert(id.clone(), mocks)),
                    Err(problem) => return Some(Err(TaskError::new("States.Runtime", problem))),
                }
            }
            running.get_mut(&id)?.answer(cx.state())?
        };
        Some(mocked_result(mocked).await)
    }

    fn case(&self, case: &str) -> Result<Mocks, String> {
        let Some(mocks) = &self.mocks else {
            return Err(format!("there is no mock file with the case `{case}`; add `--mock FILE`"));
        };
        let case = mocks.case(self.machine, case).map_err(|error| error.to_string())?;
        Ok(Mocks::new(Some(case)))
    }
}

impl TaskSet for ParentTasks {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
        Box::pin(async move {
            let (form, token) = (cx.form(), cx.token());
            let Some(result) = self.mocked(&cx).await else {
                if form == Form::Activity {
                    cx.queued();
                }
                let key = cx.idempotency_key();
                return self.calls.perform(cx, key, input).await;
            };
            let (Form::Token, Some(services)) = (form, cx.services().cloned()) else {
                return result;
            };
            Ok(report_later(services, token, result))
        })
    }
}
