//! Parts of filters and lists of members: the tested objects, comparisons, new objects.

use std::cmp::Ordering;

use super::{Search, width};
use crate::data::choice::Order;
use asl_value::value::Value;

/// Bytes of JSON text whose comparison costs as much as one visited node.
pub(super) const BYTES_PER_VISIT: u64 = 16;

impl Search {
    /// The objects that a filter tests: objects among an array's items, or an object itself.
    #[inline]
    pub fn objects<'v>(&mut self, node: &'v Value) -> Vec<&'v Value> {
        if is_object(node) {
            return if self.spend(1) { vec![node] } else { Vec::new() };
        }
        self.children(node).into_iter().filter(|item| is_object(item)).collect()
    }

    /// The objects that a filter tests after `..`: the node and all its descendants that are
    /// objects, each before its own descendants.
    #[inline]
    pub fn objects_below<'v>(&mut self, node: &'v Value) -> Vec<&'v Value> {
        self.walk(node, |child| child.depth() > 0, is_object)
    }

    /// Compares two values of a filter (RFC 9535, 2.3.5.2.2). Nothing is converted, only strings
    /// and numbers are ordered, and two missing values are equal.
    #[inline]
    pub fn compares(&mut self, left: Option<&Value>, order: Order, right: Option<&Value>) -> bool {
        if !self.spend(effort(left, right)) {
            return false;
        }
        match order {
            Order::Equals => left == right,
            Order::LessThan => is_less(left, right),
            Order::GreaterThan => is_less(right, left),
            Order::LessThanEquals => is_less(left, right) || left == right,
            Order::GreaterThanEquals => is_less(right, left) || left == right,
        }
    }

    /// As [`members`].
    pub fn members<const N: usize>(
        &mut self,
        node: &Value,
        names: [&'static str; N],
    ) -> Option<Value> {
        if self.spend(N) { members(node, names) } else { None }
    }

    /// As [`members`], but none if one of them is missing.
    pub fn all_members<const N: usize>(
        &mut self,
        node: &Value,
        names: [&'static str; N],
    ) -> Option<Value> {
        if names.iter().all(|name| node.get(name).is_some()) {
            self.members(node, names)
        } else {
            None
        }
    }
}

/// A new object with those of the members that an object has.
pub fn members<const N: usize>(node: &Value, names: [&'static str; N]) -> Option<Value> {
    let object = node.as_object()?;
    let entries =
        names.into_iter().filter_map(|name| object.get(name).map(|value| (name, value.clone())));
    Some(Value::Object(entries.collect()))
}

fn is_object(node: &Value) -> bool {
    node.as_object().is_some()
}

/// The cost of a comparison in visited nodes: most are cheap.
fn effort(left: Option<&Value>, right: Option<&Value>) -> usize {
    let bytes = match (left, right) {
        (Some(Value::String(left)), Some(Value::String(right))) => {
            left.len().min(right.len()) as u64
        }
        (Some(left @ Value::Array(_)), Some(right @ Value::Array(_)))
        | (Some(left @ Value::Object(_)), Some(right @ Value::Object(_)))
            if width(left) == width(right) =>
        {
            left.size().saturating_add(right.size())
        }
        _ => 0,
    };
    usize::try_from(bytes / BYTES_PER_VISIT).unwrap_or(usize::MAX)
}

/// Orders strings by code points and numbers by value. Other values are unordered.
fn is_less(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(Value::String(left)), Some(Value::String(right))) => left < right,
        (Some(Value::Int(left)), Some(Value::Int(right))) => left < right,
        (Some(Value::Float(left)), Some(Value::Float(right))) => left < right,
        (Some(Value::Int(left)), Some(Value::Float(right))) => {
            compare_exactly(*left, *right).is_some_and(Ordering::is_lt)
        }
        (Some(Value::Float(left)), Some(Value::Int(right))) => {
            compare_exactly(*right, *left).is_some_and(Ordering::is_gt)
        }
        _ => false,
    }
}

