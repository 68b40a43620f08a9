//! Operators between two values, with the errors of jsonata-js.
#![expect(
    clippy::needless_pass_by_value,
    reason = "emitted code passes plain numbers and references"
)]

use std::cmp::Ordering;
use std::sync::Arc;

use super::compare::{self, text_order};
use super::number::{number, whole_or_float};
use super::view::View;
use super::{Cx, Fault, Item, Outcome, functions};
use crate::value::{Array, Object, Value};

/// Maximum number of items of a range.
const LONGEST_RANGE: f64 = 1e7;

/// An operand: an item, or what the program knows to be a number or a string.
pub trait Operand {
    /// The value as comparisons see it.
    fn scalar(&self) -> Scalar<'_>;

    /// The operand as errors show it.
    fn item(&self) -> Item;
}

/// A value that has an order.
#[derive(Clone, Copy, Debug)]
pub enum Scalar<'a> {
    /// Nothing.
    Undefined,
    /// A whole number.
    Int(i64),
    /// Any number.
    Float(f64),
    /// A string.
    Text(&'a str),
    /// A value without an order.
    Other,
}

impl Operand for View<'_> {
    #[inline]
    fn scalar(&self) -> Scalar<'_> {
        match self {
            View::Undefined => Scalar::Undefined,
            View::Value(Value::Int(number)) => Scalar::Int(*number),
            View::Value(Value::Float(number)) => Scalar::Float(*number),
            View::Value(Value::String(text)) => Scalar::Text(text),
            View::Value(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_))
            | View::Item(_) => Scalar::Other,
        }
    }

    fn item(&self) -> Item {
        self.to_item()
    }
}

impl Operand for f64 {
    #[inline]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Float(*self)
    }

    fn item(&self) -> Item {
        number(*self)
    }
}

impl Operand for Option<f64> {
    #[inline]
    fn scalar(&self) -> Scalar<'_> {
        self.as_ref().map_or(Scalar::Undefined, Operand::scalar)
    }

    fn item(&self) -> Item {
        Item::from(*self)
    }
}

