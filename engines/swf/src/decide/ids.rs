//! Names and ids that Amazon SWF accepts.

use std::fmt::Write;

use asl_language::hash::fnv1a;
use asl_runtime::execution::keyed_number;

use crate::limits::{LONGEST_NAME, is_forbidden};
use crate::options::Secret;

/// A legal id for a text: no `:`, `/`, `|` or control characters, not the word `arn`, at most 256
/// characters. A longer text keeps its end, after a hash of the whole.
pub(super) fn legal_id(text: &str) -> String {
    let legal = legal_name(text);
    let length = legal.chars().count();
    if length <= LONGEST_NAME {
        return legal;
    }
    let hash = fnv1a(text.as_bytes());
    let end = legal.chars().skip(length - (LONGEST_NAME - 17));
    let mut id = String::new();
    // Writing to a String cannot fail.
    let _ = write!(id, "{hash:016x}~");
    id.extend(end);
    id
}

/// A legal id for a text that can only be too long.
pub(super) fn fitting_id(text: &str) -> String {
    if text.chars().count() <= LONGEST_NAME { text.to_owned() } else { legal_id(text) }
}

/// True if a text is a legal id.
pub(super) fn is_legal_id(text: &str) -> bool {
    legal_id(text) == text
}

/// A legal id without the maximum length.
fn legal_name(text: &str) -> String {
    match text {
        "" => return "_".to_owned(),
        // Amazon SWF refuses the word itself, but accepts it within others.
        "arn" => return "a_n".to_owned(),
        _ => {}
    }
    text.chars().map(|letter| if is_forbidden(letter) { '.' } else { letter }).collect()
}

/// Seed of task tokens and randomness, the same for all decisions of a run.
pub(super) fn seed(secret: Option<&Secret>, run_id: &str) -> u64 {
    keyed_number(secret.map_or(&[], Secret::bytes), run_id.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_legal_whatever_they_are_made_of() {
        for (text, expected) in [
            ("order-7.Ship#1~2", "order-7.Ship#1~2"),
            ("a:b/c|d\u{7}", "a.b.c.d."),
            ("warning", "warning"),
            ("arn:aws", "arn.aws"),
            ("arn", "a_n"),
            ("", "_"),
        ] {
            assert_eq!(legal_id(text), expected);
            assert_eq!(is_legal_id(text), text == expected);
        }
        let long = "\u{e4}".repeat(300);
        let other = format!("x{long}");
        assert!(
            legal_id(&long).chars().count() == LONGEST_NAME && legal_id(&long) != legal_id(&other)
        );
        assert_eq!(fitting_id("a:b"), "a:b");
        assert_eq!(fitting_id(&long), legal_id(&long));
    }

    #[test]
    fn runs_have_seeds_of_their_own() {
        assert_ne!(seed(None, "run-1"), seed(None, "run-2"));
        assert_eq!(seed(None, "run-1"), seed(None, "run-1"));
        let secret = |text: &str| Secret::new(text);
        let with = |text: &str| seed(Some(&secret(text)), "run-1");
        assert_eq!(with("secret"), with("secret"));
        assert_ne!(with("secret"), with("another"));
        assert_ne!(with("secret"), seed(None, "run-1"));
        assert_eq!(format!("{:?}", secret("secret")), "Secret(..)");
    }
}
