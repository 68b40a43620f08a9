//! Time of the macro to expand a machine, in a debug build of the macro, as reported by rustc for
//! its passes.

use std::process::Command;

use super::scratch::Scratch;
use crate::problem::{Problem, Result};

/// Number of measurements; the fastest counts.
const ROUNDS: u32 = 5;

/// Milliseconds of rustc for expanding the crate of a machine. They include loading the macro, and
/// the few other macros of the crate.
pub(super) fn milliseconds(states: u32) -> Result<f64> {
    let scratch = Scratch::new(states, true)?;
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        scratch.forget()?;
        best = best.min(expansion(&mut scratch.timed_check())?);
    }
    Ok(best * 1e3)
}

fn expansion(cargo: &mut Command) -> Result<f64> {
    let name = format!("{cargo:?}");
    let output = cargo.output().map_err(|error| Problem::new(&name, error))?;
    let text = [output.stdout, output.stderr]
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .concat();
    // Such as `time:   0.035; rss:   45MB ->   73MB (  +27MB)	macro_expand_crate`.
    let pass = text.lines().find(|line| line.ends_with("macro_expand_crate"));
    let seconds = pass.and_then(|line| line.split([':', ';']).nth(1)?.trim().parse().ok());
    seconds.ok_or_else(|| {
        Problem::new(name, format!("no time of the pass `macro_expand_crate` in\n{text}"))
    })
}
