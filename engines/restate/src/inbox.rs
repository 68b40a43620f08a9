//! Messages to a running execution: events, and reports with task tokens. The sender waits until
//! the execution has accepted or refused the message. Until then it is persisted in Restate, so no
//! accepted message is lost.

use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::{Event, TaskError, Value};
use restate_sdk::context::HeaderMap;
use restate_sdk::context::{
    ContextAwakeables, ContextClient, ContextPromises, ContextSideEffects, ContextTimers,
    DurableFuture, DurableFuturesUnordered, RunFuture, SharedWorkflowContext,
};
use restate_sdk::discovery::InputPayload;
use restate_sdk::errors::{HandlerError, HandlerResult, TerminalError};

use crate::context_io::MAIL;
use crate::payload::{AnyPayload, Durable, Payload};
use crate::tasks::now;
use crate::wire::{Delivery, Message, Reply};
use crate::workflow::{DRIVER, Workflow};

/// Maximum number of events of a batch: each costs several entries of the sender's journal.
const MOST_EVENTS: usize = 1_000;

/// The handlers of messages.
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

    /// Its documentation.
    pub(crate) fn documentation(self) -> &'static str {
        match self {
            Self::Event => {
                "Sends the execution a CloudEvent, in any mode of HTTP, or a batch of them."
            }
            Self::Success => "Ends the task with this token with an output.",
            Self::Failure => "Ends the task with this token with an error.",
            Self::Heartbeat => "Says that the task with this token is still at work.",
        }
    }

    /// The payload of the handler.
    pub(crate) fn input(self) -> InputPayload {
        match self {
            Self::Event => InputPayload::from_metadata::<AnyPayload>(),
            Self::Success | Self::Failure | Self::Heartbeat => {
                InputPayload::from_metadata::<Payload>()
            }
        }
    }

    /// The messages in a request.
    fn messages(self, headers: &HeaderMap, given: &Payload) -> Result<Vec<Message>, String> {
        if self == Self::Event && !is_plain_json(headers) {
            let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
            let events = Event::batch_from_http(headers, given.bytes())
                .map_err(|error| error.to_string())?;
            if events.len() > MOST_EVENTS {
                return Err(format!(
                    "the batch has {} events; at most {MOST_EVENTS} are taken",
                    events.len()
                ));
            }
            return Ok(events.iter().map(|event| Message::Event(event.to_json())).collect());
        }
        let given = given.value()?;
        if self == Self::Event {
            Event::from_value(&given).map_err(|error| error.to_string())?;
            return Ok(vec![Message::Event(given)]);
        }
        self.report(&given).map(|message| vec![message])
    }

    fn report(self, given: &Value) -> Result<Message, String> {
        let text = |name: &str| given.get(name).and_then(Value::as_str).map(Text::from);
        let token = text("taskToken").ok_or("`taskToken` is missing")?;
        let report = match self {
            Self::Success => {
                Report::Done(given.get("output").cloned().ok_or("`output` is missing")?)
            }
            Self::Failure => Report::Failed(match (text("error"), text("cause")) {
                (Some(error), Some(cause)) => TaskError::new(error, cause),
                (Some(error), None) => TaskError::named(error),
                (None, cause) => TaskError::without_name(cause),
            }),
            Self::Heartbeat | Self::Event => Report::Heartbeat,
        };
        Ok(Message::Report(token.as_str().to_owned(), report))
    }
}

/// True for a request whose body is one event as JSON.
fn is_plain_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get("content-type").map(|value| value.as_bytes().to_ascii_lowercase());
    let is_batch = media_type
        .is_some_and(|media_type| media_type.starts_with(b"application/cloudevents-batch"));
    !is_batch && !headers.contains_key("ce-specversion")
}

impl Workflow {
    /// Delivers messages to the invocation that drives the execution with this key, and waits until
    /// they are accepted. The events of a batch are delivered one by one, up to the first refusal.
    pub(crate) async fn take(
        &self,
        ctx: SharedWorkflowContext<'_>,
        slot: Slot,
        given: Payload,
    ) -> HandlerResult<Payload> {
        let messages = slot.messages(ctx.headers(), &given);
        let messages = messages.map_err(|error| TerminalError::new_with_code(400, error))?;
        if !crate::service_form::any_listens(&self.directory, &self.service) {
            let text = format!("machine `{}` takes nothing from outside", self.service);
            return Err(TerminalError::new_with_code(400, text).into());
        }
        let driver = self.driver(&ctx).await?;
        let count = messages.len();
        for (at, message) in (1..).zip(messages) {
            if let Some((status, text)) = hand_over(&ctx, &driver, message).await? {
                let place =
                    if count > 1 { format!("event {at} of {count}: ") } else { String::new() };
                return Err(TerminalError::new_with_code(status, format!("{place}{text}")).into());
            }
        }
        Ok(Payload::of(&Value::Null))
    }

