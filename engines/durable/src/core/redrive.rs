//! Redrives: executions that failed resume at the failed states.

use asl_runtime::__engine::{MovedSnapshot, write_json_within};
use asl_runtime::execution::{Input, Redrive, RedriveError};
use asl_runtime::value::Text;

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Owned, StartBody, StartHead};
use super::super::{CallError, Reply, State, StoreError, time};
use super::Core;
use super::apply::LARGEST;
use super::moves::{Prepared, Way};
use super::replay::{InCore, read_json};
use super::{migrate, moves, replay, start};

/// Tokens that a repeated request is compared with, as AWS does: those of the last ten redrives,
/// for 15 minutes.
const TOKENS: usize = 10;
const TOKEN_VALIDITY: u64 = 15 * 60 * 1000;

/// Resumes an execution where it failed, unless a redrive with the same token did.
pub(super) fn redrive<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    token: &str,
) -> Result<Reply, CallError> {
    let slot = start::known(core, id)?;
    if let Some(before) = redriven_with(core, slot, token)? {
        return Ok(Reply::Redriven(time::system(before)));
    }
    let refused = |why: RedriveError| refused(id, &why);
    match core.index.entry(slot).map(|entry| entry.state) {
        Some(State::Failed | State::TimedOut | State::Aborted) => {}
        Some(State::Succeeded) => return Err(refused(RedriveError::Succeeded)),
        Some(State::Running | State::WaitsForMachine) | None => {
            return Err(refused(RedriveError::Running));
        }
    }
    resume(core, slot, id, |redrive| Ok(redrive.with_token(token)))
}

fn refused(id: &str, why: &dyn std::fmt::Display) -> CallError {
    CallError::Redrive { id: id.into(), why: why.to_string() }
}

/// Resumes an execution that has failed, with a redrive that is made from the usual one.
pub(super) fn resume<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    id: &str,
    change: impl FnOnce(Redrive) -> Result<Redrive, CallError>,
) -> Result<Reply, CallError> {
    let refused = |why: &dyn std::fmt::Display| refused(id, why);
    let chain =
        replay::read_chain(core, slot, |kind| matches!(kind, Kind::Start | Kind::Migrated))?;
    if !chain.is_complete {
        return Err(CallError::NoHistory { id: id.into() });
    }
    let way = way_of(core, slot);
    let way = way.as_ref().map(Way::prepared);
    let moved = way.as_ref().map(|way| moves::moved(core, slot, way, &chain.records));
    let moved = moved.transpose().map_err(|error| named(error, id))?;
    let redrive = where_it_failed(core, slot, &chain, way.as_ref())?;
    let redrive = redrive.map_err(|error| refused(&error))?;
    let input = Input::Redrive(Box::new(change(redrive)?));
    core.scratch.clear();
    if !write_json_within(&mut core.scratch, &input, LARGEST) {
        return Err(refused(&"its state is larger than 64 MiB as text"));
    }
    if let Some((way, moved)) = way.zip(moved) {
        move_first(core, slot, way.target(), &moved).map_err(|error| named(error, id))?;
    } else {
        replay::activate(core, slot)?;
    }
    let applied = core.apply(slot, input)?;
    if applied.taken() {
        return Ok(Reply::Redriven(time::system(core.now)));
    }
    core.look_after(slot)?;
    Err(refused(&"its end is another one"))
}

/// The way to the registered version, if an execution failed in one that is not registered.
fn way_of<D: Disk>(core: &mut Core<D>, slot: Slot) -> Option<Way> {
    let number = core.index.entry(slot)?.version;
    if core.versions.machine(number).is_some() { None } else { Way::of(core, number) }
}

