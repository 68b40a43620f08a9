//! Moves an execution to another version of its machine, if that has the same open operations.

use std::fmt;

use crate::execution::event_count::{EventCount, MOST_EVENTS};
use crate::execution::frame::{Frame, FrameId, Inputs, ROOT, ReadyQueue, Waiting, fixed_window};
use crate::execution::ids::operation_id::path_of;
use crate::execution::language::Language;
use crate::execution::saved::check::check;
use crate::execution::saved::snapshot::{RestoreError, Snapshot};
use crate::execution::{Alone, Redrive, State};
use crate::machine::sm4c::Work;
use crate::machine::{Limits, Machine, NodeId};
use crate::versions::{Change, Held, Outline, Pair, SameChance, WorkOutline};
use asl_value::value::Text;

/// The reason for which an execution cannot be migrated. It is unchanged.
pub enum MigrateError {
    /// The snapshot is not of the old machine.
    Snapshot(RestoreError),
    /// A change blocks the migration.
    Stuck {
        /// The operation that is affected; empty if it is the whole execution.
        operation_id: String,
        /// The change.
        change: Change,
    },
    /// It runs a single state.
    Alone,
    /// The new machine cannot be in such a state.
    Unfit(&'static str),
}

impl fmt::Display for MigrateError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Snapshot(error) => fmt::Display::fmt(error, f),
            Self::Stuck { operation_id, change } if operation_id.is_empty() => {
                write!(f, "the execution cannot move: {change}")
            }
            Self::Stuck { operation_id, change } => {
                write!(f, "the execution cannot move from `{operation_id}`: {change}")
            }
            Self::Alone => f.write_str("the execution runs a single state, and cannot move"),
            Self::Unfit(why) => write!(f, "the new machine cannot continue the execution: {why}"),
        }
    }
}

asl_language::__readable_debug!(MigrateError);

impl std::error::Error for MigrateError {
    #[inline]
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Snapshot(error) = self { Some(error) } else { None }
    }
}

impl Snapshot {
    /// Hash of its machine.
    #[inline]
    pub fn machine_hash(&self) -> u64 {
        self.hash
    }

    /// Moves the execution to another version of its machine ([`crate::versions`]). Its open
    /// operations stay open: nothing is started again, and nothing that was started is lost. Its
    /// deadline is unchanged.
    ///
    /// # Errors
    /// The snapshot is not of `old`, or an open operation is different in `new`.
    #[inline]
    pub fn migrate(
        self,
        old: &'static Machine,
        new: &'static Machine,
    ) -> Result<Self, MigrateError> {
        if self.hash != old.hash {
            let error = RestoreError::OtherMachine { saved: self.machine, given: old.name };
            return Err(MigrateError::Snapshot(error));
        }
        let damaged = |why| MigrateError::Snapshot(RestoreError::Malformed(why));
        check(old, &self.state).map_err(damaged)?;
        let (before, after) = (Outline::new(old), Outline::new(new));
        let migration = Migration::new(&before, &after);
        let Moved { state, .. } = migration.state(self.state, Some(new))?;
        check(new, &state).map_err(MigrateError::Unfit)?;
        Ok(Self { machine: Text::new_static(new.name), hash: new.hash, state })
    }
}

/// The move of executions from one version of a machine to another, prepared for many executions.
/// The old machine need not be there: its outline is enough.
pub struct Migration<'m> {
    before: &'m Outline,
    after: &'m Outline,
    pair: Pair<'m>,
    chance: SameChance,
}

/// An execution that moved.
pub struct MovedSnapshot {
    /// The execution in the new version.
    pub snapshot: Snapshot,
    /// True if it cannot wait as before: it has something to do, or its limits changed.
    pub is_due: bool,
    /// True if the move is an event of its history. SM4C has no such events, and a full history has
    /// no room.
    pub has_event: bool,
}

impl MovedSnapshot {
    /// An execution that was moved to a machine. Counts the event of the move.
    #[inline]
    pub fn new(mut snapshot: Snapshot, machine: &'static Machine, is_due: bool) -> Self {
        let events = &mut snapshot.state.events;
        let has_room = machine.limits == Limits::None || events.last_id() + 1 < MOST_EVENTS;
        let has_event = Language::new(machine).has_aws_history() && has_room;
        if has_event {
            events.count_one();
        }
        Self { snapshot, is_due, has_event }
    }
}

