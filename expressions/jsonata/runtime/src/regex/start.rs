//! The places where a match can begin. A search tries no others.

use asl_language::js_regex::Node;

use super::case::has;
use super::program::Flags;

/// Known facts about the beginning of each match.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Nothing.
    Anywhere,
    /// It is the beginning of the text.
    Text,
    /// It is this character.
    Character(char),
    /// It is this text.
    Prefix(String),
    /// It is a character whose bit is set, or one beyond ASCII.
    Ascii(u128),
}

impl Start {
    pub(super) fn of(body: &Node, flags: Flags) -> Self {
        let parts =
            if let Node::Sequence(parts) = body { parts } else { std::slice::from_ref(body) };
        if parts.first() == Some(&Node::Start) && !flags.multiline {
            return Self::Text;
        }
        let letter = |part| if let &Node::Character(letter) = part { Some(letter) } else { None };
        let prefix: String = parts.iter().map_while(letter).collect();
        if !prefix.is_empty() && !flags.ignore_case {
            let mut letters = prefix.chars();
            return match (letters.next(), letters.next()) {
                (Some(only), None) => Self::Character(only),
                _ => Self::Prefix(prefix),
            };
        }
        first_letters(body, flags).map_or(Self::Anywhere, Self::Ascii)
    }

    /// The first place from here on where a match can begin.
    #[inline]
    pub(super) fn find(&self, text: &str, from: usize) -> Option<usize> {
        if *self == Self::Text { (from == 0).then_some(0) } else { self.find_in(text, from) }
    }

    fn find_in(&self, text: &str, from: usize) -> Option<usize> {
        let rest = text.get(from..)?;
        let place = match self {
            Self::Anywhere => Some(0),
            Self::Text => (from == 0).then_some(0),
            Self::Character(letter) => rest.find(*letter),
            Self::Prefix(prefix) => rest.find(prefix.as_str()),
            Self::Ascii(letters) => {
                rest.bytes().position(|byte| byte >= 128 || letters >> byte & 1 == 1)
            }
        };
        place.map(|place| from + place)
    }
}

/// The characters of ASCII with which a match of this node can begin; `None` if it can be empty or
/// can begin with any.
fn first_letters(node: &Node, flags: Flags) -> Option<u128> {
    match node {
        Node::Character(letter) => Some(bits(flags, |other| other == *letter)),
        Node::Class(class) => Some(bits(flags, |letter| has(class, letter, flags.ignore_case))),
        Node::Sequence(parts) => {
            let takes = |part: &&Node| !matches!(part, Node::Start | Node::WordBoundary { .. });
            first_letters(parts.iter().find(takes)?, flags)
        }
        Node::Alternatives(alternatives) => {
            alternatives.iter().try_fold(0, |all, one| Some(all | first_letters(one, flags)?))
        }
        Node::Group(_, body) => first_letters(body, flags),
        Node::Repeat(repeat) if repeat.least > 0 => first_letters(&repeat.body, flags),
        Node::Repeat(_)
        | Node::Any
        | Node::BackReference(_)
        | Node::Start
        | Node::End
        | Node::WordBoundary { .. }
        | Node::Look { .. } => None,
    }
}

fn bits(flags: Flags, has: impl Fn(char) -> bool) -> u128 {
    let other_case =
        |letter: char| has(letter.to_ascii_lowercase()) || has(letter.to_ascii_uppercase());
    let is_first = |letter: &char| has(*letter) || flags.ignore_case && other_case(*letter);
    ('\0'..='\x7f').filter(is_first).fold(0, |bits, letter| bits | 1 << u32::from(letter))
}
