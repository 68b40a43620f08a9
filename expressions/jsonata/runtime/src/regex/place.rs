//! Places in a text, and what is beside them.

/// The direction of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

impl Direction {
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// The next character on the way, and the place behind it.
#[inline]
pub(super) fn next(text: &str, at: usize, way: Direction) -> Option<(char, usize)> {
    if way == Direction::Backward {
        let character = text.get(..at)?.chars().next_back()?;
        return Some((character, at - character.len_utf8()));
    }
    let first = *text.as_bytes().get(at)?;
    if first.is_ascii() {
        return Some((char::from(first), at + 1));
    }
    let character = text.get(at..)?.chars().next()?;
    Some((character, at + character.len_utf8()))
}

/// The character of a text that comes first on the way, and the others.
pub(super) fn next_of(text: &str, way: Direction) -> Option<(char, &str)> {
    let mut rest = text.chars();
    let next = if way == Direction::Forward { rest.next() } else { rest.next_back() };
    Some((next?, rest.as_str()))
}

/// True at the end of the text in this direction, and of a line if the flag says so.
pub(super) fn is_line_end(text: &str, at: usize, way: Direction, multiline: bool) -> bool {
    match next(text, at, way) {
        None => true,
        Some((character, _)) => multiline && is_line_terminator(character),
    }
}

pub(super) fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// True between a letter of a word and what is none.
pub(super) fn is_word_boundary(text: &str, at: usize) -> bool {
    let is_word = |way| {
        let beside = next(text, at, way);
        beside.is_some_and(|(letter, _)| letter.is_ascii_alphanumeric() || letter == '_')
    };
    is_word(Direction::Backward) != is_word(Direction::Forward)
}
