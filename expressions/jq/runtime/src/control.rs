//! Control flow of emitted code: stopping early, catching, ranges, recursion into
//! data, and collecting.

use super::access::{self, Each};
use super::{Cx, Emit, Exit, Flow, Limit};
use asl_value::value::{Array, Map, Object, Text, Value};

/// Containers may be nested so deeply within a run: a little deeper than the 10,000 levels where
/// jq's built-ins refuse to look into them.
pub const DEEPEST: u32 = 10_010;

/// The exit by which `first(f)` and the like stop their generator: their own consumer knows that it
/// stopped on purpose.
#[inline]
pub const fn stop() -> Exit {
    Exit::Break(0)
}

/// The end of a generator whose consumer may have stopped it on purpose.
#[inline]
pub fn stopped(on_purpose: bool, flow: Flow) -> Flow {
    if on_purpose { Ok(()) } else { flow }
}

/// The end of the body of a label: a `break` of this activation ends nothing else.
#[inline]
pub fn unlabelled(label: u64, flow: Flow) -> Flow {
    match flow {
        Err(Exit::Break(broken)) if broken == label => Ok(()),
        flow => flow,
    }
}

/// The result of what `try` guards: an error becomes a value, limits and breaks pass.
#[inline]
pub fn caught<T>(result: Result<T, Exit>) -> Result<Result<T, Value>, Exit> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Exit::Error(error)) => Ok(Err(error)),
        Err(exit) => Err(exit),
    }
}

/// The result of `filter?`: nothing where it failed.
#[inline]
pub fn optional<T>(result: Result<T, Exit>) -> Result<Option<T>, Exit> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Exit::Error(_)) => Ok(None),
        Err(exit) => Err(exit),
    }
}

/// `try` around a generator: its outputs go to `emit`, and its error is returned. Errors of the
/// consumer are not caught.
pub fn attempt(
    body: impl FnOnce(&mut Emit<'_>) -> Flow,
    emit: &mut Emit<'_>,
) -> Result<Option<Value>, Exit> {
    let mut outside = None;
    let flow = body(&mut |value| {
        emit(value).map_err(|exit| {
            outside = Some(exit);
            stop()
        })
    });
    caught_error(outside, flow)
}

/// The error that a body has ended with, unless the consumer of its outputs has failed.
pub(super) fn caught_error(outside: Option<Exit>, body: Flow) -> Result<Option<Value>, Exit> {
    match (outside, body) {
        (None, Ok(())) => Ok(None),
        (None, Err(Exit::Error(error))) => Ok(Some(error)),
        (Some(exit), _) | (None, Err(exit)) => Err(exit),
    }
}

/// Containers that `..` has open without an allocation.
const OPEN: usize = 4;

/// The values of `..`.
#[derive(Clone, Debug)]
pub struct Recurse<'v> {
    each: Each<'v>,
    /// The rests of the containers around, outermost first.
    open: [Each<'v>; OPEN],
    /// Of further ones.
    more: Vec<Each<'v>>,
    depth: usize,
}

/// `..`: the value and everything in it, parents first.
#[inline]
pub fn recurse(value: &Value) -> Recurse<'_> {
    let each = Each::Items(std::slice::from_ref(value).iter());
    let open = std::array::from_fn(|_| Each::Items([].iter()));
    Recurse { each, open, more: Vec::new(), depth: 0 }
}

impl<'v> Iterator for Recurse<'v> {
    type Item = &'v Value;

    #[inline]
    fn next(&mut self) -> Option<&'v Value> {
        loop {
            if let Some(value) = self.each.next() {
                if matches!(value, Value::Array(_) | Value::Object(_)) {
                    self.enter(value);
                }
                return Some(value);
            }
            self.depth = self.depth.checked_sub(1)?;
            self.each = match self.open.get(self.depth) {
                Some(rest) => rest.clone(),
                None => self.more.pop()?,
            };
        }
    }
}

impl<'v> Recurse<'v> {
    #[inline]
    fn enter(&mut self, container: &'v Value) {
        // Moved as one, it would be read in larger pieces than it was just written in: a stall.
        let rest = self.each.clone();
        self.each = access::iterate_if(container);
        // A list of one, the start or not, needs no return.
        if rest.len() > 0 {
            match self.open.get_mut(self.depth) {
                Some(open) => *open = rest,
                None => self.more.push(rest),
            }
            self.depth += 1;
        }
    }
}

