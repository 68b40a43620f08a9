//! Observers.

use asl_runtime::history::{EventType, HistoryEvent, Observer, Subject};
use asl_runtime::{RunOptions, json};

use crate::{Shop, Tested, order};

/// Prints the states that executions enter.
struct Printer;

impl Observer for Printer {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        if let (EventType::StateEntered(_), Some(state)) = (event.kind, subject.state) {
            println!("{} {}: {state}", subject.machine, subject.execution_id);
        }
    }
}

#[tokio::test]
async fn a_printer_observes() -> Tested {
    let options = RunOptions::default().observer(Printer);
    let output = order::run_with(Shop, json!({ "total": 1250 }), options).await?;
    assert_eq!(output["receipt"]["cents"], 1250);
    Ok(())
}
