//! Executions of one machine with the types of its input and output.

use std::fmt;
use std::sync::Arc;

use asl_runtime::error::{Failure, Status};
use asl_runtime::execution::Cancellation;
use asl_runtime::{MachineInput, Typed, Value};

use crate::failure;
use crate::model::{EventAttributes, WorkflowExecution, WorkflowType};
use crate::service::{GetWorkflowExecutionHistory, StartWorkflowExecution, Swf, SwfError};

/// The executions of one machine on Amazon SWF, with the types of its input and output: of the
/// constant `TYPED` of a machine with the options `input` or `output`. Deciders and workers may be in
/// other programs.
///
/// ```
/// use std::sync::Arc;
///
/// use asl_runtime::asl_machine;
/// use asl_swf::{Executions, ExecutionsError, Swf};
/// use serde::{Deserialize, Serialize};
///
/// asl_machine!("doc/order.asl.json", input = Order, output = Shipped); // -> mod order
///
/// #[derive(Serialize)]
/// struct Order {
///     id: u32,
/// }
///
/// #[derive(Deserialize)]
/// struct Shipped {
///     parcel: String,
/// }
///
/// async fn ship(swf: Arc<impl Swf>, order: &Order) -> Result<Option<String>, ExecutionsError> {
///     let orders = Executions::new(swf, "shop", order::TYPED);
///     let started = orders.start("order-7", order).await?;
///     // Amazon SWF cannot wait for an end: ask again later, with the ids in `started`.
///     Ok(orders.result(&started).await?.and_then(Result::ok).map(|shipped| shipped.parcel))
/// }
/// # fn main() {}
/// ```
pub struct Executions<S, I, O> {
    swf: Arc<S>,
    domain: String,
    workflow_type: WorkflowType,
    typed: Typed<I, O>,
}

/// The reason why a typed execution was not started, or its result not read.
#[derive(Clone)]
#[non_exhaustive]
pub enum ExecutionsError {
    /// The input cannot be converted to a value: `Asl.TypeMismatch`, with the path in the value.
    TypeMismatch(Failure),
    /// The call of the service failed.
    Swf(SwfError),
}

impl<S: Swf, I, O> Executions<S, I, O> {
    /// The executions of a machine in a domain. Their workflow type is the machine's name in version
    /// `1.0`, as `worker::Registration` registers it by default.
    pub fn new(swf: Arc<S>, domain: impl Into<String>, typed: Typed<I, O>) -> Self {
        let workflow_type = WorkflowType::new(typed.machine().name, "1.0");
        Self { swf, domain: domain.into(), workflow_type, typed }
    }

    /// Sets the workflow type.
    #[must_use]
    pub fn workflow_type(self, workflow_type: WorkflowType) -> Self {
        Self { workflow_type, ..self }
    }

    /// Starts an execution under a workflow id, with the defaults of its type.
    ///
    /// # Errors
    /// The input cannot be converted to a value, and nothing is started; or the service refuses the
    /// start, because an execution with this id is open.
    pub async fn start(
        &self,
        workflow_id: impl Into<String>,
        input: impl MachineInput<I>,
    ) -> Result<WorkflowExecution, ExecutionsError> {
        let request = self.request(workflow_id, input)?;
        let workflow_id = request.workflow_id.clone();
        let run_id = self.swf.start_workflow_execution(request).await?;
        Ok(WorkflowExecution { workflow_id, run_id })
    }

    /// The request that [`Executions::start`] makes, for further options.
    ///
    /// # Errors
    /// [`ExecutionsError::TypeMismatch`]
    pub fn request(
        &self,
        workflow_id: impl Into<String>,
        input: impl MachineInput<I>,
    ) -> Result<StartWorkflowExecution, ExecutionsError> {
        let input = self.typed.input(input).map_err(ExecutionsError::TypeMismatch)?;
        Ok(StartWorkflowExecution {
            domain: self.domain.clone(),
            workflow_id: workflow_id.into(),
            workflow_type: self.workflow_type.clone(),
            input: Some(input.to_json_string()),
            ..StartWorkflowExecution::default()
        })
    }

    /// The output or the failure of an execution, also of a run that continued it; `None` while it is
    /// open. An output that does not fit the type is `Asl.TypeMismatch`.
    ///
    /// # Errors
    /// No execution has these ids, or the service cannot be reached.
    pub async fn result(
        &self,
        execution: &WorkflowExecution,
    ) -> Result<Option<Result<O, Failure>>, ExecutionsError> {
        let mut execution = execution.clone();
        loop {
            match self.last_event(&execution).await? {
                Some(EventAttributes::WorkflowExecutionContinuedAsNew(continued)) => {
                    execution.run_id = continued.new_execution_run_id;
                }
                last => {
                    let result = last.and_then(|last| result_of(&last));
                    return Ok(
                        result.map(|result| result.and_then(|output| self.typed.output(output)))
                    );
                }
            }
        }
    }

    /// The newest event: after the end, no other event follows.
    async fn last_event(
        &self,
        execution: &WorkflowExecution,
    ) -> Result<Option<EventAttributes>, SwfError> {
        let request = GetWorkflowExecutionHistory {
            domain: self.domain.clone(),
            execution: execution.clone(),
            maximum_page_size: Some(1),
            reverse_order: true,
            ..GetWorkflowExecutionHistory::default()
        };
        let page = self.swf.get_workflow_execution_history(request).await?;
        Ok(page.events.into_iter().next().map(|event| event.attributes))
    }
}

/// The result in the last event of an execution; `None` while it is open.
fn result_of(last: &EventAttributes) -> Option<Result<Value, Failure>> {
    if let EventAttributes::WorkflowExecutionCompleted(completed) = last {
        let text = completed.result.as_deref().unwrap_or("null");
        return Some(Ok(Value::from_json_str(text).unwrap_or_else(|_| Value::text(text))));
    }
    let aborted = |error: &str, cause: Option<&str>| {
        *Cancellation::new(error, cause.unwrap_or_default()).into_failure()
    };
    let failure = if let EventAttributes::WorkflowExecutionFailed(failed) = last {
        failure::read_end(failed.reason.as_deref(), failed.details.as_deref())
    } else if let EventAttributes::WorkflowExecutionCanceled(cancelled) = last {
        aborted("", cancelled.details.as_deref())
    } else if let EventAttributes::WorkflowExecutionTerminated(ended) = last {
        aborted(ended.reason.as_deref().unwrap_or_default(), ended.details.as_deref())
    } else if let EventAttributes::WorkflowExecutionTimedOut(_) = last {
        Failure::from_parts(None, None, Status::TimedOut, None)
    } else {
        return None;
    };
    Some(Err(failure))
}

impl<S, I, O> Clone for Executions<S, I, O> {
    fn clone(&self) -> Self {
        Self {
            swf: Arc::clone(&self.swf),
            domain: self.domain.clone(),
            workflow_type: self.workflow_type.clone(),
            typed: self.typed,
        }
    }
}

impl<S, I, O> fmt::Debug for Executions<S, I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executions")
            .field("domain", &self.domain)
            .field("workflow_type", &self.workflow_type)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for ExecutionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TypeMismatch(failure) => fmt::Display::fmt(failure, f),
            Self::Swf(error) => fmt::Display::fmt(error, f),
        }
    }
}

asl_runtime::__readable_debug!(ExecutionsError);

impl std::error::Error for ExecutionsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TypeMismatch(failure) => Some(failure),
            Self::Swf(error) => Some(error),
        }
    }
}

impl From<SwfError> for ExecutionsError {
    fn from(error: SwfError) -> Self {
        Self::Swf(error)
    }
}
