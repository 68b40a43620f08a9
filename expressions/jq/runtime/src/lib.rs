//! The library of compiled jq programs: jq 1.8's built-ins, errors and limits.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "what a function does not take, of whatever type, is an error or passed through; types are jq's six for ever"
)]

#[doc(hidden)]
pub mod access;
#[doc(hidden)]
pub mod collect;
mod contains;
#[doc(hidden)]
pub mod control;
mod convert;
mod date;
#[doc(hidden)]
pub mod fault;
mod finite;
#[doc(hidden)]
pub mod fold;
mod format;
mod indices;
#[doc(hidden)]
pub mod json;
mod math;
mod merge;
#[doc(hidden)]
pub mod native;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod operators;
#[doc(hidden)]
pub mod order;
mod parse;
#[doc(hidden)]
pub mod paths;
pub mod program;
#[cfg(feature = "regex")]
mod regex;
#[doc(hidden)]
pub mod sort;
#[doc(hidden)]
pub mod taking;
mod text;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use asl_value::expression::ExpressionLimits;
#[doc(hidden)]
pub use asl_value::expression::Limit;
pub use program::{Error, Options, Program};

use std::sync::Arc;
#[cfg(feature = "regex")]
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use asl_value::expression::{Budget, Count, LONGEST};
use asl_value::value::{Array, Object, Text, Value};

/// The reason for which a filter stopped before its end.
#[derive(Clone, PartialEq, Debug)]
#[doc(hidden)]
pub enum Exit {
    /// An error, which `try` catches; a message is a string.
    Error(Value),
    /// A limit was reached: nothing in jq catches it.
    Limit(Limit),
    /// So many outputs, where the caller takes one at most: nothing in jq catches it.
    Outputs(u64),
    /// `break` out of the activation of a label with this number.
    Break(u64),
}

/// The answer of a generator and of its consumer: to continue, or the reason to stop.
#[doc(hidden)]
pub type Flow = Result<(), Exit>;

/// The consumer of the outputs of a filter.
#[doc(hidden)]
pub type Emit<'a> = dyn FnMut(Value) -> Flow + Send + 'a;

/// A filter that is an argument.
#[doc(hidden)]
pub type Filter<'a> = dyn Fn(&Value, &mut Emit<'_>) -> Flow + Send + Sync + 'a;

/// A part of a program that runs one call deeper.
#[doc(hidden)]
pub type Call<'a> = dyn FnMut() -> Flow + Send + 'a;

/// One run of a program: its limits, and what it may know of the world. Shared by all its closures,
/// and by the stacks of deep calls.
#[derive(Debug)]
#[doc(hidden)]
pub struct Cx {
    budget: Budget,
    labels: Count,
    /// The time in milliseconds since 1970 for `now`; given, never read from a clock.
    now: u64,
    /// True if NaN or an infinity was made.
    made_special: AtomicBool,
    /// The patterns used last: which of them cost their compiling again must not depend on what else
    /// the thread has done.
    #[cfg(feature = "regex")]
    patterns: OnceLock<Box<regex::Used>>,
}

/// Bytes of a text that are read in one step.
const BYTES_IN_STEP: usize = 64;

/// Steps of one run, unless the caller says otherwise. A step is work of at most about 50 ns.
#[doc(hidden)]
pub const FUEL: u64 = ExpressionLimits::USUAL.steps;

/// Bytes of data that a run may make, unless the caller says otherwise. What is dropped on the way
/// counts too.
#[doc(hidden)]
pub const ROOM: u64 = ExpressionLimits::USUAL.bytes;

/// Maximum depth of calls, unless the caller says otherwise.
#[doc(hidden)]
pub const DEPTH: u32 = 10_000;

impl Cx {
    /// A run with the usual limits at this time, in milliseconds since 1970.
    #[inline]
    pub fn new(now: u64) -> Self {
        Self::limited(now, FUEL, DEPTH, ROOM)
    }

    /// A run with other limits: steps, depth of calls, bytes.
    #[inline]
    pub fn limited(now: u64, steps: u64, depth: u32, bytes: u64) -> Self {
        Self {
            budget: Budget::new(steps, depth, bytes),
            labels: Count::new(0),
            now,
            made_special: AtomicBool::new(false),
            #[cfg(feature = "regex")]
            patterns: OnceLock::new(),
        }
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native
    /// function is large.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Exit> {
        self.budget.spend(steps).map_err(Exit::Limit)
    }

    /// To be called before a text of so many bytes is read: a long one is work.
    #[inline]
    fn read_text(&self, bytes: usize) -> Result<(), Exit> {
        match bytes / BYTES_IN_STEP {
            0 => Ok(()),
            steps => self.spend(steps as u64),
        }
    }

    /// To be called before a string of so many bytes is made.
    #[inline]
    pub fn make_text(&self, bytes: usize) -> Result<(), Exit> {
        self.budget.make_text(bytes).map_err(Exit::Limit)
    }

    /// To be called before an array or object with so many children is made or copied.
    #[inline]
    pub fn make_items(&self, items: usize) -> Result<(), Exit> {
        self.budget.make_items(items).map_err(Exit::Limit)
    }

    /// To be called before an item is appended to an array that grows.
    #[inline]
    pub fn make_item(&self) -> Result<(), Exit> {
        self.budget.make_item().map_err(Exit::Limit)
    }

    /// Must be called before an array is written to: a shared one is copied.
    #[inline]
    fn own_items(&self, items: &Array) -> Result<(), Exit> {
        let is_alone = matches!(items, Array::Shared(items) if Arc::strong_count(items) == 1);
        if is_alone { Ok(()) } else { self.make_items(items.len()) }
    }

    /// The same for an object.
    #[inline]
    fn own_entries(&self, object: &Object) -> Result<(), Exit> {
        let is_alone = matches!(object, Object::Shared(map) if Arc::strong_count(map) == 1);
        if is_alone { Ok(()) } else { self.make_items(2 * object.len()) }
    }

    /// Bytes that may still be made in one string.
    fn room_for_text(&self) -> usize {
        self.budget.room_for_text()
    }

    /// Runs something once, one call deeper, which is a step, too.
    #[inline]
    pub fn deeper(&self, run: &mut Call<'_>) -> Flow {
        let mut flow = Ok(());
        self.budget.deeper(&mut || flow = run()).map_err(Exit::Limit)?;
        flow
    }

    /// The number of a new activation of a label.
    #[inline]
    pub fn label(&self) -> u64 {
        let label = self.labels.get().wrapping_add(1);
        self.labels.set(label);
        label
    }

    /// The time of this run, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.now
    }
}

impl Exit {
    /// An error with a message.
    #[cold]
    pub fn error(message: impl Into<Text>) -> Self {
        Self::Error(Value::String(message.into()))
    }
}