    /// The invocation that drives the execution. Waits for an execution that was just accepted.
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
                let text = format!(
                    "no execution of machine `{service}` with the key `{key}` is under way"
                );
                Err(TerminalError::new_with_code(404, text))
            }
        }
    }
}

/// Delivers a message to the invocation that drives an execution. An error has the status and the
/// reason.
async fn hand_over(
    ctx: &SharedWorkflowContext<'_>,
    driver: &str,
    message: Message,
) -> Result<Option<(u16, String)>, HandlerError> {
    let sent = ctx.run(|| async { Ok(now()) }).name("clock").await?;
    let (ack, receipt) = ctx.awakeable::<Payload>();
    let driver = ctx.invocation_handle(driver.to_owned());
    driver.signal(MAIL).resolve(Payload::of(&Delivery { message, now: sent, ack }));
    // An invocation that ends first has not processed it.
    let mut set: DurableFuturesUnordered<Durable<'_>> = DurableFuturesUnordered::new();
    let taken = set.push(Box::pin(receipt));
    set.push(Box::pin(driver.attach::<Payload>()));
    match set.next().await? {
        Some((place, Ok(receipt))) if place == taken => {
            let receipt: Reply = receipt
                .read()
                .map_err(|error| TerminalError::new(format!("a receipt: {error}")))?;
            Ok(receipt.refused)
        }
        Some((place, Err(error))) if place == taken => Err(error.into()),
        Some(_) | None => Ok(Some((410, "the execution has ended".to_owned()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::default();
        for (name, value) in pairs {
            headers.insert(*name, (*value).to_owned());
        }
        headers
    }

    fn events(pairs: &[(&'static str, &str)], body: &str) -> Result<Vec<Value>, String> {
        let body = Payload::from(body.as_bytes().to_vec());
        let messages = Slot::Event.messages(&headers(pairs), &body)?;
        let event = |message| match message {
            Message::Event(event) => event,
            Message::Report(token, _) => panic!("a report with {token}"),
        };
        Ok(messages.into_iter().map(event).collect())
    }

    const EVENT: &str =
        r#"{"specversion":"1.0","id":"7","source":"/shop","type":"shop.paid","data":{"amount":3}}"#;

    #[test]
    fn events_come_in_every_mode_of_http() {
        let event = Value::from_json_str(EVENT).expect("JSON");
        let json = ("content-type", "application/json");
        assert_eq!(events(&[json], EVENT).as_deref(), Ok([event.clone()].as_slice()));
        let structured = ("content-type", "application/cloudevents+json; charset=utf-8");
        assert_eq!(events(&[structured], EVENT).as_deref(), Ok([event.clone()].as_slice()));
        let batch = ("content-type", "application/cloudevents-batch+json");
        assert_eq!(
            events(&[batch], &format!("[{EVENT},{EVENT}]")),
            Ok(vec![event.clone(), event.clone()])
        );
        let core = [
            ("ce-specversion", "1.0"),
            ("ce-id", "7"),
            ("ce-source", "/shop"),
            ("ce-type", "shop.paid"),
            json,
        ];
        let binary = events(&core, r#"{"amount":3}"#).expect("an event");
        let mut expected = event;
        expected.insert("datacontenttype", "application/json");
        assert_eq!(
            binary.iter().map(Event::from_value).collect::<Result<Vec<_>, _>>(),
            Event::from_value(&expected).map(|event| vec![event])
        );
    }

    #[test]
    fn what_is_no_event_is_refused_with_the_reason() {
        let batch = [("content-type", "application/cloudevents-batch+json")];
        let why = |pairs: &[(&'static str, &str)], body: &str| {
            events(pairs, body).expect_err("it is no event")
        };
        assert_eq!(
            why(&[("ce-specversion", "1.0")], ""),
            "a CloudEvent has `id`; this one has not"
        );
        assert_eq!(
            why(&batch, &format!("[{EVENT},{{}}]")),
            "event 2 of 2: a CloudEvent has `specversion`; this one has not"
        );
        let many = format!("[{}]", vec![EVENT; MOST_EVENTS + 1].join(","));
        assert_eq!(why(&batch, &many), "the batch has 1001 events; at most 1000 are taken");
        assert_eq!(events(&batch, "[]"), Ok(Vec::new()));
    }
}
