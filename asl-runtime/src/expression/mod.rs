//! The parts that runs of jq and JSONata share: counted limits, and calls that continue on another
//! stack, and whole numbers.

mod bounded;
mod budget;
mod calls;
mod count;
pub(crate) mod number;

pub(crate) use bounded::Bounded;
pub(crate) use budget::Budget;
#[cfg(feature = "jq")]
pub(crate) use budget::LONGEST;
#[cfg(feature = "jsonata")]
pub(crate) use budget::Turns;
#[cfg(feature = "jsonata")]
pub(crate) use calls::{Begun, Depth};
pub(crate) use count::Count;

/// The limits of one run. All are counters, so that a replay ends where the first run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Too many steps.
    Fuel,
    /// Calls or values nested too deeply.
    Depth,
    /// Too large a value.
    Size,
}
