//! One run of a program: its limits, its time and its random numbers.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::function::Slot;
use super::{Fault, Item, Outcome, View};
use asl_language::jsonata::DEEPEST_LEVEL;
use asl_language::profile::Profile;
use asl_language::random;
use asl_value::expression::ExpressionLimits;
use asl_value::expression::{Begun, Budget, Count, Limit};
use asl_value::mutex::lock;
use asl_value::value::{Text, Value};

/// Maximum depth of calls, unless the caller says otherwise.
pub const DEPTH: u32 = 10_000;

/// Maximum depth of data within a run. Built-ins recurse into data no deeper.
pub const DEEPEST: u32 = 512;

/// Bytes of a text that are read in one step.
const BYTES_IN_STEP: usize = 256;

/// Items of an array that are looked at in one step.
const ITEMS_IN_STEP: usize = 8;

/// One run of a program: its limits, and what it may know of the world. Shared by all its closures,
/// and by the stacks of deep calls.
#[derive(Debug)]
pub struct Cx {
    budget: Budget,
    /// The time in milliseconds since 1970 for `$now()` and `$millis()`: given, or read from the
    /// clock by the first of them.
    now: Known,
    /// The state of the random numbers: from the seed, or from one that the first number draws.
    random: Known,
    levels: Levels,
    largest: &'static Largest,
    pub profile: Profile,
    /// The variables that functions captured by reference. Functions that refer to each other would
    /// keep each other in memory, so the run empties these slots at its end.
    slots: Mutex<Vec<Arc<Slot>>>,
    /// The number of transforms whose parts are being evaluated, and that know the objects of their
    /// value by their addresses.
    transforms: Count,
}

/// A number that is given, or is found out when it is first read.
#[derive(Debug)]
struct Known {
    /// 0 or 1.
    is_known: Count,
    number: Count,
}

impl Known {
    #[inline]
    fn new(number: Option<u64>) -> Self {
        let is_known = Count::new(number.is_some().into());
        Self { is_known, number: Count::new(number.unwrap_or(0)) }
    }

    fn get_or_set(&self, find: fn() -> u64) -> u64 {
        if self.is_known.get() == 0 {
            self.set(find());
        }
        self.number.get()
    }

    fn set(&self, number: u64) {
        self.is_known.set(1);
        self.number.set(number);
    }
}

/// The measures that a run may not exceed, whatever its steps and bytes are.
#[derive(Debug)]
struct Largest {
    /// Parts of the expression within each other, those of called functions included.
    level: u64,
    /// Items of an array.
    array: usize,
    /// Items of the result of `$range`.
    range: usize,
    /// Bytes of a string.
    text: usize,
}

/// Those of a run that counts only the bytes of all data.
static ANY: Largest =
    Largest { level: u64::MAX, array: usize::MAX, range: usize::MAX, text: usize::MAX };

/// Those of AWS's profile. AWS was measured to refuse an array of numbers beyond 873,782 items,
/// which are 6,990,256 bytes, a result of `$range` beyond 360,145 items, and a string of 2^23
/// characters.
static AWS: Largest =
    Largest { level: DEEPEST_LEVEL as u64, array: 873_782, range: 360_145, text: 6_990_256 };

/// The levels of the parts that are being evaluated, as far as the program counts them.
#[derive(Debug)]
struct Levels {
    /// The number of parts around the function that runs.
    outside: Count,
    /// The number of its parts around a call that it makes.
    inside: Count,
}

/// A call of a function of the program.
#[derive(Debug)]
#[must_use]
pub struct BegunCall<'c>(#[expect(dead_code, reason = "it counts until it is dropped")] Begun<'c>);

/// A part of a transform that is being evaluated.
#[must_use]
pub(super) struct BegunPart<'c>(&'c Count);

impl Drop for BegunPart<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// A call of a function of the program that is made at a level.
#[derive(Debug)]
#[must_use]
pub struct CountedCall<'c> {
    levels: &'c Levels,
    /// The levels before the call.
    before: u64,
    level: u64,
    _call: BegunCall<'c>,
}

impl Drop for CountedCall<'_> {
    #[inline]
    fn drop(&mut self) {
        self.levels.outside.set(self.before);
        self.levels.inside.set(self.level);
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self { outside: Count::new(0), inside: Count::new(0) }
    }
}

impl Cx {
    /// A run with the usual limits at this time, in milliseconds since 1970, and with this seed of
    /// random numbers.
    pub fn new(now: i64, seed: u64) -> Self {
        let usual = ExpressionLimits::USUAL;
        Self::limited(now, seed, usual.steps, DEPTH, usual.bytes)
    }

    /// A run with other limits: steps, depth of calls, bytes.
    #[inline]
    pub fn limited(
        now: impl Into<Option<i64>>,
        seed: impl Into<Option<u64>>,
        steps: u64,
        depth: u32,
        bytes: u64,
    ) -> Self {
        Self {
            budget: Budget::new(steps, depth, bytes),
            now: Known::new(now.into().map(i64::cast_unsigned)),
            random: Known::new(seed.into()),
            levels: Levels::default(),
            largest: &ANY,
            profile: Profile::Spec,
            slots: Mutex::new(Vec::new()),
            transforms: Count::new(0),
        }
    }

    /// Runs of the expressions in a state of a machine with this profile.
    #[inline]
    pub fn in_state(now: i64, profile: Profile) -> Self {
        let mut cx = Self::new(now, 0);
        cx.profile = profile;
        if profile == Profile::Aws {
            cx.largest = &AWS;
        }
        cx
    }

    /// True if the run computes as Step Functions was measured to do where that differs from
    /// jsonata-js.
    #[inline]
    pub(super) fn is_aws(&self) -> bool {
        self.profile == Profile::Aws
    }

