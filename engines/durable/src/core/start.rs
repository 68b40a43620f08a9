//! Starts executions.

use std::hash::{DefaultHasher, Hash, Hasher};

use asl_runtime::__engine::{bounded, finite, record_trace_header};
use asl_runtime::execution::{Execution, StartOptions, keyed_number};
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::{Outline, Version};

use super::super::describe::execution_id;
use super::super::disk::Disk;
use super::super::index::{Entry, Found, NO_NAME, NOWHERE, Slot};
use super::super::record::{
    Kind, Origin, Record, StartBody, StartHead, write_types, write_version,
};
use super::super::request::Parent;
use super::super::{CallError, Start, Started, State, StoreError, time};
use super::Core;
use super::active::Active;
use super::apply::length;
use super::{children, replay};

/// Maximum bytes of a name. An id also contains the machine's name.
const LONGEST_NAME: usize = 1_024;
const LONGEST_ID: usize = 2_048;

/// Maximum number of running children. It turns endless recursion of a machine into an error.
const MOST_CHILDREN: usize = 100_000;

/// Starts an execution, unless it exists already.
pub(super) fn start<D: Disk>(
    core: &mut Core<D>,
    start: Start,
    seed: u64,
    parent: Option<&Parent>,
) -> Result<Started, CallError> {
    let version = core.versions.find(&start.machine, start.version.map(Version::hash))?;
    let Start { machine, name, input, id, role_arn, machine_id, events, .. } = start;
    let (label, trace_header) = (start.label, start.trace_header);
    bounded(&input).map_err(|why| CallError::BadInput { why: why.into() })?;
    let input = finite(input);
    let name = if name.is_empty() { name_of(seed) } else { name };
    check_name(&name, LONGEST_NAME, "it is longer than 1,024 bytes")?;
    let id = if id.is_empty() { execution_id(&machine, &name) } else { id };
    check_name(&id, LONGEST_ID, "with its machine's name it is longer than 2,048 bytes")?;
    let digest = digest(core, &machine, &input);
    let slot = match core.index.find_or_reserve(id.clone()) {
        Found::Known(slot) => {
            let again = Again { id, name, machine: &machine, digest, input: &input };
            return started_before(core, slot, again);
        }
        Found::New(slot) => slot,
    };
    let seed = core.options.seed.map_or(seed, |seed| execution_seed(seed, &id));
    let started_name = name.clone();
    let body = StartBody { name, input, seed, role_arn, machine_id, events, trace_header };
    let head = StartHead { version, digest, parent: None, id: &id, label: &label, json: b"" };
    if let Err(error) = begin(core, slot, &head, &body, parent) {
        core.index.remove(&id);
        return Err(error);
    }
    if let Some(rows) = &mut core.rows {
        rows.start(slot, &id);
    }
    run_from_start(core, slot, id.clone(), body)?;
    Ok(Started { id, name: started_name, is_new: true, started: time::system(core.now) })
}

/// A request to start an execution whose id is taken.
struct Again<'r> {
    id: Text,
    name: Text,
    machine: &'r str,
    digest: u64,
    input: &'r Value,
}

fn started_before<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    again: Again<'_>,
) -> Result<Started, CallError> {
    let Again { id, name, machine, digest, input } = again;
    let Some(entry) = core.index.entry(slot) else {
        return Err(CallError::UnknownExecution { id });
    };
    let is_machine =
        core.versions.get(entry.version).is_some_and(|version| version.name == machine);
    if !is_machine {
        return Err(CallError::NameTaken { id });
    }
    let started = time::system(entry.started);
    let is_same = entry.digest == digest;
    // An execution with an id of its own may have been started under another name.
    if is_same && id == execution_id(machine, &name) {
        return Ok(Started { id, name, is_new: false, started });
    }
    if is_same && let Some(active) = core.actives.get(entry.active) {
        return Ok(Started { id, name: active.run.name(), is_new: false, started });
    }
    let first = replay::start_of(core, slot)?.0;
    // The same members in another order are the same input.
    if is_same || first.input == *input {
        return Ok(Started { id, name: first.name, is_new: false, started });
    }
    Err(CallError::NameTaken { id })
}

