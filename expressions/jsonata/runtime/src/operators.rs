//! Operators between two values, with the errors of jsonata-js.
#![expect(
    clippy::needless_pass_by_value,
    reason = "emitted code passes plain numbers and references"
)]

use std::cmp::Ordering;

use smol_str::{SmolStrBuilder, format_smolstr};

use super::compare::{self, text_order_of};
pub use super::membership::is_in;
use super::number::{number, whole_or_float};
use super::view::View;
use super::{Cx, Fault, Item, Outcome, functions};
use asl_value::expression::number::whole;
use asl_value::value::Value;

/// Maximum number of items of a range.
const LONGEST_RANGE: f64 = 1e7;

/// An operand: a view, or what is certainly a number or a string.
///
/// It is passed in registers: by reference, each operator wrote it to memory for its error.
pub trait Operand: Copy {
    /// True for a number that certainly is finite.
    const IS_FINITE: bool = false;

    /// The value as comparisons see it.
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v;

    /// The operand as errors show it.
    fn item(self) -> Item;
}

/// A value that has an order.
#[derive(Clone, Copy, Debug)]
pub enum Scalar<'v> {
    /// Nothing.
    Undefined,
    /// A whole number.
    Int(i64),
    /// Any number.
    Float(f64),
    /// A string.
    Text(&'v str),
    /// A value without an order.
    Other,
}

impl Operand for View<'_> {
    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        match self {
            View::Undefined => Scalar::Undefined,
            View::Value(Value::Int(number)) => Scalar::Int(*number),
            View::Value(Value::Float(number)) => Scalar::Float(*number),
            View::Value(Value::String(text)) => Scalar::Text(text),
            View::Value(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_))
            | View::Item(_) => Scalar::Other,
        }
    }

    fn item(self) -> Item {
        self.to_item()
    }
}

impl Operand for f64 {
    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        Scalar::Float(self)
    }

    fn item(self) -> Item {
        number(self)
    }
}

/// A number that certainly is finite: operators do not check it.
#[derive(Clone, Copy, Debug)]
pub struct Finite(pub f64);

impl Operand for Finite {
    const IS_FINITE: bool = true;

    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        Scalar::Float(self.0)
    }

    fn item(self) -> Item {
        number(self.0)
    }
}

impl Operand for Option<f64> {
    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        self.map_or(Scalar::Undefined, Scalar::Float)
    }

    fn item(self) -> Item {
        Item::from(self)
    }
}

impl Operand for &str {
    #[inline]
    fn scalar<'v>(self) -> Scalar<'v>
    where
        Self: 'v,
    {
        Scalar::Text(self)
    }

    fn item(self) -> Item {
        Item::text(self)
    }
}

impl Scalar<'_> {
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "numbers of JavaScript are doubles")]
    fn as_f64(self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(number as f64),
            Self::Float(number) => Some(number),
            Self::Undefined | Self::Text(_) | Self::Other => None,
        }
    }
}

/// The number that an operand is; `None` if it is undefined. Infinity is an error.
#[inline(always)]
#[expect(clippy::inline_always, reason = "measured: calls took a quarter of sums of products")]
fn number_of<O: Operand>(
    operand: O,
    code: &'static str,
    token: &str,
) -> Result<Option<f64>, Fault> {
    let scalar = operand.scalar();
    match scalar.as_f64() {
        Some(number) if O::IS_FINITE || number.is_finite() => Ok(Some(number)),
        _ if matches!(scalar, Scalar::Undefined) => Ok(None),
        number => Err(no_number(number, operand, code, token)),
    }
}

#[cold]
fn no_number(number: Option<f64>, operand: impl Operand, code: &'static str, token: &str) -> Fault {
    let code = if number.is_some_and(f64::is_infinite) { "D1001" } else { code };
    Fault::new(code).token(token).value(operand.item())
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "see `number_of`")]
fn arithmetic(
    token: &str,
    left: impl Operand,
    right: impl Operand,
    compute: impl FnOnce(f64, f64) -> f64,
) -> Result<Option<f64>, Fault> {
    let left = number_of(left, "T2001", token)?;
    let right = number_of(right, "T2002", token)?;
    Ok(left.zip(right).map(|(left, right)| compute(left, right)))
}

/// `left + right`
#[inline]
pub fn add(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("+", left, right, |left, right| left + right)
}

/// `left - right`
#[inline]
pub fn subtract(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("-", left, right, |left, right| left - right)
}

/// `left * right`
#[inline]
pub fn multiply(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("*", left, right, |left, right| left * right)
}

/// `left / right`
#[inline]
pub fn divide(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("/", left, right, |left, right| left / right)
}

