//! Our handlers as Restate services. The SDK's macros fix service names at compile time; ours are
//! the names of machines.

use std::sync::Arc;
use std::time::Duration;

use asl_runtime::value::Text;
use restate_sdk::discovery::{
    Handler, HandlerName, HandlerType, InputPayload, OutputPayload, Service as Discovery,
    ServiceName, ServiceType,
};
use restate_sdk::endpoint::{ContextInternal, Error, HandlerOptions, ServiceOptions};
use restate_sdk::errors::HandlerResult;
use restate_sdk::service::macro_support::{ServiceBoxFuture, service_definition};
use restate_sdk::service::{Service, ServiceDefinition};

use crate::Options;
use crate::inbox::Slot;
use crate::names;
use crate::payload::Payload;
use crate::tasks::Tasks;
use crate::workflow::Workflow;
use asl_runtime::__engine::Directory;

/// Time without progress that is allowed for a task. Its invocation must be neither suspended nor
/// disconnected while it runs.
const LONGEST_TASK: Duration = Duration::from_secs(4 * 365 * 24 * 60 * 60);
/// Retention of the result of a part of a long execution, in case that its caller is down.
const PARTS: Duration = Duration::from_secs(24 * 60 * 60);

/// The kind of a service.
#[derive(Clone)]
enum Role {
    Workflow(Arc<Workflow>),
    More(Arc<Workflow>),
    Tasks(Arc<Tasks>),
}

impl Service for Role {
    type Future = ServiceBoxFuture;

    fn handle(&self, ctx: ContextInternal) -> Self::Future {
        let role = self.clone();
        Box::pin(async move {
            let result: HandlerResult<Payload> = match (&role, ctx.handler_name()) {
                (Self::Workflow(workflow), names::RUN) => {
                    let (input, about) = ctx.input().await;
                    workflow.run((&ctx, about).into(), input).await
                }
                (Self::More(workflow), names::RUN) => {
                    let (input, about) = ctx.input().await;
                    workflow.more((&ctx, about).into(), input).await
                }
                (Self::Tasks(tasks), names::RUN) => {
                    let (input, about) = ctx.input().await;
                    tasks.run((&ctx, about).into(), input).await
                }
                (Self::Workflow(workflow), name) => {
                    let slot = Slot::ALL.into_iter().find(|slot| slot.handler() == name);
                    let slot =
                        slot.ok_or_else(|| Error::unknown_handler(ctx.service_name(), name))?;
                    let (input, about) = ctx.input().await;
                    workflow.take((&ctx, about).into(), slot, input).await
                }
                (Self::More(_) | Self::Tasks(_), name) => {
                    return Err(Error::unknown_handler(ctx.service_name(), name));
                }
            };
            ctx.handle_handler_result(result);
            ctx.end();
            Ok(())
        })
    }
}

/// The three services of a machine.
pub(crate) fn services(
    service: &Text,
    directory: &Arc<Directory>,
    options: &Options,
) -> [ServiceDefinition; 3] {
    let tasks = Arc::new(Tasks {
        service: service.clone(),
        directory: Arc::clone(directory),
        largest: options.largest,
    });
    let workflow = Arc::new(Workflow {
        service: service.clone(),
        directory: Arc::clone(directory),
        options: options.clone(),
        tasks: Arc::clone(&tasks),
    });
    let about = "Runs the execution with this key; the body is its input.";
    let shared = Slot::ALL.map(|slot| Handler {
        input: Some(slot.input()),
        ..handler(slot.handler(), Some(HandlerType::Shared), slot.documentation())
    });
    let mut handlers = vec![handler(names::RUN, Some(HandlerType::Workflow), about)];
    handlers.extend(shared);
    let about = format!("The executions of machine `{service}`.");
    let ours = discovery(service, ServiceType::Workflow, handlers, about);
    let about = "Continues executions with long journals; not to be called by users.".to_owned();
    let on = vec![handler(names::RUN, Some(HandlerType::Workflow), "Continues an execution.")];
    let more = discovery(&names::more(service), ServiceType::Workflow, on, about);
    let about = "Runs the tasks of the machine; not to be called.".to_owned();
    let task = discovery(
        &names::tasks(service),
        ServiceType::Service,
        vec![handler(names::RUN, None, "Runs a task.")],
        about,
    );
    let private = options.service().ingress_private(true).journal_retention(Duration::ZERO);
    let mut run = HandlerOptions::new();
    if crate::service_form::any_runs_in_place(directory, service) {
        run = run.inactivity_timeout(LONGEST_TASK);
    }
    [
        service_definition(Role::Workflow(Arc::clone(&workflow)), ours)
            .options(options.service().handler(names::RUN, run.clone())),
        service_definition(Role::More(workflow), more)
            .options(private.clone().handler(names::RUN, run.workflow_retention(PARTS))),
        service_definition(Role::Tasks(tasks), task)
            .options(private.inactivity_timeout(LONGEST_TASK)),
    ]
}

fn handler(name: &str, ty: Option<HandlerType>, about: &str) -> Handler {
    Handler {
        name: HandlerName::try_from(name)
            .unwrap_or_else(|error| unreachable!("our own names are sound: {error}")),
        input: Some(InputPayload::from_metadata::<Payload>()),
        output: Some(OutputPayload::from_metadata::<Payload>()),
        ty,
        documentation: Some(about.to_owned()),
        metadata: std::collections::HashMap::default(),
        abort_timeout: None,
        inactivity_timeout: None,
        journal_retention: None,
        idempotency_retention: None,
        workflow_completion_retention: None,
        enable_lazy_state: None,
        ingress_private: None,
        retry_policy_initial_interval: None,
        retry_policy_max_interval: None,
        retry_policy_max_attempts: None,
        retry_policy_exponentiation_factor: None,
        retry_policy_on_max_attempts: None,
    }
}

fn discovery(name: &str, ty: ServiceType, handlers: Vec<Handler>, about: String) -> Discovery {
    Discovery {
        ty,
        name: ServiceName::try_from(name)
            .unwrap_or_else(|error| unreachable!("names are checked before: {error}")),
        handlers,
        documentation: Some(about),
        metadata: std::collections::HashMap::default(),
        abort_timeout: None,
        inactivity_timeout: None,
        journal_retention: None,
        idempotency_retention: None,
        enable_lazy_state: None,
        ingress_private: None,
        retry_policy_initial_interval: None,
        retry_policy_max_interval: None,
        retry_policy_max_attempts: None,
        retry_policy_exponentiation_factor: None,
        retry_policy_on_max_attempts: None,
    }
}

impl Options {
    /// The description of a service for Restate. Its retries never compete with those of a machine:
    /// task errors are data, so the engine sees only faults of processes and connections, which it
    /// should retry.
    fn service(&self) -> ServiceOptions {
        let Self { first_retry, longest_retry, most_retries, .. } = self;
        ServiceOptions::new()
            .retry_policy_initial_interval(*first_retry)
            .retry_policy_exponentiation_factor(2.0)
            .retry_policy_max_interval(*longest_retry)
            .retry_policy_max_attempts(*most_retries)
            .retry_policy_pause_on_max_attempts()
    }
}
