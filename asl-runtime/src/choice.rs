//! The comparisons of choice rules (seed: "Choice State"). None converts: a value of another type never matches.

use std::cmp::Ordering;

use crate::time::Moment;
use crate::value::Value;

/// The five orders of comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Order {
    Equals,
    LessThan,
    GreaterThan,
    LessThanEquals,
    GreaterThanEquals,
}

impl Order {
    #[inline]
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equals => ordering.is_eq(),
            Self::LessThan => ordering.is_lt(),
            Self::GreaterThan => ordering.is_gt(),
            Self::LessThanEquals => ordering.is_le(),
            Self::GreaterThanEquals => ordering.is_ge(),
        }
    }
}

/// `StringEquals` and its like: by code points. Java, behind Step Functions, compares UTF-16 units, which sorts
/// characters beyond U+FFFF before U+E000 to U+FFFF; no recording tells whether AWS does so.
#[inline]
pub fn string_is(value: &Value, order: Order, operand: &str) -> bool {
    value
        .as_str()
        .is_some_and(|text| if order == Order::Equals { text == operand } else { order.holds(text.cmp(operand)) })
}

/// `NumericEquals` and its like: as binary64, which the seed warns of, on both sides, so that equal texts are equal.
#[inline]
pub fn number_is(value: &Value, order: Order, operand: f64) -> bool {
    value.as_f64().and_then(|number| number.partial_cmp(&operand)).is_some_and(|ordering| order.holds(ordering))
}

/// `BooleanEquals`.
#[inline]
pub fn boolean_is(value: &Value, operand: bool) -> bool {
    value.as_bool() == Some(operand)
}

/// `TimestampEquals` and its like: by the instant, so that `12:00:00Z` equals `13:00:00+01:00`. A string that is no timestamp
/// is a value of another type.
#[inline]
pub fn time_is(value: &Value, order: Order, operand: Moment) -> bool {
    value.as_str().and_then(Moment::parse).is_some_and(|moment| order.holds(moment.cmp(&operand)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    const ORDERS: [Order; 5] =
        [Order::Equals, Order::LessThan, Order::GreaterThan, Order::LessThanEquals, Order::GreaterThanEquals];

    /// Which of the five hold for a smaller, an equal and a larger value.
    fn holds(is: impl Fn(usize, Order) -> bool) -> [[bool; 5]; 3] {
        [0, 1, 2].map(|value| ORDERS.map(|order| is(value, order)))
    }

    const EXPECTED: [[bool; 5]; 3] =
        [[false, true, false, true, false], [true, false, false, true, true], [false, false, true, false, true]];

    #[test]
    fn each_order_of_each_type() {
        let texts = ["A", "A ", "B"].map(Value::text);
        assert_eq!(holds(|value, order| string_is(&texts[value], order, "A ")), EXPECTED);
        let numbers = [json!(-1), json!(0.0), json!(0.5)];
        assert_eq!(holds(|value, order| number_is(&numbers[value], order, 0.0)), EXPECTED);
        let times = ["2012-10-09T19:00:54.9Z", "2012-10-09T21:00:55+02:00", "2012-10-09T19:00:56Z"].map(Value::text);
        let moment = Moment::parse("2012-10-09T19:00:55Z").unwrap();
        assert_eq!(holds(|value, order| time_is(&times[value], order, moment)), EXPECTED);
    }

    #[test]
    fn nothing_is_converted() {
        let values = json!([null, true, false, 0, 1, "", "1", "true", [], [1], {}, {"a": 1}]);
        let matching = |is: &dyn Fn(&Value) -> bool| -> Vec<String> {
            values.as_array().unwrap().iter().filter(|value| is(value)).map(ToString::to_string).collect()
        };
        assert_eq!(matching(&|value| string_is(value, Order::Equals, "1")), ["\"1\""]);
        assert_eq!(matching(&|value| number_is(value, Order::LessThanEquals, 1.0)), ["0", "1"]);
        assert_eq!(matching(&|value| boolean_is(value, true)), ["true"]);
        let epoch = Moment { seconds: 0, nanoseconds: 0 };
        assert!(matching(&|value| time_is(value, Order::GreaterThanEquals, epoch)).is_empty());
    }

    #[test]
    fn strings_are_sorted_by_code_points() {
        assert!(string_is(&Value::text("\u{10346}"), Order::GreaterThan, "\u{ffff}"));
    }

    /// Seed: integers beyond binary64 "might fail to compare in the expected way"; what is written alike is equal.
    #[test]
    fn large_integers_compare_as_binary64() {
        let operand: f64 = "9007199254740993".parse().unwrap();
        assert!(number_is(&Value::Int(9_007_199_254_740_993), Order::Equals, operand));
    }
}
