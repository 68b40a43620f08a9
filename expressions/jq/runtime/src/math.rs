//! Mathematics. Functions of the standard library are always available, with the results of C on
//! the same machine, as in jq; the others come from `libm` and need the feature `jq-math`.

use super::{Cx, Exit, fault};
use asl_value::value::Value;

fn required(value: &Value) -> Result<f64, Exit> {
    value.as_f64().ok_or_else(|| fault::bad(value, "number required"))
}

macro_rules! of_input {
    ($($name:ident = $compute:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        pub fn $name(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let compute: fn(f64) -> f64 = $compute;
            Ok(cx.number(compute(required(input)?)))
        }
    )*};
}

macro_rules! of_two {
    ($($name:ident = $compute:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "(a; b)`")]
        pub fn $name(cx: &Cx, _: &Value, a: &Value, b: &Value) -> Result<Value, Exit> {
            let compute: fn(f64, f64) -> f64 = $compute;
            Ok(cx.number(compute(required(a)?, required(b)?)))
        }
    )*};
}

of_input! {
    acos = f64::acos;
    asin = f64::asin;
    atan = f64::atan;
    cbrt = f64::cbrt;
    ceil = f64::ceil;
    cos = f64::cos;
    cosh = f64::cosh;
    exp = f64::exp;
    exp10 = |x| 10_f64.powf(x);
    exp2 = f64::exp2;
    expm1 = f64::exp_m1;
    fabs = f64::abs;
    floor = f64::floor;
    log = f64::ln;
    log10 = f64::log10;
    log1p = f64::ln_1p;
    log2 = f64::log2;
    nearbyint = f64::round_ties_even;
    rint = f64::round_ties_even;
    round = f64::round;
    sin = f64::sin;
    sinh = f64::sinh;
    sqrt = f64::sqrt;
    tan = f64::tan;
    tanh = f64::tanh;
    trunc = f64::trunc;
}

of_two! {
    atan2 = f64::atan2;
    copysign = f64::copysign;
    fdim = |a, b| if a <= b { 0.0 } else { a - b };
    fmax = f64::max;
    fmin = f64::min;
    fmod = |a, b| a % b;
    hypot = f64::hypot;
    pow = f64::powf;
}

/// `fma(a; b; c)`
pub fn fma(cx: &Cx, _: &Value, a: &Value, b: &Value, c: &Value) -> Result<Value, Exit> {
    Ok(cx.number(required(a)?.mul_add(required(b)?, required(c)?)))
}

/// `nan`
pub fn nan(cx: &Cx, _: &Value) -> Result<Value, Exit> {
    Ok(cx.number(f64::NAN))
}

/// `infinite`
pub fn infinite(cx: &Cx, _: &Value) -> Result<Value, Exit> {
    Ok(cx.number(f64::INFINITY))
}

/// `isnan`
pub fn isnan(_: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(Value::Bool(input.as_f64().is_some_and(f64::is_nan)))
}

/// `isinfinite`
pub fn isinfinite(_: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(Value::Bool(input.as_f64().is_some_and(f64::is_infinite)))
}

/// `isnormal`
pub fn isnormal(_: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(Value::Bool(input.as_f64().is_some_and(f64::is_normal)))
}

#[cfg(feature = "math")]
pub use with_libm::*;

#[cfg(feature = "math")]
mod with_libm {
    use super::super::number::to_i32;
    use super::{Cx, Exit, Value, required};

    of_input! {
        acosh = libm::acosh;
        asinh = libm::asinh;
        atanh = libm::atanh;
        erf = libm::erf;
        erfc = libm::erfc;
        gamma = libm::lgamma;
        j0 = libm::j0;
        j1 = libm::j1;
        lgamma = libm::lgamma;
        logb = exponent;
        significand = significant;
        tgamma = libm::tgamma;
        y0 = libm::y0;
        y1 = libm::y1;
    }

    of_two! {
        drem = libm::remainder;
        ldexp = |x, exponent| libm::scalbn(x, to_i32(exponent));
        nextafter = libm::nextafter;
        nexttoward = libm::nextafter;
        remainder = libm::remainder;
        scalb = scaled;
        scalbln = |x, exponent| libm::scalbn(x, to_i32(exponent));
    }

    /// The exponent of a number as a power of two.
    fn exponent(x: f64) -> f64 {
        match x {
            0.0 => f64::NEG_INFINITY,
            x if x.is_finite() => f64::from(libm::frexp(x).1 - 1),
            x => x.abs(),
        }
    }

    /// The number with its exponent taken away: 1 or more, below 2.
    fn significant(x: f64) -> f64 {
        if x == 0.0 || !x.is_finite() { x } else { 2.0 * libm::frexp(x).0 }
    }

    /// `x * 2^exponent`, not a number where the exponent is not whole.
    fn scaled(x: f64, exponent: f64) -> f64 {
        if exponent.is_infinite() {
            return x * if exponent > 0.0 { f64::INFINITY } else { 0.0 };
        }
        if exponent.fract() == 0.0 { libm::scalbn(x, to_i32(exponent)) } else { f64::NAN }
    }

    fn pair(cx: &Cx, first: f64, second: f64) -> Value {
        Value::array(vec![cx.number(first), cx.number(second)])
    }

    /// Computes a function of an order, whose work grows with it.
    fn of_order(
        cx: &Cx,
        order: &Value,
        x: &Value,
        compute: fn(i32, f64) -> f64,
    ) -> Result<Value, Exit> {
        let order = to_i32(required(order)?);
        let x = required(x)?;
        cx.spend(u64::from(order.unsigned_abs()) / 4)?;
        Ok(cx.number(compute(order, x)))
    }

    /// `jn(order; x)`
    pub fn jn(cx: &Cx, _: &Value, order: &Value, x: &Value) -> Result<Value, Exit> {
        of_order(cx, order, x, libm::jn)
    }

    /// `yn(order; x)`
    pub fn yn(cx: &Cx, _: &Value, order: &Value, x: &Value) -> Result<Value, Exit> {
        of_order(cx, order, x, libm::yn)
    }

    /// `frexp`
    pub fn frexp(cx: &Cx, input: &Value) -> Result<Value, Exit> {
        let x = required(input)?;
        if !x.is_finite() {
            return Ok(pair(cx, x, 0.0));
        }
        let (fraction, exponent) = libm::frexp(x);
        Ok(pair(cx, fraction, f64::from(exponent)))
    }

    /// `modf`
    pub fn modf(cx: &Cx, input: &Value) -> Result<Value, Exit> {
        let x = required(input)?;
        let whole = x.trunc();
        let fraction = if x.is_infinite() { 0.0 } else { x - whole };
        Ok(pair(cx, fraction.copysign(x), whole))
    }

    /// `lgamma_r`
    pub fn lgamma_r(cx: &Cx, input: &Value) -> Result<Value, Exit> {
        let (logarithm, sign) = libm::lgamma_r(required(input)?);
        Ok(pair(cx, logarithm, f64::from(sign)))
    }
}
