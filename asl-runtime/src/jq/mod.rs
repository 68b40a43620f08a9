//! The library of compiled jq programs: jq 1.8's built-ins, errors and limits.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "what a function does not take, of whatever type, is an error or passed through; types are jq's six for ever"
)]

#[doc(hidden)]
pub mod access;
mod calls;
mod collect;
mod contains;
#[doc(hidden)]
pub mod control;
mod convert;
mod date;
#[doc(hidden)]
pub mod fault;
mod finite;
mod format;
mod indices;
#[doc(hidden)]
pub mod json;
pub mod machine;
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
pub(crate) mod program;
#[cfg(feature = "jq-regex")]
mod regex;
mod sort;
#[doc(hidden)]
pub mod taking;
mod text;

#[cfg(test)]
mod tests;

pub use crate::machine::ExpressionLimits;
pub use program::{Error, Options, Program};

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use crate::value::{Array, Object, Text, Value};
use calls::Calls;

/// The reason for which a filter stopped before its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Exit {
    /// An error, which `try` catches; a message is a string.
    Error(Value),
    /// A limit was reached: nothing in jq catches it.
    Limit(Limit),
    /// `break` out of the activation of a label with this number.
    Break(u64),
}

/// The limits of one run. All are counters, so that a replay ends where the first run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Too many steps.
    Fuel,
    /// Calls or values nested too deeply.
    Depth,
    /// Too large a value.
    Size,
    /// So many outputs, where the caller takes one at most.
    Outputs(u64),
}

/// The answer of a generator and of its consumer: to continue, or the reason to stop.
pub type Flow = Result<(), Exit>;

/// The consumer of the outputs of a filter.
pub type Emit<'a> = dyn FnMut(Value) -> Flow + Send + 'a;

/// A filter that is an argument.
pub type Filter<'a> = dyn Fn(&Value, &mut Emit<'_>) -> Flow + Send + Sync + 'a;

/// A part of a program that runs one call deeper.
pub type Call<'a> = dyn FnMut() -> Flow + Send + 'a;

/// One run of a program: its limits, and what it may know of the world. Shared by all its closures,
/// and by the stacks of deep calls.
#[derive(Debug)]
pub struct Cx {
    fuel: Count,
    labels: Count,
    /// The time in milliseconds since 1970 for `now`; given, never read from a clock.
    now: u64,
    /// Bytes of data that may still be made.
    room: Count,
    /// True if NaN or an infinity was made.
    made_special: AtomicBool,
    calls: Calls,
    /// The values that `input` still reads, last first; `None` if the run has no further inputs.
    inputs: Mutex<Option<Vec<Value>>>,
    /// The patterns used last, by their hashes: which of them cost their compiling again must not
    /// depend on what else the thread has done.
    #[cfg(feature = "jq-regex")]
    patterns: Mutex<Vec<u64>>,
}

/// A number that goes up or down. Only one thread at a time has it: the others wait for that one.
#[derive(Debug)]
struct Count(AtomicU64);

impl Count {
    const fn new(count: u64) -> Self {
        Self(AtomicU64::new(count))
    }

    #[inline]
    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }
}

/// Steps of one run, unless the caller says otherwise. A step is work of at most about 50 ns.
pub const FUEL: u64 = ExpressionLimits::USUAL.steps;

/// Bytes of data that a run may make, unless the caller says otherwise. What is dropped on the way
/// counts too.
pub const ROOM: u64 = ExpressionLimits::USUAL.bytes;

/// Bytes of memory that an array or an object takes besides its children.
const CONTAINER: u64 = 64;

/// Bytes of a string that takes no memory of its own.
const SHORT: usize = 24;

/// Bytes of the longest string that a run may make.
pub const LONGEST: usize = 64 << 20;

/// Maximum depth of calls, unless the caller says otherwise.
pub const DEPTH: u32 = 10_000;

impl Cx {
    /// A run with the usual limits at this time, in milliseconds since 1970.
    pub fn new(now: u64) -> Self {
        Self {
            fuel: Count::new(FUEL),
            labels: Count::new(0),
            now,
            room: Count::new(ROOM),
            made_special: AtomicBool::new(false),
            calls: Calls::new(DEPTH.into()),
            inputs: Mutex::new(None),
            #[cfg(feature = "jq-regex")]
            patterns: Mutex::new(Vec::new()),
        }
    }

    /// A run with other limits: steps, depth of calls, bytes.
    pub(crate) fn limited(now: u64, steps: u64, depth: u32, bytes: u64) -> Self {
        let calls = Calls::new(depth.into());
        Self { fuel: Count::new(steps), calls, room: Count::new(bytes), ..Self::new(now) }
    }

    /// The same with values for `input` and `inputs`.
    #[must_use]
    pub fn with_inputs(self, inputs: impl IntoIterator<Item = Value>) -> Self {
        let mut inputs: Vec<Value> = inputs.into_iter().collect();
        inputs.reverse();
        Self { inputs: Mutex::new(Some(inputs)), ..self }
    }

    /// The next value for `input`.
    fn next_input(&self) -> Result<Value, Exit> {
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        // jq's own words for the two.
        let inputs = inputs.as_mut().ok_or_else(|| fault::plain("break"))?;
        inputs.pop().ok_or_else(|| fault::plain("No more inputs"))
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native
    /// function is large.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Exit> {
        match self.fuel.get().checked_sub(steps) {
            Some(left) => {
                self.fuel.set(left);
                Ok(())
            }
            None => Err(Exit::Limit(Limit::Fuel)),
        }
    }

    /// To be called before a string of so many bytes is made: keeps account of memory, and of the
    /// work of writing it.
    #[inline]
    pub fn make_text(&self, bytes: usize) -> Result<(), Exit> {
        if bytes < SHORT { Ok(()) } else { self.make_long_text(bytes) }
    }

    fn make_long_text(&self, bytes: usize) -> Result<(), Exit> {
        if bytes > LONGEST {
            return Err(Exit::Limit(Limit::Size));
        }
        self.make(bytes as u64)?;
        self.spend(bytes as u64 / 1024)
    }

    /// To be called before an array or object with so many children is made or copied.
    #[inline]
    pub fn make_items(&self, items: usize) -> Result<(), Exit> {
        self.make(
            (items as u64).saturating_mul(size_of::<Value>() as u64).saturating_add(CONTAINER),
        )?;
        self.spend(items as u64 / 8)
    }

    /// To be called before an item is appended to an array that grows: at most half of its memory
    /// is unused.
    #[inline]
    pub fn make_item(&self) -> Result<(), Exit> {
        self.make(2 * size_of::<Value>() as u64)
    }

    /// To be called before an array is written to: one that is shared is copied.
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
        usize::try_from(self.room.get()).unwrap_or(usize::MAX).min(LONGEST)
    }

    fn make(&self, bytes: u64) -> Result<(), Exit> {
        let left = self.room.get().checked_sub(bytes).ok_or(Exit::Limit(Limit::Size))?;
        self.room.set(left);
        Ok(())
    }

    /// Runs something once, one call deeper, which is a step, too. Where the stack gets short it
    /// runs on another one.
    ///
    /// Not generic: rustc refuses a chain of more than 128 functions that each need their own copy
    /// of a generic one.
    #[inline]
    pub fn deeper(&self, run: &mut Call<'_>) -> Flow {
        self.spend(1)?;
        self.calls.deeper(run)
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
