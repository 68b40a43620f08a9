//! Tests of the checks themselves: disks that break their promises must be detected, each within a
//! few plans.

use crate::crashes::difference;
use crate::environment;
use crate::part::{Fault, Settings};
use crate::plan::Plan;
use crate::sim::{Lie, Sim, Trouble};
use asl_language::random::SplitMix64;

/// Number of plans for each broken promise.
const PLANS: u64 = 40;
/// Minimum number of plans that must detect it.
const FOUND: u64 = 10;

/// The part.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let mut told = Vec::new();
    for lie in Lie::ALL {
        let mut found = 0;
        for number in 0..PLANS {
            let seed = settings.seed.wrapping_add(number);
            found += u64::from(is_found(seed, lie).map_err(|what| Fault::new(what, seed))?);
        }
        if found < FOUND {
            return Err(Fault::new(
                format!("{lie:?} is found out by {found} of {PLANS} plans only"),
                settings.seed,
            ));
        }
        told.push(format!("{lie:?} {found}"));
    }
    Ok(format!("found out in how many of {PLANS} plans: {}", told.join(", ")))
}

fn is_found(seed: u64, lie: Lie) -> Result<bool, String> {
    let plan = Plan::new(seed);
    let honest = Sim::new(Trouble::Nothing, Lie::None, seed);
    let (told, _) = environment::run(&plan, honest, SplitMix64::new(seed))?;
    let lying = Sim::new(Trouble::Often(6), lie, seed);
    Ok(match environment::run(&plan, lying, SplitMix64::new(seed)) {
        Ok((again, _)) => difference(&plan, &told, &again).is_some(),
        Err(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disks_that_lie_are_found_out() {
        let told = run(&Settings { full: false, seed: 1 });
        assert!(told.is_ok(), "{told:?}");
    }
}
