//! The values that the rules of a Choice can distinguish: the values at each path, cut into cells
//! at the constants of comparisons.
//!
//! A path has a variable for its value, one for the instant that it names, if any, and one for each
//! comparison that is not analysed, such as a pattern. All values in a cell have the same results
//! in all comparisons.

use std::cmp::Ordering;
use std::ops::Range;

use super::ranges::Ranges;
use crate::ir::Order;

/// A variable of one Choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct VariableId(pub(super) u32);

/// An instant: seconds since 1970 and nanoseconds.
pub(super) type Moment = (i64, u32);

/// The cells of a value: nothing at the path, `null`, `false`, `true`, an array or object; after
/// them those of numbers and strings.
pub(super) const MISSING: u32 = 0;
pub(super) const NULL: u32 = 1;
pub(super) const FALSE: u32 = 2;
pub(super) const TRUE: u32 = 3;
pub(super) const OTHER: u32 = 4;
const NUMBERS: u32 = 5;

/// The first cell of an instant's variable: the value is no timestamp. The instants follow.
const NO_TIME: u32 = 0;
const TIMES: u32 = 1;

/// A variable and the constants that it is compared with, which are sorted and distinct after
/// `seal`.
#[derive(Debug)]
pub(super) enum Variable {
    /// The value at a path.
    Value {
        /// Constants of `Numeric…`.
        numbers: Vec<f64>,
        /// Constants of `String…`.
        texts: Vec<String>,
    },
    /// The instant that the value names.
    Time(Vec<Moment>),
    /// The result of a comparison that is not analysed: 0 false, 1 true.
    Opaque,
}

impl Variable {
    /// A path's value.
    pub(super) fn value() -> Self {
        Self::Value { numbers: Vec::new(), texts: Vec::new() }
    }

    /// Sorts the constants, once all of them are known.
    pub(super) fn seal(&mut self) {
        match self {
            Self::Value { numbers, texts } => {
                numbers.sort_by(f64::total_cmp);
                numbers.dedup();
                texts.sort_unstable();
                texts.dedup();
            }
            Self::Time(moments) => {
                moments.sort_unstable();
                moments.dedup();
            }
            Self::Opaque => {}
        }
    }

    /// All cells.
    pub(super) fn all(&self) -> Range<u32> {
        match self {
            Self::Value { .. } => 0..self.texts().end,
            Self::Time(moments) => 0..TIMES + sections(moments.len()),
            Self::Opaque => 0..2,
        }
    }

    /// Cells of numbers.
    pub(super) fn numbers(&self) -> Range<u32> {
        match self {
            Self::Value { numbers, .. } => NUMBERS..NUMBERS + sections(numbers.len()),
            Self::Time(_) | Self::Opaque => 0..0,
        }
    }

    /// Cells of strings.
    pub(super) fn texts(&self) -> Range<u32> {
        match self {
            Self::Value { texts, .. } => {
                let start = self.numbers().end;
                start..start + sections(texts.len())
            }
            Self::Time(_) | Self::Opaque => 0..0,
        }
    }

    /// Cells of numbers in this order relative to a constant.
    pub(super) fn number(&self, order: Order, constant: f64) -> Ranges {
        let Self::Value { numbers, .. } = self else { return Ranges::default() };
        let place = numbers.binary_search_by(|number| number.total_cmp(&constant));
        compared(&self.numbers(), order, place)
    }

    /// Cells of strings in this order relative to a constant.
    pub(super) fn text(&self, order: Order, constant: &str) -> Ranges {
        let Self::Value { texts, .. } = self else { return Ranges::default() };
        let place = texts.binary_search_by(|text| text.as_str().cmp(constant));
        compared(&self.texts(), order, place)
    }

    /// Cells of instants in this order relative to a constant.
    pub(super) fn time(&self, order: Order, constant: Moment) -> Ranges {
        let Self::Time(moments) = self else { return Ranges::default() };
        compared(&(TIMES..self.all().end), order, moments.binary_search(&constant))
    }

    /// Cells of all instants.
    pub(super) fn times(&self) -> Range<u32> {
        NO_TIME + 1..self.all().end
    }
}

/// Number of sections of a line: its constants are points, with open sections around them.
fn sections(constants: usize) -> u32 {
    // A definition has a megabyte at most.
    u32::try_from(constants * 2 + 1).unwrap_or(u32::MAX / 4)
}

/// The sections of a line in this order relative to a constant of it.
fn compared(line: &Range<u32>, order: Order, place: Result<usize, usize>) -> Ranges {
    let Ok(index) = place else { unreachable!("every constant was collected") };
    let point = line.start + sections(index);
    let range = match order {
        Order::Equals => point..point + 1,
        Order::LessThan => line.start..point,
        Order::LessThanEquals => line.start..point + 1,
        Order::GreaterThan => point + 1..line.end,
        Order::GreaterThanEquals => point..line.end,
    };
    Ranges::range(range)
}

/// True if two values with this comparison result are in this order.
pub(super) fn is_in(order: Order, found: Ordering) -> bool {
    match order {
        Order::Equals => found == Ordering::Equal,
        Order::LessThan => found == Ordering::Less,
        Order::LessThanEquals => found != Ordering::Greater,
        Order::GreaterThan => found == Ordering::Greater,
        Order::GreaterThanEquals => found != Ordering::Less,
    }
}
