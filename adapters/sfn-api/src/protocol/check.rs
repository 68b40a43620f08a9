//! Checks of requests against the model, with the messages of AWS.
//!
//! A value of another type is a `SerializationException`, reported before any constraint. Broken
//! constraints are one `ValidationException` that lists all of them.

use std::fmt::{self, Write as _};

use serde_json::{Number, Value};

use super::model::{Member, Operation, Shape, Text, Unit};
use crate::fault::Fault;

/// Checks a request. Members with the value `null` are removed, as if they were not there, as are
/// members that the model does not have. Fractions of integers are cut off.
pub(super) fn check(operation: &Operation, input: &mut Value) -> Result<(), Fault> {
    let Value::Object(members) = input else {
        return Err(wrong_type(input, "a Structure"));
    };
    convert_members(operation.input, members)?;
    let mut violations = Violations::default();
    check_members(operation.input, members, &Place::Root, &mut violations);
    violations.into_result()
}

type Object = serde_json::Map<String, Value>;

fn convert_members(members: &[Member], object: &mut Object) -> Result<(), Fault> {
    object
        .retain(|name, value| !value.is_null() && members.iter().any(|member| member.name == name));
    for member in members {
        if let Some(value) = object.get_mut(member.name) {
            convert(member.shape, value)?;
        }
    }
    Ok(())
}

/// Checks the types of a value and brings numbers into the form of their types.
fn convert(shape: &Shape, value: &mut Value) -> Result<(), Fault> {
    match (shape, value) {
        (Shape::Text(_) | Shape::Enumeration(_), Value::String(_))
        | (Shape::Boolean, Value::Bool(_))
        | (Shape::Float { .. }, Value::Number(_)) => Ok(()),
        (Shape::Integer { .. }, Value::Number(number)) => {
            *number = truncate(number, i32::MIN.into(), i32::MAX.into());
            Ok(())
        }
        (Shape::Long { .. }, Value::Number(number)) => {
            *number = truncate(number, i64::MIN, i64::MAX);
            Ok(())
        }
        (Shape::List { item, .. }, Value::Array(items)) => {
            items.retain(|item| !item.is_null());
            items.iter_mut().try_for_each(|value| convert(item, value))
        }
        (Shape::Structure { members, .. }, Value::Object(object)) => {
            convert_members(members, object)
        }
        (_, value) => Err(wrong_type(value, article(shape))),
    }
}

/// The number without its fraction, within the range of its type.
fn truncate(number: &Number, min: i64, max: i64) -> Number {
    let integer = number.as_i64().unwrap_or_else(|| match number.as_f64() {
        #[expect(clippy::cast_possible_truncation, reason = "this conversion saturates")]
        Some(float) => float as i64,
        None => i64::MAX,
    });
    integer.clamp(min, max).into()
}

fn article(shape: &Shape) -> &'static str {
    match shape {
        Shape::Text(_) | Shape::Enumeration(_) => "a String",
        Shape::Integer { .. } => "an Integer",
        Shape::Long { .. } => "a Long",
        Shape::Float { .. } => "a Float",
        Shape::Boolean => "a Boolean",
        Shape::List { .. } => "a List",
        Shape::Structure { .. } => "a Structure",
    }
}

fn wrong_type(value: &Value, expected: &str) -> Fault {
    let found = match value {
        Value::Array(_) => return serialization("Start of list found where not expected"),
        Value::Object(_) => {
            return serialization("Start of structure or map found where not expected.");
        }
        Value::String(_) => "STRING_VALUE",
        Value::Number(_) => "NUMBER_VALUE",
        Value::Bool(true) => "TRUE_VALUE",
        Value::Bool(false) => "FALSE_VALUE",
        Value::Null => "NULL_VALUE",
    };
    match expected {
        "a List" => serialization("Expected list or null"),
        "a Structure" => serialization("Expected null"),
        _ => serialization(format!("{found} can not be converted to {expected}")),
    }
}

fn serialization(message: impl Into<String>) -> Fault {
    Fault::new("SerializationException", message)
}