    /// Begins the run of the next expression of a state, with all steps and bytes again.
    #[inline]
    pub fn begin(&self) -> &Self {
        let ExpressionLimits { steps, bytes, .. } = ExpressionLimits::USUAL;
        self.budget.renew(steps, bytes);
        self
    }

    /// The same for an expression that draws random numbers.
    pub fn begin_with_seed(&self, seed: u64) -> &Self {
        self.random.set(seed);
        self.begin()
    }

    /// The steps, bytes and calls that are left.
    #[inline]
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native
    /// function is large.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Fault> {
        self.budget.spend(steps).map_err(Fault::Limit)
    }

    /// To be called before a text of so many bytes is read: a long one is work.
    #[inline]
    pub(super) fn read_text(&self, bytes: usize) -> Result<(), Fault> {
        match bytes / BYTES_IN_STEP {
            0 => Ok(()),
            steps => self.spend(steps as u64),
        }
    }

    /// To be called before so many items are looked at: many are work.
    #[inline]
    pub(super) fn read_items(&self, items: usize) -> Result<(), Fault> {
        match items / ITEMS_IN_STEP {
            0 => Ok(()),
            steps => self.spend(steps as u64),
        }
    }

    /// To be called before the items of an array are looked at.
    #[inline]
    pub(super) fn read_array(&self, array: View<'_>) -> Result<(), Fault> {
        self.read_items(array.array_len().unwrap_or(0))
    }

    /// To be called before a string of so many bytes is made.
    #[inline]
    pub fn make_text(&self, bytes: usize) -> Result<(), Fault> {
        within(bytes, self.largest.text)?;
        self.budget.make_text(bytes).map_err(Fault::Limit)
    }

    /// To be called before an array of so many items is made.
    pub fn make_array(&self, items: usize) -> Result<(), Fault> {
        within(items, self.largest.array)?;
        self.make_items(items)
    }

    /// To be called before a result of `$range` of so many items is made.
    pub fn make_range(&self, items: usize) -> Result<(), Fault> {
        within(items, self.largest.range)?;
        self.make_items(items)
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
        self.budget.room_for_text().min(self.largest.text)
    }

    /// A string, of which account is kept.
    pub fn text(&self, text: impl Into<Text>) -> Outcome {
        self.text_value(text).map(Item::Data)
    }

    /// The same as plain data.
    #[inline]
    pub(super) fn text_value(&self, text: impl Into<Text>) -> Result<Value, Fault> {
        let text = text.into();
        self.make_text(text.len())?;
        Ok(Value::String(text))
    }

    /// To be called before a part of a function that comes to such a level.
    #[inline]
    pub fn reach(&self, level: u16) -> Result<(), Fault> {
        if self.levels.outside.get().saturating_add(level.into()) > self.largest.level {
            return Err(Fault::Limit(Limit::Depth));
        }
        Ok(())
    }

    /// Notes the level of a call after its last argument has been evaluated.
    #[inline]
    pub fn call_at<T>(&self, level: u16, argument: T) -> T {
        self.levels.inside.set(level.into());
        argument
    }

    /// Begins a call of a function of the program, which is one deeper and a step, too. It ends when
    /// the result is dropped.
    #[inline]
    pub fn begin_call(&self) -> Result<BegunCall<'_>, Fault> {
        self.budget.begin_call().map(BegunCall).map_err(Fault::Limit)
    }

    /// The same, where levels are counted.
    #[inline]
    pub fn begin_counted_call(&self) -> Result<CountedCall<'_>, Fault> {
        let call = self.begin_call()?;
        let Levels { outside, inside } = &self.levels;
        let (before, level) = (outside.get(), inside.get());
        outside.set(before.saturating_add(level));
        inside.set(0);
        Ok(CountedCall { levels: &self.levels, before, level, _call: call })
    }

    /// The beginning of a part of a transform that knows objects by their addresses.
    pub(super) fn begin_part(&self) -> BegunPart<'_> {
        self.transforms.set(self.transforms.get() + 1);
        BegunPart(&self.transforms)
    }

    /// True if a copy of a value must have addresses of its own.
    #[inline]
    pub(super) fn is_in_transform(&self) -> bool {
        self.transforms.get() > 0
    }

    /// True if a call must run [on a new stack](Self::on_new_stack).
    #[inline]
    pub fn needs_stack(&self) -> bool {
        self.budget.needs_stack()
    }

    /// Runs a call on a stack of its own.
    #[cold]
    pub fn on_new_stack<T: Send, E: From<Fault> + Send>(
        &self,
        run: &mut (dyn FnMut() -> Result<T, E> + Send),
    ) -> Result<T, E> {
        let mut result = Err(E::from(Fault::Limit(Limit::Depth)));
        self.budget.on_new_stack(&mut || result = run()).map_err(Fault::Limit)?;
        result
    }

    /// The time of this run, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.now.get_or_set(milliseconds_now).cast_signed()
    }

    /// The next 64 random bits.
    pub fn random_bits(&self) -> u64 {
        let state = self.random.get_or_set(random_seed);
        let bits = random::SplitMix64::new(state).next_u64();
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

/// The clock, in milliseconds since 1970.
fn milliseconds_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A seed from the keys of the standard library's hash maps, which are random.
fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

fn within(size: usize, largest: usize) -> Result<(), Fault> {
    if size > largest { Err(Fault::Limit(Limit::Size)) } else { Ok(()) }
}

impl Drop for Cx {
    #[inline]
    fn drop(&mut self) {
        let slots = self.slots.get_mut().unwrap_or_else(PoisonError::into_inner);
        for slot in slots {
            slot.clear();
        }
    }
}
