//! A state that waits for events examines the inbox, one event after the other, until a transition
//! has all that it needs (spec: section 3.1).

use crate::event::Event;
use crate::execution::frame::{Frame, NEVER, ROOT, Waiting, await_row};
use crate::execution::step::call::sm4c_cx;
use crate::execution::step::drive::drive;
use crate::execution::step::enter::resume;
use crate::execution::wait::inbox::{SendError, definition, serves};
use crate::execution::wait::listening::is_listening;
use crate::execution::{Execution, OpKey};
use crate::machine::sm4c::{GroupRow, Sm4cRow};
use asl_value::error::{Failed, bounded};
use asl_value::value::Value;

/// Adds an event to the inbox without examining it.
pub(in crate::execution) fn queue_event(
    run: &mut Execution,
    event: Event,
) -> Result<(), SendError> {
    if !run.language().has_events() {
        return Err(SendError::NoEvents);
    }
    let size = event_size(run, &event)?;
    let inbox = &mut run.state.globals_mut().inbox;
    if inbox.is_full(size) {
        return Err(SendError::Full);
    }
    inbox.events.push_back((event, size));
    Ok(())
}

/// Makes room in a full inbox: events that no group of the wait can take must not keep out one that
/// it can. Without enough room, nothing changes.
#[cold]
pub(in crate::execution) fn make_room(run: &mut Execution, size: usize) -> Result<(), SendError> {
    let (Some(sm4c), Some(frame)) = (run.machine.sm4c, run.state.frames.frame(ROOT)) else {
        return Err(SendError::Full);
    };
    if !is_listening(run, ROOT) || run.state.globals().options.keep {
        return Err(SendError::Full);
    }
    let Some(row) = await_row(run, frame) else { return Err(SendError::Full) };
    let mut inbox = run.state.globals().inbox.clone();
    inbox.forget(row, sm4c);
    if inbox.is_full(size) {
        return Err(SendError::Full);
    }
    run.state.globals_mut().inbox = inbox;
    Ok(())
}

pub(in crate::execution) fn event_size(run: &Execution, event: &Event) -> Result<usize, SendError> {
    let options = run.state.globals().options;
    let limit = if options.largest == 0 { Event::MAX_SIZE } else { options.largest };
    let shown = event.shown(options.keys, "");
    // It becomes an item of what the state is handed.
    if bounded(&Value::array(vec![shown])).is_err() {
        return Err(SendError::TooDeep);
    }
    event.to_json().json_len(limit).ok_or(SendError::TooLarge { limit })
}

/// Examines the new events in the inbox, one after the other.
pub(in crate::execution) fn match_events(run: &mut Execution) {
    let Some(mut frame) = run.state.frames.take(ROOT) else { return };
    let taken = loop {
        if !run.state.globals().inbox.has_news() {
            run.state.frames.put(&mut Some(ROOT), frame);
            return;
        }
        if !run.fuel.take_one() {
            run.state.frames.put(&mut Some(ROOT), frame);
            run.state.ready_queue.push(ROOT);
            return;
        }
        run.state.globals_mut().inbox.seen += 1;
        match find_event_transition(run, &frame) {
            Ok(None) => {}
            Ok(Some(taken)) => break Ok(taken),
            Err(failure) => break Err(failure),
        }
    };
    if let Waiting::Event(serial, wake) = std::mem::take(&mut frame.waiting)
        && wake != NEVER
    {
        run.commands.cancel(OpKey { serial, frame: ROOT });
    }
    let step = match taken {
        Ok((transition, taken)) => {
            let result = take_events(run, transition, &taken);
            resume(run, &mut frame, result)
        }
        Err(failure) => Err(failure),
    };
    drive(run, frame, Some(ROOT), step);
}

/// Finds the first transition all of whose groups have an event, and the places of the events in
/// the inbox.
fn find_event_transition(
    run: &mut Execution,
    frame: &Frame,
) -> Result<Option<(u32, Vec<usize>)>, Failed> {
    let (Some(row), Some(sm4c)) = (await_row(run, frame), run.machine.sm4c) else {
        return Ok(None);
    };
    let mut number = 0;
    for (transition, groups) in (0..).zip(row.transitions) {
        let mut taken = Vec::with_capacity(groups.len());
        for (at, group) in (0..).zip(*groups) {
            match find_event(run, frame, sm4c, (transition, at), group, number + taken.len())? {
                Some(event) => taken.push(event),
                None => break,
            }
        }
        number += groups.len();
        if taken.len() == groups.len() {
            return Ok(Some((transition, taken)));
        }
    }
    Ok(None)
}

/// Finds the oldest examined event that matches a group.
fn find_event(
    run: &mut Execution,
    frame: &Frame,
    sm4c: &'static Sm4cRow,
    place: (u32, u32),
    group: &GroupRow,
    number: usize,
) -> Result<Option<usize>, Failed> {
    let globals = run.state.globals_mut();
    let Some(mut progress) = globals.inbox.groups.get(number).copied() else { return Ok(None) };
    while progress.found.is_none() && progress.looked < globals.inbox.seen {
        let at = progress.looked;
        progress.looked += 1;
        let Some((event, _)) = globals.inbox.events.get(at) else { break };
        let Some(row) = definition(sm4c, group.events, event) else { continue };
        if group.has_condition {
            let shown = event.shown(globals.options.keys, row.name);
            let mut cx = sm4c_cx(run.machine, frame);
            cx.global = globals.data.clone();
            if !(sm4c.matches)(frame.at.node, place, &frame.data, &cx, &shown)? {
                continue;
            }
        }
        progress.found = Some(at);
    }
    if let Some(kept) = globals.inbox.groups.get_mut(number) {
        *kept = progress;
    }
    Ok(progress.found)
}

/// Takes the events of a transition out of the inbox, for its node.
fn take_events(run: &mut Execution, transition: u32, taken: &[usize]) -> Value {
    let row = run.machine.sm4c;
    let globals = run.state.globals_mut();
    let (inbox, options) = (&mut globals.inbox, globals.options);
    let events = taken.iter().filter_map(|at| inbox.events.get(*at)).map(|(event, _)| {
        let row = row.and_then(|row| row.events.iter().find(|row| serves(row, event)));
        event.shown(options.keys, row.map_or("", |row| row.name))
    });
    let result = std::iter::once(Value::from(transition)).chain(events).collect();
    inbox.finish(options.keep, taken);
    Value::array(result)
}
