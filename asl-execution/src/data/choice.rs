//! The comparisons of choice rules (seed: "Choice State"). None converts: a value of another type
//! never matches.

pub use asl_language::choice::Order;
use asl_language::timestamp::Moment;

use crate::data::time::moment;
use asl_value::value::Value;

/// `StringEquals` and the like, by code points. Java, behind Step Functions, compares UTF-16 units,
/// which sorts characters beyond U+FFFF before U+E000 to U+FFFF; no recording shows if AWS does so.
#[inline]
pub fn string_is(value: &Value, order: Order, operand: &str) -> bool {
    value.as_str().is_some_and(|text| {
        if order == Order::Equals { text == operand } else { order.holds(text.cmp(operand)) }
    })
}

/// `NumericEquals` and the like, as binary64 on both sides, of which the seed warns, so that equal
/// texts are equal.
#[inline]
pub fn number_is(value: &Value, order: Order, operand: f64) -> bool {
    value
        .as_f64()
        .and_then(|number| number.partial_cmp(&operand))
        .is_some_and(|ordering| order.holds(ordering))
}

/// `BooleanEquals`.
#[inline]
pub fn boolean_is(value: &Value, operand: bool) -> bool {
    value.as_bool() == Some(operand)
}

/// `TimestampEquals` and the like, by the instant, so that `12:00:00Z` equals `13:00:00+01:00`. A
/// string that is not a timestamp is a value of another type.
#[inline]
pub fn time_is(value: &Value, order: Order, operand: Moment) -> bool {
    moment(value).is_some_and(|moment| order.holds(moment.cmp(&operand)))
}

/// `StringEqualsPath` and the like: compares with the value at another path, which must be a string
/// too.
#[inline]
pub fn strings_are(value: &Value, order: Order, operand: &Value) -> bool {
    operand.as_str().is_some_and(|operand| string_is(value, order, operand))
}

/// `NumericEqualsPath` and the like.
#[inline]
pub fn numbers_are(value: &Value, order: Order, operand: &Value) -> bool {
    operand.as_f64().is_some_and(|operand| number_is(value, order, operand))
}

/// `BooleanEqualsPath`.
#[inline]
pub fn booleans_are(value: &Value, operand: &Value) -> bool {
    operand.as_bool().is_some_and(|operand| boolean_is(value, operand))
}

/// `TimestampEqualsPath` and the like.
#[inline]
pub fn times_are(value: &Value, order: Order, operand: &Value) -> bool {
    moment(operand).is_some_and(|operand| time_is(value, order, operand))
}

/// `StringMatches`: the pieces of the pattern in this order, the first at the beginning, the last
/// at the end, and any text between them. The leftmost match of each piece leaves most text for the
/// next, so no backtracking is needed.
pub fn string_matches(value: &Value, pieces: &[&str]) -> bool {
    let (Some(text), Some((first, rest))) = (value.as_str(), pieces.split_first()) else {
        return false;
    };
    let Some((last, middle)) = rest.split_last() else { return text == *first };
    let Some(mut left) = text.strip_prefix(first).and_then(|text| text.strip_suffix(last)) else {
        return false;
    };
    for piece in middle {
        let Some((_, behind)) = left.split_once(piece) else { return false };
        left = behind;
    }
    true
}

/// `IsNull`.
#[inline]
pub fn is_null(value: &Value) -> bool {
    value.is_null()
}

/// `IsNumeric`.
#[inline]
pub fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Float(_))
}

/// `IsString`.
#[inline]
pub fn is_string(value: &Value) -> bool {
    matches!(value, Value::String(_))
}

/// `IsBoolean`.
#[inline]
pub fn is_boolean(value: &Value) -> bool {
    matches!(value, Value::Bool(_))
}

