//! Moves an execution to another version of its machine, if that has the same open operations.

use std::fmt;

use crate::execution::frame::{Frame, FrameId, Inputs, ROOT, Slot, Waiting, fixed_window};
use crate::execution::saved::check::check;
use crate::execution::saved::snapshot::{RestoreError, Snapshot};
use crate::execution::{Alone, Execution, State};
use crate::machine::sm4c::Work;
use crate::machine::{Machine, NodeId};
use crate::versions::{Change, Held, Outline, Pair};
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
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Snapshot(error) = self { Some(error) } else { None }
    }
}

impl Snapshot {
    /// Hash of its machine.
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
        mut self,
        old: &'static Machine,
        new: &'static Machine,
    ) -> Result<Self, MigrateError> {
        if self.hash != old.hash {
            let error = RestoreError::OtherMachine { saved: self.machine, given: old.name };
            return Err(MigrateError::Snapshot(error));
        }
        let damaged = |why| MigrateError::Snapshot(RestoreError::Malformed(why));
        check(old, &self.state).map_err(damaged)?;
        if self.state.setup().alone != Alone::Not {
            return Err(MigrateError::Alone);
        }
        let (before, after) = (Outline::new(old), Outline::new(new));
        if let Some(change) = before.changes(&after).into_iter().find(Change::blocks_migration) {
            return Err(MigrateError::Stuck { operation_id: String::new(), change });
        }
        let mut moving =
            Moving { new, before: &before, after: &after, pair: Pair::new(&before, &after) };
        let run = Execution::idle(old, self.state.clone(), 0, 0, None, false);
        if matches!(self.state.frames.slot(ROOT), Slot::Frame(_)) {
            moving.frames(&run, &mut self.state)?;
        }
        moving.globals(&run, &mut self.state)?;
        check(new, &self.state).map_err(MigrateError::Unfit)?;
        Ok(Self { machine: Text::new_static(new.name), hash: new.hash, state: self.state })
    }
}

struct Moving<'m> {
    new: &'static Machine,
    before: &'m Outline,
    after: &'m Outline,
    pair: Pair<'m>,
}

impl Moving<'_> {
    /// The scope of the root.
    fn root_scope(&self, state: &State) -> Result<u32, MigrateError> {
        let is_timed_out = state.setup().sm4c.as_ref().is_some_and(|globals| globals.is_timed_out);
        let start = if is_timed_out { self.after.on_timeout } else { Some(self.after.start) };
        let scope = start.and_then(|start| self.after.scope_of(start));
        scope.ok_or(MigrateError::Stuck { operation_id: String::new(), change: Change::Removed })
    }

    /// Visits all frames, from the outside in.
    #[inline]
    fn frames(&mut self, run: &Execution, state: &mut State) -> Result<(), MigrateError> {
        let mut rest = vec![(ROOT, self.root_scope(state)?, false)];
        while let Some((id, scope, is_parked)) = rest.pop() {
            let Some(frame) = state.frames.frame_mut(id) else { continue };
            let old = frame.at.node.0;
            let stuck = |change| stuck(run, id, change);
            let to = self.pair.counterpart(old, scope).map_err(stuck)?;
            let is_retried = frame.is_retried() && run.language().counts_each_retrier();
            self.pair.movable(old, to, held(&frame.waiting), is_retried).map_err(stuck)?;
            frame.at.node = NodeId(to);
            let before = frame.waiting.join().map(|join| join.window);
            let children = self.join(frame, to).map_err(stuck)?;
            let join =
                frame.waiting.join().filter(|join| before != Some(join.window) && !is_parked);
            // A wider window lets more children start, a narrower one does not. Parked children are
            // skipped.
            match join.map(|join| (join.wants_more() || join.is_complete(), join.is_run())) {
                Some((true, _)) if !state.ready_queue.iter().any(|other| other == id) => {
                    state.ready_queue.push_last(id);
                }
                Some((false, false)) if !run.language().queues_open_joins() => {
                    state.ready_queue.remove(id);
                }
                Some(_) | None => {}
            }
            for (child, branch, is_waiting) in children {
                let scope = self.pair.inner(to, branch).ok_or_else(|| stuck(Change::Removed))?;
                rest.push((child, scope, is_parked || is_waiting));
            }
        }
        Ok(())
    }

    /// The children of a frame, each with its branch, and true for those that wait to start again.
    /// The window becomes the new one.
    #[inline]
    fn join(&self, frame: &mut Frame, to: u32) -> Result<Vec<(FrameId, u32, bool)>, Change> {
        let Waiting::Children(Some(join)) = &mut frame.waiting else { return Ok(Vec::new()) };
        let row = self.new.node(NodeId(to));
        let extra = self.new.sm4c_node(NodeId(to));
        let fork = extra
            .and_then(|extra| if let Work::Fork(row) = &extra.work { Some(row) } else { None });
        if let Some(window) = row.and_then(|row| fixed_window(&row.kind, fork)) {
            if join.open > window {
                return Err(Change::Window);
            }
            join.window = window;
        }
        if let Inputs::Run(run) = &join.inputs {
            let children = run.children.values().map(|open| (open.frame, 0, false));
            return Ok(children
                .chain(run.parked.values().map(|open| (open.frame, 0, true)))
                .collect());
        }
        let children = (0..)
            .zip(&join.places)
            .filter_map(|(index, place)| Some((place.open()?, index, false)));
        Ok(children.collect())
    }

    /// SM4C: moves the target of the exit action, and calls that no engine has taken yet.
    #[inline]
    fn globals(&self, run: &Execution, state: &mut State) -> Result<(), MigrateError> {
        if state.setup().sm4c.is_none() {
            return Ok(());
        }
        let scope = self
            .root_scope(state)
            .or_else(|error| if run.has_ended() { Ok(0) } else { Err(error) })?;
        let Some(globals) = state.setup.as_mut().and_then(|setup| setup.sm4c.as_deref_mut()) else {
            return Ok(());
        };
        match self.pair.counterpart(globals.leave.0, scope) {
            Ok(to) => globals.leave = NodeId(to),
            // Only an exit action goes to the recorded target; it has no other exit.
            Err(change) if self.is_leaving(run) => return Err(stuck(run, ROOT, change)),
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
            .map_err(|change| MigrateError::Stuck { operation_id: String::new(), change })?;
        }
        Ok(())
    }

    fn is_leaving(&self, run: &Execution) -> bool {
        let node =
            run.state.frames.frame(ROOT).and_then(|frame| usize::try_from(frame.at.node.0).ok());
        node.and_then(|node| self.before.nodes.get(node)).is_some_and(|node| node.exits.is_empty())
    }
}

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

fn stuck(run: &Execution, id: FrameId, change: Change) -> MigrateError {
    let operation_id = run
        .state
        .frames
        .frame(id)
        .map_or_else(String::new, |frame| run.operation_id_of(frame).to_string());
    MigrateError::Stuck { operation_id, change }
}
