//! Our JSON reader against `serde_json`: over many mutated texts both accept the same and read the same.
//!
//! `ASL_JSON_CASES` sets the number of texts (default 100,000).

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test")]

mod json_seeds;

use std::collections::BTreeMap;

use asl_codegen::diagnostics::{Code, Diagnostics};
use asl_codegen::json::{self, Json, Node};
use asl_codegen::span::FileId;
use json_seeds::{SEEDS, TOKENS};

const DEFAULT_CASES: u64 = 100_000;

#[test]
fn both_readers_agree_on_mutated_texts() {
    let cases = std::env::var("ASL_JSON_CASES").ok().map_or(DEFAULT_CASES, |cases| cases.parse().expect("a number"));
    let mut seen = Seen::default();
    for case in 0..cases {
        let mut random = Random(case);
        compare(&mutated(&mut random), &mut seen);
    }
    println!("{seen:?} of {cases}");
    // The mutations must leave enough of both kinds, or the comparison says little.
    assert!(seen.accepted > cases / 10 && seen.refused > cases / 10, "{seen:?} of {cases}");
}

#[test]
fn both_readers_agree_on_the_seeds() {
    let mut seen = Seen::default();
    for text in SEEDS.iter().chain(TOKENS) {
        compare(text.as_bytes(), &mut seen);
    }
}

/// What the texts were.
#[derive(Debug, Default)]
struct Seen {
    accepted: u64,
    refused: u64,
    not_utf8: u64,
    duplicate_keys: u64,
    beyond_serde_depth: u64,
}

fn compare(bytes: &[u8], seen: &mut Seen) {
    let theirs = serde_json::from_slice::<serde_json::Value>(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        // Refused where files are read.
        assert!(theirs.is_err(), "{:?}", String::from_utf8_lossy(bytes));
        seen.not_utf8 += 1;
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let ours = json::parse(text, FileId(0), &mut diagnostics);
    let refused = diagnostics.iter().any(|found| found.code != Code::DuplicateKey);
    match theirs {
        Ok(theirs) => {
            assert!(!refused, "refused: {text:?}: {diagnostics:?}");
            let ours = ours.unwrap_or_else(|| panic!("no tree: {text:?}"));
            assert!(same(&ours, &theirs, text), "read differently: {text:?}\n{ours:?}\n{theirs:?}");
            seen.accepted += 1;
            seen.duplicate_keys += u64::from(diagnostics.has_errors());
        }
        Err(error) if error.to_string().starts_with("recursion limit") => seen.beyond_serde_depth += 1,
        Err(error) => {
            assert!(refused, "accepted: {text:?}: {error}");
            seen.refused += 1;
        }
    }
}

/// Whether both mean the same; spans are checked on the way.
fn same(ours: &Node, theirs: &serde_json::Value, text: &str) -> bool {
    let source = &text[ours.span.start as usize..ours.span.end as usize];
    match (&ours.value, theirs) {
        (Json::Null, serde_json::Value::Null) => source == "null",
        (Json::Bool(ours), serde_json::Value::Bool(theirs)) => ours == theirs && source == ours.to_string(),
        (Json::Number(number), serde_json::Value::Number(theirs)) => number == source && same_number(number, theirs),
        (Json::String(ours_text), serde_json::Value::String(theirs)) => {
            ours_text.value == *theirs && maps_back(ours, ours_text, text)
        }
        (Json::Array(items), serde_json::Value::Array(theirs)) => {
            source.starts_with('[')
                && source.ends_with(']')
                && items.len() == theirs.len()
                && items.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs, text))
        }
        (Json::Object(members), serde_json::Value::Object(theirs)) => {
            // Of members with the same key the last one stays.
            let last: BTreeMap<&str, &Node> = members.iter().map(|m| (m.key.value.as_str(), &m.value)).collect();
            source.starts_with('{')
                && source.ends_with('}')
                && last.len() == theirs.len()
                && last.iter().all(|(key, ours)| theirs.get(*key).is_some_and(|theirs| same(ours, theirs, text)))
        }
        _ => false,
    }
}

fn same_number(ours: &str, theirs: &serde_json::Number) -> bool {
    if theirs.is_u64() || theirs.is_i64() {
        return ours == theirs.to_string();
    }
    let value: f64 = ours.parse().expect("a number");
    theirs.as_f64().map(f64::to_bits) == Some(value.to_bits())
}

/// Each decoded character's place in the source decodes to that character.
fn maps_back(node: &Node, decoded: &json::Text, text: &str) -> bool {
    decoded.value.char_indices().all(|(offset, character)| {
        let span = decoded.span_of(node.span, offset..offset + character.len_utf8());
        let source = &text[span.start as usize..span.end as usize];
        if source.chars().eq([character]) {
            return true;
        }
        serde_json::from_str::<String>(&format!("\"{source}\"")).is_ok_and(|again| again.chars().eq([character]))
    })
}

fn mutated(random: &mut Random) -> Vec<u8> {
    let mut bytes = random.one_of(SEEDS).as_bytes().to_vec();
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
    let is_like = |token: &&str| token.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit());
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
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("smaller than a usize")
    }

    fn one_of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}
