//! Texts with a few changes, on the level of bytes and of tokens.

pub(crate) mod seeds;

use seeds::{SEEDS, TOKENS};

/// One of the seeds with a few changes.
pub(crate) fn mutated(random: &mut Random, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = random.one_of(seeds).as_bytes().to_vec();
    // Mostly one or two, of the kind that can leave JSON more often than the others.
    for _ in 0..=random.below(8).trailing_zeros().min(3) {
        match random.below(8) {
            0 | 1 => mutate_bytes(&mut bytes, random),
            2 | 3 => mutate_tokens(&mut bytes, random),
            _ => replace_scalar(&mut bytes, random),
        }
    }
    bytes
}

fn mutate_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    const BYTES: &[u8] =
        b"{}[]\",:\\/ \t\n\r0123456789-+.eEtfnulrasbdDcC8\0\x1f\x7f\x80\xc3\xa9\xed\xa0\xef\xbb\xbf\xff'";
    let at = random.below(bytes.len() + 1);
    let to = at + random.below((bytes.len() - at).min(12) + 1);
    match random.below(7) {
        0 => bytes.insert(at, BYTES[random.below(BYTES.len())]),
        1 => drop(bytes.drain(at..to)),
        2 => bytes.truncate(at),
        3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        4 if at < bytes.len() => bytes[at] = BYTES[random.below(BYTES.len())],
        5 => {
            let part = bytes[at..to].to_vec();
            let place = random.below(bytes.len() + 1);
            bytes.splice(place..place, part);
        }
        _ => {
            let other = random.one_of(SEEDS).as_bytes();
            let from = random.below(other.len() + 1);
            let until = from + random.below((other.len() - from).min(24) + 1);
            bytes.splice(at..at, other[from..until].iter().copied());
        }
    }
}

/// Cuts at the borders of tokens, so that many results are JSON again.
fn mutate_tokens(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut tokens = tokens(bytes);
    let at = random.below(tokens.len() + 1);
    let other = random.below(tokens.len().max(1));
    let token = random.one_of(TOKENS).as_bytes().to_vec();
    match random.below(5) {
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
fn replace_scalar(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut tokens = tokens(bytes);
    let is_scalar = |token: &Vec<u8>| matches!(token.first(), Some(b'"' | b'-' | b'0'..=b'9'));
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| is_scalar(&tokens[at])).collect();
    if places.is_empty() {
        return;
    }
    let is_like =
        |token: &&str| token.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit());
    let likes: Vec<&str> = TOKENS.iter().copied().filter(is_like).collect();
    tokens[places[random.below(places.len())]] = random.one_of(&likes).as_bytes().to_vec();
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

/// `SplitMix64`: every case has its own seed, so one failing case can be run alone.
pub(crate) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or_default()
    }

    fn one_of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}
