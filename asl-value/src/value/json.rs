//! `json!`: values written as JSON.

use serde::Serialize;

use super::Value;
use super::to_value::to_value_as_read;

/// A [`Value`](crate::Value) written as JSON, with Rust expressions as values and, in parentheses,
/// as keys.
///
/// An expression is borrowed, so that it can be used afterwards. It is converted by `Value::from` or,
/// if its type has no such conversion, by [`to_value`](crate::value::to_value), so that it may be of
/// any type that is `Serialize`.
///
/// An integer that is not within `i64` is a compile error if it is a literal. Otherwise it becomes
/// the nearest float, as in JSON text that is read. Where digits must not be lost, use `to_value`,
/// which returns an error.
///
/// ```compile_fail
/// asl_runtime::json!({"id": 18_446_744_073_709_551_615_u64}); // it has more than 64 bits
/// ```
///
/// # Panics
/// If the `Serialize` of an expression's type fails: if it says so, for keys of maps that are no
/// strings, or if it is nested too deeply. `to_value` returns these errors.
///
/// ```
/// use asl_runtime::json;
///
/// #[derive(serde::Serialize)]
/// struct Buyer { name: &'static str }
///
/// let order = json!({"id": 7_u64, "buyer": Buyer { name: "Ada" }});
/// assert_eq!(order["buyer"]["name"], "Ada");
/// assert_eq!(json!({"to": order["buyer"]}).to_json_string(), r#"{"to":{"name":"Ada"}}"#);
///
/// let amount = 2;
/// let order = json!({"id": 7, "lines": [{"sku": "tea", "amount": amount + 1}], "note": null});
/// assert_eq!(order.to_json_string(), r#"{"id":7,"lines":[{"sku":"tea","amount":3}],"note":null}"#);
/// ```
#[macro_export]
macro_rules! json {
    ($($json:tt)+) => {
        $crate::__json!($($json)+)
    };
}

/// The rules of `json!`: finished items and entries in brackets, followed by the tokens that are
/// still to be read.
#[macro_export]
#[doc(hidden)]
macro_rules! __json {
    // Items: finished ones, then the rest. A JSON value is one token; anything else is an
    // expression up to a comma.
    (@items [$($done:expr,)*]) => { [$($done),*] };
    (@items [$($done:expr,)*] $next:tt , $($rest:tt)*) => {
        $crate::__json!(@items [$($done,)* $crate::__json!($next),] $($rest)*)
    };
    (@items [$($done:expr,)*] $next:tt) => { [$($done,)* $crate::__json!($next)] };
    (@items [$($done:expr,)*] $next:expr , $($rest:tt)*) => {
        $crate::__json!(@items [$($done,)* $crate::__json!($next),] $($rest)*)
    };
    (@items [$($done:expr,)*] $next:expr) => { [$($done,)* $crate::__json!($next)] };

    // Entries: a key is a literal or an expression in parentheses.
    // They are collected first, so that the object gets as much room as it needs.
    (@entries [$($key:tt $done:expr,)*]) => {{
        let mut map = $crate::value::Map::with_capacity([$($crate::__json!(@unit $key)),*].len());
        $(map.insert($key, $done);)*
        $crate::value::Value::from(map)
    }};
    (@entries [$($done:tt)*] $key:tt : $value:tt , $($rest:tt)*) => {
        $crate::__json!(@entries [$($done)* $key $crate::__json!($value),] $($rest)*)
    };
    (@entries [$($done:tt)*] $key:tt : $value:tt) => {
        $crate::__json!(@entries [$($done)* $key $crate::__json!($value),])
    };
    (@entries [$($done:tt)*] $key:tt : $value:expr , $($rest:tt)*) => {
        $crate::__json!(@entries [$($done)* $key $crate::__json!($value),] $($rest)*)
    };
    (@entries [$($done:tt)*] $key:tt : $value:expr) => {
        $crate::__json!(@entries [$($done)* $key $crate::__json!($value),])
    };
    (@unit $key:tt) => { () };

    (null) => { $crate::value::Value::Null };
    ([]) => { $crate::value::Value::array(::std::vec::Vec::new()) };
    ([$($items:tt)+]) => { $crate::value::Value::array(::std::vec::Vec::from($crate::__json!(@items [] $($items)+))) };
    ({}) => { $crate::value::Value::object([]) };
    ({$($entries:tt)+}) => { $crate::__json!(@entries [] $($entries)+) };
    ($literal:literal) => {{
        const { $crate::value::json::check_literal(::std::stringify!($literal)) };
        $crate::__json!(@expression $literal)
    }};
    ($other:expr) => { $crate::__json!(@expression $other) };
    (@expression $other:expr) => {{
        #[allow(unused_imports, reason = "one of them makes the value")]
        use $crate::value::json::{ByClone as _, ByReference as _, BySerialize as _};
        (&&$crate::value::json::Expression(&$other)).into_value()
    }};
}

