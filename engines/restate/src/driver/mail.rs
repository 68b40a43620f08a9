//! What comes from outside: events, and reports with task tokens.

use asl_runtime::Event;
use asl_runtime::execution::{Reported, SendError, TokenError};

use crate::wire::{Letter, Mail, Receipt};

use super::{AtOnce, Driver};

impl Driver {
    /// Takes a letter, and tells its sender what became of it.
    pub(crate) fn letter(&mut self, mail: Mail) {
        let Mail { letter, now, ack } = mail;
        self.turns = 0;
        self.letters += 1;
        self.entries += 2;
        self.tell(now);
        let refused = match letter {
            Letter::Event(event) => self.event(&event).err(),
            Letter::Report(token, report) => {
                match self.run.report_by_token(&token, report, self.clock) {
                    Ok(reported) => {
                        self.reported(reported);
                        None
                    }
                    Err(error @ TokenError::Unknown) => Some((404, error.to_string())),
                    Err(error @ TokenError::Closed) => Some((410, error.to_string())),
                }
            }
        };
        self.at_once(AtOnce::Acknowledge { to: ack, receipt: Receipt { refused } });
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
            // The service's answer comes first.
            Reported::Early(_) => {}
        }
    }
}
