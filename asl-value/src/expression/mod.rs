//! The common parts of runs of jq and JSONata: counted limits, calls that continue on another
//! stack, and whole numbers.

mod bounded;
mod budget;
mod calls;
mod count;
mod limits;
pub mod number;

pub use bounded::Bounded;
pub use budget::{Budget, LONGEST, Turns};
pub use calls::{Begun, Depth};
pub use count::Count;
pub use limits::ExpressionLimits;

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