/// The place of a value in the request.
enum Place<'p> {
    Root,
    Member(&'p Place<'p>, &'p str),
    /// Position from 1.
    Item(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(Self::Root, name) => f.write_str(name),
            Self::Member(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, position) => write!(f, "{parent}.{position}.member"),
        }
    }
}

/// Broken constraints.
#[derive(Default)]
struct Violations {
    count: usize,
    text: String,
}

impl Violations {
    /// Adds a broken constraint. `value` is the value as the message shows it.
    fn add(
        &mut self,
        value: fmt::Arguments<'_>,
        place: &Place<'_>,
        constraint: fmt::Arguments<'_>,
    ) {
        let separator = if self.count == 0 { "" } else { "; " };
        self.count += 1;
        // Writing to a text does not fail.
        let _ = write!(
            self.text,
            "{separator}Value{value} at '{place}' failed to satisfy constraint: Member must {constraint}"
        );
    }

    fn into_result(self) -> Result<(), Fault> {
        let Self { count, text } = self;
        let errors = match count {
            0 => return Ok(()),
            1 => "error",
            _ => "errors",
        };
        Err(Fault::new(
            "ValidationException",
            format!("{count} validation {errors} detected: {text}"),
        ))
    }
}

fn check_members(members: &[Member], object: &Object, place: &Place<'_>, found: &mut Violations) {
    for member in members {
        let place = Place::Member(place, member.name);
        match object.get(member.name) {
            Some(value) => check_value(member.shape, value, &place, found),
            None if member.required => {
                found.add(format_args!(" null"), &place, format_args!("not be null"));
            }
            None => {}
        }
    }
}

/// Checks the constraints of a value whose type is right.
fn check_value(shape: &Shape, value: &Value, place: &Place<'_>, found: &mut Violations) {
    match (shape, value) {
        (Shape::Text(constraints), Value::String(text)) => {
            check_text(constraints, text, place, found);
        }
        (Shape::Enumeration(names), Value::String(text)) if !names.contains(&text.as_str()) => {
            let names = names.join(", ");
            found.add(
                format_args!(" '{text}'"),
                place,
                format_args!("satisfy enum value set: [{names}]"),
            );
        }
        (Shape::Integer { min, max } | Shape::Long { min, max }, Value::Number(number)) => {
            let integer = number.as_i64().unwrap_or_default();
            check_range(&integer, min, max, place, found);
        }
        (Shape::Float { min, max }, Value::Number(number)) => {
            let float = number.as_f64().unwrap_or(f64::NAN);
            check_range(&float, min, max, place, found);
        }
        (Shape::List { item, min, max }, Value::Array(items)) => {
            let shown = Shown(shape, value);
            check_size(items.len(), *min, *max, format_args!(" '{shown}'"), place, found);
            for (index, value) in items.iter().enumerate() {
                check_value(item, value, &Place::Item(place, index + 1), found);
            }
        }
        (Shape::Structure { members, .. }, Value::Object(object)) => {
            check_members(members, object, place, found);
        }
        _ => {}
    }
}

fn check_text(constraints: &Text, text: &str, place: &Place<'_>, found: &mut Violations) {
    let shown = ShownText { text, sensitive: constraints.sensitive };
    if constraints.unit == Unit::Bytes {
        if text.len() > constraints.max {
            let max = constraints.max;
            found.add(
                format_args!("{shown}"),
                place,
                format_args!("have size less than or equal to {max} bytes in UTF-8 encoding"),
            );
        }
        return;
    }
    let length = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
    check_size(length, constraints.min, constraints.max, format_args!("{shown}"), place, found);
    if let Some(pattern) = constraints.pattern
        && !(pattern.matches)(text)
    {
        found.add(
            format_args!("{shown}"),
            place,
            format_args!("satisfy regular expression pattern: {}", pattern.expression),
        );
    }
}

fn check_size(
    size: usize,
    min: usize,
    max: usize,
    shown: fmt::Arguments<'_>,
    place: &Place<'_>,
    found: &mut Violations,
) {
    if size < min {
        found.add(shown, place, format_args!("have length greater than or equal to {min}"));
    } else if size > max {
        found.add(shown, place, format_args!("have length less than or equal to {max}"));
    }
}

