//! Functions of Rust that call nothing but themselves: their limits and their faults in registers.

use super::{Cx, Fault, View};
use asl_value::expression;
use asl_value::expression::number::whole;
use asl_value::value::Value;

/// The calls that may be within one: a parameter of these functions.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Depth(expression::Depth);

impl Depth {
    /// True if a call must run [on a new stack](Self::on_new_stack).
    #[inline]
    pub fn needs_stack(self) -> bool {
        self.0.needs_stack()
    }

    /// The calls that may be within the next one, which is a step, too.
    #[inline]
    pub fn next(self, cx: &Cx) -> Result<Self, Fault> {
        cx.budget().next_call(self.0).map(Self).map_err(Fault::Limit)
    }

    /// Runs a call on a stack of its own.
    #[cold]
    pub fn on_new_stack<T: Send>(
        self,
        cx: &Cx,
        run: &mut (dyn FnMut(Self) -> Result<T, Stop> + Send),
    ) -> Result<T, Stop> {
        let mut result = Ok(None);
        let mut run = |depth| result = run(Self(depth)).map(Some);
        cx.budget().deeper_on_new_stack(self.0, &mut run).map_err(Fault::Limit)?;
        result?.ok_or_else(|| Stop::from(Fault::Limit(expression::Limit::Depth)))
    }
}

/// The turns of a loop in which nothing else takes steps.
#[derive(Debug)]
#[must_use]
pub struct Turns<'c>(expression::Turns<'c>);

impl Turns<'_> {
    /// Takes the step of the next turn.
    #[inline]
    pub fn take_one(&mut self) -> Result<(), Fault> {
        self.0.take_one().map_err(Fault::Limit)
    }
}

impl Cx {
    /// The calls that may be within this one.
    #[inline]
    pub fn depth(&self) -> Depth {
        Depth(self.budget().depth())
    }

    /// The turns of a loop that begins.
    #[inline]
    pub fn turns(&self) -> Turns<'_> {
        Turns(self.budget().turns())
    }
}

/// A fault in a box: with a result of whole numbers, a `Result` that is returned in registers.
#[derive(Debug)]
pub struct Stop(Box<Fault>);

impl From<Fault> for Stop {
    #[cold]
    #[inline(never)]
    fn from(fault: Fault) -> Self {
        Self(Box::new(fault))
    }
}

impl From<Stop> for Fault {
    #[cold]
    #[inline(never)]
    fn from(stop: Stop) -> Self {
        *stop.0
    }
}

/// A result of Rust, which is returned as whole numbers: a `Result` of a double or a fault would be
/// returned in memory.
pub trait Scalar: Sized {
    /// The whole numbers.
    type Bits;

    /// The value as whole numbers.
    fn bits(self) -> Self::Bits;

    /// The value of whole numbers.
    fn of_bits(bits: Self::Bits) -> Self;
}

impl Scalar for f64 {
    type Bits = u64;

    #[inline]
    fn bits(self) -> u64 {
        self.to_bits()
    }

    #[inline]
    fn of_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

impl Scalar for bool {
    type Bits = u64;

    #[inline]
    fn bits(self) -> u64 {
        self.into()
    }

    #[inline]
    fn of_bits(bits: u64) -> Self {
        bits != 0
    }
}

impl<T: Scalar> Scalar for Option<T> {
    type Bits = Option<T::Bits>;

    #[inline]
    fn bits(self) -> Self::Bits {
        self.map(T::bits)
    }

    #[inline]
    fn of_bits(bits: Self::Bits) -> Self {
        bits.map(T::of_bits)
    }
}

/// The type of a result of Rust.
pub type Returned<T> = Result<<T as Scalar>::Bits, Stop>;

/// A value that is returned.
#[inline]
pub fn returned<T: Scalar>(value: T) -> Returned<T> {
    Ok(value.bits())
}

/// The value that was returned.
#[inline]
pub fn value<T: Scalar>(returned: Returned<T>) -> Result<T, Stop> {
    returned.map(T::of_bits)
}

/// The returned value of the function that this variable holds; a fault shows the name.
#[inline]
pub fn named<T: Scalar>(returned: Returned<T>, name: &'static str) -> Result<T, Stop> {
    value(returned.map_err(|stop| of_name(stop, name)))
}

#[cold]
#[inline(never)]
fn of_name(stop: Stop, name: &'static str) -> Stop {
    Fault::from(stop).token(name).into()
}

/// The number that an argument is, if it is one and stays the same as a double.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "compared afterwards")]
pub fn number(argument: View<'_>) -> Option<f64> {
    match argument {
        View::Value(Value::Int(int)) => {
            let float = *int as f64;
            (whole(float) == Some(*int)).then_some(float)
        }
        // Whole ones would become integers.
        View::Value(Value::Float(float)) if whole(*float).is_none() => Some(*float),
        View::Undefined | View::Value(_) | View::Item(_) => None,
    }
}

/// The same of a number that is finite.
#[inline]
pub fn finite(argument: View<'_>) -> Option<f64> {
    only_finite(number(argument))
}

/// A number, if there is one and it is finite.
#[inline]
pub fn only_finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// The same of an argument that may be missing.
#[inline]
pub fn maybe_number(argument: View<'_>) -> Option<Option<f64>> {
    if argument.is_undefined() { Some(None) } else { number(argument).map(Some) }
}
