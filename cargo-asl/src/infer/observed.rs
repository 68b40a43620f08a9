//! The set of values that recorded ones suggest.

use std::collections::{BTreeMap, BTreeSet};

use asl_codegen::types::{Items, Kind, Member, Members, Values};
use serde_json::{Map, Value};

/// Maximum depth. Of deeper values only the kind is kept.
const MOST_DEPTH: u32 = 32;

/// Maximum number of members of objects. Objects with more are tables, whose names are data.
const MOST_MEMBERS: usize = 200;

/// Maximum number of parts of all values together. Further names are not kept.
const MOST_PARTS: usize = 20_000;

/// Values that were seen at the same place.
#[derive(Debug, Default)]
pub(super) struct Observed {
    root: Seen,
    /// Number of parts.
    parts: usize,
}

#[derive(Debug, Default)]
struct Seen {
    count: u64,
    kinds: BTreeSet<Kind>,
    /// The objects among them.
    objects: Objects,
    /// All items of the arrays among them.
    items: Option<Box<Seen>>,
}

#[derive(Debug, Default)]
struct Objects {
    count: u64,
    members: BTreeMap<String, Seen>,
    /// True if there were too many names.
    is_table: bool,
}

impl Observed {
    /// Adds a value.
    pub(super) fn add(&mut self, value: &Value) {
        self.root.add(value, 0, &mut self.parts);
    }

    /// Number of values.
    pub(super) fn count(&self) -> u64 {
        self.root.count
    }

    /// The set of values that they suggest.
    pub(super) fn values(&self) -> Values {
        self.root.values()
    }
}

impl Seen {
    fn add(&mut self, value: &Value, depth: u32, parts: &mut usize) {
        self.count += 1;
        self.kinds.insert(match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Number(number) if number.is_f64() => Kind::Number,
            Value::Number(_) => Kind::Integer,
            Value::String(_) => Kind::String,
            Value::Array(_) => Kind::Array,
            Value::Object(_) => Kind::Object,
        });
        if depth >= MOST_DEPTH {
            return;
        }
        match value {
            Value::Object(members) => self.objects.add(members, depth, parts),
            Value::Array(items) => {
                for item in items {
                    self.items.get_or_insert_default().add(item, depth + 1, parts);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn values(&self) -> Values {
        let object = self.kinds.contains(&Kind::Object).then(|| self.objects.members());
        let array = self
            .items
            .as_ref()
            .map(|items| Box::new(Items { first: Vec::new(), more: Some(items.values()) }));
        Values {
            kinds: self.kinds.clone(),
            object: object.filter(|object| !object.known.is_empty()),
            array,
            ..Values::default()
        }
    }
}

impl Objects {
    fn add(&mut self, object: &Map<String, Value>, depth: u32, parts: &mut usize) {
        self.count += 1;
        for (name, value) in object.iter().filter(|_| !self.is_table) {
            if let Some(seen) = self.members.get_mut(name) {
                seen.add(value, depth + 1, parts);
            } else if *parts < MOST_PARTS {
                *parts += 1;
                self.members.entry(name.clone()).or_default().add(value, depth + 1, parts);
            }
        }
        if self.members.len() > MOST_MEMBERS {
            self.members.clear();
            self.is_table = true;
        }
    }

    fn members(&self) -> Members {
        let known = self.members.iter().map(|(name, seen)| {
            let is_required = seen.count == self.count;
            (name.clone(), Member { values: seen.values(), is_required })
        });
        Members { known: known.collect(), is_open: true }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Observed;
    use crate::schema::Document;

    fn schema(values: &[Value]) -> Value {
        let mut observed = Observed::default();
        for value in values {
            observed.add(value);
        }
        let text = Document::of(&observed.values(), String::new()).text();
        let mut schema: Value = serde_json::from_str(&text).expect("JSON");
        let members = schema.as_object_mut().expect("an object");
        members.retain(|name, _| !name.starts_with('$'));
        schema
    }

    #[test]
    fn a_member_that_each_object_has_is_required() {
        let seen = [json!({"a": 1, "b": "x"}), json!({"a": 2.5, "c": null})];
        let expected = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": "number"}, "b": {"type": "string"}, "c": {"type": "null"}}});
        assert_eq!(schema(&seen), expected);
        assert_eq!(schema(&[json!(1), json!(2)]), json!({"type": "integer"}));
        assert_eq!(schema(&[json!(1), json!(null)]), json!({"type": ["integer", "null"]}));
    }

    #[test]
    fn the_items_of_all_arrays_are_merged() {
        let seen = [json!([]), json!([{"a": 1}, {"a": 2, "b": true}]), json!([{"a": 3}])];
        let item = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": "integer"}, "b": {"type": "boolean"}}});
        assert_eq!(schema(&seen), json!({"type": "array", "items": item}));
        assert_eq!(schema(&[json!([])]), json!({"type": "array"}));
    }

    #[test]
    fn tables_and_deep_values_are_bounded() {
        let table = (0..300).map(|row| (format!("k{row}"), json!(row))).collect();
        assert_eq!(schema(&[Value::Object(table)]), json!({"type": "object"}));
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        let text = schema(&[deep]).to_string();
        assert_eq!(text.matches("array").count(), 33);
    }
}
