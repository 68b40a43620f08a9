//! Texts by their units of UTF-16. A character beyond U+FFFF is two of them; half of one becomes
//! U+FFFD, because no string of Rust can hold it.

use crate::number::index;
use crate::{Cx, Fault};

/// True for a text that Step Functions cuts by its units: all others are cut alike.
pub(super) fn are_cut(cx: &Cx, text: &str) -> bool {
    cx.is_aws() && has_pairs(text)
}

/// True if a character of the text is two units.
fn has_pairs(text: &str) -> bool {
    text.bytes().any(|byte| byte >= 0xf0)
}

/// `$substring` of a text that [has pairs](has_pairs), as Step Functions was measured to compute it:
/// a negative start counts units, and so many characters as are taken are counted from the begin of
/// the text. Without a length it fails, unless the start is behind the text.
pub(super) fn cut(text: &str, start: f64, length: Option<f64>) -> Result<String, Fault> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let unit_of = |place: usize| text.chars().take(place).map(char::len_utf16).sum::<usize>();
    let back = index(-start);
    let begin = if back > 0 { units.len().saturating_sub(back) } else { unit_of(index(start)) };
    if begin >= units.len() {
        return Ok(String::new());
    }
    let Some(length) = length else {
        let message = "$substring() needs a length for characters beyond U+FFFF";
        return Err(Fault::new("D3137").message(message).internal());
    };
    let end = begin.saturating_add(unit_of(index(length))).min(units.len());
    Ok(String::from_utf16_lossy(units.get(begin..end).unwrap_or_default()))
}

/// The units of a text, each as a text.
pub(super) fn each(text: &str) -> impl Iterator<Item = char> {
    text.encode_utf16()
        .map(|unit| char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_start_counts_units() {
        let text = "ab\u{1f600}";
        assert_eq!(cut(text, -3.0, Some(1.0)).unwrap(), "b");
        assert_eq!(cut(text, -9.0, Some(2.0)).unwrap(), "ab");
        assert_eq!(cut(text, 1.0, Some(1.0)).unwrap(), "b");
        assert_eq!(cut(text, -1.0, Some(1.0)).unwrap(), "\u{fffd}");
        assert_eq!(cut(text, 0.0, Some(-2.0)).unwrap(), "");
        assert_eq!(cut(text, 2.0, Some(9.0)).unwrap(), "\u{1f600}");
    }

    #[test]
    fn a_length_is_needed() {
        assert_eq!(cut("ab\u{1f600}", 3.0, None).unwrap(), "");
        for start in [-9.0, -1.0, 0.0, 2.0] {
            assert!(cut("ab\u{1f600}", start, None).is_err());
        }
    }

    #[test]
    fn halves_are_replaced() {
        assert_eq!(each("a\u{1f600}").collect::<String>(), "a\u{fffd}\u{fffd}");
        assert!(has_pairs("\u{10000}") && !has_pairs("\u{ffff}é"));
    }
}
