//! `#[derive(Shape)]` and the shapes of types of others, held against serde: what serde writes for a
//! type is in its shape, and what the shape says of a changed value is what serde says.
//!
//! `ASL_SEED` sets which changes are made.
#![cfg(feature = "macros")]
#![allow(
    clippy::enum_variant_names,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::single_range_in_vec_init,
    clippy::struct_field_names,
    clippy::wildcard_enum_match_arm,
    reason = "types of all kinds, in a test"
)]

mod agreement;
mod attributes;
mod change;
#[cfg(all(
    feature = "bytes",
    feature = "chrono",
    feature = "jiff",
    feature = "rust_decimal",
    feature = "url",
    feature = "uuid"
))]
mod crates;
mod enums;
mod places;
mod recursion;
mod std_types;
mod structs;

/// Types with serde's derives and that of their shape.
macro_rules! types {
    ($($item:item)*) => {
        $(
            #[allow(dead_code, reason = "fields are for serde alone")]
            #[derive(Clone, Debug, serde::Deserialize, serde::Serialize, asl_runtime::Shape)]
            $item
        )*
    };
}
use types;