/// Moves an execution that has failed to the registered version, and loads it. The redrive that
/// follows is in the same batch.
fn move_first<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    target: u16,
    moved: &MovedSnapshot,
) -> Result<(), CallError> {
    let number = core.index.entry(slot).map_or(u16::MAX, |entry| entry.version);
    let before = core.versions.get(number).map(|before| before.hash.into()).unwrap_or_default();
    start::ensure_version(core, target)?;
    if !migrate::begin_record(core, slot, target, moved) {
        let why = migrate::TOO_LARGE.to_owned();
        return Err(CallError::Migrate { id: Text::default(), why });
    }
    migrate::write(core, slot, target)?;
    replay::activate(core, slot)?;
    let place = core.index.entry(slot).map(|entry| entry.active);
    if let Some(active) = place.and_then(|place| core.actives.get_mut(place))
        && moved.has_event
    {
        active.run.show_migrated(before);
    }
    Ok(())
}

/// The error with the execution's id.
fn named(error: CallError, id: &str) -> CallError {
    if let CallError::Migrate { why, .. } = error {
        return CallError::Migrate { id: id.into(), why };
    }
    error
}

/// Time of the redrive with this token, if there was one.
fn redriven_with<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    token: &str,
) -> Result<Option<u64>, CallError> {
    if token.is_empty() || core.index.redrives(slot).is_none() {
        return Ok(None);
    }
    let chain = replay::read_chain(core, slot, |kind| kind == Kind::Start)?;
    let redrives = chain.records.iter().rev().filter(|owned| owned.record().kind == Kind::Redrive);
    let is_valid = |owned: &&Owned| core.now - owned.record().now < TOKEN_VALIDITY;
    for owned in redrives.take(TOKENS).take_while(is_valid) {
        for (now, input) in inputs(core, slot, std::slice::from_ref(owned))? {
            if matches!(&input, Input::Redrive(redrive) if redrive.token() == token) {
                return Ok(Some(now));
            }
        }
    }
    Ok(None)
}

/// Replays the inputs since the start, or since the last migration, to find where it failed.
fn where_it_failed<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    chain: &Chain,
    way: Option<&Prepared<'_>>,
) -> Result<Result<Redrive, RedriveError>, CallError> {
    let Some((first, rest)) = chain.records.split_first() else {
        return Err(replay::unreadable(core, slot, "the record of its start is missing").into());
    };
    let mut inputs = inputs(core, slot, rest)?;
    if let Some(way) = way {
        let moved = inputs.into_iter().map(|(now, input)| Ok((now, way.input(input)?)));
        inputs = moved.collect::<Result<_, CallError>>()?;
    }
    if first.record().kind == Kind::Migrated {
        let run = match way {
            None => replay::replay(core, slot, std::slice::from_ref(first))?,
            Some(way) => {
                let of = InCore(core, slot);
                way.restored(&of, moves::snapshot(&of, first)?, first.record().now, None)?
            }
        };
        return Ok(Redrive::after(&run, &inputs));
    }
    let record = first.record();
    let head = StartHead::read(record.body)
        .ok_or_else(|| replay::unreadable(core, slot, "the record of its start is cut off"))?;
    let body: StartBody =
        read_json(head.json).map_err(|error| replay::unreadable(core, slot, error))?;
    let (input, options) = body.into_options(Text::from(head.id), record.now, core.options.fuel);
    let machine = match way {
        None => replay::check_machine(core, slot)?,
        Some(way) => way.machine(),
    };
    Ok(Redrive::after_start(machine, input, options, &inputs))
}

/// The inputs of an execution, in order.
fn inputs<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    records: &[Owned],
) -> Result<Vec<(u64, Input)>, StoreError> {
    let mut inputs = Vec::with_capacity(records.len());
    for owned in records {
        let record = owned.record();
        if !matches!(record.kind, Kind::Input | Kind::Redrive) {
            continue;
        }
        let (input, advances) = replay::input_of(&InCore(core, slot), record)?;
        inputs.push((record.now, input));
        inputs.extend((0..advances).map(|_| (record.now, Input::Advance)));
    }
    Ok(inputs)
}
