//! Targets with a fault on purpose: the tests run them to see that each kind is found.

#![expect(clippy::unnecessary_wraps, reason = "checks of all targets have one type")]

use std::time::Duration;

use asl_language::random::SplitMix64;

use super::{Target, Verdict, text};
use crate::bounds::{Bounds, processor_time};
use crate::corpus::Corpus;

const SMALL: Bounds = Bounds { bytes: 1 << 20, per_byte: 0 };

/// One target for each kind of failure. They run only when they are named.
pub(crate) const ALL: &[Target] = &[
    planted("planted-panic", panic),
    planted("planted-wrong", wrong),
    planted("planted-memory", memory),
    planted("planted-abort", abort),
    planted("planted-slow", slow),
    planted("planted-hang", hang),
    planted("planted-overflow", overflow),
    planted("planted-nothing", |_| Ok(Verdict::Accepted)),
];

const fn planted(name: &'static str, check: fn(&[u8]) -> Result<Verdict, String>) -> Target {
    Target { name, extension: "txt", stack: 1 << 20, bounds: SMALL, make, check }
}

/// Three words, of which every tenth input or so has the one that triggers the fault.
fn make(_corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let word = |dice: &mut SplitMix64| (*dice.pick(&["tea", "cup", "pot", "jug"])).to_owned();
    let last = if dice.percent(10) { "fault".to_owned() } else { word(dice) };
    format!("{} {} {last}", word(dice), word(dice)).into_bytes()
}

fn is_trigger(input: &[u8]) -> bool {
    text(input).contains("fault")
}

fn panic(input: &[u8]) -> Result<Verdict, String> {
    assert!(!is_trigger(input), "planted panic");
    Ok(Verdict::Accepted)
}

fn wrong(input: &[u8]) -> Result<Verdict, String> {
    if is_trigger(input) { Err("planted wrong result".to_owned()) } else { Ok(Verdict::Accepted) }
}

fn memory(input: &[u8]) -> Result<Verdict, String> {
    if is_trigger(input) {
        std::hint::black_box(vec![1_u8; 4 << 20]);
    }
    Ok(Verdict::Accepted)
}

/// Far more than the process may have.
fn abort(input: &[u8]) -> Result<Verdict, String> {
    if is_trigger(input) {
        std::hint::black_box(vec![1_u8; 1 << 40]);
    }
    Ok(Verdict::Accepted)
}

fn slow(input: &[u8]) -> Result<Verdict, String> {
    let (from, is_slow) = (processor_time(), is_trigger(input));
    while is_slow && processor_time().saturating_sub(from) < Duration::from_secs(3) {
        std::hint::spin_loop();
    }
    Ok(Verdict::Accepted)
}

fn hang(input: &[u8]) -> Result<Verdict, String> {
    while is_trigger(input) {
        std::thread::sleep(Duration::from_secs(1));
    }
    Ok(Verdict::Accepted)
}

fn overflow(input: &[u8]) -> Result<Verdict, String> {
    #[expect(unconditional_recursion, reason = "on purpose")]
    fn descend() -> u64 {
        std::hint::black_box(descend()) + 1
    }
    if is_trigger(input) {
        std::hint::black_box(descend());
    }
    Ok(Verdict::Accepted)
}
