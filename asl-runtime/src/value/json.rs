//! `json!`: values written as JSON.

use serde::Serialize;

use super::{Value, to_value};

/// A [`Value`](crate::Value) written as JSON, with Rust expressions as values and, in parentheses,
/// as keys.
///
/// An expression is borrowed, so that it can be used afterwards. It is converted by `Value::from` or,
/// if its type has no such conversion, by [`to_value`](crate::value::to_value), so that it may be of
/// any type that is `Serialize`.
///
/// # Panics
/// If the `Serialize` of an expression's type fails: if it says so, for integers beyond `i64`, for
/// keys of maps that are no strings, or if it is nested too deeply. `to_value` returns these errors.
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
    ($other:expr) => {{
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
        to_value(self.0).unwrap_or_else(|error| panic!("`json!` cannot make a value: {error}"))
    }
}

impl<T: ?Sized> Clone for Expression<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Expression<'_, T> {}
