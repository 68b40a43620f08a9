//! Calls functions of the machine with the data that they read: variables and context in ASL, the
//! global data in SM4C.

use std::mem;

use crate::execution::Execution;
use crate::execution::frame::Frame;
use crate::execution::language::Language;
use crate::machine::for_each::Item;
use crate::machine::{At, Call, Cx, Machine, Next, Position, Step};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::Value;

/// Calls functions of the machine with the data that they read, and keeps the variables that they
/// assign.
#[inline]
pub(super) fn call_machine(
    run: &mut Execution,
    frame: &mut Frame,
    call: impl FnOnce(&'static Machine, &mut At, &mut Value, &mut Cx<'_>) -> Next,
) -> Next {
    match run.language() {
        Language::Asl => with_variables(run, frame, call),
        Language::Sm4c => with_global(run, frame, call),
    }
}

/// Calls a function of an ASL machine with the data that it reads; keeps the variables.
#[inline]
fn with_variables(
    run: &mut Execution,
    frame: &mut Frame,
    call: impl FnOnce(&'static Machine, &mut At, &mut Value, &mut Cx<'_>) -> Next,
) -> Next {
    let mut cx = asl_cx(run, frame);
    let uses = run.machine.uses;
    if !(uses.context || uses.variables || uses.random) {
        return call(run.machine, &mut frame.at, &mut frame.data, &mut cx);
    }
    let next_serial = run.state.serial.saturating_add(1);
    cx.vars = frame.extra.as_mut().map_or(Value::Null, |extra| mem::take(&mut extra.vars));
    cx.position = Some(Position {
        execution: run,
        parent: frame.parent,
        at: frame.at,
        serial: frame.waiting.serial().unwrap_or(next_serial),
        item: frame.extra.as_ref().and_then(|extra| extra.item.clone()),
    });
    let next = call(run.machine, &mut frame.at, &mut frame.data, &mut cx);
    let (vars, assigned) = (cx.vars, cx.assigned);
    if !(vars.is_null() && assigned.is_null()) {
        let extra = frame.extra.get_or_insert_default();
        (extra.vars, extra.assigned) = (vars, assigned);
    }
    next
}

/// The context of a function in ASL, without variables and position.
#[inline]
fn asl_cx(run: &Execution, frame: &Frame) -> Cx<'static> {
    Cx {
        entered: frame.entered,
        now: run.now,
        profile: run.machine.profile,
        limits: run.machine.limits,
        attempt: frame.attempt(),
        index: frame.index,
        ..Cx::default()
    }
}

/// Calls functions of the machine on the global data.
fn with_global(
    run: &mut Execution,
    frame: &mut Frame,
    call: impl FnOnce(&'static Machine, &mut At, &mut Value, &mut Cx<'_>) -> Next,
) -> Next {
    let machine = run.machine;
    let mut cx = sm4c_cx(machine, frame);
    let globals = run.state.globals_mut();
    (cx.global, cx.leave) = (mem::take(&mut globals.data), globals.leave);
    let next = call(machine, &mut frame.at, &mut frame.data, &mut cx);
    globals.leave = cx.leave;
    match bounded(&cx.global) {
        Ok(()) => globals.data = cx.global,
        Err(cause) if next.is_ok() => {
            return Err(Box::new(Failure::new(asl_value::error::sm4c::JQ_LIMIT, cause)));
        }
        Err(_) => {}
    }
    next
}

/// The context of a function, without the global data.
pub(in crate::execution) fn sm4c_cx(machine: &Machine, frame: &Frame) -> Cx<'static> {
    let expressions = machine.sm4c.map(|row| row.expressions).unwrap_or_default();
    Cx {
        entered: frame.entered,
        attempt: frame.attempt(),
        index: frame.index,
        expressions,
        ..Cx::default()
    }
}

/// Checks the limits of the data that a state has made.
#[inline]
pub(in crate::execution) fn checked(data: &Value, step: Next) -> Next {
    match bounded(data) {
        Err(cause) if step.is_ok() => Err(Failure::runtime_unplaced(cause)),
        Ok(()) | Err(_) => step,
    }
}

/// The call that a frame waits for, from entering its state again; `None` if the state does not
/// start one.
pub(in crate::execution) fn call_again(run: &mut Execution, frame: &Frame) -> Option<Call> {
    let mut again = frame.clone();
    let since = again.attempt_began();
    let step = call_machine(run, &mut again, |machine, at, data, cx| {
        cx.now = since;
        (machine.advance)(at, data, cx, 0)
    });
    match step {
        Ok(Step::Task(input)) => Some(Call::of(input)),
        Ok(Step::Call(call)) => Some(*call),
        Ok(_) | Err(_) => None,
    }
}

/// Computes the input of an iteration from the Map's data and an item.
pub(in crate::execution) fn select_item(
    run: &Execution,
    frame: &Frame,
    item: &Item,
) -> Result<Value, Failed> {
    let mut cx = asl_cx(run, frame);
    if run.machine.uses.variables {
        cx.vars = frame.vars();
    }
    if run.machine.uses.context || run.machine.uses.random {
        let (parent, at, serial) = (frame.parent, frame.at, run.state.serial);
        cx.position =
            Some(Position { execution: run, parent, at, serial, item: Some(item.clone()) });
    }
    let data = (run.machine.item)(frame.at.node, &frame.data, &mut cx, item)?;
    bounded(&data).map(|()| data).map_err(Failure::runtime_unplaced)
}