/// The numbers of `range(from; to)`.
#[derive(Clone, Debug)]
pub struct Range<'c> {
    cx: &'c Cx,
    next: f64,
    to: f64,
}

/// `range(from; to)`
#[inline]
pub fn range<'c>(cx: &'c Cx, from: &Value, to: &Value) -> Result<Range<'c>, Exit> {
    match (from.as_f64(), to.as_f64()) {
        (Some(next), Some(to)) => Ok(Range { cx, next, to }),
        _ => Err(super::fault::plain("Range bounds must be numeric")),
    }
}

impl Iterator for Range<'_> {
    type Item = Result<Value, Exit>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.to || self.next.is_nan() || self.to.is_nan() {
            return None;
        }
        let value = super::number::number(self.next);
        self.next += 1.0;
        Some(self.cx.spend(1).map(|()| value))
    }
}

/// An array of what was collected.
#[inline]
pub fn array(cx: &Cx, items: Vec<Value>) -> Result<Value, Exit> {
    cx.make_items(items.len())?;
    sound(Value::Array(Array::from(items)))
}

/// Appends an output to an array that grows.
#[inline]
pub fn collect(cx: &Cx, items: &mut Vec<Value>, item: Value) -> Flow {
    cx.make_item()?;
    items.push(item);
    Ok(())
}

/// An array of what [`collect`] has appended.
#[inline]
pub fn collected(cx: &Cx, items: Vec<Value>) -> Result<Value, Exit> {
    cx.make_items(0)?;
    sound(Value::Array(Array::from(items)))
}

/// An object of keys known to differ, and few.
#[inline]
pub fn object<const N: usize>(cx: &Cx, entries: [(&'static str, Value); N]) -> Result<Value, Exit> {
    cx.make_items(2 * N)?;
    sound(Value::object(entries))
}

/// An object of keys that are computed; of two equal ones the last counts.
pub fn object_of<const N: usize>(cx: &Cx, entries: [(Text, Value); N]) -> Result<Value, Exit> {
    cx.make_items(2 * N)?;
    let mut map = Map::with_capacity(N);
    for (key, value) in entries {
        map.put(key, value);
    }
    sound(Value::Object(Object::from(map)))
}

/// A new value, unless it is nested too deeply.
#[inline]
pub(super) fn sound(value: Value) -> Result<Value, Exit> {
    check_depth(&value)?;
    Ok(value)
}

/// Fails for a value that is nested too deeply.
#[inline]
pub fn check_depth(value: &Value) -> Flow {
    if value.depth() > DEEPEST { Err(Exit::Limit(Limit::Depth)) } else { Ok(()) }
}

/// The text of a string with values put in, each as its JSON text if it is no string.
pub fn interpolated(cx: &Cx, pieces: &[&'static str], values: &[&Value]) -> Result<Value, Exit> {
    let text = |value: &&Value| value.as_str().map_or(0, str::len);
    cx.make_text(
        pieces.iter().map(|piece| piece.len()).sum::<usize>()
            + values.iter().map(text).sum::<usize>(),
    )?;
    let mut made = String::new();
    let mut values = values.iter();
    for piece in pieces {
        made.push_str(piece);
        match values.next() {
            Some(Value::String(text)) => made.push_str(text),
            Some(value) => made.push_str(&super::convert::text_of(cx, value)?),
            None => {}
        }
    }
    Ok(Value::text(made))
}

/// The number of outputs that `limit(count; f)` still lets through.
#[derive(Clone, Copy, Debug)]
pub struct Countdown(f64);

/// The start of `limit(count; f)`; nothing where it lets nothing through.
pub fn limit(cx: &Cx, count: &Value) -> Result<Option<Countdown>, Exit> {
    if let Some(count) = count.as_f64() {
        if count > 0.0 {
            return Ok(Some(Countdown(count)));
        }
        if count == 0.0 {
            return Ok(None);
        }
    } else if super::order::compare(cx, count, &Value::Int(0))?.is_gt() {
        // What is larger than any number, jq starts counting down from.
        return super::operators::subtract(cx, count, &Value::Int(1)).map(|_| None);
    }
    Err(super::fault::plain("limit doesn't support negative count"))
}

impl Countdown {
    /// Lets one output through; true if it is the last one.
    #[inline]
    pub fn is_last(&mut self) -> bool {
        self.0 -= 1.0;
        self.0 <= 0.0
    }
}

/// `input`: a run has one, and jq's own word for that is an error.
pub fn input(_: &Cx, _: &Value) -> Result<Value, Exit> {
    Err(super::fault::plain("break"))
}