/// Writes the start record of an execution, and adds it to the index.
fn begin<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    head: &StartHead<'_>,
    body: &StartBody,
    parent: Option<&Parent>,
) -> Result<(), CallError> {
    if parent.is_some() && core.children.len() >= MOST_CHILDREN {
        return Err(CallError::TooManyChildren { limit: MOST_CHILDREN });
    }
    let parent = parent.map(|parent| children::parent(core, parent)).transpose()?.flatten();
    let (version, digest) = (head.version, head.digest);
    ensure_version(core, version)?;
    core.number += 1;
    let number = core.number;
    Record::begin(&mut core.scratch, Kind::Start, number, None, core.now);
    let link = parent.map(|(number, _, serial)| (number, serial));
    StartHead { parent: link, ..*head }.write(&mut core.scratch);
    body.append_json(&core.input_text, &mut core.scratch);
    let last = match core.journal.append(&core.scratch) {
        Ok(position) => position,
        Err(error) => return Err(core.break_down(error.into()).into()),
    };
    core.pending = core.pending.saturating_add(core.scratch.len());
    let entry = Entry {
        number,
        last,
        base: None,
        started: core.now,
        until: 0,
        digest,
        bytes: length(&core.scratch),
        active: NOWHERE,
        version,
        state: State::Running,
        error: NO_NAME,
        label: core.index.name_number(head.label),
        is_parked: false,
        has_work: false,
    };
    core.index.add(slot, entry);
    if let Some((_, parent, serial)) = parent {
        core.children.add(parent, serial, (slot, number));
    }
    Ok(())
}

fn run_from_start<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    id: Text,
    body: StartBody,
) -> Result<(), CallError> {
    let Some((machine, _)) =
        core.index.entry(slot).and_then(|entry| core.versions.machine(entry.version))
    else {
        unreachable!("`start` has found the machine")
    };
    let trace_header = body.trace_header.clone();
    let (input, mut options) = body.into_options(id, core.now, core.options.fuel);
    (options.observer, options.is_traced) = (core.observer(), true);
    let run = Execution::start(machine, input, options);
    record_trace_header(&run, &trace_header);
    let place = core.actives.add(Active::new(slot, run, core.now));
    if let Some(entry) = core.index.entry_mut(slot) {
        entry.active = place;
    }
    fetch(core, slot);
    Ok(core.look_after(slot)?)
}

/// Fetches the commands of an execution that was just loaded.
pub(super) fn fetch<D: Disk>(core: &mut Core<D>, slot: Slot) {
    let Some(place) = core.index.entry(slot).map(|entry| entry.active) else { return };
    let Some(mut active) = core.actives.take(place) else { return };
    core.perform(&mut active);
    core.actives.put(place, active);
}

/// Records a version in the journal, and all versions with smaller numbers, because they are
/// recorded in order.
pub(super) fn ensure_version<D: Disk>(core: &mut Core<D>, number: u16) -> Result<(), CallError> {
    for number in 0..=number {
        let Some(version) = core.versions.get_mut(number).filter(|version| !version.is_written)
        else {
            continue;
        };
        version.is_written = true;
        Record::begin(&mut core.scratch, Kind::Version, u64::from(number), None, core.now);
        write_version(&mut core.scratch, version.hash, &version.name);
        if let Err(error) = core.journal.append(&core.scratch) {
            return Err(core.break_down(error.into()).into());
        }
        if let Some(text) = core.versions.types_text(number) {
            append_types(core, number, vec![(core.now, text)])?;
        }
        append_origin(core, number)?;
    }
    Ok(())
}

/// Writes the origin of a version whose machine is registered.
pub(super) fn append_origin<D: Disk>(core: &mut Core<D>, number: u16) -> Result<(), StoreError> {
    let Some((machine, _)) = core.versions.machine(number) else { return Ok(()) };
    let origin = Origin {
        since: core.now,
        program: core.options.program.to_string(),
        definition: machine.definition.to_owned(),
        outline: Outline::new(machine).to_text().unwrap_or_default(),
    };
    Record::begin(&mut core.scratch, Kind::Origin, u64::from(number), None, core.now);
    origin.write(&mut core.scratch);
    if let Err(error) = core.journal.append(&core.scratch) {
        return Err(core.break_down(error.into()));
    }
    core.versions.set_origin(number, origin);
    Ok(())
}

/// Writes the texts of a version's types.
pub(super) fn append_types<D: Disk>(
    core: &mut Core<D>,
    number: u16,
    texts: Vec<(u64, String)>,
) -> Result<(), StoreError> {
    Record::begin(&mut core.scratch, Kind::Types, u64::from(number), None, core.now);
    write_types(&mut core.scratch, &texts);
    if let Err(error) = core.journal.append(&core.scratch) {
        return Err(core.break_down(error.into()));
    }
    core.versions.set_types(number, texts);
    Ok(())
}

/// Finds the slot of an execution.
pub(super) fn known<D: Disk>(core: &Core<D>, id: &str) -> Result<Slot, CallError> {
    core.index.find(id).ok_or_else(|| CallError::UnknownExecution { id: id.into() })
}

