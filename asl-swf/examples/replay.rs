//! Measures the decider: `cargo run --release -p asl-swf --example replay`. Prints how long histories of several lengths take, and how
//! often the same one has the same answer.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::time::{Duration, Instant};

use asl_runtime::asl_machine;
use asl_swf::model::Event;
use asl_swf::{Decider, DeciderOptions};
use serde_json::{Value, json};

asl_machine!("tests/definitions/count.asl.json");
asl_machine!("tests/definitions/each.asl.json");

/// A history in the making.
struct Book(Vec<Event>);

impl Book {
    fn push(&mut self, event_type: &str, attributes: Value) -> Result<i64, serde_json::Error> {
        let id = i64::try_from(self.0.len()).unwrap_or_default() + 1;
        let mut key = event_type.to_owned();
        if let Some(first) = key.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        let mut event = json!({"eventId": id, "eventTimestamp": 1_767_225_600 + id, "eventType": event_type});
        if let Some(fields) = event.as_object_mut() {
            fields.insert(format!("{key}EventAttributes"), attributes);
        }
        self.0.push(serde_json::from_value(event)?);
        Ok(id)
    }

    fn start(name: &str, input: &Value) -> Result<Self, serde_json::Error> {
        let mut book = Self(Vec::new());
        let started = json!({"input": input.to_string(), "childPolicy": "TERMINATE", "taskList": {"name": "a"},
            "workflowType": {"name": name, "version": "1.0"}});
        book.push("WorkflowExecutionStarted", started)?;
        book.begin_task()?;
        Ok(book)
    }

    fn begin_task(&mut self) -> Result<i64, serde_json::Error> {
        let scheduled = self.push("DecisionTaskScheduled", json!({"taskList": {"name": "a"}}))?;
        self.push("DecisionTaskStarted", json!({"scheduledEventId": scheduled}))
    }

    /// The last task is answered.
    fn answer(&mut self) -> Result<i64, serde_json::Error> {
        let started = self.0.len();
        self.push("DecisionTaskCompleted", json!({"scheduledEventId": started - 1, "startedEventId": started}))
    }

    fn schedule(&mut self, name: &str, id: &str, completed: i64) -> Result<i64, serde_json::Error> {
        let scheduled = json!({"activityId": id, "activityType": {"name": name, "version": "1.0"}, "taskList": {"name": "a"},
            "decisionTaskCompletedEventId": completed});
        self.push("ActivityTaskScheduled", scheduled)
    }

    fn done(&mut self, scheduled: i64, result: usize) -> Result<(), serde_json::Error> {
        let started = self.push("ActivityTaskStarted", json!({"scheduledEventId": scheduled}))?;
        let done = json!({"scheduledEventId": scheduled, "startedEventId": started, "result": result.to_string()});
        self.push("ActivityTaskCompleted", done).map(|_| ())
    }

    /// One task after the other.
    fn sequence(events: usize) -> Result<Self, serde_json::Error> {
        let steps = events / 6;
        let mut book = Self::start("count", &json!({"n": 0, "most": steps + 1}))?;
        for step in 0..steps {
            let completed = book.answer()?;
            let scheduled = book.schedule("Step", &format!("Step#{}", 2 * step), completed)?;
            book.done(scheduled, step + 1)?;
            book.begin_task()?;
        }
        Ok(book)
    }

    /// A thousand tasks at a time, as many as may be open.
    fn fan(items: usize) -> Result<Self, serde_json::Error> {
        let list: Vec<usize> = (0..items).collect();
        let mut book = Self::start("each", &json!({"items": list}))?;
        for first in (0..items).step_by(1_000) {
            let completed = book.answer()?;
            let batch = first..items.min(first + 1_000);
            let opened: Result<Vec<_>, _> =
                batch.clone().map(|item| book.schedule("Do", &format!("Each#0.{item}.Do#0"), completed)).collect();
            for (item, scheduled) in batch.zip(opened?) {
                book.done(scheduled, item)?;
            }
            book.begin_task()?;
        }
        Ok(book)
    }
}

/// The shortest of several tries: what else runs on the machine only makes them longer.
fn shortest(decider: &Decider, events: &[Event], tries: u32) -> Result<Duration, asl_swf::DecideError> {
    let mut shortest = Duration::MAX;
    for _ in 0..tries {
        let start = Instant::now();
        decider.decide(events)?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = || DeciderOptions { continue_after: 1_000_000, ..DeciderOptions::default() };
    let count = Decider::new(&count::MACHINE, options());
    let each = Decider::new(&each::MACHINE, options());
    for events in [1_000, 5_000, 10_000, 20_000] {
        let (sequence, fan) = (Book::sequence(events)?, Book::fan(events / 3)?);
        for (what, decider, book) in [("one after the other", &count, &sequence), ("side by side", &each, &fan)] {
            let time = shortest(decider, &book.0, 20)?;
            let each = time.as_nanos() / u128::try_from(book.0.len().max(1))?;
            println!(
                "{:>6} events, tasks {what}: {:.2} ms, {each} ns an event",
                book.0.len(),
                time.as_secs_f64() * 1e3
            );
        }
    }
    let book = Book::sequence(10_000)?;
    let first = serde_json::to_vec(&count.decide(book.0.as_slice())?.decisions)?;
    for call in 1..=1_000 {
        if serde_json::to_vec(&count.decide(book.0.as_slice())?.decisions)? != first {
            return Err(format!("call {call} decided something else").into());
        }
    }
    println!("1,000 calls with {} events: the same decisions, byte for byte", book.0.len());
    Ok(())
}
