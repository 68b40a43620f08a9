//! What only machines in SM4C have: the rows of their static table, and what their emitted
//! functions call.

mod functions;
mod rows;

pub use functions::{
    always, elements, event_of, fired, jq_at, leave_for, leaving, lost, merge, merge_kept,
    not_handled,
};
pub use rows::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, Handled, HandlerRow, Jitter, Join,
    Matches, RetryRow, Sm4cNode, Sm4cRow, Work,
};