/// `IsTimestamp`: a string that is one.
pub fn is_timestamp(value: &Value) -> bool {
    moment(value).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    const ORDERS: [Order; 5] = [
        Order::Equals,
        Order::LessThan,
        Order::GreaterThan,
        Order::LessThanEquals,
        Order::GreaterThanEquals,
    ];

    /// The results of the five comparisons for a smaller, an equal and a larger value.
    fn holds(is: impl Fn(usize, Order) -> bool) -> [[bool; 5]; 3] {
        [0, 1, 2].map(|value| ORDERS.map(|order| is(value, order)))
    }

    const EXPECTED: [[bool; 5]; 3] = [
        [false, true, false, true, false],
        [true, false, false, true, true],
        [false, false, true, false, true],
    ];

    #[test]
    fn each_order_of_each_type() {
        let texts = ["A", "A ", "B"].map(Value::text);
        assert_eq!(holds(|value, order| string_is(&texts[value], order, "A ")), EXPECTED);
        let numbers = [json!(-1), json!(0.0), json!(0.5)];
        assert_eq!(holds(|value, order| number_is(&numbers[value], order, 0.0)), EXPECTED);
        let times = ["2012-10-09T19:00:54.9Z", "2012-10-09T21:00:55+02:00", "2012-10-09T19:00:56Z"]
            .map(Value::text);
        let moment = Moment::parse("2012-10-09T19:00:55Z").unwrap();
        assert_eq!(holds(|value, order| time_is(&times[value], order, moment)), EXPECTED);
    }

    #[test]
    fn nothing_is_converted() {
        let values = json!([null, true, false, 0, 1, "", "1", "true", [], [1], {}, {"a": 1}]);
        let matching = |is: &dyn Fn(&Value) -> bool| -> Vec<String> {
            values
                .as_array()
                .unwrap()
                .iter()
                .filter(|value| is(value))
                .map(ToString::to_string)
                .collect()
        };
        assert_eq!(matching(&|value| string_is(value, Order::Equals, "1")), ["\"1\""]);
        assert_eq!(matching(&|value| number_is(value, Order::LessThanEquals, 1.0)), ["0", "1"]);
        assert_eq!(matching(&|value| boolean_is(value, true)), ["true"]);
        let epoch = Moment { seconds: 0, nanoseconds: 0 };
        assert!(matching(&|value| time_is(value, Order::GreaterThanEquals, epoch)).is_empty());
    }

    #[test]
    fn operands_at_places_are_not_converted_either() {
        let values = json!([
            null,
            true,
            1,
            1.0,
            "1",
            "2016-03-14T01:59:00Z",
            "2016-03-14T02:59:00+01:00",
            [],
            {}
        ]);
        let values = values.as_array().unwrap();
        let equal = |are: &dyn Fn(&Value, &Value) -> bool| {
            let pairs = values.iter().enumerate().flat_map(|(at, value)| {
                values
                    .iter()
                    .skip(at)
                    .filter(move |operand| are(value, operand))
                    .map(move |operand| (value, operand))
            });
            pairs.map(|(value, operand)| format!("{value} {operand}")).collect::<Vec<_>>()
        };
        assert_eq!(equal(&booleans_are), ["true true"]);
        assert_eq!(
            equal(&|value, operand| numbers_are(value, Order::Equals, operand)),
            ["1 1", "1 1.0", "1.0 1.0"]
        );
        assert_eq!(equal(&|value, operand| strings_are(value, Order::Equals, operand)).len(), 3);
        assert_eq!(equal(&|value, operand| times_are(value, Order::Equals, operand)).len(), 3);
        assert!(numbers_are(&json!(1), Order::LessThan, &json!(1.5)));
        assert!(strings_are(&json!("a"), Order::LessThanEquals, &json!("b")));
    }

    #[test]
    fn patterns_match_in_order_and_without_overlap() {
        let matches = |text: &str, pieces: &[&str]| string_matches(&Value::text(text), pieces);
        assert!(
            matches("log-2026.txt", &["log-", ".txt"])
                && !matches("log-2026.txt2", &["log-", ".txt"])
        );
        assert!(matches("", &["", ""]) && matches("", &[""]) && !matches("a", &[""]));
        assert!(matches("aba", &["a", "b", "a"]) && !matches("ab", &["a", "b", "b"]));
        assert!(!matches("a", &["a", "a"]) && matches("aa", &["a", "a"]));
        assert!(matches("xaybzb", &["", "a", "b", ""]) && !matches("xbyaz", &["", "a", "b", ""]));
        assert!(matches("äöü", &["ä", "", "ü"]));
        assert!(!string_matches(&json!(123), &["123"]));
    }

    /// A pattern on which a backtracking matcher would take exponential time.
    #[test]
    fn patterns_take_linear_time() {
        let pieces: Vec<&str> =
            std::iter::repeat_n("a*a", 1_000).flat_map(|piece| piece.split('*')).collect();
        assert!(!string_matches(&Value::from("a".repeat(1_999)), &pieces));
        assert!(string_matches(&Value::from("a".repeat(2_000)), &pieces));
        assert!(!string_matches(&Value::from(format!("{}b", "a".repeat(1_000_000))), &pieces));
    }

    #[test]
    fn kinds_are_told_apart() {
        let values = json!([null, true, 0, 0.5, "", "2016-08-18T17:33:00Z", "2016-08-18", [], {}]);
        let kinds = |value: &Value| {
            let tests = [is_null, is_boolean, is_number, is_string, is_timestamp];
            tests.iter().map(|test| if test(value) { '1' } else { '0' }).collect::<String>()
        };
        let found: Vec<String> = values.as_array().unwrap().iter().map(kinds).collect();
        assert_eq!(
            found,
            ["10000", "01000", "00100", "00100", "00010", "00011", "00010", "00000", "00000"]
        );
    }

    #[test]
    fn strings_are_sorted_by_code_points() {
        assert!(string_is(&Value::text("\u{10346}"), Order::GreaterThan, "\u{ffff}"));
    }

    /// Seed: integers beyond binary64 "might fail to compare in the expected way"; equal texts are
    /// equal.
    #[test]
    fn large_integers_compare_as_binary64() {
        let operand: f64 = "9007199254740993".parse().unwrap();
        assert!(number_is(&Value::Int(9_007_199_254_740_993), Order::Equals, operand));
    }
}
