//! Messages to an execution, which are signals: events, and reports with task tokens.

use asl_runtime::execution::Report;
use asl_runtime::{Event, Value};

use super::Driver;

impl Driver {
    pub(super) fn event(&mut self, event: &Value) {
        let sent = match Event::from_value(event) {
            Ok(event) => {
                self.run.execution.send(event, self.run.clock).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = sent {
            self.refuse(format!("an event: {why}"));
        }
    }

    pub(super) fn report(&mut self, token: &str, report: Report) {
        if let Err(why) = self.run.report(token, report) {
            self.refuse(format!("a report of a task: {why}"));
        }
    }
}
