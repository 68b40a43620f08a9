//! The functions of the credit check: the bureau, by its OpenAPI document, and a channel for its
//! events.

use asl_http::{HttpOptions, Network, Reach, SetupError};
use asl_openapi::{Client, Options};
use asl_runtime::{Event, TaskContext, TaskError, Value};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::credit;

/// The functions of the credit check.
#[derive(Clone, Debug)]
pub struct Desk {
    client: Client,
    events: UnboundedSender<Event>,
}

impl Desk {
    /// Uses the bureau at this address. The returned receiver gets the events that the machine
    /// sends.
    pub fn new(bureau: String) -> Result<(Self, UnboundedReceiver<Event>), SetupError> {
        // The bureau of this example runs on this machine without TLS, which must be permitted
        // explicitly.
        let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
        let http = HttpOptions::default().reach(reach).plain_http(true);
        let client = Client::new(Options::default().http(http).server(bureau))?;
        let (events, sent) = unbounded_channel();
        Ok((Self { client, events }, sent))
    }
}

impl credit::Functions for Desk {
    async fn identify(&self, _: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        self.client.call(&credit::functions::IDENTIFY, &arguments).await
    }

    async fn score(&self, _: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        self.client.call(&credit::functions::SCORE, &arguments).await
    }

    async fn send_event(&self, _: &TaskContext, event: Event) -> Result<(), TaskError> {
        self.events
            .send(event)
            .map_err(|_| TaskError::new("Desk.Closed", "nobody reads the events any more"))
    }
}
