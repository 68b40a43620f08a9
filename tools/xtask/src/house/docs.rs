//! The first words of doc comments: a noun phrase or an imperative, not a question word.

use super::Place;
use crate::source::{Comment, CommentKind};

/// The words that begin a relative clause without a noun.
const QUESTION_WORDS: [&str; 8] =
    ["What", "Whether", "How", "Where", "When", "Which", "Who", "Why"];

/// The doc comments of some files.
pub(crate) struct Docs {
    total: usize,
    /// Those that begin with a question word, as `file:line: text`.
    pub(crate) questions: Vec<String>,
}

impl Docs {
    /// The share of comments that begin with a question word.
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer comments than 2^52")]
    pub(crate) fn percent(&self) -> f64 {
        100.0 * self.questions.len() as f64 / self.total.max(1) as f64
    }
}

/// Counts the blocks of `///` and `//!` lines.
pub(crate) fn count<'a>(places: impl Iterator<Item = &'a Place>) -> Docs {
    let mut docs = Docs { total: 0, questions: Vec::new() };
    for place in places {
        for comment in first_lines(&place.file.comments) {
            docs.total += 1;
            if is_question(&comment.text) {
                docs.questions.push(format!("{}:{}: {}", place.shown, comment.line, comment.text));
            }
        }
    }
    docs
}

/// The first line of each doc comment.
fn first_lines(comments: &[Comment]) -> impl Iterator<Item = &Comment> {
    let before = std::iter::once(None).chain(comments.iter().map(Some));
    let pairs = before.zip(comments);
    pairs
        .filter(|(before, comment)| {
            let goes_on = before.is_some_and(|before| {
                before.line + 1 == comment.line && before.kind == comment.kind
            });
            comment.kind != CommentKind::Plain && !goes_on
        })
        .map(|(_, comment)| comment)
}

fn is_question(text: &str) -> bool {
    let end = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    text.get(..end).is_some_and(|word| QUESTION_WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_once_by_its_first_word() {
        let line = |line, kind, text: &str| Comment { line, kind, text: text.to_owned() };
        let comments = [
            line(1, CommentKind::Inner, "What it is."),
            line(2, CommentKind::Outer, "The name."),
            line(3, CommentKind::Outer, "Who knows."),
            line(4, CommentKind::Plain, "Why."),
        ];
        let first: Vec<_> = first_lines(&comments).map(|comment| comment.line).collect();
        assert_eq!(first, [1, 2]);
        assert!(is_question("Who's there."));
        assert!(!is_question("Whatever") && !is_question("`How`"));
    }
}
