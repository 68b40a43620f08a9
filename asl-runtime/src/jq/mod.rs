//! What compiled jq programs call: jq 1.8's built-ins, errors and limits.

use std::cell::Cell;

use crate::value::{Text, Value};

/// Why a filter stopped before its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Exit {
    /// An error, which `try` catches; a message is a string.
    Error(Value),
    /// A limit was reached: nothing in jq catches it, and it is told at once.
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
}

/// What a generator and its consumer answer: to go on, or why to stop.
pub type Flow = Result<(), Exit>;

/// What takes the outputs of a filter.
pub type Emit<'a> = dyn FnMut(Value) -> Flow + 'a;

/// A filter that is an argument.
pub type Filter<'a> = dyn Fn(&Value, &mut Emit<'_>) -> Flow + 'a;

/// One run of a program: its limits, and what it may know of the world. Shared by all its closures, hence the cells.
#[derive(Debug)]
pub struct Cx {
    fuel: Cell<u64>,
    depth: Cell<u32>,
    labels: Cell<u64>,
    /// The time in milliseconds since 1970 for `now`; given, never read from a clock.
    now: Cell<u64>,
}

/// Steps of one run, unless its caller says otherwise.
pub const FUEL: u64 = 10_000_000;

/// Calls in each other, unless its caller says otherwise.
pub const DEPTH: u32 = 1_000;

impl Cx {
    /// A run with the usual limits at this time, in milliseconds since 1970.
    pub fn new(now: u64) -> Self {
        Self { fuel: Cell::new(FUEL), depth: Cell::new(DEPTH), labels: Cell::new(0), now: Cell::new(now) }
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native function is large.
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

    /// Runs something one call deeper.
    #[inline]
    pub fn deeper<T>(&self, run: impl FnOnce() -> Result<T, Exit>) -> Result<T, Exit> {
        let depth = self.depth.get();
        let Some(left) = depth.checked_sub(1) else { return Err(Exit::Limit(Limit::Depth)) };
        self.depth.set(left);
        let result = run();
        self.depth.set(depth);
        result
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
        self.now.get()
    }
}

impl Exit {
    /// An error with a message.
    #[cold]
    pub fn error(message: impl Into<Text>) -> Self {
        Self::Error(Value::String(message.into()))
    }
}
