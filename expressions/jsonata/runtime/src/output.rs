//! Results as JSON.

use super::Item;
use super::number::whole_or_float;
use super::shared::Shared;
use asl_value::expression::number::whole;
use asl_value::value::Value;

/// The form of numbers in a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JavaScript's JSON: null for numbers that are not finite.
    JavaScript,
    /// That of Step Functions: the names of numbers that are not finite, and no fraction of whole
    /// numbers.
    StepFunctions,
}

/// The value that leaves a run; `None` if it contains a function.
#[inline]
pub fn output(item: Item, form: Form) -> Option<Value> {
    let value = match item {
        Item::Data(value) => value,
        Item::Undefined => Value::Null,
        Item::Sequence(values) => Value::Array(values),
        item @ (Item::List(_) | Item::Record(_) | Item::Function(_)) => without_functions(&item)?,
    };
    if form.keeps(&value) {
        return Some(value);
    }
    Some(Rewriting::new(form).not_kept(&value).unwrap_or(value))
}

#[cold]
fn without_functions(item: &Item) -> Option<Value> {
    let mut has_functions = false;
    let value = item.to_value(|| {
        has_functions = true;
        None
    });
    value.filter(|_| !has_functions)
}

/// Values whose JSON text is longer than this may have many parts more than once.
const SMALL: u64 = 64 << 10;

impl Form {
    /// The number in this form.
    #[inline]
    pub fn number(self, number: f64) -> Value {
        let value = whole_or_float(number);
        self.replacement_of(&value).unwrap_or(value)
    }

    /// A copy of the value in this form.
    #[inline]
    pub fn copied(self, value: &Value) -> Value {
        Rewriting::new(self).rewritten(value).unwrap_or_else(|| value.clone())
    }

    /// True for a value that is in this form. It may not know of a large one.
    #[inline]
    pub fn keeps(self, value: &Value) -> bool {
        match (self, value) {
            (Self::JavaScript, _) => value.is_finite(),
            (Self::StepFunctions, Value::Float(number)) => self.replacement(*number).is_none(),
            (Self::StepFunctions, Value::Array(_) | Value::Object(_)) => {
                value.size() <= SMALL && self.keeps_all(value)
            }
            (Self::StepFunctions, _) => true,
        }
    }

    fn keeps_all(self, container: &Value) -> bool {
        let keeps = |value: &Value| match value {
            Value::Float(number) => self.replacement(*number).is_none(),
            Value::Array(_) | Value::Object(_) => self.keeps_all(value),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::String(_) => true,
        };
        match container {
            Value::Array(items) => items.iter().all(keeps),
            Value::Object(object) => object.values().all(keeps),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                true
            }
        }
    }

    fn replacement_of(self, value: &Value) -> Option<Value> {
        if let Value::Float(number) = value { self.replacement(*number) } else { None }
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

/// Values in a form. A container that is in others more than once is written once.
struct Rewriting {
    form: Form,
    /// The replacement of a container; `None` if it stays.
    known: Shared,
}

impl Rewriting {
    #[inline]
    fn new(form: Form) -> Self {
        Self { form, known: Shared::default() }
    }

    /// The value that takes the place of another; `None` if that is in this form.
    #[inline]
    fn rewritten(&mut self, value: &Value) -> Option<Value> {
        if self.form.keeps(value) { None } else { self.not_kept(value) }
    }

    /// The replacement of a value that the form is not known to keep.
    fn not_kept(&mut self, value: &Value) -> Option<Value> {
        if !matches!(value, Value::Array(_) | Value::Object(_)) {
            return self.form.replacement_of(value);
        }
        if let Some(known) = self.known.of_value(value) {
            return known.clone();
        }
        let rewritten = match value {
            Value::Array(items) => self.children(items.iter()).map(Value::array),
            Value::Object(object) => {
                self.children(object.entries().iter().map(|(_, value)| value)).map(|values| {
                    let keys = object.entries().iter().map(|(key, _)| key.clone());
                    Value::Object(keys.zip(values).collect())
                })
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                None
            }
        };
        self.known.insert_value(value, rewritten.as_ref());
        rewritten
    }

    /// The children of a container in this form; `None` if all are.
    fn children<'v>(
        &mut self,
        children: impl Iterator<Item = &'v Value> + Clone,
    ) -> Option<Vec<Value>> {
        let mut rest = children.clone().enumerate();
        let (place, first) =
            rest.find_map(|(place, child)| Some((place, self.rewritten(child)?)))?;
        let mut changed: Vec<Value> = children.take(place).cloned().collect();
        changed.push(first);
        changed
            .extend(rest.map(|(_, child)| self.rewritten(child).unwrap_or_else(|| child.clone())));
        Some(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

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
        let function =
            crate::Function::item(0, &[], |_, _, _| Ok(crate::Tail::Done(Item::Undefined)));
        let list = Item::array(vec![function.unwrap()]).unwrap();
        assert_eq!(output(list, Form::StepFunctions), None);
    }
}
