//! Reports the events of an execution as they happen.

use asl_execution::event::Event;
use asl_execution::history::{EventType, HistoryEvent, Observer, Subject};
use asl_value::error::{Failure, Status};
use asl_value::value::Value;

use super::protocol::{Begin, End, Failed, Report, SentEvent, send};

/// Reports states and events, and ends the program at the state that the parent named.
pub(super) struct Watch {
    until: Option<String>,
    has_history: bool,
}

impl Watch {
    pub(super) fn new(begin: &Begin) -> Self {
        Self { until: begin.until.clone(), has_history: begin.has_history }
    }
}

impl Observer for Watch {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        if self.has_history && !subject.is_in_child {
            send(&Report::Event(event.to_json()));
        }
        if !matches!(event.kind, EventType::StateEntered(_) | EventType::EnterState) {
            return;
        }
        let Some(state) = event.details.name.as_deref() else { return };
        send(&Report::Entered(state.to_owned()));
        if self.until.as_deref() == Some(state) {
            let observed = event.details.observed.as_ref().map(|observed| observed.data.clone());
            let input = event.details.input.clone().or(observed).unwrap_or(Value::Null);
            send(&Report::Reached(input));
            // The state must not begin, and nothing of the run is needed any more.
            std::process::exit(0);
        }
    }

    fn watches_children(&self) -> bool {
        true
    }
}

/// The report of an execution's end.
pub(super) fn end(result: Result<Value, Failure>, elapsed: u64) -> End {
    let result = result.map_err(|failure| Failed {
        error: failure.error().map(str::to_owned),
        cause: failure.cause().map(str::to_owned),
        text: failure.to_string(),
        is_aborted: failure.status() == Status::Aborted,
    });
    End { result, elapsed, delays: Vec::new() }
}

/// The events to send, or the reason why one is none.
pub(super) fn events(sent: &[SentEvent]) -> Result<Vec<(u64, Event)>, String> {
    let read = |sent: &SentEvent| {
        let event = Event::from_json_str(&sent.event.to_json_string());
        event.map(|event| (sent.after, event)).map_err(|error| error.to_string())
    };
    sent.iter().map(read).collect()
}
