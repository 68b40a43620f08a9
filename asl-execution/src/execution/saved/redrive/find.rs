//! Finds the state before an execution failed: applies its inputs again, the last one transition by
//! transition. If parts fail while the rest continues (children of a distributed Map, branches that
//! SM4C waits for), those inputs are applied in the same way.

use std::collections::BTreeSet;
use std::mem;

use crate::execution::frame::{Frame, FrameId, Frames, Inputs, Place, ROOT, Rest, Slot};
use crate::execution::fuel::Fuel;
use crate::execution::saved::input::Input;
use crate::execution::saved::redrive::collect::{Saved, WHOLE, collect};
use crate::execution::saved::redrive::revive::{keep_event, restore_frames};
use crate::execution::start::{prepare_paused, start_paused};
use crate::execution::{Execution, Redrive, RedriveError, StartOptions};
use crate::machine::Machine;
use asl_value::error::{bounded, names};

use asl_value::value::{Text, Value};

/// A step of the execution's past.
#[derive(Clone, Copy)]
enum Act<'a> {
    /// The start.
    Begin,
    Apply(&'a Input),
}

impl Redrive {
    /// Finds the state before the failure of an execution with this start and these inputs, in
    /// their order.
    ///
    /// ```
    /// use asl_runtime::execution::{Command, Execution, Input, Outcome, Redrive, StartOptions};
    /// use asl_runtime::{TaskError, asl_machine, json};
    ///
    /// asl_machine!("doc/greet.asl.json");
    ///
    /// # fn main() -> Result<(), asl_runtime::execution::RedriveError> {
    /// let options = || StartOptions::default().name("ada");
    /// let mut run = Execution::start(&greet::MACHINE, json!({"name": "Ada"}), options());
    /// let Some(Command::Run { op, .. }) = run.next_command() else { unreachable!("it begins with a task") };
    /// let inputs = [(5, Input::Complete(op, Outcome::Failed(TaskError::named("Hoarse"))))];
    /// run.apply(inputs[0].1.clone(), 5);
    /// assert!(run.result().is_some_and(|result| result.is_err()));
    ///
    /// let redrive = Redrive::after_start(&greet::MACHINE, json!({"name": "Ada"}), options(), &inputs)?;
    /// assert!(run.apply(Input::Redrive(Box::new(redrive)), 60_000).taken());
    /// let Some(Command::Run { op, operation_id, .. }) = run.next_command() else { unreachable!("the task runs again") };
    /// assert_eq!(operation_id.to_string(), "Greet#1");
    /// run.complete(op, Outcome::Done(json!("Hi.")), 60_100);
    /// assert_eq!(run.result(), Some(Ok(&json!({"name": "Ada", "greeting": "Hi."}))));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The execution cannot be resumed.
    #[inline]
    pub fn after_start(
        machine: &'static Machine,
        input: Value,
        options: StartOptions,
        inputs: &[(u64, Input)],
    ) -> Result<Self, RedriveError> {
        if bounded(&input).is_err() {
            return Err(RedriveError::Malformed("the execution's input is beyond the limits"));
        }
        let run = prepare_paused(machine, input, options);
        let first = (run.now, Act::Begin);
        let acts: Vec<_> = std::iter::once(first).chain(acts(inputs)).collect();
        find(&run, &acts)
    }

    /// Finds the state before the failure of a restored execution with these inputs since. The
    /// inputs must go back to the first failure of its parts.
    ///
    /// # Errors
    /// The execution cannot be resumed.
    #[inline]
    pub fn after(run: &Execution, inputs: &[(u64, Input)]) -> Result<Self, RedriveError> {
        let mut run = copy_execution(run);
        run.commands.fetched = run.state.serial;
        find(&run, &acts(inputs).collect::<Vec<_>>())
    }
}

#[inline]
fn acts(inputs: &[(u64, Input)]) -> impl Iterator<Item = (u64, Act<'_>)> {
    inputs.iter().map(|(now, input)| (*now, Act::Apply(input)))
}

