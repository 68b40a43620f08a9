//! Messages to an execution: events, and reports with task tokens.

use asl_runtime::Event;
use asl_runtime::execution::{SendError, TokenError};

use crate::wire::{Delivery, Message, Reply};

use super::{AtOnce, Driver};

impl Driver {
    /// Delivers a message, and replies to its sender.
    pub(crate) fn message(&mut self, mail: Delivery) {
        let Delivery { message, now, ack } = mail;
        self.run.turns = 0;
        self.messages += 1;
        self.has_advanced = true;
        self.run.port.entries += 2;
        self.run.tell(now);
        let refused = match message {
            Message::Event(event) => self.event(&event).err(),
            Message::Report(token, report) => match self.run.report(&token, report) {
                Ok(()) => None,
                Err(error @ TokenError::Unknown) => Some((404, error.to_string())),
                Err(error @ TokenError::Closed) => Some((410, error.to_string())),
                Err(error @ TokenError::WrongAnswer(_)) => Some((400, error.to_string())),
            },
        };
        self.at_once(AtOnce::Acknowledge { to: ack, receipt: Reply { refused } });
    }

    fn event(&mut self, event: &asl_runtime::Value) -> Result<(), (u16, String)> {
        let event = Event::from_value(event).map_err(|error| (400, error.to_string()))?;
        self.run.execution.send(event, self.run.clock).map_err(|error| {
            let status = match error {
                SendError::Ended => 410,
                SendError::Unknown => 404,
                SendError::TooLarge { .. } => 413,
                SendError::Full => 429,
                SendError::NoEvents | SendError::TooDeep => 400,
            };
            (status, error.to_string())
        })
    }
}
