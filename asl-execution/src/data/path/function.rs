//! RFC 9535's functions, and paths with several hits in filters: nested searches with the same
//! budget.

use super::filter::BYTES_PER_VISIT;
use super::{Goal, Search};
use crate::data::choice::Order;
use asl_value::value::Value;

impl Search {
    /// Returns true if a path in a filter has a hit.
    pub fn exists(&mut self, path: impl FnOnce(&mut Self)) -> bool {
        self.within(Goal::new(0, 1), path).count > 0
    }

    /// `count()`: the number of nodes that a path in a filter selects.
    pub fn count(&mut self, path: impl FnOnce(&mut Self)) -> Option<Value> {
        let found = self.within(Goal::new(0, usize::MAX), path);
        i64::try_from(found.count).ok().map(Value::Int)
    }

    /// `value()`: the only node that a path in a filter selects.
    pub fn only(&mut self, path: impl FnOnce(&mut Self)) -> Option<Value> {
        let mut found = self.within(Goal::new(1, 2), path);
        if found.count == 1 { found.hits.pop() } else { None }
    }

    fn within(&mut self, goal: Goal, path: impl FnOnce(&mut Self)) -> Goal {
        let outer = std::mem::replace(&mut self.goal, goal);
        path(self);
        std::mem::replace(&mut self.goal, outer)
    }
}

/// As [`Search::compares`], but the search itself found one of the sides.
#[inline]
pub fn compared(
    left: Option<&Value>,
    order: Order,
    right: Option<&Value>,
    search: &mut Search,
) -> bool {
    search.compares(left, order, right)
}

/// `length()`: characters of a string, items of an array, members of an object; `None` for others.
pub fn length(of: Option<&Value>, search: &mut Search) -> Option<Value> {
    let length = match of? {
        Value::String(text) if search.spend(text.len() / BYTES_PER_VISIT_IN_MEMORY) => {
            text.chars().count()
        }
        Value::Array(items) => items.as_slice().len(),
        Value::Object(object) => object.entries().len(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            return None;
        }
    };
    i64::try_from(length).ok().map(Value::Int)
}

/// Bytes of text whose counting costs as much as one visited node.
#[expect(clippy::cast_possible_truncation, reason = "a small constant")]
const BYTES_PER_VISIT_IN_MEMORY: usize = BYTES_PER_VISIT as usize;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::path::gather;
    use asl_value::json;

    fn search<T>(run: impl FnOnce(&mut Search) -> T) -> T {
        let mut found = None;
        gather("$", |search| found = Some(run(search))).unwrap();
        found.unwrap()
    }

    #[test]
    fn lengths_are_those_of_the_rfc() {
        let length = |of: &Value| search(|search| length(Some(of), search));
        assert_eq!(length(&json!("aж☺")), Some(json!(3)));
        assert_eq!(length(&json!([1, [2, 3]])), Some(json!(2)));
        assert_eq!(length(&json!({ "a": 1 })), Some(json!(1)));
        for other in [json!(null), json!(true), json!(12), json!(1.5)] {
            assert_eq!(length(&other), None);
        }
        assert_eq!(search(|search| super::length(None, search)), None);
    }

    #[test]
    fn a_search_within_a_search_leaves_its_hits_alone() {
        let items = json!([1, 2, 3]);
        let all = |search: &mut Search| {
            for node in search.children(&items) {
                search.hit(node);
            }
        };
        let hits = gather("$", |search| {
            all(search);
            assert!(search.exists(all));
            assert!(!search.exists(|_| ()));
            assert_eq!(search.count(all), Some(json!(3)));
            assert_eq!(search.only(all), None);
            assert_eq!(search.only(|search| search.hit(&items)), Some(items.clone()));
            assert!(search.exists(|search| search.hit(&items)));
            search.hit(&items);
        });
        assert_eq!(hits.unwrap(), json!([1, 2, 3, [1, 2, 3]]));
    }

    #[test]
    fn what_was_found_is_searched_for_no_longer() {
        let items = Value::array(vec![Value::Null; 1_000]);
        let mut visited = 0;
        let result = gather("$", |search| {
            // A million nodes each time if the search continued.
            for _ in 0..1_000 {
                assert!(search.exists(|search| {
                    for node in search.children(&items) {
                        for _ in search.children(&items) {
                            visited += 1;
                        }
                        search.hit(node);
                    }
                }));
            }
        });
        assert!(result.is_ok());
        assert_eq!(visited, 1_000_000);
    }

    #[test]
    fn searches_within_searches_share_the_budget() {
        let items = Value::array(vec![Value::Null; 4_000]);
        let result = gather("$[?count($..*)]", |search| {
            for _ in 0..4_000 {
                search.count(|search| {
                    for node in search.children(&items) {
                        search.hit(node);
                    }
                });
            }
        });
        let cause = "Invalid path '$[?count($..*)]' : it reaches more than 10000000 nodes";
        assert_eq!(result.unwrap_err().cause(), Some(cause));
    }
}
