//! Names and ids that Amazon SWF takes.

use std::fmt::Write;

/// The longest id and name, in characters.
pub(super) const LONGEST: usize = 256;

/// An id made of this text: no `:`, `/`, `|` or control characters, not the letters `arn`, at most 256 characters. One that is too long
/// keeps its end, behind a hash of the whole.
pub(super) fn legal_id(text: &str) -> String {
    let legal = legal_name(text);
    let length = legal.chars().count();
    if length <= LONGEST {
        return legal;
    }
    let hash = hash(text.as_bytes());
    let end = legal.chars().skip(length - (LONGEST - 17));
    let mut id = String::new();
    // Writing to a String cannot fail.
    let _ = write!(id, "{hash:016x}~");
    id.extend(end);
    id
}

/// The same without the limit.
pub(super) fn legal_name(text: &str) -> String {
    let is_legal = |letter: char| !matches!(letter, ':' | '/' | '|') && !letter.is_control();
    let legal: String = text.chars().map(|letter| if is_legal(letter) { letter } else { '.' }).collect();
    if legal.is_empty() { "_".to_owned() } else { legal.replace("arn", "a_n") }
}

/// FNV-1a: the same on every machine and in every version.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What randomness is made of: the same for all decisions of a run.
pub(super) fn seed(run_id: &str) -> u64 {
    let number = hash(run_id.as_bytes());
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The length of a text as Amazon SWF counts it.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}
