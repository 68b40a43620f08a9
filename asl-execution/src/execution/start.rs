//! Starting an execution.

use std::sync::Arc;

use crate::execution::event_count::EventCount;
use crate::execution::frame::{Frame, Frames, NONE, ROOT, ReadyQueue};
use crate::execution::fuel::Fuel;
use crate::execution::globals::Globals;
use crate::execution::ids::identity::Identity;
use crate::execution::observe::history::{report_entered, report_start};
use crate::execution::observe::history_sm4c::observe_start;
use crate::execution::observe::show::watch;
use crate::execution::state_start::Known;
use crate::execution::step::drive::drive;
use crate::execution::step::enter::{enter, enter_state};
use crate::execution::{
    Alone, Commands, Dice, EventOptions, Execution, Setup, StartOptions, State, StateStart,
};
use crate::history::ObserverHandle;
use crate::machine::{Machine, NodeId};
use asl_value::error::{Failure, bounded};
use asl_value::value::Value;

impl Execution {
    /// Starts a machine and runs it until it waits.
    pub fn start(machine: &'static Machine, input: Value, options: StartOptions) -> Self {
        let (mut run, given) = accept(machine, options, Alone::Not);
        run.begin(machine.start, input, given);
        run
    }

    /// Starts at this node and runs its state alone, with its retriers and catchers. It ends at the
    /// first transition, and [`Execution::exit`] returns the target.
    pub fn start_at(
        machine: &'static Machine,
        node: NodeId,
        start: StateStart,
        options: StartOptions,
    ) -> Self {
        let (input, options, known) = start.into_parts(options);
        let (mut run, given) = accept(machine, options, Alone::State);
        run.begin(node, input, Given { known: Some(Box::new(known)), ..given });
        run
    }

    /// An execution before its start. Made where the engine keeps it, and then begun there: moving
    /// it took a fifth of the time of a run of one state.
    #[inline]
    #[doc(hidden)]
    pub fn before_start(machine: &'static Machine, now: u64, seed: u64) -> Self {
        let state = State {
            frames: Frames::default(),
            ready_queue: ReadyQueue::default(),
            serial: 0,
            events: EventCount::default(),
            seed,
            setup: None,
        };
        Self {
            machine,
            state,
            commands: Commands::default(),
            now,
            fuel: Fuel::new(0),
            scope: None,
            watch: None,
        }
    }

    /// Starts it at this node, and runs it until it waits.
    #[doc(hidden)]
    pub fn begin(&mut self, node: NodeId, mut input: Value, mut given: Given) {
        let known = given.known.take();
        prepare(self, &mut input, given);
        let mut frame = Frame::new(node, input, NONE, 0, 0);
        let data = self.state.setup().sm4c.as_ref().map_or(&frame.data, |globals| &globals.data);
        let ready = match (bounded(data), known) {
            (Err(cause), _) => Err(Failure::runtime(cause)),
            (Ok(()), Some(known)) => known.apply(self, &mut frame),
            (Ok(()), None) => Ok(()),
        };
        let step = match ready {
            Ok(()) => enter_state(self, &mut frame),
            Err(failure) => Err(failure),
        };
        drive(self, frame, Some(ROOT), step);
    }

    pub(super) fn idle(
        machine: &'static Machine,
        state: State,
        now: u64,
        fuel: u32,
        observer: Option<ObserverHandle>,
        is_traced: bool,
    ) -> Self {
        let run = Self::before_start(machine, now, state.seed);
        let mut run = Self { state, fuel: Fuel::new(fuel), ..run };
        run.watch = watch(&run, observer, is_traced);
        run
    }
}

/// The options of a start without the plain numbers.
#[derive(Default)]
#[doc(hidden)]
pub struct Given {
    pub identity: Option<Arc<Identity>>,
    pub alone: Alone,
    pub observer: Option<ObserverHandle>,
    pub is_traced: bool,
    pub events: EventOptions,
    pub dice: Option<Dice>,
    pub known: Option<Box<Known>>,
}

/// An execution before its start, and the options that it has not taken yet.
#[inline]
fn accept(machine: &'static Machine, options: StartOptions, alone: Alone) -> (Execution, Given) {
    let StartOptions { id, name, role_arn, machine_id, now, seed, fuel, .. } = options;
    let StartOptions { observer, is_traced, events, dice, .. } = options;
    let identity = Identity { id, name, role_arn, machine_id }.unless_empty();
    let mut run = Execution::before_start(machine, now, seed);
    run.fuel = Fuel::new(fuel);
    (run, Given { identity, alone, observer, is_traced, events, dice, known: None })
}

/// An execution before its first step, which [`start_paused`] takes.
#[inline]
pub(super) fn prepare_paused(
    machine: &'static Machine,
    mut input: Value,
    options: StartOptions,
) -> Execution {
    let (mut run, given) = accept(machine, options, Alone::Not);
    prepare(&mut run, &mut input, given);
    let mut frame = Frame::new(machine.start, input, NONE, 0, 0);
    report_entered(&mut run, &mut frame);
    run.state.frames.put(&mut Some(ROOT), frame);
    run.state.ready_queue.push(ROOT);
    run
}

#[inline]
pub(super) fn start_paused(run: &mut Execution) {
    run.fuel.refill();
    run.state.ready_queue.clear();
    let Some(mut frame) = run.state.frames.take(ROOT) else { return };
    let step = enter(run, &mut frame);
    drive(run, frame, Some(ROOT), step);
}

/// Takes the options, and reports the start. In SM4C the execution takes the input.
#[inline]
fn prepare(run: &mut Execution, input: &mut Value, given: Given) {
    let Given { identity, alone, observer, is_traced, events, dice, known: _ } = given;
    let (machine, now) = (run.machine, run.now);
    let limit = machine.time_limit().filter(|_| alone == Alone::Not);
    let is_told = machine.uses.context;
    let sm4c =
        machine.sm4c.map(|_| Box::new(Globals::new(std::mem::take(input), now, events, dice)));
    let is_long = limit.is_some() || alone != Alone::Not || sm4c.is_some();
    if identity.is_some() || is_told || is_long {
        run.state.setup = Some(Box::new(Setup {
            deadline: limit.map(|millis| now.saturating_add(millis)),
            identity,
            alone,
            started: now,
            input: if is_told { input.clone() } else { Value::Null },
            sm4c,
            ..Setup::default()
        }));
    }
    run.watch = watch(run, observer, is_traced);
    report_start(run, input);
    observe_start(run);
    run.fuel.refill();
}