/// A borrowed expression of `json!`. The methods of the three traits have one name. Method calls
/// prefer the receiver with the most references, so that of several conversions the cheapest is
/// called.
#[doc(hidden)]
#[derive(Debug)]
pub struct Expression<'e, T: ?Sized>(pub &'e T);

/// `Value::from` for references.
#[doc(hidden)]
pub trait ByReference {
    /// The value.
    fn into_value(self) -> Value;
}

/// `Value::from` for a clone.
#[doc(hidden)]
pub trait ByClone {
    /// The value.
    fn into_value(self) -> Value;
}

/// `to_value`.
#[doc(hidden)]
pub trait BySerialize {
    /// The value.
    fn into_value(self) -> Value;
}

impl<'e, T: ?Sized> ByReference for &&Expression<'e, T>
where
    &'e T: Into<Value>,
{
    #[inline]
    fn into_value(self) -> Value {
        self.0.into()
    }
}

impl<T: Clone + Into<Value>> ByClone for &Expression<'_, T> {
    #[inline]
    fn into_value(self) -> Value {
        self.0.clone().into()
    }
}

impl<T: Serialize + ?Sized> BySerialize for Expression<'_, T> {
    #[expect(clippy::panic, reason = "documented at `json!`, as in `serde_json`")]
    #[track_caller]
    fn into_value(self) -> Value {
        to_value_as_read(self.0)
            .unwrap_or_else(|error| panic!("`json!` cannot make a value: {error}"))
    }
}

impl<T: ?Sized> Clone for Expression<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Expression<'_, T> {}

/// Refuses a literal of an integer beyond `i64` while the program is compiled: evaluated as a
/// constant, its panic is a compile error. Other literals are not looked at.
///
/// # Panics
/// If the literal is such an integer.
#[doc(hidden)]
pub const fn check_literal(text: &str) {
    assert!(
        fits(text.as_bytes()),
        "this integer has more than 64 bits with its sign; write it as a string"
    );
}

/// Returns false for the literal of an integer beyond `i64`.
const fn fits(mut text: &[u8]) -> bool {
    let mut limit = i64::MAX.unsigned_abs() as u128;
    if let [b'-', rest @ ..] = text {
        // There may be white space between sign and digits.
        (text, limit) = (rest.trim_ascii_start(), limit + 1);
    }
    let (base, mut digits) = match text {
        [b'0', b'x', digits @ ..] => (16, digits),
        [b'0', b'o', digits @ ..] => (8, digits),
        [b'0', b'b', digits @ ..] => (2, digits),
        [b'0'..=b'9', ..] => (10, text),
        _ => return true,
    };
    let mut number: u128 = 0;
    while let [digit, rest @ ..] = digits {
        digits = rest;
        let value = match digit {
            b'_' => continue,
            b'0'..=b'9' => *digit - b'0',
            b'a'..=b'f' if base == 16 => *digit - b'a' + 10,
            b'A'..=b'F' if base == 16 => *digit - b'A' + 10,
            // A suffix; only those of floats and the point belong to other numbers.
            b'u' | b'i' => break,
            _ => return true,
        };
        number = match number.checked_mul(base) {
            Some(number) if number <= u64::MAX as u128 => number + value as u128,
            // The letters e and f of other bases are digits.
            Some(_) | None => return base == 10 && is_float(digits),
        };
    }
    number <= limit
}

/// Returns true if the rest of a long number has a point, an exponent or the suffix of a float.
const fn is_float(mut digits: &[u8]) -> bool {
    while let [digit, rest @ ..] = digits {
        if !matches!(digit, b'0'..=b'9' | b'_') {
            return matches!(digit, b'.' | b'e' | b'E' | b'f');
        }
        digits = rest;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn only_literals_of_integers_beyond_64_bits_do_not_fit() {
        let fit = [
            "0",
            "1_000",
            "9223372036854775807",
            "-9223372036854775808",
            "- 1",
            "7_u64",
            "0xff_u8",
            "0x7fff_ffff_ffff_ffff",
            "0b11",
            "0o17_i64",
            "1.5",
            "1e30",
            "12345678901234567890.0",
            "98765432109876543210e2",
            "100000000000000000000f64",
            "2f32",
            "\"99999999999999999999\"",
            "true",
            "'9'",
        ];
        for literal in fit {
            assert!(fits(literal.as_bytes()), "{literal}");
        }
        let beyond = [
            "9223372036854775808",
            "18446744073709551615_u64",
            "-9223372036854775809",
            "0xffff_ffff_ffff_ffff",
            "340282366920938463463374607431768211455_u128",
            "0o7777777777777777777777",
            "99999999999999999999999999999999999999999_u128",
            "0x1_0000_0000_0000_0000_f_u128",
            "0x1_0000_0000_0000_0000e",
        ];
        for literal in beyond {
            assert!(!fits(literal.as_bytes()), "{literal}");
        }
    }
}
