//! Pictures of whole numbers in digits, such as `#,##0`.

use super::Mistake;

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
pub struct DecimalPicture {
    /// The zero of its digits.
    pub zero: char,
    /// The number of digits that are always written.
    pub mandatory: usize,
    /// The number of `#`.
    pub optional: usize,
    /// Its separators.
    pub grouping: Grouping,
}

/// Separators between digits.
#[derive(Clone, PartialEq, Debug)]
pub enum Grouping {
    /// The same separator after every so many digits from the right.
    Regular(usize, char),
    /// Separators, each with the number of digits on its right; the least number first.
    At(Vec<(usize, char)>),
}

impl DecimalPicture {
    /// Reads a picture; `None` if it has no digit.
    pub fn read(picture: &str) -> Result<Option<Self>, Mistake> {
        let (mut zero, mut mandatory, mut optional) = (None, 0, 0);
        let mut separators = Vec::new();
        for (at, c) in picture.char_indices().rev() {
            if let Some(found) = zero_of(c) {
                if zero.replace(found).is_some_and(|known| known != found) {
                    return Err(Mistake::new("D3131", at..at + c.len_utf8()));
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

    /// Returns true if numbers are written in digits of ASCII, few of them zeros, without
    /// separators.
    pub fn is_plain(&self) -> bool {
        let has_separators = !matches!(&self.grouping, Grouping::At(places) if places.is_empty());
        self.zero == '0' && self.mandatory <= 20 && !has_separators
    }

    /// Returns the separator before so many digits.
    pub fn separator(&self, behind: usize) -> Option<char> {
        match &self.grouping {
            Grouping::Regular(interval, separator) => {
                behind.is_multiple_of(*interval).then_some(*separator)
            }
            Grouping::At(separators) => {
                separators.iter().find(|(position, _)| *position == behind).map(|(_, c)| *c)
            }
        }
    }

    /// Returns the value of one of its digits.
    pub fn value_of(&self, digit: char) -> Option<u32> {
        u32::from(digit).checked_sub(u32::from(self.zero)).filter(|value| *value < 10)
    }
}

/// The zero of the family of a digit.
fn zero_of(c: char) -> Option<char> {
    let is_family =
        |zero: &&char| (u32::from(**zero)..u32::from(**zero) + 10).contains(&u32::from(c));
    ZEROS.iter().find(is_family).copied()
}

/// Returns the digit of a value in a family.
pub fn digit_of(value: Option<u32>, zero: char) -> Option<char> {
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

/// Returns the distance between positions that are all multiples of it, without a gap; 0 if there
/// is none.
pub fn regular_interval(positions: &[usize]) -> usize {
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
