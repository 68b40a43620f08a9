//! The `DevTools` protocol: calls with their results, and events, as JSON texts that end with a
//! zero byte.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use asl_conformance::problem::{Problem, Result};
use serde_json::{Value, json};

/// Maximum time for an answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Pipe {
    input: ChildStdin,
    messages: Receiver<Value>,
    last_id: u64,
    /// Events that came with answers.
    events: Vec<Value>,
}

impl Pipe {
    /// A thread reads the messages; it ends when Chromium does.
    pub(crate) fn new(input: ChildStdin, output: ChildStdout) -> Self {
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for bytes in BufReader::new(output).split(0) {
                let message = bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
                if message.is_none_or(|message| sender.send(message).is_err()) {
                    return;
                }
            }
        });
        Self { input, messages, last_id: 0, events: Vec::new() }
    }

    /// Calls a method, of a page if there is a session.
    pub(crate) fn call(
        &mut self,
        method: &str,
        parameters: &Value,
        session: Option<&str>,
    ) -> Result<Value> {
        self.last_id += 1;
        let id = self.last_id;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let (Some(session), Some(message)) = (session, message.as_object_mut()) {
            message.insert("sessionId".to_owned(), json!(session));
        }
        let text = format!("{message}\0");
        let written = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|error| Problem::new(format!("{method}: Chromium has ended: {error}")))?;
        let from = Instant::now();
        loop {
            let message = self.receive(method, PATIENCE.saturating_sub(from.elapsed()))?;
            if message.get("id").and_then(Value::as_u64) != Some(id) {
                self.events.push(message);
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(Problem::new(format!("{method}: {error}"))),
                None => Ok(message.get("result").cloned().unwrap_or_default()),
            };
        }
    }

    /// Events until now.
    pub(crate) fn events(&mut self) -> Vec<Value> {
        self.events.extend(self.messages.try_iter());
        std::mem::take(&mut self.events)
    }

    fn receive(&self, purpose: &str, patience: Duration) -> Result<Value> {
        self.messages
            .recv_timeout(patience)
            .map_err(|error| Problem::new(format!("{purpose}: no answer from Chromium: {error}")))
    }
}
