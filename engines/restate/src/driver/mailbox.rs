//! Messages to an execution: events, and reports with task tokens.

use asl_runtime::Event;
use asl_runtime::execution::{Reported, SendError, TokenError};

use crate::wire::{Delivery, Message, Reply};

use super::{AtOnce, Driver};

impl Driver {
    /// Delivers a message, and replies to its sender.
    pub(crate) fn message(&mut self, mail: Delivery) {
        let Delivery { message, now, ack } = mail;
        self.turns = 0;
        self.messages += 1;
        self.has_advanced = true;
        self.entries += 2;
        self.tell(now);
        let refused = match message {
            Message::Event(event) => self.event(&event).err(),
            Message::Report(token, report) => {
                match self.run.report_by_token(&token, report, self.clock) {
                    Ok(reported) => {
                        self.reported(reported);
                        None
                    }
                    Err(error @ TokenError::Unknown) => Some((404, error.to_string())),
                    Err(error @ TokenError::Closed) => Some((410, error.to_string())),
                    Err(error @ TokenError::WrongAnswer(_)) => Some((400, error.to_string())),
                }
            }
        };
        self.at_once(AtOnce::Acknowledge { to: ack, receipt: Reply { refused } });
    }

    fn event(&mut self, event: &asl_runtime::Value) -> Result<(), (u16, String)> {
        let event = Event::from_value(event).map_err(|error| (400, error.to_string()))?;
        self.run.send(event, self.clock).map_err(|error| {
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

    fn reported(&mut self, reported: Reported) {
        match reported {
            Reported::Ended(op) => self.cut_off(op),
            Reported::Alive(op) => {
                let clock = self.clock;
                self.with_open(op, |open| open.beat = clock);
            }
            // The response of the service precedes the report.
            Reported::Early(_) => {}
        }
    }
}
