//! The text of a checkpoint in the details of markers: in parts, because each has at most 32,768
//! characters.

use asl_language::hash::fnv1a;
use asl_runtime::value::Text;

use crate::limits::LONGEST_TEXT;
use crate::model::decision::RecordMarker;

/// The name of the markers.
pub(in super::super) const NAME: &str = "aslCheckpoint";
/// The beginning of their details, in this version.
const BEGIN: &str = "aslCheckpoint/1 ";
/// Space for the text before the contents: the beginning, two numbers and a hash.
const ROOM: usize = 64;
/// Maximum number of markers of a checkpoint. A longer text is not saved.
const MOST_PARTS: usize = 16;
/// Maximum length of a checkpoint's text, in bytes: about half of what the service accepts as an
/// answer.
pub(super) const MOST_BYTES: usize = 500_000;

/// One part, read from the details of a marker.
pub(super) struct Part<'t> {
    /// Number of the part, from 1.
    number: usize,
    of: usize,
    hash: u64,
    text: &'t str,
}

/// Returns true if a marker is part of a checkpoint, valid or not.
pub(in super::super) fn is_part(name: &str, details: Option<&str>) -> bool {
    name == NAME && details.is_some_and(|details| details.starts_with(BEGIN))
}

/// The markers of a text, unless it is too long.
pub(super) fn split(text: &str) -> Option<Vec<RecordMarker>> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let (mut parts, mut part, mut units) = (Vec::new(), String::new(), 0);
    for letter in text.chars() {
        if units + letter.len_utf16() > LONGEST_TEXT - ROOM {
            parts.push(std::mem::take(&mut part));
            units = 0;
        }
        if parts.len() >= MOST_PARTS {
            return None;
        }
        units += letter.len_utf16();
        part.push(letter);
    }
    parts.push(part);
    let (of, hash) = (parts.len(), fnv1a(text.as_bytes()));
    let marker = |(part, number): (String, usize)| RecordMarker {
        marker_name: NAME.to_owned(),
        details: Some(format!("{BEGIN}{number}/{of} {hash:016x}\n{part}")),
    };
    Some(parts.into_iter().zip(1..).map(marker).collect())
}

/// Reads a part.
pub(super) fn read(details: &str) -> Option<Part<'_>> {
    let (head, text) = details.strip_prefix(BEGIN)?.split_once('\n')?;
    let (place, hash) = head.split_once(' ')?;
    let (number, of) = place.split_once('/')?;
    let (number, of) = (number.parse().ok()?, of.parse().ok()?);
    Some(Part { number, of, hash: u64::from_str_radix(hash, 16).ok()?, text })
}

/// The text of all parts, in any order; `None` if one is missing, repeated or damaged.
pub(super) fn join(mut parts: Vec<Part<'_>>) -> Option<Text> {
    parts.sort_unstable_by_key(|part| part.number);
    let (of, expected) = parts.first().map(|part| (part.of, part.hash))?;
    let is_whole = parts.len() == of
        && of <= MOST_PARTS
        && parts
            .iter()
            .zip(1..)
            .all(|(part, number)| part.number == number && part.of == of && part.hash == expected);
    let text: String = parts.iter().map(|part| part.text).collect();
    (is_whole && fnv1a(text.as_bytes()) == expected).then(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(text: &str) -> Vec<String> {
        split(text).unwrap_or_default().into_iter().filter_map(|marker| marker.details).collect()
    }

    fn joined(details: &[String]) -> Option<String> {
        let parts: Option<Vec<Part<'_>>> = details.iter().map(|details| read(details)).collect();
        join(parts?).map(|text| text.to_string())
    }

    #[test]
    fn a_text_is_restored_from_its_parts() {
        for (text, count) in [
            (String::new(), 1),
            ("a\nb".to_owned(), 1),
            ("x".repeat(LONGEST_TEXT - ROOM), 1),
            ("x".repeat(LONGEST_TEXT - ROOM + 1), 2),
            ("\u{1f600}".repeat(LONGEST_TEXT), 3),
            ("y".repeat(MOST_BYTES), 16),
        ] {
            let mut details = details(&text);
            assert_eq!(details.len(), count);
            assert!(details.iter().all(|details| details.encode_utf16().count() <= LONGEST_TEXT));
            assert!(details.iter().all(|details| is_part(NAME, Some(details))));
            details.reverse();
            assert_eq!(joined(&details).as_deref(), Some(text.as_str()));
        }
        assert!(split(&"y".repeat(MOST_BYTES + 1)).is_none(), "too long for a checkpoint");
    }

    #[test]
    fn missing_or_damaged_parts_give_no_text() {
        let whole = details(&"z".repeat(40_000));
        assert_eq!(joined(&whole[..1]), None);
        assert_eq!(joined(&[whole[0].clone(), whole[0].clone()]), None);
        let mut cut = whole.clone();
        cut[1].pop();
        assert_eq!(joined(&cut), None);
        let other = details(&"y".repeat(40_000));
        assert_eq!(joined(&[whole[0].clone(), other[1].clone()]), None);
        for text in
            ["", "aslCheckpoint/2 1/1 0\n", "aslCheckpoint/1 1 0\n", "aslCheckpoint/1 1/1 zz\n"]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