/// The state of an execution that moved.
struct Moved {
    state: State,
    is_due: bool,
}

/// The reason for which a frame cannot move, with the node at which it is in the old version.
type StuckAt = (FrameId, u32, Change);

impl<'m> Migration<'m> {
    /// The move from one version to another.
    #[inline]
    pub fn new(before: &'m Outline, after: &'m Outline) -> Self {
        let (pair, chance) = (Pair::new(before, after), SameChance::of(before, after));
        Self { before, after, pair, chance }
    }

    /// Moves an execution of the old version to the machine of the new one. The snapshot must have
    /// been written by an engine: what only the old machine's code can check is not checked.
    ///
    /// # Errors
    /// An open operation is different in the new version.
    #[inline]
    pub fn apply(
        &self,
        snapshot: Snapshot,
        new: &'static Machine,
    ) -> Result<MovedSnapshot, MigrateError> {
        let (snapshot, is_due) = self.restate(snapshot, new)?;
        Ok(MovedSnapshot::new(snapshot, new, is_due))
    }

    /// As [`Migration::apply`], but the move is no event yet: inputs of the old version follow. The
    /// result is true if the execution cannot wait as before.
    ///
    /// # Errors
    /// As for [`Migration::apply`].
    #[inline]
    pub fn restate(
        &self,
        snapshot: Snapshot,
        new: &'static Machine,
    ) -> Result<(Snapshot, bool), MigrateError> {
        let Moved { state, is_due } = self.state(snapshot.state, Some(new))?;
        check(new, &state).map_err(MigrateError::Unfit)?;
        let snapshot = Snapshot { machine: Text::new_static(new.name), hash: new.hash, state };
        Ok((snapshot, is_due))
    }

    /// Checks that an execution can move, as far as this is known without the new machine's code.
    ///
    /// # Errors
    /// As for [`Migration::apply`].
    #[inline]
    pub fn check(&self, snapshot: Snapshot) -> Result<(), MigrateError> {
        self.state(snapshot.state, None).map(drop)
    }

    /// A redrive of an execution of the old version, for the machine of the new one: a redrive has
    /// numbers of nodes.
    ///
    /// # Errors
    /// A state that starts again is not in the new version.
    #[inline]
    pub fn redrive(
        &self,
        redrive: Redrive,
        new: &'static Machine,
    ) -> Result<Redrive, MigrateError> {
        let mut state = State {
            frames: redrive.frames,
            ready_queue: ReadyQueue::default(),
            serial: 0,
            events: EventCount::default(),
            seed: 0,
            setup: None,
        };
        let moved = self.frames(&mut state, Some(new));
        moved.map_err(|stuck| self.stuck(&state, stuck))?;
        Ok(Redrive { frames: state.frames, ..redrive })
    }

