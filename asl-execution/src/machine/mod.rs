//! A compiled machine: static tables, and pure functions that turn a node and its data into the
//! next node or an effect.
//!
//! - `table`: the machine, its nodes and their rows.
//! - `builders`: constant functions that make rows.
//! - `types`: the Rust types of its data.
//! - `step`: the answers of nodes, and the context of their functions.
//! - `inner_loop`: the loop into which emitted code is inlined.
//! - `for_each`: the items of a Map.
//! - `sm4c`: the rows and functions of SM4C.
//! - `inspect`: values inside a state, for tests.
//! - `route`: where the exits of a node lead.

mod builders;
#[doc(hidden)]
pub mod for_each;
mod inner_loop;
#[doc(hidden)]
pub mod inspect;
#[doc(hidden)]
pub mod route;
#[doc(hidden)]
pub mod sm4c;
mod step;
mod table;
mod types;

#[doc(hidden)]
pub use builders::joined_rows;
#[doc(hidden)]
pub use inner_loop::{Flow, advance, flow};
#[doc(hidden)]
pub use sm4c::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, Handled, HandlerRow, Jitter, Join,
    Matches, RetryRow, Sm4cNode, Sm4cRow, Work,
};
#[doc(hidden)]
pub use step::{At, Call, Cx, Next, Step, Wait};
#[doc(hidden)]
pub use step::{ExecutionContext, LateTime, Position};
#[doc(hidden)]
pub use table::{Catcher, Effect, Exit, Fingerprint, Limits, Retrier, TaskRow, Uses};
pub use table::{
    Cause, Form, Kind, Machine, Node, NodeId, Picture, Profile, StateKind, Transition,
};
#[doc(hidden)]
pub use types::{MachineTypes, TaskTypes, TypeRow};
