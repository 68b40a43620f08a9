//! What only machines in SM4C have: the rows of their static table, and what their emitted
//! functions call.

mod functions;
mod rows;

pub use functions::{
    elements, event_of, fired, holds, holds_alone, holds_if_any, leave_for, leaving, merge,
    merge_at_most_one, merge_if_any, one, one_or_array, one_or_empty,
};
pub use rows::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, Handled, HandlerRow, Jitter, Join,
    Matches, RetryRow, Sm4cNode, Sm4cRow, Work,
};
