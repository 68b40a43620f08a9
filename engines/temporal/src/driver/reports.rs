//! Messages to an execution, which are signals: events, and reports with task tokens.

use asl_runtime::execution::{Applied, Input, Report};
use asl_runtime::{Event, Value};

use super::Driver;

impl Driver {
    pub(super) fn event(&mut self, event: &Value) {
        let event = match Event::from_value(event) {
            Ok(event) => event,
            Err(error) => return self.refuse(format!("an event: {error}")),
        };
        if let Applied::Refused(why) | Applied::TimedOut(why) =
            self.run.apply(Input::Send(Box::new(event)))
        {
            self.refuse(format!("an event: {why}"));
        }
    }

    pub(super) fn report(&mut self, token: &str, report: Report) {
        if let Err(why) = self.run.report(token, report) {
            self.refuse(format!("a report of a task: {why}"));
        }
    }
}
