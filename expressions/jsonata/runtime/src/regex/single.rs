//! Tests of one character. Those of ASCII are in a table of bits: most texts have no others.

use asl_language::js_regex::Class;

use super::case::{canonical, has};
use super::place::{Direction, is_line_terminator, next};
use super::program::Flags;

/// A test of one character.
#[derive(Debug)]
pub(super) struct Single {
    characters: Characters,
    set: Set,
    ignore_case: bool,
}

/// The characters that a test finds.
#[derive(Debug)]
pub(super) enum Characters {
    One(char),
    Any,
    Class(Class),
}

/// Characters of ASCII, each with its bit, and perhaps others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set {
    pub(super) ascii: u128,
    /// True if it may have characters beyond ASCII.
    pub(super) has_others: bool,
}

impl Set {
    pub(super) const EMPTY: Self = Self { ascii: 0, has_others: false };

    /// The ends of lines.
    pub(super) const LINE_ENDS: Self =
        Self { ascii: 1 << b'\n' as u32 | 1 << b'\r' as u32, has_others: true };

    pub(super) fn or(self, other: Self) -> Self {
        Self { ascii: self.ascii | other.ascii, has_others: self.has_others || other.has_others }
    }

    /// True if a character of ASCII is one of them. Halves of the bits shift faster than all.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves are wanted")]
    fn has(self, byte: u8) -> bool {
        let half = if byte < 64 { self.ascii as u64 } else { (self.ascii >> 64) as u64 };
        half >> (byte & 63) & 1 == 1
    }

    /// True if both may have the same character.
    pub(super) fn meets(self, other: Self) -> bool {
        self.ascii & other.ascii != 0 || self.has_others && other.has_others
    }
}

impl Single {
    pub(super) fn new(characters: Characters, flags: Flags) -> Self {
        let ignore_case = flags.ignore_case;
        let characters = match characters {
            Characters::One(one) if ignore_case => Characters::One(canonical(one)),
            Characters::One(_) | Characters::Any | Characters::Class(_) => characters,
        };
        let has_others = ignore_case
            || match &characters {
                Characters::One(one) => !one.is_ascii(),
                Characters::Any => true,
                Characters::Class(class) => {
                    class.negated || class.ranges().iter().any(|(_, last)| *last > 0x7f)
                }
            };
        let mut single = Self { characters, set: Set { ascii: 0, has_others }, ignore_case };
        let bits = ('\0'..='\x7f').filter(|character| single.has(*character));
        single.set.ascii = bits.fold(0, |bits, character| bits | 1 << u32::from(character));
        single
    }

    /// The characters that it may find.
    pub(super) fn set(&self) -> Set {
        self.set
    }

    /// The place behind the next character on the way, if it is the right one.
    #[inline]
    pub(super) fn matched(&self, text: &str, at: usize, way: Direction) -> Option<usize> {
        if way == Direction::Forward {
            let byte = *text.as_bytes().get(at)?;
            if byte.is_ascii() {
                return self.set.has(byte).then_some(at + 1);
            }
        }
        let (character, after) = next(text, at, way)?;
        self.has(character).then_some(after)
    }

    /// The place behind as many of the next characters as are the right ones, at most so many, and
    /// their number.
    #[inline]
    pub(super) fn matched_often(&self, text: &str, from: usize, most: u32) -> (usize, u32) {
        let (mut at, mut count) = (from, 0);
        while count < most
            && let Some(after) = self.matched(text, at, Direction::Forward)
        {
            at = after;
            count += 1;
        }
        (at, count)
    }

    fn has(&self, character: char) -> bool {
        match &self.characters {
            Characters::One(one) if self.ignore_case => canonical(character) == *one,
            Characters::One(one) => character == *one,
            Characters::Any => !is_line_terminator(character),
            Characters::Class(class) => has(class, character, self.ignore_case),
        }
    }
}
