//! Pictures of whole numbers in digits, such as `#,##0`.

use asl_language::jsonata::number_text;

use crate::jsonata::{Cx, Fault};

/// The zeros of the families of digits.
const ZEROS: [char; 37] = [
    '0', '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{DE6}', '\u{E50}', '\u{ED0}', '\u{F20}',
    '\u{1040}', '\u{1090}', '\u{17E0}', '\u{1810}', '\u{1946}', '\u{19D0}', '\u{1A80}', '\u{1A90}',
    '\u{1B50}', '\u{1BB0}', '\u{1C40}', '\u{1C50}', '\u{A620}', '\u{A8D0}', '\u{A900}', '\u{A9D0}',
    '\u{A9F0}', '\u{AA50}', '\u{ABF0}', '\u{FF10}',
];

/// The picture of a whole number in digits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DecimalPicture {
    /// The zero of its digits.
    pub(super) zero: char,
    /// The number of digits that are always written.
    pub(super) mandatory: usize,
    /// The number of `#`.
    pub(super) optional: usize,
    pub(super) grouping: Grouping,
}

/// Separators between digits.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Grouping {
    /// The same separator after every so many digits from the right.
    Regular(usize, char),
    /// Separators, each with the number of digits on its right; the least number first.
    At(Vec<(usize, char)>),
}

impl DecimalPicture {
    /// Reads a picture; `None` if it has no digit.
    pub(super) fn read(picture: &str) -> Result<Option<Self>, Fault> {
        let (mut zero, mut mandatory, mut optional) = (None, 0, 0);
        let mut separators = Vec::new();
        for c in picture.chars().rev() {
            if let Some(found) = zero_of(c) {
                if zero.replace(found).is_some_and(|known| known != found) {
                    return Err(Fault::new("D3131"));
                }
                mandatory += 1;
            } else if c == '#' {
                optional += 1;
            } else {
                separators.push((mandatory + optional, c));
            }
        }
        let grouping = group(separators);
        Ok(zero.map(|zero| Self { zero, mandatory, optional, grouping }))
    }

    /// Writes a number that is not negative.
    pub(super) fn write(&self, cx: &Cx, number: f64, is_ordinal: bool) -> Result<String, Fault> {
        let text = number_text::write_number(number);
        let zeros = self.mandatory.saturating_sub(text.len());
        cx.make_text((zeros + text.len()).saturating_mul(8))?;
        let digits: Vec<char> = std::iter::repeat_n('0', zeros)
            .chain(text.chars())
            .map(|digit| digit_of(digit.to_digit(10), self.zero).unwrap_or(digit))
            .collect();
        let mut text = String::new();
        for (index, digit) in digits.iter().enumerate() {
            if index > 0 {
                text.extend(self.separator(digits.len() - index));
            }
            text.push(*digit);
        }
        if is_ordinal {
            text.push_str(ordinal_suffix(&text));
        }
        Ok(text)
    }

    /// The separator before so many digits.
    fn separator(&self, behind: usize) -> Option<char> {
        match &self.grouping {
            Grouping::Regular(interval, separator) => {
                behind.is_multiple_of(*interval).then_some(*separator)
            }
            Grouping::At(separators) => {
                separators.iter().find(|(position, _)| *position == behind).map(|(_, c)| *c)
            }
        }
    }

    /// Reads a number as JavaScript's `parseInt` does, but in its own digits; separators are
    /// skipped.
    pub(super) fn read_number(&self, text: &str, is_ordinal: bool) -> f64 {
        let mut digits: Vec<char> = text.chars().collect();
        if is_ordinal {
            digits.truncate(digits.len().saturating_sub(2));
        }
        let is_separator = |c: char| match &self.grouping {
            Grouping::Regular(_, separator) => c == *separator,
            Grouping::At(separators) => separators.iter().any(|(_, separator)| c == *separator),
        };
        let plain: String = digits
            .into_iter()
            .filter(|c| !is_separator(*c))
            .map(|c| self.value_of(c).and_then(|value| char::from_digit(value, 10)).unwrap_or(c))
            .collect();
        parse_int(&plain)
    }

    /// The value of one of its digits.
    pub(super) fn value_of(&self, digit: char) -> Option<u32> {
        u32::from(digit).checked_sub(u32::from(self.zero)).filter(|value| *value < 10)
    }
}

/// The number at the beginning of a text; NaN if there is none.
pub(super) fn parse_int(text: &str) -> f64 {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits: &str = unsigned.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let number = digits.parse().unwrap_or(f64::NAN);
    if text.starts_with('-') { -number } else { number }
}

/// The zero of the family of a digit.
fn zero_of(c: char) -> Option<char> {
    let is_family =
        |zero: &&char| (u32::from(**zero)..u32::from(**zero) + 10).contains(&u32::from(c));
    ZEROS.iter().find(is_family).copied()
}

/// The digit of a value in a family.
pub(super) fn digit_of(value: Option<u32>, zero: char) -> Option<char> {
    char::from_u32(u32::from(zero) + value?)
}

fn group(separators: Vec<(usize, char)>) -> Grouping {
    let positions: Vec<usize> = separators.iter().map(|(position, _)| *position).collect();
    let interval = regular_interval(&positions);
    match separators.first() {
        Some((_, first)) if interval > 0 && separators.iter().all(|(_, c)| c == first) => {
            Grouping::Regular(interval, *first)
        }
        _ => Grouping::At(separators),
    }
}

/// The distance between positions that are all multiples of it, without a gap; 0 if there is none.
pub(super) fn regular_interval(positions: &[usize]) -> usize {
    let interval = positions.iter().copied().reduce(greatest_divisor).unwrap_or(0);
    let is_regular = (1..=positions.len()).all(|index| positions.contains(&(index * interval)));
    if is_regular { interval } else { 0 }
}

fn greatest_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The suffix of an ordinal number.
fn ordinal_suffix(digits: &str) -> &'static str {
    let mut last = digits.chars().rev();
    match (last.next(), last.next()) {
        (_, Some('1')) => "th",
        (Some('1'), _) => "st",
        (Some('2'), _) => "nd",
        (Some('3'), _) => "rd",
        _ => "th",
    }
}
