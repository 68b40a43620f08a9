//! Stores and journals of the durable engine, damaged as the fault tests of `tools/faults` do it.

use asl_durable::testing::mutate;
use asl_faults::damage;
use asl_language::random::SplitMix64;

use super::{Verdict, text};
use crate::corpus::Corpus;

/// Damages of each journal and of each store.
const DAMAGES: u64 = 20;

/// A seed: the damage is made from it.
pub(crate) fn make(_corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    dice.next_u64().to_string().into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let Ok(seed) = text(input).trim().parse() else { return Ok(Verdict::Refused) };
    mutate::mutations(seed, DAMAGES).map_err(|unnoticed| unnoticed.to_string())?;
    damage::damage_store(seed, DAMAGES)?;
    Ok(Verdict::Accepted)
}
