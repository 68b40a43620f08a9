//! Calls of services that are not in the program, such as those of AWS: who performs them, for the
//! methods of a machine with the option `services`.

use std::pin::Pin;
use std::sync::Arc;

use crate::task::context::TaskContext;
use crate::task::{TaskFuture, TaskSet};
use asl_value::error::{Phase, TaskError, names};
use asl_value::value::Value;

/// A running call of a service.
pub type ServiceCall<'c> = Pin<Box<dyn Future<Output = Result<Value, TaskError>> + Send + 'c>>;

/// Performs the calls of services that a definition names by Resources, such as
/// `arn:aws:states:::sqs:sendMessage`. With the option `services = aws`, the generated methods of
/// such calls have a default body, which passes the call to the machine's
/// [services](crate::Compiled::with_services).
///
/// Dropping the future cancels the call: the engine does so when the state is cancelled or times
/// out.
///
/// ```
/// use asl_runtime::{ServiceCall, ServiceCalls, TaskContext, Value, asl_machine, json};
///
/// asl_machine!("doc/notify.asl.json", services = aws); // -> mod notify
///
/// /// The machine has no other tasks.
/// struct Nothing;
///
/// impl notify::Tasks for Nothing {}
///
/// /// Answers with what was called. `asl_aws::Services` really calls AWS.
/// struct Echo;
///
/// impl ServiceCalls for Echo {
///     fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c> {
///         Box::pin(async move { Ok(json!({ "Resource": cx.resource(), "Request": request })) })
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let machine = notify::machine(Nothing).with_services(Echo);
/// let output = machine.run(json!({ "text": "Hello" })).await?;
/// assert_eq!(output["Resource"], json!("arn:aws:states:::sns:publish"));
/// assert_eq!(output["Request"]["Message"], json!("Hello"));
/// # Ok(())
/// # })
/// # }
/// ```
pub trait ServiceCalls: Send + Sync + 'static {
    /// Performs a call. The context names the Resource; the request is the task's input.
    fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c>;
}

/// Tasks together with what performs the calls of services.
pub(super) struct Served {
    tasks: Arc<dyn TaskSet>,
    services: Arc<dyn ServiceCalls>,
}

impl Served {
    pub(super) fn new(tasks: Arc<dyn TaskSet>, services: Arc<dyn ServiceCalls>) -> Self {
        Self { tasks, services }
    }
}

impl TaskSet for Served {
    fn call(self: Arc<Self>, task: u32, mut cx: TaskContext, input: Value) -> TaskFuture {
        cx.set_service_calls(Arc::clone(&self.services));
        Arc::clone(&self.tasks).call(task, cx, input)
    }
}

/// Performs a task by the services of its machine: the body of methods that the option `services`
/// gives.
pub(crate) async fn call_service(cx: &TaskContext, request: Value) -> Result<Value, TaskError> {
    let Some(services) = cx.service_calls() else { return Err(no_services(cx.resource())) };
    services.call(cx, request).await
}

/// The failure of a machine without services. No repetition can succeed.
fn no_services(resource: &str) -> TaskError {
    let cause = format!(
        "nothing performs `{resource}`: the machine has no services; add them with `with_services`, \
         or write the method"
    );
    TaskError::new(names::RUNTIME, cause).in_phase(Phase::Schedule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Compiled;
    use crate::tests::machines::SLOW;
    use asl_value::json;

    /// A machine whose task is that of a service.
    struct Calling;

    impl TaskSet for Calling {
        fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
            Box::pin(async move { call_service(&cx, input).await })
        }
    }

    struct Echo;

    impl ServiceCalls for Echo {
        fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c> {
            Box::pin(async move { Ok(json!([cx.resource(), request])) })
        }
    }

    async fn call(machine: &Compiled) -> Result<Value, TaskError> {
        let remote = crate::engine::remote::RemoteTasks::new(machine.clone());
        let state = SLOW.nodes.first().map(|node| node.state).unwrap_or_default();
        let call = crate::engine::remote::RemoteCall::new(format!("{state}#0"));
        remote.start(call, json!({})).expect("a task of the machine").await
    }

    #[tokio::test]
    async fn machines_without_services_say_so() {
        let machine = Compiled::new(&SLOW, Calling);
        let error = call(&machine).await.expect_err("nothing performs it");
        assert_eq!((error.error(), error.phase()), (names::RUNTIME, Phase::Schedule));
        assert!(error.cause().is_some_and(|cause| cause.contains("`with_services`")), "{error}");
        let served = machine.with_services(Echo);
        assert_eq!(call(&served).await, Ok(json!(["slow", {}])));
    }
}
