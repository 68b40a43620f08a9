//! Phrases that comments avoid, because a plain verb of the field says it better.

use super::Place;

/// The phrases in lower case. A match begins and ends at word boundaries.
const PHRASES: [&str; 20] = [
    "is told",
    "are told",
    "is heard of",
    "are heard of",
    "heard of it",
    "puts down",
    "put down",
    "so far as",
    "going round until",
    "goes on",
    "go on",
    "going on",
    "has been begun",
    "have begun",
    "has begun",
    "nobody",
    "whoever",
    "knows of",
    "what is there",
    "who is there",
];

/// A phrase in a comment.
pub(crate) struct Found {
    /// `file:line`
    pub(crate) place: String,
    pub(crate) phrase: &'static str,
    pub(crate) text: String,
}

/// Finds the phrases in a file's comments. A phrase that is broken over two lines is not found.
pub(crate) fn find(place: &Place) -> Vec<Found> {
    let mut found = Vec::new();
    for comment in &place.file.comments {
        let text = comment.text.to_lowercase();
        for phrase in PHRASES.into_iter().filter(|phrase| has(&text, phrase)) {
            found.push(Found {
                place: format!("{}:{}", place.shown, comment.line),
                phrase,
                text: comment.text.clone(),
            });
        }
    }
    found
}

fn has(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + phrase.len()..).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}
