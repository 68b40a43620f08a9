//! Damaged journals: flipped bits, and parts that are missing, swapped or repeated. Both bare
//! journals and whole stores are damaged. The result must be an error, or the original results and
//! histories, or, if the end is cut off, the beginning of them.

use asl_durable::CallError;
use asl_durable::testing::{Action, Core, Disk, Reply, Request, SimDisk, mutate};
use asl_runtime::value::Text;

use crate::environment::{self, Told};
use crate::log::log;
use crate::machines::ALL;
use crate::part::{Fault, Settings};
use crate::plan::Plan;
use crate::sim::{Lie, Sim, Trouble};
use asl_language::random::SplitMix64;

/// Number of damaged bare journals.
const JOURNALS: (u64, u64) = (20_000, 600_000);
/// Number of damaged stores.
const STORES: (u64, u64) = (20_000, 400_000);
/// Number of journals that are damaged at a time.
const SLICE: u64 = 10_000;
/// Number of damages of each store.
const PER_STORE: u64 = 100;

/// Outcomes of damaged stores.
#[derive(Default)]
struct Tally {
    stores: u64,
    /// The damage was reported, when the store was opened or later.
    detected: u64,
    /// Everything was as before.
    harmless: u64,
    /// Only the end was missing.
    shorter: u64,
}

enum Found {
    Detected,
    Harmless,
    Shorter,
}

/// The part.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let (journals, stores) = (settings.of(JOURNALS), settings.of(STORES));
    let mut by_themselves = (0, 0, 0);
    for slice in 0..journals / SLICE {
        let seed = settings.seed.wrapping_add(slice * 1_000);
        let tally = mutate::mutations(seed, SLICE)
            .map_err(|unnoticed| Fault::new(unnoticed.to_string(), seed))?;
        let (detected, harmless, shorter) = by_themselves;
        by_themselves =
            (detected + tally.detected, harmless + tally.harmless, shorter + tally.shorter);
    }
    let mut tally = Tally::default();
    while tally.stores < stores {
        let seed = settings.seed.wrapping_add(tally.stores / PER_STORE);
        damage(seed, PER_STORE, &mut tally).map_err(|what| Fault::new(what, seed))?;
    }
    let (detected, harmless, shorter) = by_themselves;
    Ok(format!(
        "{journals} journals: {detected} detected, {harmless} harmless, {shorter} end earlier; {} stores: {} detected, {} harmless, {} \
         end earlier",
        tally.stores, tally.detected, tally.harmless, tally.shorter
    ))
}

/// Damages the store of a seed in this many ways. An error names the damage that led to a wrong
/// result.
pub fn damage_store(seed: u64, ways: u64) -> Result<(), String> {
    damage(seed, ways, &mut Tally::default())
}

/// Runs a store, and damages it in many ways.
fn damage(seed: u64, ways: u64, tally: &mut Tally) -> Result<(), String> {
    let plan = Plan::new(seed);
    let mut dice = SplitMix64::new(seed);
    let sim = Sim::new(Trouble::Often(2), Lie::None, dice.next_u64());
    let (told, sim) = environment::run(&plan, sim, SplitMix64::new(seed))?;
    let disk = sim.into_disk();
    for number in 0..ways {
        let damaged = disk.kill();
        let what = harm(&damaged, &mut dice);
        log(|| format!("store {seed}, damage {number}: {what}"));
        let found = look(&plan, &told, &damaged)
            .map_err(|wrong| format!("damage {number}, {what}: {wrong}"))?;
        match found {
            Found::Detected => tally.detected += 1,
            Found::Harmless => tally.harmless += 1,
            Found::Shorter => tally.shorter += 1,
        }
        tally.stores += 1;
    }
    Ok(())
}

