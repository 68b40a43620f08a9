//! Parts that only machines in SM4C have: rows of their static table, and functions that their
//! emitted code calls.

mod functions;
mod rows;

pub use functions::{elements, event_of, fired, leave_for, leaving};
pub use rows::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, Handled, HandlerRow, Jitter, Join,
    Matches, RetryRow, Sm4cNode, Sm4cRow, Work,
};
