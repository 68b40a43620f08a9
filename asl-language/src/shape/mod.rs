//! Shapes: sets of JSON values, such as those of a Rust type or of a JSON Schema, and what is certain
//! of them. All of it is `const`, for rustc asks the same questions as the compiler of definitions.
//!
//! - `values`: sets of JSON values, as data.
//! - `scope`: sets that contain themselves.
//! - `kinds`, `at`: the kinds of the values at a path.
//! - `fit`, `misfit`: if all values of one set are in another, and why not.
//! - `checks`: what a definition needs of a type.
//! - `message`, `names`: text that is put together while rustc runs.
#![expect(
    clippy::large_types_passed_by_value,
    reason = "messages are made while rustc runs, and only if something is wrong"
)]

mod at;
pub mod checks;
mod fit;
mod fit_object;
mod kinds;
mod message;
mod misfit;
mod names;
mod only;
mod scope;
mod values;

pub use kinds::Kinds;
pub use message::Message;
#[doc(hidden)]
pub use misfit::kind;
pub use misfit::{Fit, Misfit, Reason};
#[doc(hidden)]
pub use scope::Scope;
pub use values::{Member, Name, Object, Others, Presence, Step, Values, type_id};
#[doc(hidden)]
pub use values::{NO_ALIASES, NO_SETS, hash};