/// `left % right`
#[inline]
pub fn modulo(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("%", left, right, remainder)
}

/// `left % right`: of small whole numbers without a call of `fmod`, which takes five times as long.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared afterwards")]
fn remainder(left: f64, right: f64) -> f64 {
    let (whole, divisor) = (left as u32, right as u32);
    let is_whole = |number: f64, whole: u32| number.to_bits() == f64::from(whole).to_bits();
    if divisor > 0 && is_whole(left, whole) && is_whole(right, divisor) {
        return f64::from(whole % divisor);
    }
    left % right
}

/// `-value`
pub fn negate(value: impl Operand) -> Result<Option<f64>, Fault> {
    Ok(number_of(value, "D1002", "-")?.map(|value| -value))
}

/// True if a value counts as true: what `$boolean` makes of it, where undefined is false.
#[inline]
pub fn is_true(cx: &Cx, view: View<'_>) -> Result<bool, Fault> {
    match view {
        View::Undefined => Ok(false),
        View::Value(Value::Bool(flag)) => Ok(*flag),
        View::Value(_) | View::Item(_) => Ok(functions::truth(cx, view)?.unwrap_or(false)),
    }
}

/// `left = right`
#[inline]
pub fn equal(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    if let (View::Value(Value::Int(left)), View::Value(Value::Int(right))) = (left, right) {
        cx.spend(1)?;
        return Ok(left == right);
    }
    Ok(!left.is_undefined() && !right.is_undefined() && compare::equal(cx, left, right)?)
}

/// `left != right`
pub fn not_equal(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    Ok(!left.is_undefined() && !right.is_undefined() && !compare::equal(cx, left, right)?)
}

/// `left = literal`, where the literal is a number, a string or a Boolean value.
#[inline]
pub fn is(left: impl Operand, literal: impl Literal) -> bool {
    literal.equals(left.scalar())
}

/// `left != literal`
#[inline]
pub fn is_not(left: impl Operand, literal: impl Literal) -> bool {
    !matches!(left.scalar(), Scalar::Undefined) && !literal.equals(left.scalar())
}

/// A value that is written in the program.
pub trait Literal {
    /// True if a value is the same.
    fn equals(&self, scalar: Scalar<'_>) -> bool;
}

impl Literal for &str {
    #[inline]
    fn equals(&self, scalar: Scalar<'_>) -> bool {
        matches!(scalar, Scalar::Text(text) if text == *self)
    }
}

impl Literal for f64 {
    #[inline]
    fn equals(&self, scalar: Scalar<'_>) -> bool {
        // A literal is below 2^53, so that no other integer becomes the same double.
        scalar.as_f64() == Some(*self)
    }
}

/// True if the order of two values, both numbers or both strings, is the right one. Undefined if one
/// of them is.
#[inline(always)]
#[expect(clippy::inline_always, reason = "see `number_of`: most operands are numbers")]
fn ordered(
    cx: &Cx,
    token: &str,
    left: impl Operand,
    right: impl Operand,
    is_right: impl FnOnce(Ordering) -> bool,
) -> Result<Option<bool>, Fault> {
    let order = match (left.scalar(), right.scalar()) {
        (Scalar::Int(left), Scalar::Int(right)) => Some(left.cmp(&right)),
        (first, second) => match first.as_f64().zip(second.as_f64()) {
            Some((left, right)) => {
                left.partial_cmp(&right).or_else(|| order_of_nan(cx, left, right))
            }
            None => match order_of_others(cx, token, left, right)? {
                Some(order) => Some(order),
                None => return Ok(None),
            },
        },
    };
    Ok(Some(order.is_some_and(is_right)))
}

/// The order of two numbers of which one is NaN. It has none, but Step Functions was measured to
/// take it for greater than all others, as Java does.
#[cold]
fn order_of_nan(cx: &Cx, left: f64, right: f64) -> Option<Ordering> {
    cx.is_aws().then(|| left.is_nan().cmp(&right.is_nan()))
}

/// The order of two values that are not both numbers; `None` if one is undefined.
#[inline(never)]
fn order_of_others(
    cx: &Cx,
    token: &str,
    left: impl Operand,
    right: impl Operand,
) -> Result<Option<Ordering>, Fault> {
    match (left.scalar(), right.scalar()) {
        // jsonata-js names the left side if it is undefined.
        (Scalar::Other, _) | (Scalar::Undefined, Scalar::Other) => {
            Err(unordered(token, left.item()))
        }
        (_, Scalar::Other) => Err(unordered(token, right.item())),
        (Scalar::Undefined, _) | (_, Scalar::Undefined) => Ok(None),
        (Scalar::Text(left), Scalar::Text(right)) => text_order_of(cx, left, right).map(Some),
        _ => Err(different(token, left.item(), right.item())),
    }
}

#[cold]
fn unordered(token: &str, item: Item) -> Fault {
    Fault::new("T2010").token(token).value(item)
}

#[cold]
fn different(token: &str, left: Item, right: Item) -> Fault {
    Fault::new("T2009").token(token).value(left).value2(right)
}

/// `left < right`
#[inline]
pub fn less(cx: &Cx, left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered(cx, "<", left, right, Ordering::is_lt)
}

/// `left <= right`
#[inline]
pub fn less_or_equal(
    cx: &Cx,
    left: impl Operand,
    right: impl Operand,
) -> Result<Option<bool>, Fault> {
    ordered(cx, "<=", left, right, Ordering::is_le)
}

/// `left > right`
#[inline]
pub fn greater(cx: &Cx, left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered(cx, ">", left, right, Ordering::is_gt)
}

/// `left >= right`
#[inline]
pub fn greater_or_equal(
    cx: &Cx,
    left: impl Operand,
    right: impl Operand,
) -> Result<Option<bool>, Fault> {
    ordered(cx, ">=", left, right, Ordering::is_ge)
}

/// The text of a chain of `&`, which grows with each operand. A short one takes no memory of its own.
#[derive(Debug, Default)]
pub struct Joined(SmolStrBuilder);

/// Bytes of a text that takes no memory of its own.
const SHORT_TEXT: usize = 23;

/// Room that is made for a longer text: most chains of `&` make one that fits.
const USUAL_TEXT: usize = 64;

impl Joined {
    /// `left & right`: both are evaluated before one becomes text.
    pub fn begin(&mut self, cx: &Cx, left: impl Operand, right: impl Operand) -> Result<(), Fault> {
        self.add(cx, left)?;
        self.add(cx, right)
    }

