//! Shapes: sets of JSON values, such as those of a Rust type or of a JSON Schema, and what is certain
//! of them. All of it is `const`, for rustc asks the same questions as the compiler of definitions.
//!
//! - `values`: sets of JSON values, as data.
//! - `scope`: sets that contain themselves.
//! - `kinds`: the kinds of the values at a path.
//! - `fit`: if all values of one set are in another.
//! - `checks`: what a definition needs of a type.
//! - `message`, `names`: text that is put together while rustc runs.
#![expect(
    clippy::large_types_passed_by_value,
    reason = "messages are made while rustc runs, and only if something is wrong"
)]

mod at;
pub mod checks;
mod fit;
mod kinds;
mod message;
mod names;
mod scope;
mod values;

pub use fit::{Fit, Misfit, Reason};
pub use kinds::Kinds;
pub use message::Message;
pub use values::{Member, Name, Object, Others, Presence, Step, Values, type_id};
