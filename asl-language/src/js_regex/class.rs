//! Classes of characters.

use super::Dialect;

/// Those of ASCII, which Step Functions takes for all.
const ASCII_SPACES: &[(u32, u32)] = &[(0x09, 0x0d), (0x20, 0x20)];

/// Characters that JavaScript counts as white space (`\s`).
const SPACES: &[(u32, u32)] = &[
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];

/// The last code point.
const LAST: u32 = char::MAX as u32;

/// A set of characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Class {
    /// The first and the last code points, in order and apart from each other.
    ranges: Vec<(u32, u32)>,
    /// True if the class has all other characters.
    pub negated: bool,
}

impl Class {
    /// Makes the class of some ranges of code points.
    pub(super) fn new(mut ranges: Vec<(u32, u32)>, negated: bool) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last);
                }
                _ => merged.push((first, last)),
            }
        }
        Self { ranges: merged, negated }
    }

    /// Returns the class of an escape such as `\d`, if the letter is one.
    pub(super) fn of_escape(letter: char, dialect: Dialect) -> Option<Self> {
        let ranges: &[(u32, u32)] = match letter.to_ascii_lowercase() {
            'd' => &[(0x30, 0x39)],
            'w' => &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)],
            's' if dialect == Dialect::StepFunctions => ASCII_SPACES,
            's' => SPACES,
            _ => return None,
        };
        Some(Self { ranges: ranges.to_vec(), negated: letter.is_ascii_uppercase() })
    }

    /// Returns the ranges of code points, without regard to `negated`.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Appends the ranges of this class, those of its complement if it is negated.
    pub(super) fn append_to(&self, all: &mut Vec<(u32, u32)>) {
        if !self.negated {
            all.extend_from_slice(&self.ranges);
            return;
        }
        let mut next = 0;
        for (first, last) in &self.ranges {
            if next < *first {
                all.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            all.push((next, LAST));
        }
    }

    /// Returns true if one of the ranges has this character, without regard to `negated`.
    pub fn lists(&self, character: char) -> bool {
        let code = u32::from(character);
        let after = self.ranges.partition_point(|(first, _)| *first <= code);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.is_some_and(|(_, last)| code <= *last)
    }
}
