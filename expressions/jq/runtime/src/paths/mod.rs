//! Paths of jq: the results of `path(f)`, and operations on them.
//!
//! A filter in path mode pushes pairs of a [`Trail`] and a value. Whether the value is still the
//! one that the trail leads to is a comparison of addresses, as in jq: `path(1 | .)` is an error,
//! `path(. as $x | 1 | $x)` is not.

mod change;
mod delete;
mod find;
mod key;
mod place;
mod set;
mod stream;
#[cfg(test)]
mod tests;
mod trail;

pub use change::{Fate, each, each_if, field, field_if, index, index_if, slice, slice_if};
pub use delete::{delpaths, delpaths_to};
pub use find::{attempt, emit_each, emit_getpath, emit_recurse, getpath, index_of, path};
pub use set::{assign, calculate, forget, modify, setpath, setpath_to};
pub use stream::tostream;
pub use trail::{Key, Origin, Trail};

use super::Exit;
use asl_value::value::Value;

/// The consumer of the outputs of a filter in path mode.
pub type EmitPath<'a> = dyn FnMut(&Trail<'_>, &Value) -> Result<(), Exit> + Send + 'a;

/// A filter in path mode, as an argument of a function.
pub type PathFilter<'a> =
    dyn Fn(&Trail<'_>, &Value, &mut EmitPath<'_>) -> Result<(), Exit> + Send + Sync + 'a;

/// Longer paths are refused, as jq does.
const LONGEST: usize = 10_000;
