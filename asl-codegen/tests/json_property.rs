//! Compares our JSON reader with `serde_json`: for many mutated texts, both must accept the same
//! ones with the same values.
//!
//! `ASL_JSON_CASES` sets the number of texts (default 100,000), and `ASL_SEED` which ones.

#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test")]

mod mutation;

use std::collections::BTreeMap;

use asl_codegen::diagnostics::{Code, Diagnostics};
use asl_codegen::source::{FileId, Json, Node, Text, json};
use asl_language::random::SplitMix64;
use mutation::seeds::{SEEDS, TOKENS};
use mutation::{first_case, mutated};

const DEFAULT_CASES: u64 = 100_000;

#[test]
fn both_readers_agree_on_mutated_texts() {
    let cases = std::env::var("ASL_JSON_CASES")
        .ok()
        .map_or(DEFAULT_CASES, |cases| cases.parse().expect("a number"));
    let mut seen = Seen::default();
    let first = first_case();
    for case in 0..cases {
        let mut random = SplitMix64::new(first.wrapping_add(case));
        compare(&mutated(&mut random, SEEDS), &mut seen);
    }
    println!("{seen:?} of {cases} from {first}");
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
        Err(error) if error.to_string().starts_with("recursion limit") => {
            seen.beyond_serde_depth += 1;
        }
        Err(error) => {
            assert!(refused, "accepted: {text:?}: {error}");
            seen.refused += 1;
        }
    }
}

/// True if both mean the same; spans are checked on the way.
fn same(ours: &Node, theirs: &serde_json::Value, text: &str) -> bool {
    let source = &text[ours.span.start as usize..ours.span.end as usize];
    match (&ours.value, theirs) {
        (Json::Null, serde_json::Value::Null) => source == "null",
        (Json::Bool(ours), serde_json::Value::Bool(theirs)) => {
            ours == theirs && source == ours.to_string()
        }
        (Json::Number(number), serde_json::Value::Number(theirs)) => {
            number == source && same_number(number, theirs)
        }
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
            let last: BTreeMap<&str, &Node> =
                members.iter().map(|m| (m.key.value.as_str(), &m.value)).collect();
            source.starts_with('{')
                && source.ends_with('}')
                && last.len() == theirs.len()
                && last.iter().all(|(key, ours)| {
                    theirs.get(*key).is_some_and(|theirs| same(ours, theirs, text))
                })
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
fn maps_back(node: &Node, decoded: &Text, text: &str) -> bool {
    decoded.value.char_indices().all(|(offset, character)| {
        let span = decoded.span_of(node.span, offset..offset + character.len_utf8());
        let source = &text[span.start as usize..span.end as usize];
        if source.chars().eq([character]) {
            return true;
        }
        serde_json::from_str::<String>(&format!("\"{source}\""))
            .is_ok_and(|again| again.chars().eq([character]))
    })
}
