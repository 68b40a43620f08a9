//! Forecasts of moves to a version whose code is not here.

use asl_runtime::__engine::{Migration, SameStates};
use asl_runtime::versions::{Comparison, Outline, Verdict, Version};

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::Kind;
use super::super::{CallError, Forecast, Outlook};
use super::replay::InCore;
use super::{Core, moves, replay};

/// Forecasts for the unfinished executions of a machine: moves to a version with this outline.
pub(super) fn forecast<D: Disk>(
    core: &Core<D>,
    machine: &str,
    to: Version,
    outline: &Outline,
) -> Vec<Forecast> {
    let mut forecasts = Vec::new();
    for number in core.versions.numbers() {
        let Some(version) = core.versions.get(number) else { continue };
        if version.name != machine || version.hash == to.hash() {
            continue;
        }
        let before = core.versions.outline(number);
        let way = before.as_ref().map(|before| Way {
            migration: Migration::new(before, outline),
            comparison: before.compare(outline),
            is_provable: SameStates::of(before, outline).is_some(),
        });
        let all = core
            .index
            .after("")
            .filter(|(_, _, entry)| entry.version == number && !entry.state.is_over());
        forecasts.extend(all.map(|(id, slot, _)| Forecast {
            id: id.clone(),
            version: version.hash.into(),
            outlook: way.as_ref().map_or_else(no_outline, |way| outlook(core, slot, way)),
        }));
    }
    forecasts
}

/// A way from one version to another.
struct Way<'w> {
    migration: Migration<'w>,
    comparison: Comparison,
    /// True if states of both can be compared while inputs are applied.
    is_provable: bool,
}

fn no_outline() -> Outlook {
    Outlook::Stays(moves::NO_OUTLINE.to_owned())
}

fn outlook<D: Disk>(core: &Core<D>, slot: Slot, way: &Way<'_>) -> Outlook {
    match of_records(core, slot, way) {
        Ok(outlook) => outlook,
        Err(error) => Outlook::Stays(error.to_string()),
    }
}

fn of_records<D: Disk>(core: &Core<D>, slot: Slot, way: &Way<'_>) -> Result<Outlook, CallError> {
    let chain = replay::read_chain(core, slot, Kind::is_whole)?;
    if let [whole] = chain.records.as_slice()
        && whole.record().kind != Kind::Start
    {
        let snapshot = moves::snapshot(&InCore(core, slot), whole)?;
        let checked = way.migration.check(snapshot);
        return Ok(checked.map_or_else(|why| Outlook::Stays(why.to_string()), |()| Outlook::Moves));
    }
    // Of the inputs since the last snapshot something can be said only if states can be compared.
    if way.comparison.is_same() && way.is_provable {
        return Ok(Outlook::Moves);
    }
    if way.comparison.all_can_move() {
        return Ok(Outlook::MovesAfterClose);
    }
    let blocks = way.comparison.machine.iter().find(|change| change.blocks_migration());
    if let Some(change) = blocks {
        return Ok(Outlook::Stays(change.to_string()));
    }
    let mut states = way.comparison.states.iter();
    let stuck = states.find(|state| state.verdict == Verdict::Stuck);
    Ok(Outlook::Unknown(stuck.map(|state| state.state.clone()).unwrap_or_default()))
}