/// Compares exact values: 2^53 + 1 is greater than the float 2^53, although it converts to it.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "checked exactly")]
fn compare_exactly(int: i64, float: f64) -> Option<Ordering> {
    match (int as f64).partial_cmp(&float)? {
        // The float is a whole number here, at most 2^63.
        Ordering::Equal => Some(i128::from(int).cmp(&(float as i128))),
        unequal @ (Ordering::Less | Ordering::Greater) => Some(unequal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::path::gather;
    use asl_value::json;

    const ORDERS: [Order; 5] = [
        Order::Equals,
        Order::LessThan,
        Order::GreaterThan,
        Order::LessThanEquals,
        Order::GreaterThanEquals,
    ];

    fn search<T>(run: impl FnOnce(&mut Search) -> T) -> T {
        let mut found = None;
        gather("$", |search| found = Some(run(search))).unwrap();
        found.unwrap()
    }

    /// The comparisons that are true.
    fn holding(left: Option<&Value>, right: Option<&Value>) -> Vec<Order> {
        search(|search| {
            ORDERS.into_iter().filter(|order| search.compares(left, *order, right)).collect()
        })
    }

    #[test]
    fn numbers_and_strings_are_ordered_exactly() {
        let ascending = [
            [json!(-1), json!(0), json!(0.5), json!(1), json!(1e300)],
            [
                json!(9_007_199_254_740_992_i64),
                json!(9_007_199_254_740_993_i64),
                json!(9_007_199_254_740_994.0),
                json!(i64::MAX),
                json!(9_223_372_036_854_775_808.0),
            ],
            [json!(""), json!("A"), json!("AA"), json!("a"), json!("\u{10346}")],
        ];
        for values in ascending {
            for (a, left) in values.iter().enumerate() {
                for (b, right) in values.iter().enumerate() {
                    let expected = match a.cmp(&b) {
                        Ordering::Less => vec![Order::LessThan, Order::LessThanEquals],
                        Ordering::Equal => {
                            vec![Order::Equals, Order::LessThanEquals, Order::GreaterThanEquals]
                        }
                        Ordering::Greater => vec![Order::GreaterThan, Order::GreaterThanEquals],
                    };
                    assert_eq!(holding(Some(left), Some(right)), expected, "{left} and {right}");
                }
            }
        }
    }

    /// RFC 9535, 2.3.5.2.2: `<=` is true for equal values.
    #[test]
    fn other_values_are_equal_or_nothing() {
        let values = [
            json!(null),
            json!(true),
            json!(false),
            json!(1),
            json!("1"),
            json!([1]),
            json!({"a": 1}),
        ];
        let equal = [Order::Equals, Order::LessThanEquals, Order::GreaterThanEquals];
        assert_eq!(holding(None, None), equal);
        for (a, left) in values.iter().enumerate() {
            assert_eq!(holding(Some(left), None), []);
            for (b, right) in values.iter().enumerate() {
                assert_eq!(
                    holding(Some(left), Some(right)),
                    if a == b { &equal[..] } else { &[] },
                    "{left} and {right}"
                );
            }
        }
    }

    #[test]
    fn objects_are_tested_and_nothing_else() {
        let root = json!({"a": [1, {"b": {}}, [{"c": 1}], null], "d": {}});
        let texts = |nodes: Vec<&Value>| nodes.iter().map(ToString::to_string).collect::<Vec<_>>();
        let objects = |node: &Value| search(|search| texts(search.objects(node)));
        assert_eq!(objects(&root), [root.to_string()]);
        assert_eq!(objects(root.get("a").unwrap()), [r#"{"b":{}}"#]);
        assert!(objects(&json!("text")).is_empty());
        let below = search(|search| texts(search.objects_below(&root)));
        assert_eq!(below, [root.to_string().as_str(), r#"{"b":{}}"#, "{}", r#"{"c":1}"#, "{}"]);
    }

    #[test]
    fn a_list_of_members_makes_an_object_of_those_there_are() {
        let root = json!({"a": 1, "b": null, "c": 3});
        assert_eq!(members(&root, ["c", "x", "b", "c"]), Some(json!({"c": 3, "b": null})));
        assert_eq!(members(&root, ["x", "y"]), Some(json!({})));
        assert_eq!(members(&json!([root.clone()]), ["a", "b"]), None);
        assert_eq!(search(|search| search.all_members(&root, ["a", "x"])), None);
        assert_eq!(
            search(|search| search.all_members(&root, ["a", "b"])),
            Some(json!({"a": 1, "b": null}))
        );
    }

    #[test]
    fn comparing_large_values_ends() {
        let large = || json!({"text": "x".repeat(1 << 20)});
        let (left, right) = (large(), large());
        let mut count = 0;
        let result = gather("$[?(@.a == @.b)]", |search| {
            while search.compares(Some(&left), Order::Equals, Some(&right)) {
                count += 1;
            }
        });
        assert_eq!(
            result.unwrap_err().cause(),
            Some("Invalid path '$[?(@.a == @.b)]' : it reaches more than 10000000 nodes")
        );
        assert_eq!(count, 76);
    }

    #[test]
    fn hits_are_not_deeper_than_data_may_be() {
        let mut deep = json!({});
        for _ in 1..asl_value::value::MAX_DEPTH {
            deep = json!({"a": deep});
        }
        let all = |search: &mut Search| {
            for node in search.objects(&deep) {
                search.hit(node);
            }
        };
        let cause = "data is nested deeper than 256 levels";
        assert_eq!(gather("$[?(@.a)]", all).unwrap_err().cause(), Some(cause));
    }
}