fn check_range<T: PartialOrd + fmt::Display>(
    number: &T,
    min: &T,
    max: &T,
    place: &Place<'_>,
    found: &mut Violations,
) {
    let shown = format_args!(" '{number}'");
    if number < min {
        found.add(shown, place, format_args!("have value greater than or equal to {min}"));
    } else if number > max {
        found.add(shown, place, format_args!("have value less than or equal to {max}"));
    }
}

/// A text as messages show it. It is written only if a constraint is broken.
struct ShownText<'t> {
    text: &'t str,
    sensitive: bool,
}

impl fmt::Display for ShownText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sensitive { Ok(()) } else { write!(f, " '{}'", self.text) }
    }
}

/// A value as AWS's messages show it: lists in brackets, structures as `Name(member=value, ..)`.
struct Shown<'v>(&'v Shape, &'v Value);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (Shape::List { item, .. }, Value::Array(items)) => {
                f.write_str("[")?;
                for (index, value) in items.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{}", Shown(item, value))?;
                }
                f.write_str("]")
            }
            (Shape::Structure { name, members }, Value::Object(object)) => {
                write!(f, "{name}(")?;
                for (index, member) in members.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    let value = object.get(member.name).unwrap_or(&Value::Null);
                    write!(f, "{separator}{}={}", member.name, Shown(member.shape, value))?;
                }
                f.write_str(")")
            }
            (_, Value::String(text)) => f.write_str(text),
            (_, value) => write!(f, "{value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fault(operation: &str, mut input: Value) -> (&'static str, String) {
        let operation = Operation::find(operation).unwrap();
        let fault = check(operation, &mut input).unwrap_err();
        (fault.kind(), fault.message().to_owned())
    }

    fn violation(operation: &str, input: Value) -> String {
        let (kind, message) = fault(operation, input);
        assert_eq!(kind, "ValidationException");
        let message = message.strip_prefix("1 validation error detected: ");
        message.expect("one violation").to_owned()
    }

    fn wrong_type(operation: &str, input: Value) -> String {
        let (kind, message) = fault(operation, input);
        assert_eq!(kind, "SerializationException");
        message
    }

    #[test]
    fn values_of_other_types_are_refused_in_the_words_of_aws() {
        let name = |value: Value| wrong_type("CreateActivity", json!({"name": value}));
        assert_eq!(name(json!(1)), "NUMBER_VALUE can not be converted to a String");
        assert_eq!(name(json!(true)), "TRUE_VALUE can not be converted to a String");
        assert_eq!(name(json!(false)), "FALSE_VALUE can not be converted to a String");
        assert_eq!(name(json!([])), "Start of list found where not expected");
        assert_eq!(name(json!({})), "Start of structure or map found where not expected.");
        let limit = |value: Value| wrong_type("ListActivities", json!({"maxResults": value}));
        assert_eq!(limit(json!("1")), "STRING_VALUE can not be converted to an Integer");
        let tags = |value: Value| wrong_type("CreateActivity", json!({"tags": value}));
        assert_eq!(tags(json!("x")), "Expected list or null");
        assert_eq!(tags(json!(["x"])), "Expected null");
        assert_eq!(tags(json!([{"key": 1}])), "NUMBER_VALUE can not be converted to a String");
        assert_eq!(
            wrong_type("ListActivities", json!([])),
            "Start of list found where not expected"
        );
        assert_eq!(wrong_type("ListActivities", json!(null)), "Expected null");
    }

    #[test]
    fn types_are_checked_before_constraints() {
        let (kind, _) = fault("CreateActivity", json!({"name": "", "tags": 1}));
        assert_eq!(kind, "SerializationException");
    }

    #[test]
    fn broken_constraints_are_named_in_the_words_of_aws() {
        assert_eq!(
            violation("StartExecution", json!({})),
            "Value null at 'stateMachineArn' failed to satisfy constraint: Member must not be null"
        );
        let long = "a".repeat(81);
        assert_eq!(
            violation("CreateActivity", json!({"name": long})),
            format!(
                "Value '{long}' at 'name' failed to satisfy constraint: Member must have length \
                 less than or equal to 80"
            )
        );
        assert_eq!(
            violation("ListActivities", json!({"maxResults": 1001})),
            "Value '1001' at 'maxResults' failed to satisfy constraint: Member must have value \
             less than or equal to 1000"
        );
        assert_eq!(
            violation("ListExecutions", json!({"statusFilter": "DONE"})),
            "Value 'DONE' at 'statusFilter' failed to satisfy constraint: Member must satisfy enum \
             value set: [RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED, PENDING_REDRIVE]"
        );
        assert_eq!(
            violation("RedriveExecution", json!({"executionArn": "a", "clientToken": "a b"})),
            "Value 'a b' at 'clientToken' failed to satisfy constraint: Member must satisfy \
             regular expression pattern: [!-~]+"
        );
    }

    #[test]
    fn messages_do_not_repeat_sensitive_values() {
        let input = "a".repeat(262_145);
        assert_eq!(
            violation("StartExecution", json!({"stateMachineArn": "a", "input": input})),
            "Value at 'input' failed to satisfy constraint: Member must have size less than or \
             equal to 262144 bytes in UTF-8 encoding"
        );
    }

    #[test]
    fn places_inside_lists_count_from_one() {
        let tags = json!([{"key": "a"}, {"key": "", "value": "b"}]);
        assert_eq!(
            violation("TagResource", json!({"resourceArn": "a", "tags": tags})),
            "Value '' at 'tags.2.member.key' failed to satisfy constraint: Member must have length \
             greater than or equal to 1"
        );
    }

    #[test]
    fn lists_are_shown_with_their_members() {
        let item = json!({"stateMachineVersionArn": "v", "weight": 1});
        let routing = json!([item, item, {"stateMachineVersionArn": "w", "weight": 0}]);
        let input = json!({"name": "prod", "routingConfiguration": routing});
        assert_eq!(
            violation("CreateStateMachineAlias", input),
            "Value '[RoutingConfigurationListItem(stateMachineVersionArn=v, weight=1), \
             RoutingConfigurationListItem(stateMachineVersionArn=v, weight=1), \
             RoutingConfigurationListItem(stateMachineVersionArn=w, weight=0)]' at \
             'routingConfiguration' failed to satisfy constraint: Member must have length less \
             than or equal to 2"
        );
    }

    #[test]
    fn all_broken_constraints_are_listed() {
        let (_, message) = fault("CreateStateMachine", json!({"name": "", "type": "FAST"}));
        assert_eq!(message.matches("failed to satisfy constraint").count(), 4, "{message}");
        assert!(message.starts_with("4 validation errors detected: Value '' at 'name'"));
    }

    #[test]
    fn nulls_are_absent_and_integers_lose_their_fractions() {
        let operation = Operation::find("CreateStateMachineAlias").unwrap();
        let mut input = json!({
            "name": "prod", "description": null, "other": 1,
            "routingConfiguration": [{"stateMachineVersionArn": "v", "weight": 99.9}, null],
        });
        check(operation, &mut input).unwrap();
        assert_eq!(
            input,
            json!({
                "name": "prod",
                "routingConfiguration": [{"stateMachineVersionArn": "v", "weight": 99}],
            })
        );
        let mut input = json!({"maxResults": -0.5});
        check(Operation::find("ListActivities").unwrap(), &mut input).unwrap();
        assert_eq!(input, json!({"maxResults": 0}));
        assert!(violation("ListActivities", json!({"maxResults": 1e300})).contains("'2147483647'"));
    }

    #[test]
    fn a_size_in_utf16_counts_pairs_twice() {
        let mut input = json!({"name": "😀".repeat(40)});
        check(Operation::find("CreateActivity").unwrap(), &mut input).unwrap();
        let message = violation("CreateActivity", json!({"name": "😀".repeat(41)}));
        assert!(message.ends_with("less than or equal to 80"));
    }
}