    /// `.. & operand`
    #[inline]
    pub fn add(&mut self, cx: &Cx, operand: impl Operand) -> Result<(), Fault> {
        match operand.scalar() {
            Scalar::Text(text) => self.push(cx, text),
            Scalar::Undefined => Ok(()),
            Scalar::Int(number) => self.push_whole(cx, number),
            Scalar::Float(number) => match whole(number) {
                Some(number) => self.push_whole(cx, number),
                None => self.push_other(cx, operand.item().view()),
            },
            Scalar::Other => self.push_other(cx, operand.item().view()),
        }
    }

    fn push(&mut self, cx: &Cx, text: &str) -> Result<(), Fault> {
        let (before, bytes) = (self.0.len(), self.0.len() + text.len());
        cx.make_text(bytes)?;
        if before <= SHORT_TEXT && bytes > SHORT_TEXT {
            let mut longer = SmolStrBuilder::with_capacity(bytes.max(USUAL_TEXT));
            longer.push_str(self.0.as_str());
            self.0 = longer;
        }
        self.0.push_str(text);
        Ok(())
    }

    /// Adds the digits of a whole number.
    #[inline(never)]
    fn push_whole(&mut self, cx: &Cx, number: i64) -> Result<(), Fault> {
        cx.spend(1)?;
        self.push(cx, &format_smolstr!("{number}"))
    }

    /// Adds what `$string` makes of a value.
    #[inline(never)]
    fn push_other(&mut self, cx: &Cx, view: View<'_>) -> Result<(), Fault> {
        let text = functions::string(cx, view, View::Undefined)?;
        self.push(cx, text.as_str().unwrap_or_default())
    }

    /// The whole text.
    pub fn finish(self) -> Item {
        Item::text(self.0)
    }
}

/// `left .. right`: a sequence.
pub fn range(cx: &Cx, left: View<'_>, right: View<'_>) -> Outcome {
    let left = bound(left, "T2003")?;
    let right = bound(right, "T2004")?;
    let (Some(left), Some(right)) = (left, right) else { return Ok(Item::Undefined) };
    if left > right {
        return Ok(Item::Undefined);
    }
    let size = right - left + 1.0;
    if size > LONGEST_RANGE {
        return Err(Fault::new("D2014").token("..").value(size));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 10,000,000")]
    let size = size as u32;
    cx.make_array(size as usize)?;
    let value = |index| whole_or_float(left + f64::from(index));
    Item::sequence_of_data((0..size).map(value).collect())
}

fn bound(item: View<'_>, code: &'static str) -> Result<Option<f64>, Fault> {
    match item.as_f64() {
        Some(number) if number.is_finite() && number.fract() == 0.0 => Ok(Some(number)),
        None if item.is_undefined() => Ok(None),
        _ => Err(Fault::new(code).token("..").value(item)),
    }
}