    /// Names of the states in which an execution of the old version is.
    #[inline]
    pub fn states<'s>(
        &'s self,
        snapshot: &'s Snapshot,
    ) -> impl Iterator<Item = &'s str> + use<'s, 'm> {
        let frames = &snapshot.state.frames;
        let at = frames.ids().filter_map(|id| frames.frame(id));
        at.filter_map(|frame| self.before.node(frame.at.node.0)).map(|node| node.state.as_str())
    }

    #[inline]
    fn state(
        &self,
        mut state: State,
        new: Option<&'static Machine>,
    ) -> Result<Moved, MigrateError> {
        if state.setup().alone != Alone::Not {
            return Err(MigrateError::Alone);
        }
        if let Some(change) =
            self.before.changes(self.after).into_iter().find(Change::blocks_migration)
        {
            return Err(MigrateError::Stuck { operation_id: String::new(), change });
        }
        let root = state.frames.frame(ROOT).map(|frame| frame.at.node.0);
        let mut is_due = false;
        if root.is_some() {
            let moved = self.frames(&mut state, new);
            is_due = moved.map_err(|stuck| self.stuck(&state, stuck))?;
        }
        self.globals(&mut state, root)?;
        is_due |= !state.ready_queue.is_empty();
        Ok(Moved { state, is_due })
    }

    #[inline]
    fn language(&self) -> Language {
        if self.before.is_sm4c { Language::Sm4c } else { Language::Asl }
    }

    /// The scope of the root.
    #[inline]
    fn root_scope(&self, state: &State) -> Result<u32, Change> {
        let is_timed_out = state.setup().sm4c.as_ref().is_some_and(|globals| globals.is_timed_out);
        let start = if is_timed_out { self.after.on_timeout } else { Some(self.after.start) };
        start.and_then(|start| self.after.scope_of(start)).ok_or(Change::Removed)
    }

    /// Visits all frames, from the outside in. Returns true if limits of one changed.
    #[inline]
    fn frames(&self, state: &mut State, new: Option<&'static Machine>) -> Result<bool, StuckAt> {
        let scope = self.root_scope(state).map_err(|change| (ROOT, u32::MAX, change))?;
        let mut rest = vec![(ROOT, scope, false)];
        let mut is_due = false;
        // A forged snapshot may contain cycles, which the check of the result reports.
        let mut left = state.frames.ids().count();
        while let Some((id, scope, is_parked)) = rest.pop() {
            let Some(fewer) = left.checked_sub(1) else { break };
            left = fewer;
            let Some(frame) = state.frames.frame_mut(id) else { continue };
            let old = frame.at.node.0;
            let stuck = |change| (id, old, change);
            let to = self.pair.counterpart(old, scope).map_err(stuck)?;
            let is_retried = frame.is_retried() && self.language().counts_each_retrier();
            let held = held(&frame.waiting);
            self.pair.movable(old, to, held, is_retried).map_err(stuck)?;
            self.chance.check(old, to, held).map_err(stuck)?;
            self.keep_name(frame, (old, to), held);
            is_due |= held == Held::Task && self.pair.has_other_limits(old, to);
            frame.at.node = NodeId(to);
            let before = frame.waiting.join().map(|join| join.window);
            let window = self.window(to, new);
            let children = join_in(frame, window).map_err(stuck)?;
            let join =
                frame.waiting.join().filter(|join| before != Some(join.window) && !is_parked);
            // A wider window lets more children start, a narrower one does not. Parked children are
            // skipped.
            match join.map(|join| (join.wants_more() || join.is_complete(), join.is_run())) {
                Some((true, _)) if !state.ready_queue.iter().any(|other| other == id) => {
                    state.ready_queue.push_last(id);
                }
                Some((false, false)) if !self.language().queues_open_joins() => {
                    state.ready_queue.remove(id);
                }
                Some(_) | None => {}
            }
            for (child, branch, is_waiting) in children {
                let scope = self.pair.inner(to, branch).ok_or_else(|| stuck(Change::Removed))?;
                rest.push((child, scope, is_parked || is_waiting));
            }
        }
        Ok(is_due)
    }

    /// Keeps the name of a state that was renamed for the operations of its visit.
    #[inline]
    fn keep_name(&self, frame: &mut Frame, (old, to): (u32, u32), held: Held) {
        let (Some(old), Some(to)) = (self.before.node(old), self.after.node(to)) else { return };
        if held != Held::Turn && old.state != to.state {
            let extra = frame.extra.get_or_insert_default();
            extra.renamed.get_or_insert_with(|| old.state.as_str().into());
        }
    }

    /// The maximum number of open children of a node, if the data do not contain it.
    #[inline]
    fn window(&self, to: u32, new: Option<&'static Machine>) -> Option<u32> {
        if let Some(new) = new {
            let extra = new.sm4c_node(NodeId(to));
            let fork = extra
                .and_then(|extra| if let Work::Fork(row) = &extra.work { Some(row) } else { None });
            return fixed_window(&new.node(NodeId(to))?.kind, fork);
        }
        match &self.after.node(to)?.work {
            WorkOutline::ForEach { window: Some(0), .. } => Some(u32::MAX),
            WorkOutline::ForEach { window, .. } => *window,
            WorkOutline::Plain
            | WorkOutline::Task { .. }
            | WorkOutline::Wait
            | WorkOutline::Fork(_)
            | WorkOutline::Await => None,
        }
    }

    /// SM4C: moves the target of the exit action, and calls that no engine has taken yet. `root` is
    /// the node of the root before the move.
    #[inline]
    fn globals(&self, state: &mut State, root: Option<u32>) -> Result<(), MigrateError> {
        if state.setup().sm4c.is_none() {
            return Ok(());
        }
        let whole = |change| MigrateError::Stuck { operation_id: String::new(), change };
        let scope = match (self.root_scope(state), root) {
            (Ok(scope), _) => scope,
            (Err(change), Some(_)) => return Err(whole(change)),
            // It has ended.
            (Err(_), None) => 0,
        };
        let is_leaving = root.and_then(|root| self.before.node(root));
        let is_leaving = is_leaving.is_some_and(|node| node.exits.is_empty());
        let Some(globals) = state.setup.as_mut().and_then(|setup| setup.sm4c.as_deref_mut()) else {
            return Ok(());
        };
        match self.pair.counterpart(globals.leave.0, scope) {
            Ok(to) => globals.leave = NodeId(to),
            // Only an exit action goes to the recorded target; it has no other exit.
            Err(change) if is_leaving => return Err(whole(change)),
            Err(_) => globals.leave = NodeId(0),
        }
        for call in &mut globals.detached {
            call.each_node(|node, around| {
                let scope = match around {
                    None => Some(scope),
                    Some((outer, branch)) => self.pair.inner(outer, branch),
                };
                let to = self.pair.counterpart(node, scope.ok_or(Change::Removed)?)?;
                self.pair.movable(
                    node,
                    to,
                    if around.is_some() { Held::Children } else { Held::Task },
                    false,
                )?;
                Ok(to)
            })
            .map_err(whole)?;
        }
        Ok(())
    }

    /// The error of a frame that cannot move. Frames around it have moved, to states of their names.
    #[cold]
    #[inline]
    fn stuck(&self, state: &State, (id, at, change): StuckAt) -> MigrateError {
        let Some(frame) = state.frames.frame(id) else {
            return MigrateError::Stuck { operation_id: String::new(), change };
        };
        let name = |outline: &'m Outline, node: u32| {
            outline.node(node).map_or("", |node| node.state.as_str())
        };
        let most = state.frames.ids().count();
        let around: Vec<_> = state.frames.around(frame).take(most).collect();
        let around = around.iter().rev().map(|(outer, index)| {
            (name(self.after, outer.at.node.0), outer.at.visit, outer.attempt(), Some(*index))
        });
        let own = (name(self.before, at), frame.at.visit, frame.attempt(), None);
        let operation_id = path_of(around.chain([own]));
        MigrateError::Stuck { operation_id, change }
    }
}

/// The children of a frame, each with its branch, and true for those that wait to start again. The
/// window becomes this one.
#[inline]
fn join_in(frame: &mut Frame, window: Option<u32>) -> Result<Vec<(FrameId, u32, bool)>, Change> {
    let Waiting::Children(Some(join)) = &mut frame.waiting else { return Ok(Vec::new()) };
    if let Some(window) = window {
        if join.open > window {
            return Err(Change::Window);
        }
        join.window = window;
    }
    if let Inputs::Run(run) = &join.inputs {
        let children = run.children.values().map(|open| (open.frame, 0, false));
        return Ok(children.chain(run.parked.values().map(|open| (open.frame, 0, true))).collect());
    }
    let children = (0..).zip(&join.places);
    let children = children.filter_map(|(index, place)| Some((place.open()?, index, false)));
    Ok(children.collect())
}

#[inline]
fn held(waiting: &Waiting) -> Held {
    match waiting {
        Waiting::Fuel => Held::Turn,
        Waiting::Task(_) | Waiting::Ongoing(..) => Held::Task,
        Waiting::Timer(..) => Held::Time,
        Waiting::Backoff(..) => Held::Attempt,
        Waiting::Event(..) => Held::Events,
        Waiting::Children(_) => Held::Children,
    }
}
