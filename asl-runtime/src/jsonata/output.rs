//! Results as JSON.

use super::Item;
use super::number::whole_or_float;
use crate::expression::number::whole;
use crate::value::{Map, Text, Value};

/// The form of numbers in a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// JavaScript's JSON: null for numbers that are not finite.
    JavaScript,
    /// That of Step Functions: the names of numbers that are not finite, and no fraction of whole
    /// numbers.
    StepFunctions,
}

/// The value that leaves a run; `None` if it contains a function.
#[inline]
pub(super) fn output(item: Item, form: Form) -> Option<Value> {
    if item.as_data().is_some_and(|value| form.keeps(value)) {
        return item.into_data();
    }
    rewritten(item, form)
}

/// The same of an item that is not plain data in this form.
fn rewritten(item: Item, form: Form) -> Option<Value> {
    match item {
        Item::Undefined => Some(Value::Null),
        Item::Data(value) => Some(form.write(&value)),
        Item::Sequence(values) => Some(form.written(Value::Array(values))),
        Item::List(list) => {
            let items = list.items().iter().map(|item| output(item.clone(), form));
            items.collect::<Option<_>>().map(Value::array)
        }
        Item::Record(record) => {
            let entry =
                |(key, item): &(Text, Item)| Some((key.clone(), output(item.clone(), form)?));
            let entries: Option<Map> = record.entries().iter().map(entry).collect();
            Some(Value::Object(entries?.into()))
        }
        Item::Function(_) => None,
    }
}

impl Form {
    /// The number in this form.
    #[inline]
    pub(super) fn number(self, number: f64) -> Value {
        let value = whole_or_float(number);
        if self.keeps(&value) { value } else { self.write(&value) }
    }

    /// A copy of the value in this form.
    #[inline]
    pub(super) fn copied(self, value: &Value) -> Value {
        if self.keeps(value) { value.clone() } else { self.write(value) }
    }

    /// The value in this form. Most are, and nothing of them is copied.
    fn written(self, value: Value) -> Value {
        if self.keeps(&value) { value } else { self.write(&value) }
    }

    fn write(self, value: &Value) -> Value {
        if self.keeps(value) {
            return value.clone();
        }
        match value {
            Value::Array(items) => {
                Value::array(items.iter().map(|item| self.write(item)).collect())
            }
            Value::Object(object) => {
                let entries = object.entries().iter();
                let entries = entries.map(|(key, value)| (key.clone(), self.write(value)));
                Value::Object(entries.collect())
            }
            Value::Float(number) => self.replacement(*number).unwrap_or(Value::Null),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::String(_) => value.clone(),
        }
    }

    /// True for a value that is in this form.
    #[inline]
    pub(super) fn keeps(self, value: &Value) -> bool {
        match (self, value) {
            (Self::JavaScript, _) => value.is_finite(),
            (Self::StepFunctions, Value::Float(number)) => self.replacement(*number).is_none(),
            (Self::StepFunctions, Value::Array(_) | Value::Object(_)) => self.keeps_all(value),
            (Self::StepFunctions, _) => true,
        }
    }

    fn keeps_all(self, container: &Value) -> bool {
        match container {
            Value::Array(items) => items.iter().all(|item| self.keeps(item)),
            Value::Object(object) => object.values().all(|value| self.keeps(value)),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                true
            }
        }
    }

    /// The value that stands for a double that cannot be written as it is.
    fn replacement(self, number: f64) -> Option<Value> {
        match self {
            Self::JavaScript => (!number.is_finite()).then_some(Value::Null),
            Self::StepFunctions if number.is_nan() => Some(Value::text("NaN")),
            Self::StepFunctions if number == f64::INFINITY => Some(Value::text("Infinity")),
            Self::StepFunctions if number == f64::NEG_INFINITY => Some(Value::text("-Infinity")),
            Self::StepFunctions => whole(number).map(Value::Int),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn written(value: Value, form: Form) -> String {
        output(Item::Data(value), form).unwrap().to_json_string()
    }

    fn numbers() -> Value {
        let list = [1.0, -0.0, 1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Value::Float);
        let mut object = json!({"a": i64::MAX, "b": "1.0"});
        object.insert("c", Value::array(list.into()));
        object
    }

    #[test]
    fn step_functions_writes_numbers_as_java_does() {
        assert_eq!(
            written(numbers(), Form::StepFunctions),
            r#"{"a":9223372036854775807,"b":"1.0","c":[1,0,1.5,"NaN","Infinity","-Infinity"]}"#
        );
    }

    #[test]
    fn java_script_has_no_json_of_numbers_that_are_not_finite() {
        assert_eq!(
            written(numbers(), Form::JavaScript),
            r#"{"a":9223372036854775807,"b":"1.0","c":[1.0,-0.0,1.5,null,null,null]}"#
        );
    }

    #[test]
    fn functions_are_no_results() {
        let function = crate::jsonata::Function::item(0, &[], |_, _, _| {
            Ok(crate::jsonata::Tail::Done(Item::Undefined))
        });
        let list = Item::array(vec![function.unwrap()]).unwrap();
        assert_eq!(output(list, Form::StepFunctions), None);
    }
}
