//! Forecasts from histories: the states in which an execution waits, and those in which it was.

use std::collections::BTreeSet;
use std::path::PathBuf;

use asl_durable::Outlook;
use asl_language::versions::{Change, Held, Pair, SameChance, WorkOutline, changed_nodes};
use asl_report::{Course, Report, Visited};
use asl_runtime::__engine::SameStates;
use asl_runtime::versions::Outline;

use super::Next;
use super::forecast::{Forecast, Forecasts};
use crate::output::remark;

/// The forecasts of executions whose histories were recorded. Those that have ended are left out.
pub(super) fn of_files(files: &[PathBuf], old: &Next, new: Next) -> Result<Forecasts, String> {
    let way = Way::new(&old.outline, &new.outline);
    let mut found = Vec::new();
    for file in files {
        let report = crate::report::read(file)?;
        let id = file.display().to_string();
        match way.outlook(&report).map_err(|why| format!("{id}: {why}"))? {
            Some(outlook) => found.push(Forecast { id, version: old.version, outlook }),
            None => remark(&format!("{id}: the execution has ended\n")),
        }
    }
    Ok(Forecasts { of: vec![(new, found)], missing: Vec::new() })
}

/// A way from one version to another.
pub(super) struct Way<'o> {
    before: &'o Outline,
    after: &'o Outline,
    pair: Pair<'o>,
    chance: SameChance,
    /// Names of the states that begin in another way, and of those that end in another; `None` if
    /// nothing is known of states that an execution has left.
    changed: Option<[BTreeSet<&'o str>; 2]>,
}

/// The place in which a part of an execution waits: its nodes in both versions.
type Place = (u32, u32);

impl<'o> Way<'o> {
    pub(super) fn new(before: &'o Outline, after: &'o Outline) -> Self {
        let names =
            |nodes: Vec<u32>| nodes.into_iter().filter_map(|at| before.name_of(at)).collect();
        let changed = SameStates::of(before, after).map(|_| {
            let changed = changed_nodes(before, after);
            [names(changed.begin), names(changed.rest)]
        });
        let (pair, chance) = (Pair::new(before, after), SameChance::of(before, after));
        Self { before, after, pair, chance, changed }
    }

    /// The forecast of an execution; `None` if it has ended.
    ///
    /// # Errors
    /// Its history says nothing of this.
    pub(super) fn outlook(&self, report: &Report) -> Result<Option<Outlook>, String> {
        let course = report.course().filter(|_| !self.before.is_sm4c);
        let course = course.ok_or("only histories of Step Functions can be compared")?;
        if course.has_ended {
            return Ok(None);
        }
        let blocks = self.before.changes(self.after).into_iter().find(Change::blocks_migration);
        if let Some(change) = blocks {
            return Ok(Some(Outlook::Stays(change.to_string())));
        }
        let mut places: Vec<Option<Place>> = Vec::new();
        for visit in &course.visits {
            let place = visit.is_open.then(|| self.place(visit, &places)).transpose();
            match place {
                Ok(place) => places.push(place),
                Err(change) => {
                    let why = format!("the execution cannot move from `{}`: {change}", visit.state);
                    return Ok(Some(Outlook::Stays(why)));
                }
            }
        }
        if let Some(state) = self.unknown_children(&course, &places) {
            return Ok(Some(Outlook::Unknown(state)));
        }
        let is_same = course.visits.iter().all(|visit| self.is_same(visit));
        Ok(Some(if is_same { Outlook::Moves } else { Outlook::MovesAfterClose }))
    }

    /// The nodes of an open visit in both versions.
    fn place(&self, visit: &Visited, places: &[Option<Place>]) -> Result<Place, Change> {
        let nodes = (0..).zip(&self.before.nodes);
        let named = nodes.filter(|(_, node)| node.state == visit.state);
        let (from, node) = named.last().ok_or(Change::Removed)?;
        let around = visit.parent.and_then(|parent| places.get(parent).copied().flatten());
        let scope = match around {
            None => self.after.scope_of(self.after.start),
            Some((outer, to)) => {
                let inner = self.before.node(outer).map(|outer| outer.inner(self.before));
                let mut branches = (0..).zip(inner.unwrap_or_default());
                let branch = branches.find(|(_, scope)| *scope == node.scope);
                branch.and_then(|(branch, _)| self.pair.inner(to, branch))
            }
        };
        let to = self.pair.counterpart(from, scope.ok_or(Change::Removed)?)?;
        let held = match &node.work {
            WorkOutline::Task { .. } if visit.is_between_attempts => Held::Attempt,
            WorkOutline::Task { .. } => Held::Task,
            WorkOutline::Wait => Held::Time,
            WorkOutline::Fork(_) | WorkOutline::ForEach { .. } => Held::Children,
            WorkOutline::Await => Held::Events,
            WorkOutline::Plain => Held::Turn,
        };
        self.pair.movable(from, to, held, visit.attempts > 1 || visit.is_between_attempts)?;
        self.chance.check(from, to, held)?;
        Ok((from, to))
    }

    /// A Map whose children the history does not have, if there are states that cannot move.
    fn unknown_children(&self, course: &Course, places: &[Option<Place>]) -> Option<String> {
        let is_map = |place: &Option<Place>| {
            let node = place.and_then(|(from, _)| self.before.node(from));
            node.is_some_and(|node| matches!(node.work, WorkOutline::ForEach { .. }))
        };
        let mut maps = (0..).zip(&course.visits).zip(places).filter(|(_, place)| is_map(place));
        let found =
            maps.find(|((at, _), _)| course.visits.iter().all(|visit| visit.parent != Some(*at)));
        let ((_, visit), _) = found?;
        (!self.before.compare(self.after).all_can_move()).then(|| visit.state.clone())
    }

    /// True if the new version has done the same in this visit so far.
    fn is_same(&self, visit: &Visited) -> bool {
        let Some([begin, rest]) = &self.changed else { return false };
        let is_begun = visit.is_open && !visit.is_between_attempts && visit.attempts <= 1;
        !begin.contains(&*visit.state) && (is_begun || !rest.contains(&*visit.state))
    }
}