/// Opens the store and reads everything.
fn look(plan: &Plan, told: &[Told], disk: &SimDisk) -> Result<Found, String> {
    // Nothing is to happen but what is asked.
    let options = plan.options.clone().compact_by_itself(false);
    let now = plan.executions.iter().map(|planned| planned.at).max().unwrap_or(0);
    let Ok((mut core, _)) = Core::open(disk.clone(), ALL, &options, now) else {
        return Ok(Found::Detected);
    };
    let mut found = Found::Harmless;
    for (planned, told) in plan.executions.iter().zip(told) {
        let history = match ask(&mut core, Request::History(planned.id.clone()), now) {
            Ok(Reply::History(history)) => history.to_json_string(),
            Err(CallError::UnknownExecution { .. }) => {
                found = Found::Shorter;
                continue;
            }
            Err(CallError::Store(_)) => return Ok(Found::Detected),
            other => return Err(format!("its history is {other:?}")),
        };
        let description = match ask(&mut core, Request::Describe(planned.id.clone()), now) {
            Ok(Reply::Description(description)) => description,
            Err(CallError::Store(_)) => return Ok(Found::Detected),
            other => return Err(format!("it is described as {other:?}")),
        };
        if description.summary.state.is_over() && history == told.history {
            let is_same = match &told.result {
                Ok(output) => description.output.as_ref() == Some(output),
                Err(failure) => {
                    let found = description.failure.as_ref();
                    description.output.is_none()
                        && found.map(ToString::to_string) == Some(failure.to_string())
                }
            };
            if !is_same {
                return Err(format!("{} has the old history and another end", planned.id));
            }
        } else if begins(&history, &told.history) {
            found = Found::Shorter;
        } else {
            return Err(format!(
                "{} has another history:\n{history}\nthan\n{}",
                planned.id, told.history
            ));
        }
    }
    Ok(found)
}

/// Returns true if a history is the beginning of another one.
fn begins(history: &str, whole: &str) -> bool {
    let begin = history.strip_suffix("]}").unwrap_or(history);
    whole.starts_with(begin)
}

fn ask<D: Disk>(core: &mut Core<D>, request: Request, now: u64) -> Result<Reply, CallError> {
    core.request(1, request, now)?;
    let answer = core.commit()?.into_iter().find_map(|action| {
        if let Action::Answer { reply, .. } = action { Some(reply) } else { None }
    });
    answer.unwrap_or_else(|| Err(CallError::UnknownExecution { id: Text::new_static("no answer") }))
}

/// Damages the files. Returns a description.
fn harm(disk: &SimDisk, dice: &mut SplitMix64) -> String {
    let files: Vec<String> = disk.files().into_iter().filter(|file| file != "store.next").collect();
    let file = dice.pick(&files).clone();
    let other = dice.pick(&files).clone();
    let mut bytes = disk.contents(&file).unwrap_or_default();
    let length = bytes.len();
    let (from, to) = (dice.index(length), dice.index(length));
    let (from, to) = (from.min(to), from.max(to));
    let what = match dice.below(12) {
        0..=3 => {
            flip(&mut bytes, from, 1 << dice.below(8));
            format!("a bit of byte {from} of {file}")
        }
        4 => {
            flip(&mut bytes, from, 0xff);
            format!("byte {from} of {file}")
        }
        5 | 6 => {
            bytes.truncate(from);
            format!("{file} ends at {from}")
        }
        7 => {
            bytes.drain(from..to);
            format!("{file} without {from}..{to}")
        }
        8 => {
            let part: Vec<u8> = bytes.get(from..to).unwrap_or_default().to_vec();
            bytes.splice(from..from, part);
            format!("{file} with {from}..{to} twice")
        }
        9 => {
            bytes.get_mut(from..to).unwrap_or_default().fill(0);
            format!("{file} with zeros in {from}..{to}")
        }
        10 => {
            bytes = disk.contents(&other).unwrap_or_default();
            format!("{file} is a copy of {other}")
        }
        _ => {
            disk.set_contents(&file, None);
            return format!("{file} is gone");
        }
    };
    disk.set_contents(&file, Some(bytes));
    what
}

fn flip(bytes: &mut [u8], at: usize, bits: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= bits;
    }
}
