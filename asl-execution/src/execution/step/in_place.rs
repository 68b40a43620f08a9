//! Runs children in place: a child whose states read nothing but their data gets no frame until it
//! waits. A frame, its context and its events one by one took longer than three plain states.

use std::mem;

use crate::execution::Execution;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{Frame, FrameId, Inputs, Join, Place};
use crate::execution::step::call::{checked, select_item};
use crate::machine::for_each::{EachRow, Item};
use crate::machine::{At, Cx, Kind, Next, NodeId, Step};
use asl_value::error::Failed;
use asl_value::value::Value;

/// The reason for which no more children run in place.
pub(in crate::execution) enum Pause {
    /// No more children start now, or the next one needs a frame from the start.
    Over,
    /// The input of the next child cannot be computed.
    NoInput(Failed),
    /// The last child needs a frame for its next step.
    Child(Frame, Next),
}

/// Runs children of a join one after the other, as long as each ends without waiting.
pub(super) fn run_children_in_place(run: &mut Execution, id: FrameId, join: &mut Join) -> Pause {
    let is_plain = run.machine.needs_only_data() && run.watch.is_none() && !join.is_run();
    if !is_plain || !join.wants_more() {
        return Pause::Over;
    }
    let mut counts = Counts { fuel: run.fuel.left(), events: run.state.events };
    let pause = run_children(run, id, join, &mut counts);
    run.fuel.spend(run.fuel.left().saturating_sub(counts.fuel));
    run.state.events = counts.events;
    pause
}

/// The counters of an execution while children run in place.
struct Counts {
    fuel: u32,
    events: EventCount,
}

impl Counts {
    /// Counts the start of a child, and its transitions.
    #[inline]
    fn enter_states(&mut self, is_iteration: bool, transitions: u32) {
        self.fuel = self.fuel.saturating_sub(transitions);
        self.events.count_iteration(is_iteration);
        self.events.count_entry();
        self.events.count_transitions(transitions);
    }

    /// Counts the end of a child. Returns the ids of its last event and of the end of its iteration.
    #[inline]
    fn end_child(&mut self, is_iteration: bool) -> (u64, u64) {
        self.events.count_exit();
        let last_event = self.events.last_id();
        self.events.count_iteration(is_iteration);
        (last_event, self.events.last_id())
    }
}

fn run_children(run: &Execution, id: FrameId, join: &mut Join, counts: &mut Counts) -> Pause {
    let (machine, is_iteration) = (run.machine, join.has_iterations());
    let Some(parent) = run.state.frames.frame(id) else {
        unreachable!("a parent stays in the arena")
    };
    let source = Source::new(&run.node(parent).kind, &join.inputs);
    let mut cx = Cx {
        entered: run.now,
        now: run.now,
        profile: machine.profile,
        limits: machine.limits,
        ..Cx::default()
    };
    // The child itself takes one unit of fuel, and its first state needs another.
    for index in join.started()..join.length {
        if counts.fuel <= 1 {
            break;
        }
        counts.fuel -= 1;
        let (node, data) = match source.input(run, parent, index) {
            Ok(input) => input,
            Err(failure) => return Pause::NoInput(failure),
        };
        // The data stay where the output is kept: values that move right after they were written
        // in pieces stall the processor.
        join.places.push(Place::Done(data));
        let Some(Place::Done(data)) = join.places.last_mut() else {
            unreachable!("its place was just added")
        };
        let mut at = At { node, visit: 0 };
        cx.index = index;
        let step = (machine.advance)(&mut at, data, &mut cx, counts.fuel - 1);
        let step = checked(data, step);
        counts.enter_states(is_iteration, at.visit);
        if !matches!(step, Ok(Step::End)) {
            let data = mem::take(data);
            join.places.pop();
            let (entered, event) = (run.now, counts.events.last_id());
            let frame = Frame::new(node, data, id, index, event);
            return Pause::Child(Frame { at, entered, entered_event: event, ..frame }, step);
        }
        // There is nothing to drop; `forget` saves the check.
        mem::forget(step);
        (join.last_event, join.end_event) = counts.end_child(is_iteration);
    }
    Pause::Over
}

/// The first nodes and the inputs of children.
enum Source<'j> {
    Branches(&'static [NodeId], &'j Value),
    Items(&'static EachRow, &'j [Value]),
}

impl<'j> Source<'j> {
    fn new(kind: &'static Kind, inputs: &'j Inputs) -> Self {
        match (kind, inputs) {
            (Kind::Fork(branches), Inputs::Same(input)) => Self::Branches(branches, input),
            (Kind::ForEach(row), Inputs::Each(Value::Array(items))) => {
                Self::Items(row, items.as_slice())
            }
            (_, _) => unreachable!("a join is made for its node"),
        }
    }

    /// The first node of a child, and its input.
    #[inline]
    fn input(
        &self,
        run: &Execution,
        parent: &Frame,
        index: u32,
    ) -> Result<(NodeId, Value), Failed> {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        match self {
            Self::Branches(branches, input) => {
                let Some(node) = branches.get(at) else { no_input() };
                Ok((*node, (*input).clone()))
            }
            Self::Items(row, items) => {
                let Some(value) = items.get(at) else { no_input() };
                if !row.selects {
                    return Ok((row.body, value.clone()));
                }
                let item = Item { index, value: value.clone(), key: None, source: None };
                Ok((row.body, select_item(run, parent, &item)?))
            }
        }
    }
}

fn no_input() -> ! {
    unreachable!("a join has as many inputs as it says")
}