impl Operand for &str {
    #[inline]
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Text(self)
    }

    fn item(&self) -> Item {
        Item::text(*self)
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
#[inline]
fn number_of(
    operand: &impl Operand,
    code: &'static str,
    token: &str,
) -> Result<Option<f64>, Fault> {
    let scalar = operand.scalar();
    match scalar.as_f64() {
        Some(number) if number.is_finite() => Ok(Some(number)),
        _ if matches!(scalar, Scalar::Undefined) => Ok(None),
        number => Err(no_number(number, operand.item(), code, token)),
    }
}

#[cold]
fn no_number(number: Option<f64>, item: Item, code: &'static str, token: &str) -> Fault {
    let code = if number.is_some_and(f64::is_infinite) { "D1001" } else { code };
    Fault::new(code).token(token).value(item)
}

#[inline]
fn arithmetic(
    token: &str,
    left: &impl Operand,
    right: &impl Operand,
    compute: impl FnOnce(f64, f64) -> f64,
) -> Result<Option<f64>, Fault> {
    let left = number_of(left, "T2001", token)?;
    let right = number_of(right, "T2002", token)?;
    Ok(left.zip(right).map(|(left, right)| compute(left, right)))
}

/// `left + right`
#[inline]
pub fn add(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("+", &left, &right, |left, right| left + right)
}

/// `left - right`
#[inline]
pub fn subtract(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("-", &left, &right, |left, right| left - right)
}

/// `left * right`
#[inline]
pub fn multiply(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("*", &left, &right, |left, right| left * right)
}

/// `left / right`
#[inline]
pub fn divide(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("/", &left, &right, |left, right| left / right)
}

/// `left % right`
#[inline]
pub fn modulo(left: impl Operand, right: impl Operand) -> Result<Option<f64>, Fault> {
    arithmetic("%", &left, &right, |left, right| left % right)
}

/// `-value`
pub fn negate(value: impl Operand) -> Result<Option<f64>, Fault> {
    Ok(number_of(&value, "D1002", "-")?.map(|value| -value))
}

/// True if a value counts as true: what `$boolean` makes of it, where undefined is false.
#[inline]
pub fn is_true(view: View<'_>) -> Result<bool, Fault> {
    match view {
        View::Undefined => Ok(false),
        View::Value(Value::Bool(flag)) => Ok(*flag),
        View::Value(_) | View::Item(_) => Ok(functions::truth(view)?.unwrap_or(false)),
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
#[inline]
fn ordered(
    token: &str,
    left: &impl Operand,
    right: &impl Operand,
    is_right: impl FnOnce(Ordering) -> bool,
) -> Result<Option<bool>, Fault> {
    let order = match (left.scalar(), right.scalar()) {
        // jsonata-js names the left side if it is undefined.
        (Scalar::Other, _) | (Scalar::Undefined, Scalar::Other) => {
            return Err(unordered(token, left.item()));
        }
        (_, Scalar::Other) => return Err(unordered(token, right.item())),
        (Scalar::Undefined, _) | (_, Scalar::Undefined) => return Ok(None),
        (Scalar::Int(left), Scalar::Int(right)) => Some(left.cmp(&right)),
        (Scalar::Text(left), Scalar::Text(right)) => Some(text_order(left, right)),
        (first, second) => match first.as_f64().zip(second.as_f64()) {
            Some((left, right)) => left.partial_cmp(&right),
            None => return Err(different(token, left.item(), right.item())),
        },
    };
    Ok(Some(order.is_some_and(is_right)))
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
pub fn less(left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered("<", &left, &right, Ordering::is_lt)
}

/// `left <= right`
#[inline]
pub fn less_or_equal(left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered("<=", &left, &right, Ordering::is_le)
}

/// `left > right`
#[inline]
pub fn greater(left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered(">", &left, &right, Ordering::is_gt)
}

/// `left >= right`
#[inline]
pub fn greater_or_equal(left: impl Operand, right: impl Operand) -> Result<Option<bool>, Fault> {
    ordered(">=", &left, &right, Ordering::is_ge)
}

/// `left in right`. Arrays and objects are in an array only if they are the same in memory.
pub fn is_in(left: View<'_>, right: View<'_>) -> bool {
    !left.is_undefined() && right.items().any(|item| is_same(left, item))
}

fn is_same(left: View<'_>, right: View<'_>) -> bool {
    match (left, right) {
        (View::Value(Value::Array(left)), View::Value(Value::Array(right))) => {
            is_same_array(left, right)
        }
        (View::Value(Value::Object(left)), View::Value(Value::Object(right))) => {
            match (left, right) {
                (Object::Shared(left), Object::Shared(right)) => Arc::ptr_eq(left, right),
                (Object::Static(left), Object::Static(right)) => std::ptr::eq(*left, *right),
                _ => false,
            }
        }
        (View::Value(left), View::Value(right)) => left == right,
        (View::Item(left), View::Item(right)) => match (left, right) {
            (Item::Sequence(left), Item::Sequence(right)) => is_same_array(left, right),
            (Item::List(left), Item::List(right)) => Arc::ptr_eq(left, right),
            (Item::Record(left), Item::Record(right)) => Arc::ptr_eq(left, right),
            (Item::Function(left), Item::Function(right)) => Arc::ptr_eq(left, right),
            _ => false,
        },
        _ => false,
    }
}

fn is_same_array(left: &Array, right: &Array) -> bool {
    match (left, right) {
        (Array::Shared(left), Array::Shared(right)) => Arc::ptr_eq(left, right),
        (Array::Static(left), Array::Static(right)) => std::ptr::eq(*left, *right),
        _ => false,
    }
}

/// The text of a chain of `&`, which grows with each operand.
#[derive(Debug)]
pub struct Joined(String);

/// `left & right`
pub fn concatenate(cx: &Cx, left: impl Operand, right: impl Operand) -> Result<Joined, Fault> {
    Joined(String::with_capacity(SHORT_TEXT)).and(cx, left)?.and(cx, right)
}

/// Room that is made for a text: most chains of `&` make a short one.
const SHORT_TEXT: usize = 64;

impl Joined {
    /// `.. & right`
    #[inline]
    pub fn and(mut self, cx: &Cx, right: impl Operand) -> Result<Self, Fault> {
        match right.scalar() {
            Scalar::Text(text) => {
                cx.make_text(self.0.len() + text.len())?;
                self.0.push_str(text);
            }
            Scalar::Undefined => {}
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Other => {
                self.push(cx, right.item().view())?;
            }
        }
        Ok(self)
    }

    /// Adds what `$string` makes of a value.
    #[inline(never)]
    fn push(&mut self, cx: &Cx, view: View<'_>) -> Result<(), Fault> {
        let text = functions::string(cx, view, View::Undefined)?;
        let text = text.as_str().unwrap_or_default();
        cx.make_text(self.0.len() + text.len())?;
        self.0.push_str(text);
        Ok(())
    }
}

impl From<Joined> for Item {
    fn from(joined: Joined) -> Self {
        Self::text(joined.0.as_str())
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
