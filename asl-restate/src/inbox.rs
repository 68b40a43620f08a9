//! What is sent to a running execution: events, and reports with task tokens. The sender hears whether the execution has taken it;
//! until then it is in Restate, so that nothing is lost that was accepted.

use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::{Event, TaskError, Value};
use restate_sdk::context::{
    ContextAwakeables, ContextClient, ContextPromises, ContextSideEffects, ContextTimers, DurableFuture,
    DurableFuturesUnordered, RunFuture, SharedWorkflowContext,
};
use restate_sdk::errors::{HandlerResult, TerminalError};

use crate::payload::Payload;
use crate::shell::{Durable, MAIL};
use crate::tasks::now;
use crate::wire::{Letter, Mail, Receipt};
use crate::workflow::{DRIVER, Workflow};

/// The handlers that take something for an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// `send`: an event.
    Event,
    /// `success`: `{"taskToken": .., "output": ..}`.
    Success,
    /// `failure`: `{"taskToken": .., "error": .., "cause": ..}`.
    Failure,
    /// `heartbeat`: `{"taskToken": ..}`.
    Heartbeat,
}

impl Slot {
    pub(crate) const ALL: [Self; 4] = [Self::Event, Self::Success, Self::Failure, Self::Heartbeat];

    /// The name of the handler.
    pub(crate) fn handler(self) -> &'static str {
        match self {
            Self::Event => "send",
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Heartbeat => "heartbeat",
        }
    }

    /// What people are told of it.
    pub(crate) fn documentation(self) -> &'static str {
        match self {
            Self::Event => "Sends the execution an event, a CloudEvent as JSON.",
            Self::Success => "Ends the task with this token with an output.",
            Self::Failure => "Ends the task with this token with an error.",
            Self::Heartbeat => "Says that the task with this token is still at work.",
        }
    }

    fn letter(self, given: &Value) -> Result<Letter, String> {
        if self == Self::Event {
            Event::from_value(given).map_err(|error| error.to_string())?;
            return Ok(Letter::Event(given.clone()));
        }
        let text = |name: &str| given.get(name).and_then(Value::as_str).map(Text::from);
        let token = text("taskToken").ok_or("`taskToken` is missing")?;
        let report = match self {
            Self::Success => Report::Done(given.get("output").cloned().ok_or("`output` is missing")?),
            Self::Failure => Report::Failed(match (text("error"), text("cause")) {
                (Some(error), Some(cause)) => TaskError::new(error, cause),
                (Some(error), None) => TaskError::named(error),
                (None, cause) => TaskError::nameless(cause),
            }),
            Self::Heartbeat | Self::Event => Report::Heartbeat,
        };
        Ok(Letter::Report(token.as_str().to_owned(), report))
    }
}

impl Workflow {
    /// Hands a letter to whoever drives the execution with this key, and waits to hear that it was taken.
    pub(crate) async fn take(
        &self,
        ctx: SharedWorkflowContext<'_>,
        slot: Slot,
        given: Payload,
    ) -> HandlerResult<Payload> {
        let given = given.value().and_then(|given| slot.letter(&given));
        let letter = given.map_err(|error| TerminalError::new_with_code(400, error))?;
        if !self.directory.listens(&self.service) {
            let text = format!("machine `{}` takes nothing from outside", self.service);
            return Err(TerminalError::new_with_code(400, text).into());
        }
        let driver = self.driver(&ctx).await?;
        let sent = ctx.run(|| async { Ok(now()) }).name("clock").await?;
        let (ack, receipt) = ctx.awakeable::<Payload>();
        let driver = ctx.invocation_handle(driver);
        driver.signal(MAIL).resolve(Payload::of(&Mail { letter, now: sent, ack }));
        // One that ends first has not looked at it.
        let mut set: DurableFuturesUnordered<Durable<'_>> = DurableFuturesUnordered::new();
        let taken = set.push(Box::pin(receipt));
        set.push(Box::pin(driver.attach::<Payload>()));
        let heard = set.next().await?;
        match heard {
            Some((place, Ok(receipt))) if place == taken => {
                let receipt: Receipt =
                    receipt.read().map_err(|error| TerminalError::new(format!("a receipt: {error}")))?;
                match receipt.refused {
                    None => Ok(Payload::of(&Value::Null)),
                    Some((status, text)) => Err(TerminalError::new_with_code(status, text).into()),
                }
            }
            Some((place, Err(error))) if place == taken => Err(error.into()),
            Some(_) | None => Err(TerminalError::new_with_code(410, "the execution has ended").into()),
        }
    }

    /// The invocation that drives the execution. One that was only just accepted is waited for.
    async fn driver(&self, ctx: &SharedWorkflowContext<'_>) -> Result<String, TerminalError> {
        if let Some(driver) = ctx.peek_promise::<String>(DRIVER).await? {
            return Ok(driver);
        }
        let mut set: DurableFuturesUnordered<Durable<'_>> = DurableFuturesUnordered::new();
        let begun = ctx.promise::<String>(DRIVER).map_ok(|driver| Payload::of(&driver));
        let begins = set.push(Box::pin(begun));
        set.push(Box::pin(ctx.sleep(self.options.patience).map_ok(|()| Payload::default())));
        match set.next().await? {
            Some((place, sign)) if place == begins => {
                sign?.read().map_err(|error| TerminalError::new(format!("a driver: {error}")))
            }
            Some(_) | None => {
                let (service, key) = (&self.service, ctx.key());
                let text = format!("no execution of machine `{service}` with the key `{key}` is under way");
                Err(TerminalError::new_with_code(404, text))
            }
        }
    }
}