/// Applies the inputs once to find the inputs of the failures, and once more to examine those.
#[inline]
fn find(first: &Execution, acts: &[(u64, Act<'_>)]) -> Result<Redrive, RedriveError> {
    let (end, marks) = survey(first, acts)?;
    let mut run = copy_execution(first);
    let mut saved = Saved::new();
    for (at, (now, act)) in acts.iter().enumerate() {
        if matches!(act, Act::Apply(Input::Redrive(_))) {
            // The parts that failed before run again.
            saved.clear();
        }
        if at == end {
            return step_by_step(&run, *act, *now, &mut saved)?.ok_or(RedriveError::OtherInputs);
        }
        if marks.contains(&at) {
            step_by_step(&run, *act, *now, &mut saved)?;
        }
        perform_act(&mut run, *act, *now);
        fetch_commands(&mut run);
    }
    Err(RedriveError::OtherInputs)
}

/// The index of the act that ended it, and of the acts by which parts of it failed.
#[inline]
fn survey(
    first: &Execution,
    acts: &[(u64, Act<'_>)],
) -> Result<(usize, BTreeSet<usize>), RedriveError> {
    let mut run = copy_execution(first);
    let (mut end, mut marks) = (None, BTreeSet::new());
    let mut losses = failed_parts(&run);
    for (at, (now, act)) in acts.iter().enumerate() {
        let was_over = run.has_ended();
        let is_taken = perform_act(&mut run, *act, *now);
        fetch_commands(&mut run);
        let is_same = was_over && !(is_taken && matches!(act, Act::Apply(Input::Redrive(_))));
        end = end.filter(|_| is_same).or_else(|| run.has_ended().then_some(at));
        let after = failed_parts(&run);
        if !after.is_subset(&losses) {
            marks.insert(at);
        }
        losses = after;
    }
    run.may_redrive()?;
    Ok((end.ok_or(RedriveError::OtherInputs)?, marks))
}

/// Applies an act transition by transition, and saves the parts that fail. Returns the state before
/// the end, if the execution ends.
#[inline]
fn step_by_step(
    run: &Execution,
    act: Act<'_>,
    now: u64,
    saved: &mut Saved,
) -> Result<Option<Redrive>, RedriveError> {
    let most = u64::from(run.fuel.limit()).saturating_mul(4).saturating_add(64);
    let mut run = copy_execution(run);
    run.fuel = Fuel::new(1);
    if !matches!(act, Act::Apply(Input::Advance) | Act::Begin) {
        // The consequences of an input come before everything in the ready queue.
        mem::take(&mut run.state.ready_queue);
    }
    let mut before = copy_execution(&run);
    match act {
        Act::Apply(Input::Redrive(redrive)) => {
            // It ended earlier.
            if restore_frames(&mut run, (**redrive).clone(), now).is_ok() {
                before = copy_execution(&run);
                run.advance(now);
            }
        }
        Act::Apply(Input::Send(event)) => {
            keep_event(&mut before, event);
            perform_act(&mut run, act, now);
        }
        Act::Begin | Act::Apply(_) => {
            perform_act(&mut run, act, now);
        }
    }
    for _ in 0..most {
        save(&before, &run, saved)?;
        if run.has_ended() {
            let error = run.result().and_then(Result::err).and_then(|failure| failure.error());
            let is_again = error == Some(names::DATA_LIMIT_EXCEEDED);
            let frames = collect(&before, ROOT, saved, is_again)?;
            let sm4c = before.state.setup().sm4c.clone();
            return Ok(Some(Redrive { frames: arena(frames), sm4c, token: Text::default() }));
        }
        if !run.is_runnable() {
            return Ok(None);
        }
        before = copy_execution(&run);
        run.advance(now);
    }
    Ok(None)
}

/// Saves the parts that failed in a step.
#[inline]
fn save(before: &Execution, after: &Execution, saved: &mut Saved) -> Result<(), RedriveError> {
    if !has_parts(after) {
        return Ok(());
    }
    for id in after.state.frames.ids() {
        let (Some(old), Some(new)) = (before.state.frames.frame(id), after.state.frames.frame(id))
        else {
            continue;
        };
        let (Some(old_join), Some(new_join)) = (old.waiting.join(), new.waiting.join()) else {
            continue;
        };
        if (old.at, old.parent, old.index, old.attempt())
            != (new.at, new.parent, new.index, new.attempt())
        {
            continue;
        }
        let mut lost: Vec<(u32, FrameId)> = Vec::new();
        match (&old_join.inputs, &new_join.inputs) {
            (Inputs::Run(old), Inputs::Run(new)) => {
                if old.failure.is_none() && new.failure.is_some() {
                    lost.push((WHOLE, id));
                }
                let gone = new.lost.difference(&old.lost);
                let frame = |index: &u32| old.children.get(index).or_else(|| old.parked.get(index));
                lost.extend(gone.filter_map(|index| Some((*index, frame(index)?.frame))));
            }
            (_, _) => {
                let pairs = (0..).zip(old_join.places.iter().zip(&new_join.places));
                lost.extend(pairs.filter_map(|(index, pair)| match pair {
                    (Place::Open(child), Place::Failed(_)) => Some((index, *child)),
                    (_, _) => None,
                }));
            }
        }
        if lost.is_empty() {
            continue;
        }
        let operation_id = after.operation_id_of(new).to_string();
        for (index, root) in lost {
            let tree = collect(before, root, saved, false)?;
            saved.insert((operation_id.clone(), index), tree);
        }
    }
    Ok(())
}

#[inline]
fn arena(frames: Vec<Frame>) -> Frames {
    let mut frames = frames.into_iter().map(Slot::Frame);
    let root = frames.next().unwrap_or_default();
    let slots: Vec<Slot> = frames.collect();
    Frames { root, rest: (!slots.is_empty()).then(|| Box::new(Rest { slots, vacant: ROOT })) }
}

/// A copy without an observer, whose commands are all fetched.
#[inline]
fn copy_execution(run: &Execution) -> Execution {
    let (state, fuel) = (run.state.clone(), run.fuel.limit());
    let mut copy = Execution::idle(run.machine, state, run.now, fuel, None, false);
    copy.commands.fetched = run.commands.fetched;
    copy
}

/// Returns true unless it was refused.
#[inline]
fn perform_act(run: &mut Execution, act: Act<'_>, now: u64) -> bool {
    match act {
        Act::Begin => {
            start_paused(run);
            true
        }
        Act::Apply(input) => run.apply(input.clone(), now).changed(),
    }
}

/// Fetches all commands, as an engine does.
#[inline]
fn fetch_commands(run: &mut Execution) {
    while run.next_command().is_some() {}
}

/// Returns true if parts of it can fail while the rest continues.
#[inline]
fn has_parts(run: &Execution) -> bool {
    run.machine.uses.runs || run.language().keeps_siblings_of_failures()
}

/// The parts that have failed: frame, visit, attempt and index.
#[inline]
fn failed_parts(run: &Execution) -> BTreeSet<(FrameId, u32, u32, u32)> {
    if !has_parts(run) {
        return BTreeSet::new();
    }
    let frames = run.state.frames.ids().filter_map(|id| Some((id, run.state.frames.frame(id)?)));
    let joins = frames.filter_map(|(id, frame)| Some((id, frame, frame.waiting.join()?)));
    let mut losses = BTreeSet::new();
    for (id, frame, join) in joins {
        let mut lose = |index| losses.insert((id, frame.at.visit, frame.attempt(), index));
        if let Inputs::Run(run) = &join.inputs {
            let whole = run.failure.is_some().then_some(WHOLE);
            for index in run.lost.iter().copied().chain(whole) {
                lose(index);
            }
        }
        for (index, place) in (0..).zip(&join.places) {
            if matches!(place, Place::Failed(_)) {
                lose(index);
            }
        }
    }
    losses
}
