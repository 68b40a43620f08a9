//! Signals: reports by task token, and SM4C events.

use asl_runtime::event::Event;
use asl_runtime::execution::{Report, Reported, SendError};
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};

use super::replay::{Replay, parsed};

/// Applies a signal: a report by task token if it has that form, else an event.
pub(super) fn apply(replay: &mut Replay<'_>, event_id: i64, name: &str, input: Option<&str>) {
    let said = input.filter(|text| !text.is_empty()).map(parsed);
    if let Some((token, report)) = said.as_ref().and_then(|said| report(name, said)) {
        return apply_report(replay, event_id, &token, report);
    }
    let is_cloud_event = said.as_ref().is_some_and(|said| said.get("specversion").is_some());
    let read = input.filter(|_| is_cloud_event).and_then(|text| Event::from_json_str(text).ok());
    let event = read.unwrap_or_else(|| {
        let event = defined_event(replay, name).with_id(event_id.to_string());
        said.map_or(event.clone(), |said| event.with_data(said))
    });
    deliver(replay, event_id, event);
}

/// The event with a name, with type and source from the definition.
fn defined_event(replay: &Replay<'_>, name: &str) -> Event {
    let rows = replay.decider.machine.sm4c.map_or(&[][..], |row| row.events);
    let row = rows.iter().find(|row| row.name.to_lowercase() == name.to_lowercase());
    let event = Event::named(name);
    let event = row.and_then(|row| row.kind).map_or(event.clone(), |kind| event.with_type(kind));
    row.and_then(|row| row.source).map_or(event.clone(), |source| event.with_source(source))
}

/// Delivers an event to the machine. If its queue is full, the event is kept.
pub(super) fn deliver(replay: &mut Replay<'_>, event_id: i64, event: Event) {
    if !replay.early.is_empty() {
        return replay.early.push_back((event_id, event));
    }
    match replay.run.send(event.clone(), replay.now) {
        Ok(()) => {}
        Err(SendError::Full) => replay.early.push_back((event_id, event)),
        Err(_) => replay.ignored.push(event_id),
    }
}

fn apply_report(replay: &mut Replay<'_>, event_id: i64, token: &str, report: Report) {
    replay.work += 1;
    let said =
        replay.run.by_token(token).and_then(|op| replay.run.report_on(op, report, replay.now));
    match said {
        Ok(Reported::Ended(op)) => replay.operations.release(op),
        Ok(Reported::Alive(op)) => {
            replay.last_heartbeats.insert(op, replay.now);
        }
        Ok(Reported::Early(_)) => {}
        Err(_) => replay.ignored.push(event_id),
    }
}

/// The report in a signal, with its token. Such signals are named after AWS's actions and have the
/// actions' arguments as input.
fn report(name: &str, said: &Value) -> Option<(Text, Report)> {
    let text = |key: &str| said.get(key).and_then(Value::as_str);
    let token = Text::from(text("taskToken")?);
    let report = match name {
        "SendTaskSuccess" => Report::Done(match said.get("output") {
            Some(Value::String(text)) => parsed(text),
            Some(output) => output.clone(),
            None => Value::Null,
        }),
        "SendTaskFailure" => {
            let cause = text("cause").map(Text::from);
            Report::Failed(match (text("error"), cause) {
                (Some(error), Some(cause)) => TaskError::new(error, cause),
                (Some(error), None) => TaskError::named(error),
                (None, cause) => TaskError::without_name(cause),
            })
        }
        "SendTaskHeartbeat" => Report::Heartbeat,
        _ => return None,
    };
    Some((token, report))
}
