//! Starting an execution.

use std::sync::Arc;

use crate::error::{Failure, bounded};
use crate::execution::frame::{Frame, Frames, NONE, ROOT, ReadyQueue};
use crate::execution::fuel::Fuel;
use crate::execution::globals::Globals;
use crate::execution::history::{report_entered, report_exited, report_start};
use crate::execution::history_sm4c::observe_start;
use crate::execution::identity::Identity;
use crate::execution::step::run::{drive, enter, enter_state};
use crate::execution::watch::Watch;
use crate::execution::{Alone, Commands, Execution, Setup, StartOptions, State};
use crate::history::ObserverHandle;
use crate::machine::{Machine, NodeId, Step};
use crate::value::Value;

impl Execution {
    /// Starts a machine and runs it until it waits.
    #[inline]
    pub fn start(machine: &'static Machine, input: Value, options: StartOptions) -> Self {
        start_node(machine, machine.start, input, options, Alone::Not)
    }

    /// Starts at this node and runs its state alone, with its retriers and catchers. It ends at the
    /// first transition, and [`Execution::exit`] returns the target.
    pub fn start_at(
        machine: &'static Machine,
        node: NodeId,
        input: Value,
        options: StartOptions,
    ) -> Self {
        start_node(machine, node, input, options, Alone::State)
    }

    pub(crate) fn idle(
        machine: &'static Machine,
        state: State,
        now: u64,
        fuel: u32,
        observer: Option<ObserverHandle>,
        is_traced: bool,
    ) -> Self {
        let mut run = Self {
            machine,
            state,
            commands: Commands::default(),
            now,
            fuel: Fuel::new(fuel),
            scope: None,
            watch: None,
        };
        run.watch = Watch::new(&run, observer, is_traced);
        run
    }
}

#[inline]
fn start_node(
    machine: &'static Machine,
    node: NodeId,
    mut input: Value,
    options: StartOptions,
    alone: Alone,
) -> Execution {
    let mut run = prepare(machine, &mut input, options, alone);
    let mut frame = Frame::new(node, input, NONE, 0, 0);
    let given = run.state.setup().sm4c.as_ref().map_or(&frame.data, |globals| &globals.data);
    let step = match bounded(given) {
        Ok(()) => enter_state(&mut run, &mut frame),
        Err(cause) => Err(Failure::runtime(cause)),
    };
    match step {
        // It never waited and is not watched: the root ends here, without `drive`.
        Ok(Step::End)
            if run.watch.is_none() && !run.has_quotas() && !run.rules().has_global_data() =>
        {
            report_exited(&mut run, &mut frame);
            run.end(Ok(frame.data), frame.last_event);
        }
        step => drive(&mut run, frame, Some(ROOT), step),
    }
    run
}

/// An execution before its first step, which [`start_paused`] takes.
pub(crate) fn prepare_paused(
    machine: &'static Machine,
    mut input: Value,
    options: StartOptions,
) -> Execution {
    let mut run = prepare(machine, &mut input, options, Alone::Not);
    let mut frame = Frame::new(machine.start, input, NONE, 0, 0);
    report_entered(&mut run, &mut frame);
    run.state.frames.put(&mut Some(ROOT), frame);
    run.state.ready_queue.push(ROOT);
    run
}

pub(crate) fn start_paused(run: &mut Execution) {
    run.fuel.refill();
    run.state.ready_queue.clear();
    let Some(mut frame) = run.state.frames.take(ROOT) else { return };
    let step = enter(run, &mut frame);
    drive(run, frame, Some(ROOT), step);
}

/// An execution that has reported its start. In SM4C it takes the input.
#[inline]
fn prepare(
    machine: &'static Machine,
    input: &mut Value,
    options: StartOptions,
    alone: Alone,
) -> Execution {
    let StartOptions { id, name, role_arn, machine_id, now, seed, fuel, .. } = options;
    let StartOptions { observer, is_traced, events, dice, .. } = options;
    let limit = machine.time_limit().filter(|_| alone == Alone::Not);
    let is_named =
        !(id.is_empty() && name.is_empty() && role_arn.is_empty() && machine_id.is_empty());
    let is_told = machine.uses.context;
    let sm4c =
        machine.sm4c.map(|_| Box::new(Globals::new(std::mem::take(input), now, events, dice)));
    let is_long = limit.is_some() || alone != Alone::Not || sm4c.is_some();
    let setup = (is_named || is_told || is_long).then(|| {
        Box::new(Setup {
            deadline: limit.map(|millis| now.saturating_add(millis)),
            identity: is_named.then(|| Arc::new(Identity { id, name, role_arn, machine_id })),
            alone,
            started: now,
            input: if is_told { input.clone() } else { Value::Null },
            sm4c,
            ..Setup::default()
        })
    });
    let state = State {
        frames: Frames::default(),
        ready_queue: ReadyQueue::default(),
        serial: 0,
        events: 0,
        seed,
        setup,
    };
    let mut run = Execution::idle(machine, state, now, fuel, observer, is_traced);
    report_start(&mut run, input);
    observe_start(&mut run);
    run.fuel.refill();
    run
}
