//! One run of a program: its limits, its time and its random numbers.

use std::sync::{Arc, Mutex};

use super::function::Slot;
use super::{Fault, Item, Outcome};
use crate::expression::{Budget, Count, Limit};
use crate::machine::ExpressionLimits;
use crate::mutex::lock;
use crate::value::{Text, Value};
use asl_language::random;

/// Maximum depth of calls, unless the caller says otherwise.
pub const DEPTH: u32 = 10_000;

/// Maximum depth of data within a run. Built-ins recurse into data no deeper.
pub const DEEPEST: u32 = 512;

/// One run of a program: its limits, and what it may know of the world. Shared by all its closures,
/// and by the stacks of deep calls.
#[derive(Debug)]
pub struct Cx {
    budget: Budget,
    /// The time in milliseconds since 1970 for `$now()` and `$millis()`; given, never read from a
    /// clock.
    now: i64,
    random: Count,
    /// The variables that functions captured by reference. Functions that refer to each other would
    /// keep each other in memory, so the run empties these slots at its end.
    slots: Mutex<Vec<Arc<Slot>>>,
}

impl Cx {
    /// A run with the usual limits at this time, in milliseconds since 1970, and with this seed of
    /// random numbers.
    pub fn new(now: i64, seed: u64) -> Self {
        let usual = ExpressionLimits::USUAL;
        Self::limited(now, seed, usual.steps, DEPTH, usual.bytes)
    }

    /// A run with other limits: steps, depth of calls, bytes.
    pub(crate) fn limited(now: i64, seed: u64, steps: u64, depth: u32, bytes: u64) -> Self {
        Self {
            budget: Budget::new(steps, depth, bytes),
            now,
            random: Count::new(seed),
            slots: Mutex::new(Vec::new()),
        }
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native
    /// function is large.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Fault> {
        self.budget.spend(steps).map_err(Fault::Limit)
    }

    /// To be called before a string of so many bytes is made.
    #[inline]
    pub fn make_text(&self, bytes: usize) -> Result<(), Fault> {
        self.budget.make_text(bytes).map_err(Fault::Limit)
    }

    /// To be called before an array or object with so many children is made or copied.
    #[inline]
    pub fn make_items(&self, items: usize) -> Result<(), Fault> {
        self.budget.make_items(items).map_err(Fault::Limit)
    }

    /// To be called before an item is appended to an array that grows.
    #[inline]
    pub fn make_item(&self) -> Result<(), Fault> {
        self.budget.make_item().map_err(Fault::Limit)
    }

    /// Bytes that may still be made in one string.
    pub fn room_for_text(&self) -> usize {
        self.budget.room_for_text()
    }

    /// A string, of which account is kept.
    pub fn text(&self, text: impl Into<Text>) -> Outcome {
        let text = text.into();
        self.make_text(text.len())?;
        Ok(Item::Data(Value::String(text)))
    }

    /// Runs something once, one call deeper, which is a step, too.
    #[inline]
    pub fn deeper<T: Send>(
        &self,
        run: impl FnOnce() -> Result<T, Fault> + Send,
    ) -> Result<T, Fault> {
        let (mut run, mut result) = (Some(run), Err(Fault::Limit(Limit::Depth)));
        self.budget
            .deeper(&mut || {
                if let Some(run) = run.take() {
                    result = run();
                }
            })
            .map_err(Fault::Limit)?;
        result
    }

    /// The time of this run, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// The next 64 random bits.
    pub fn random_bits(&self) -> u64 {
        let mut random = random::SplitMix64::new(self.random.get());
        let bits = random.next_u64();
        self.random.set(bits);
        bits
    }

    /// The next random number, at least 0 and less than 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn random(&self) -> f64 {
        (self.random_bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A variable that functions capture by reference.
    pub fn slot(&self) -> Result<Arc<Slot>, Fault> {
        self.make_items(1)?;
        let slot = Arc::new(Slot::default());
        lock(&self.slots).push(Arc::clone(&slot));
        Ok(slot)
    }
}

impl Cx {
    /// The same, bound already.
    pub fn slot_of(&self, item: Item) -> Result<Arc<Slot>, Fault> {
        let slot = self.slot()?;
        slot.set(item);
        Ok(slot)
    }
}

impl Drop for Cx {
    fn drop(&mut self) {
        let slots = std::mem::take(&mut *lock(&self.slots));
        for slot in &slots {
            slot.clear();
        }
    }
}
