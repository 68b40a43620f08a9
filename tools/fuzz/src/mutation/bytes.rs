//! Changes of bytes, without regard to their meaning.

use std::ops::Range;

use asl_language::random::SplitMix64;

use super::{LARGEST, ODD_NUMBERS, ODD_TEXTS};

/// Changes some bytes.
pub(crate) fn mutate(bytes: &mut Vec<u8>, dice: &mut SplitMix64) {
    for _ in 0..=dice.below(3) {
        change(bytes, dice);
    }
    bytes.truncate(LARGEST);
}

fn change(bytes: &mut Vec<u8>, dice: &mut SplitMix64) {
    let at = dice.index(bytes.len());
    match dice.below(9) {
        0 => flip_bit(bytes, at, dice),
        1 => drop(bytes.drain(range(bytes, dice))),
        2 => {
            let part = bytes.get(range(bytes, dice)).unwrap_or_default().to_vec();
            bytes.splice(at..at, part);
        }
        3 => bytes.truncate(at),
        4 => drop(bytes.splice(at..at, dice.pick::<&str>(ODD_TEXTS).bytes())),
        5 => replace_digits(bytes, at, dice),
        6 => {
            let bracket = *dice.pick(b"[]{}()\"'\\,:;|-#&*!%@`\n\t ");
            bytes.splice(at..at, std::iter::repeat_n(bracket, 1 + dice.index(3)));
        }
        7 => drop(bytes.splice(at..at, std::iter::once(dice.next_u64().to_le_bytes()[0]))),
        _ => {
            let (one, other) = (at, dice.index(bytes.len()));
            if one < bytes.len() && other < bytes.len() {
                bytes.swap(one, other);
            }
        }
    }
}

fn flip_bit(bytes: &mut [u8], at: usize, dice: &mut SplitMix64) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << dice.below(8);
    }
}

/// Replaces the next number behind a place by an odd one.
fn replace_digits(bytes: &mut Vec<u8>, at: usize, dice: &mut SplitMix64) {
    let tail = bytes.get(at..).unwrap_or_default();
    let Some(start) = tail.iter().position(u8::is_ascii_digit).map(|start| at + start) else {
        return;
    };
    let digits = bytes
        .get(start..)
        .unwrap_or_default()
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    bytes.splice(start..start + digits, dice.pick::<&str>(ODD_NUMBERS).bytes());
}

fn range(bytes: &[u8], dice: &mut SplitMix64) -> Range<usize> {
    let (from, length) = (dice.index(bytes.len()), dice.index(64.min(bytes.len())));
    from..(from + length).min(bytes.len())
}
