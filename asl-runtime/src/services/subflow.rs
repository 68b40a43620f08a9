//! Machines that run other machines: SM4C's `invokeSubflow`. A subflow is a compiled machine that
//! is registered by its name.

use tokio::task::JoinHandle;

use crate::engine::in_process::{Detached, RunOptions, run_with};
use crate::task::Compiled;
use crate::task::context::TaskContext;
use asl_value::error::{Failure, TaskError};
use asl_value::value::{Text, Value};

use super::Services;

/// Maximum number of running subflows. It turns endless recursion of a machine into an error.
const MOST_SUBFLOWS: usize = 100_000;

/// A running subflow, which is aborted when this is dropped.
struct Subflow(JoinHandle<Result<Value, Failure>>);

impl Drop for Subflow {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// An entry in the count of subflows. Dropping this removes it.
struct Place(Services);

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.subflows = state.subflows.saturating_sub(1);
        drop(state);
        self.0.shared.ended.notify_waiters();
    }
}

impl Services {
    /// Finds the machine with this name, and adds it to the count of running subflows.
    #[inline]
    fn find_subflow(&self, name: &str) -> Result<(Compiled, RunOptions, Place), TaskError> {
        let mut state = self.lock();
        let (machine, options) = state.machine(name).ok_or_else(|| {
            TaskError::new(
                "UnknownSubflow",
                format!("no machine is registered by the name `{name}`"),
            )
        })?;
        if state.subflows >= MOST_SUBFLOWS {
            return Err(TaskError::new(
                "TooManySubflows",
                format!("{MOST_SUBFLOWS} subflows are running already"),
            ));
        }
        state.subflows += 1;
        Ok((machine, options, Place(self.clone())))
    }

    /// Runs the machine of a call to its end. Its error becomes the error of the call.
    pub(super) async fn run_subflow(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        let (machine, options, place) = self.find_subflow(cx.resource())?;
        let id = Text::new(cx.idempotency_key());
        // Its result does not wait for detached calls: those join the caller's.
        let detached = match (options.detached.clone(), cx.detached_calls()) {
            (Detached::Await, Some(calls)) => Detached::HandOver(calls),
            (detached, _) => detached,
        };
        let options = options.id(id.clone()).name(id).services(self.clone()).detached(detached);
        let run = run_with(&machine, input, options);
        // Run it as a tokio task: polled in place, nested subflows would need a deep stack.
        let mut subflow = Subflow(tokio::spawn(async move {
            let result = run.await;
            drop(place);
            result
        }));
        match (&mut subflow.0).await {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(failure)) => Err(TaskError::from_failure(failure)),
            Err(error) => Err(TaskError::from(error)),
        }
    }
}
