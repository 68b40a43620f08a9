//! The library of compiled JSONata programs: values, operators, built-ins, errors and limits of
//! jsonata-js.

#[doc(hidden)]
pub mod call;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod construct;
mod copy;
#[doc(hidden)]
pub mod cx;
#[doc(hidden)]
pub mod fault;
#[doc(hidden)]
pub mod function;
#[doc(hidden)]
pub mod functions;
#[doc(hidden)]
pub mod group;
#[doc(hidden)]
pub mod item;
mod json_text;
#[doc(hidden)]
pub mod list;
mod membership;
#[doc(hidden)]
pub mod message;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod operators;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod path;
#[doc(hidden)]
pub mod picture;
pub mod program;
#[doc(hidden)]
pub mod recursion;
#[doc(hidden)]
pub mod regex;
mod shared;
#[doc(hidden)]
pub mod signature;
#[doc(hidden)]
pub mod transform;
#[doc(hidden)]
pub mod tuple;
mod units;
#[doc(hidden)]
pub mod view;

#[doc(hidden)]
pub use cx::Cx;
#[doc(hidden)]
pub use fault::{Fault, Outcome, Thrown};
#[doc(hidden)]
pub use function::{Function, Native, Slot, Tail};
#[doc(hidden)]
pub use item::Item;
#[doc(hidden)]
pub use list::{List, Record};
pub use program::{Error, Options, Program};
#[doc(hidden)]
pub use view::View;