/// The slot of an execution that has not ended.
pub(super) fn running<D: Disk>(core: &Core<D>, id: &str) -> Result<Slot, CallError> {
    let slot = known(core, id)?;
    let state = core.index.entry(slot).map_or(State::Aborted, |entry| entry.state);
    if state.is_over() {
        return Err(CallError::Ended { id: id.into(), state });
    }
    Ok(slot)
}

impl StartBody {
    /// Converts the request to the record of a start.
    pub(in super::super) fn into_options(
        self,
        id: Text,
        now: u64,
        fuel: u32,
    ) -> (Value, StartOptions) {
        let Self { name, input, seed, role_arn, machine_id, events, .. } = self;
        let options = StartOptions::default()
            .id(id)
            .name(name)
            .role_arn(role_arn)
            .machine_id(machine_id)
            .now(now)
            .seed(seed)
            .fuel(fuel)
            .events(events);
        (input, options)
    }
}

/// The seed of an execution in a store that was opened with a seed.
pub fn execution_seed(store_seed: u64, id: &str) -> u64 {
    keyed_number(&store_seed.to_be_bytes(), id.as_bytes())
}

/// Name of an execution that was started without one. Ids are public, so the name must not reveal
/// the seed: with the seed one can compute the execution's task tokens.
pub(crate) fn name_of(seed: u64) -> Text {
    let [high, low] =
        [&b"name"[..], b"rest of name"].map(|part| keyed_number(&seed.to_be_bytes(), part));
    Text::new(format!("{high:016x}{low:016x}"))
}

fn check_name(name: &str, longest: usize, too_long: &'static str) -> Result<(), CallError> {
    if name.len() > longest {
        return Err(CallError::BadName { why: too_long.into() });
    }
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(());
    }
    if name.chars().any(char::is_control) {
        return Err(CallError::BadName { why: "it contains control characters".into() });
    }
    if name.chars().any(is_bidi_control) {
        return Err(CallError::BadName {
            why: "it contains characters that change the direction of text".into(),
        });
    }
    Ok(())
}

/// Characters that can make a name look like another one in a list or a log.
fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes the input as text, and hashes machine and input. Only a start that is repeated in a store
/// compares hashes, and inputs if they differ, so a later version may hash otherwise. The store's
/// random id prevents that somebody finds two inputs with the same hash.
fn digest<D: Disk>(core: &mut Core<D>, machine: &str, input: &Value) -> u64 {
    core.input_text.clear();
    input.append_json(&mut core.input_text);
    let mut state = DefaultHasher::new();
    (core.journal.id(), machine, &core.input_text).hash(&mut state);
    state.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reverses the right shift of `SplitMix64`'s last step.
    fn unshift(number: u64, shift: u32) -> u64 {
        (1..=64 / shift)
            .map(|times| times * shift)
            .filter(|shift| *shift < 64)
            .fold(number, |all, shift| all ^ number >> shift)
    }

    fn inverse(odd: u64) -> u64 {
        (0..6).fold(1, |guess: u64, _| {
            guess.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(guess)))
        })
    }

    fn unscramble(number: u64) -> u64 {
        let number = unshift(number, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        unshift(unshift(number, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9)), 30)
    }

    #[test]
    fn a_name_that_was_made_does_not_tell_the_seed() {
        for seed in [0, 1, 7, 0x1234_5678_9abc_def0, u64::MAX] {
            assert_eq!(unscramble(asl_language::random::scramble(seed)), seed, "the attack works");
            let name = name_of(seed);
            let halves = name
                .as_bytes()
                .chunks(16)
                .map(|half| u64::from_str_radix(std::str::from_utf8(half).unwrap(), 16));
            for half in halves.map(Result::unwrap) {
                let known = [half, !half, unscramble(half), !unscramble(half)];
                assert!(!known.contains(&seed), "{name}");
            }
            assert_ne!(name, name_of(seed ^ 1));
        }
    }

    #[test]
    fn names_that_mislead_are_refused() {
        let why = |name: &str| match check_name(name, LONGEST_NAME, "too long") {
            Err(CallError::BadName { why }) => why,
            other => panic!("refused: {other:?}"),
        };
        assert_eq!(why(&"x".repeat(1_025)), "too long");
        assert_eq!(why("a\u{85}b"), "it contains control characters");
        for letter in ['\u{200e}', '\u{202e}', '\u{2066}', '\u{61c}'] {
            assert_eq!(
                why(&format!("a{letter}b")),
                "it contains characters that change the direction of text"
            );
        }
        assert!(check_name(&"\u{e4}".repeat(512), LONGEST_NAME, "").is_ok());
    }
}
