//! Mutates texts, on the level of bytes and of tokens.

pub(crate) mod seeds;

use asl_language::random::SplitMix64;
use seeds::{SEEDS, TOKENS};

/// Number of the first random case: `ASL_SEED`, which `cargo xtask test` sets, in millions. By
/// default the cases are the same in each run.
pub(crate) fn first_case() -> u64 {
    let seed = std::env::var("ASL_SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    seed.unwrap_or(0).wrapping_mul(1_000_000)
}

/// One of the seeds with a few changes.
pub(crate) fn mutated(random: &mut SplitMix64, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = random.pick(seeds).as_bytes().to_vec();
    // Mostly one or two, of the kind that can leave JSON more often than the others.
    for _ in 0..=random.index(8).trailing_zeros().min(3) {
        match random.index(8) {
            0 | 1 => mutate_bytes(&mut bytes, random),
            2 | 3 => mutate_tokens(&mut bytes, random),
            _ => replace_scalar(&mut bytes, random),
        }
    }
    bytes
}

fn mutate_bytes(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    const BYTES: &[u8] =
        b"{}[]\",:\\/ \t\n\r0123456789-+.eEtfnulrasbdDcC8\0\x1f\x7f\x80\xc3\xa9\xed\xa0\xef\xbb\xbf\xff'";
    let at = random.index(bytes.len() + 1);
    let to = at + random.index((bytes.len() - at).min(12) + 1);
    match random.index(7) {
        0 => bytes.insert(at, BYTES[random.index(BYTES.len())]),
        1 => drop(bytes.drain(at..to)),
        2 => bytes.truncate(at),
        3 if at < bytes.len() => bytes[at] ^= 1 << random.index(8),
        4 if at < bytes.len() => bytes[at] = BYTES[random.index(BYTES.len())],
        5 => {
            let part = bytes[at..to].to_vec();
            let place = random.index(bytes.len() + 1);
            bytes.splice(place..place, part);
        }
        _ => {
            let other = random.pick(SEEDS).as_bytes();
            let from = random.index(other.len() + 1);
            let until = from + random.index((other.len() - from).min(24) + 1);
            bytes.splice(at..at, other[from..until].iter().copied());
        }
    }
}

/// Cuts at the borders of tokens, so that many results are JSON again.
fn mutate_tokens(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    let mut tokens = tokens(bytes);
    let at = random.index(tokens.len() + 1);
    let other = random.index(tokens.len().max(1));
    let token = random.pick(TOKENS).as_bytes().to_vec();
    match random.index(5) {
        0 => tokens.insert(at, token),
        1 if at < tokens.len() => drop(tokens.remove(at)),
        2 if at < tokens.len() => drop(tokens.splice(at..=at, [tokens[other].clone()])),
        3 if at < tokens.len() => tokens.swap(at, other),
        _ if at < tokens.len() => tokens[at] = token,
        _ => tokens.push(token),
    }
    *bytes = tokens.concat();
}

/// Puts another string or number in the place of one.
fn replace_scalar(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    let mut tokens = tokens(bytes);
    let is_scalar = |token: &Vec<u8>| matches!(token.first(), Some(b'"' | b'-' | b'0'..=b'9'));
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| is_scalar(&tokens[at])).collect();
    if places.is_empty() {
        return;
    }
    let is_like =
        |token: &&str| token.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit());
    let likes: Vec<&str> = TOKENS.iter().copied().filter(is_like).collect();
    tokens[places[random.index(places.len())]] = random.pick(&likes).as_bytes().to_vec();
    *bytes = tokens.concat();
}

/// Strings, runs of word characters, single bytes.
fn tokens(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = Vec::new();
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let length = match first {
            b'"' => string_length(rest),
            _ if word(&first) => rest.iter().position(|byte| !word(byte)).unwrap_or(rest.len()),
            _ => 1,
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token.to_vec());
        rest = behind;
    }
    tokens
}

fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
