//! `json!`: values written as JSON.

/// A [`Value`](crate::Value) written as JSON, with Rust expressions as values and, in parentheses,
/// as keys.
///
/// An expression is converted by `Value::from`; for types of your own use
/// [`to_value`](crate::value::to_value).
///
/// ```
/// use asl_runtime::json;
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
    (@entries $map:ident) => {};
    (@entries $map:ident $key:tt : $value:tt , $($rest:tt)*) => {
        $map.insert($key, $crate::__json!($value));
        $crate::__json!(@entries $map $($rest)*)
    };
    (@entries $map:ident $key:tt : $value:tt) => { $map.insert($key, $crate::__json!($value)); };
    (@entries $map:ident $key:tt : $value:expr , $($rest:tt)*) => {
        $map.insert($key, $crate::__json!($value));
        $crate::__json!(@entries $map $($rest)*)
    };
    (@entries $map:ident $key:tt : $value:expr) => { $map.insert($key, $crate::__json!($value)); };

    (null) => { $crate::value::Value::Null };
    ([]) => { $crate::value::Value::array(::std::vec::Vec::new()) };
    ([$($items:tt)+]) => { $crate::value::Value::array(::std::vec::Vec::from($crate::__json!(@items [] $($items)+))) };
    ({}) => { $crate::value::Value::object([]) };
    ({$($entries:tt)+}) => {{
        let mut map = $crate::value::Map::default();
        $crate::__json!(@entries map $($entries)+);
        $crate::value::Value::from(map)
    }};
    ($other:expr) => { $crate::value::Value::from($other) };
}
