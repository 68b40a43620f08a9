//! `Value`: JSON that is cheap to clone. Arrays and objects are shared, and copied before a change;
//! strings of up to 23 bytes are inline; constants of a definition are plain statics, without
//! allocation or reference count.
//!
//! A value of any depth can be cloned, compared, printed and dropped without overflowing the stack.
//! Each container stores its depth and size, so that [`Value::depth`] and [`Value::size`] cost
//! nothing, and a runtime can reject data beyond [`MAX_DEPTH`] and [`MAX_SIZE`] wherever it is
//! created or passed in. The size is that of the JSON text, not of memory: with sharing, a small
//! program can build data whose text would fill any disk.

mod access;
mod array;
mod comparison;
mod convert;
mod de;
mod drop;
mod equality;
mod error;
mod foreign;
mod from_value;
#[doc(hidden)]
pub mod json;
mod measure;
mod object;
mod place;
mod print;
mod quote;
mod ser;
mod shared;
mod text;
mod to_value;

#[cfg(test)]
mod tests;

pub use array::{Array, Items};
pub use error::Error;
pub use from_value::{from_static_value, from_value};
#[doc(hidden)]
pub use measure::{Measure, measure_entries};
#[doc(hidden)]
pub use object::INDEXED_ABOVE;
pub use object::{Entry, Map, Object};
#[doc(hidden)]
pub use place::{Place, place_of};
#[doc(hidden)]
pub use print::{Style, boundary, write_json};
#[doc(hidden)]
pub use quote::{Quoted, write_quoted};
pub use to_value::to_value;

/// Text of strings and keys: up to 23 bytes inline, longer ones shared.
pub type Text = smol_str::SmolStr;

/// Maximum depth of a value that enters a machine or is created by one: `[]` is 1 deep, `[[]]` 2.
/// The same limit applies to JSON text.
pub const MAX_DEPTH: u32 = 256;

/// Maximum size of a value that enters a machine or is created by one, see [`Value::size`]: 16 MiB,
/// 64 times AWS's limit. Data with shared parts can have far more text than memory, and a journal,
/// a snapshot or a log has to write all of it.
pub const MAX_SIZE: u64 = 16 << 20;

/// A JSON value.
///
/// In JSON text an integer beyond `i64` is read as the nearest `Float`, as JavaScript and AWS read
/// it. Rust's own integers are never changed: one beyond `i64` is refused. A number
/// with a fraction or an exponent stays `Float` even if it is whole: `1.0` is printed as `1.0`, and
/// equals `1`.
///
/// A `Float` should be finite. The constructors ensure that (`Value::from(f64::NAN)` is `Null`, as
/// in `serde_json`); one that is not prints as `null`.
///
/// ```
/// use asl_runtime::json;
///
/// let order = json!({"id": 7, "lines": [{"sku": "tea", "amount": 2}]});
/// assert_eq!(order.at(["id"]).and_then(|id| id.as_i64()), Some(7));
/// assert_eq!(order.pointer("/lines/0/sku").and_then(|sku| sku.as_str()), Some("tea"));
/// assert_eq!(order["lines"][0]["sku"], "tea");
/// assert_eq!(order, serde_json::json!({"lines": [{"amount": 2, "sku": "tea"}], "id": 7}));
/// ```
#[derive(Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number written without fraction or exponent.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    String(Text),
    /// An array.
    Array(Array),
    /// An object.
    Object(Object),
}

// `Text` has a niche in its first byte for our tag.
const _: () = assert!(size_of::<Value>() == 24);

impl Clone for Value {
    /// Not inlined on purpose: inlined, the compiler assembled values byte by byte in registers,
    /// and each later read stalled (measured: a Map's iteration 250 instead of 270 ns, f 195
    /// instead of 215 ns a transition).
    #[inline(never)]
    fn clone(&self) -> Self {
        match self {
            Self::Null => Self::Null,
            Self::Bool(flag) => Self::Bool(*flag),
            Self::Int(number) => Self::Int(*number),
            Self::Float(number) => Self::Float(*number),
            Self::String(text) => Self::String(text.clone()),
            Self::Array(items) => Self::Array(items.clone()),
            Self::Object(object) => Self::Object(object.clone()),
        }
    }
}
