//! `Value`: JSON that is cheap to clone.

/// Text of strings and keys: up to 23 bytes inline, longer ones shared.
pub type Text = smol_str::SmolStr;

/// A JSON value.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
}
