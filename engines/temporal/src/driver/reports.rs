//! Messages to an execution, which are signals: events, and reports with task tokens.

use asl_runtime::execution::{Report, Reported};
use asl_runtime::{Event, Value};

use super::Driver;

impl Driver {
    pub(super) fn event(&mut self, event: &Value) {
        let sent = match Event::from_value(event) {
            Ok(event) => self.run.send(event, self.clock).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = sent {
            self.refuse(format!("an event: {why}"));
        }
    }

    pub(super) fn report(&mut self, token: &str, report: Report) {
        match self.run.report_by_token(token, report, self.clock) {
            Ok(Reported::Ended(op)) => self.cut_off(op),
            Ok(Reported::Alive(op)) => {
                let clock = self.clock;
                self.with_open(op, |open| open.beat = clock);
            }
            // The answer of the service precedes the report.
            Ok(Reported::Early(_)) => {}
            Err(why) => self.refuse(format!("a report of a task: {why}")),
        }
    }
}
