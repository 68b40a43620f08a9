//! Checks mocked results against the results of the mocked API.
//!
//! AWS checks them against its service models; ours are in `shapes.txt`. APIs that are not in this
//! file are not checked, nor are calls whose result does not come from the API itself
//! (`.waitForTaskToken`, `.sync`).

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use asl_value::value::Value;

/// Strictness of the check that a mocked result fits the API's result: AWS's `fieldValidationMode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FieldValidation {
    /// Present fields have the right type and are within their limits, and required fields are
    /// present.
    #[default]
    Strict,
    /// Present fields have the right type and are within their limits.
    Present,
    /// No check.
    None,
}

/// The shapes by API.
const SHAPES: &str = include_str!("shapes.txt");

/// The shape of a value.
#[derive(Debug)]
enum Shape<'t> {
    Any,
    Text { least: Option<f64>, most: Option<f64>, one_of: Vec<&'t str> },
    Number { least: Option<f64>, most: Option<f64> },
    Bool,
    List(Box<Shape<'t>>),
    Map(Box<Shape<'t>>),
    Structure(Vec<Field<'t>>),
}

#[derive(Debug)]
struct Field<'t> {
    name: &'t str,
    is_required: bool,
    shape: Shape<'t>,
}

/// Checks a mocked result against the API that a Resource names.
pub(super) fn check(
    resource: &str,
    result: &Value,
    validation: FieldValidation,
) -> Result<(), String> {
    if validation == FieldValidation::None {
        return Ok(());
    }
    let Some(text) = shape_of(resource) else { return Ok(()) };
    let shape = Parser { rest: text }.shape();
    shape.check("", result, validation)
}

/// The text of the shape of an API's result. Its name is the end of the ARN: `events:putEvents` for
/// `arn:aws:states:::events:putEvents`.
fn shape_of(resource: &str) -> Option<&'static str> {
    let api = resource.splitn(6, ':').nth(5).filter(|_| resource.contains(":states:"))?;
    SHAPES.lines().find_map(|line| line.strip_prefix(api)?.strip_prefix(' '))
}

impl Shape<'_> {
    fn check(&self, field: &str, value: &Value, validation: FieldValidation) -> Result<(), String> {
        let must = |what: &str| {
            Err(if field.is_empty() {
                format!("the result must be {what}")
            } else {
                format!("Field '{field}' must be {what}")
            })
        };
        match (self, value) {
            (Self::Any, _) | (Self::Bool, Value::Bool(_)) => Ok(()),
            (Self::Text { least, most, one_of }, Value::String(text)) => {
                if !one_of.is_empty() && !one_of.contains(&text.as_str()) {
                    return Err(format!("Field '{field}' is not an expected value"));
                }
                let length = u32::try_from(text.chars().count()).map_or(f64::INFINITY, f64::from);
                within(
                    field,
                    length,
                    (*least, *most),
                    ["is smaller than the minimum length", "exceeds the maximum length"],
                )
            }
            (Self::Number { least, most }, Value::Int(_) | Value::Float(_)) => {
                let number = value.as_f64().unwrap_or_default();
                within(
                    field,
                    number,
                    (*least, *most),
                    ["is less than the minimum value", "exceeds the maximum value"],
                )
            }
            (Self::List(shape), Value::Array(items)) => {
                items.iter().try_for_each(|item| shape.check(field, item, validation))
            }
            (Self::Map(shape), Value::Object(members)) => {
                members.iter().try_for_each(|(key, member)| shape.check(key, member, validation))
            }
            (Self::Structure(fields), Value::Object(members)) => {
                fields.iter().try_for_each(|field| field.check(members.get(field.name), validation))
            }
            (Self::Text { .. }, _) => must("a string"),
            (Self::Number { .. }, _) => must("a number"),
            (Self::Bool, _) => must("a boolean"),
            (Self::List(_), _) => must("an array"),
            (Self::Map(_) | Self::Structure(_), _) => must("an object"),
        }
    }
}

impl Field<'_> {
    fn check(&self, value: Option<&Value>, validation: FieldValidation) -> Result<(), String> {
        match value {
            Some(value) => self.shape.check(self.name, value, validation),
            None if self.is_required && validation == FieldValidation::Strict => {
                Err(format!("Required field '{}' is missing", self.name))
            }
            None => Ok(()),
        }
    }
}

fn within(
    field: &str,
    number: f64,
    limits: (Option<f64>, Option<f64>),
    faults: [&str; 2],
) -> Result<(), String> {
    let [too_small, too_large] = faults;
    let mut message = format!("Field '{field}' ");
    let fault = match limits {
        (Some(least), _) if number < least => too_small,
        (_, Some(most)) if number > most => too_large,
        (_, _) => return Ok(()),
    };
    // Writing to a string cannot fail.
    let _ = message.write_str(fault);
    Err(message)
}

/// Reads the shapes of `shapes.txt`. Unknown syntax becomes a shape that fits everything, which a
/// test excludes.
struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn shape(&mut self) -> Shape<'t> {
        let mut letters = self.rest.chars();
        let first = letters.next();
        self.rest = letters.as_str();
        match first {
            Some('s') => {
                let one_of = self.one_of();
                let (least, most) = self.limits();
                Shape::Text { least, most, one_of }
            }
            Some('n') => {
                let (least, most) = self.limits();
                Shape::Number { least, most }
            }
            Some('b') => Shape::Bool,
            Some('[') => Shape::List(self.inner(']')),
            Some('<') => Shape::Map(self.inner('>')),
            Some('{') => Shape::Structure(self.fields()),
            Some(_) | None => Shape::Any,
        }
    }

    fn inner(&mut self, end: char) -> Box<Shape<'t>> {
        let shape = self.shape();
        self.skip(end);
        Box::new(shape)
    }

    fn fields(&mut self) -> Vec<Field<'t>> {
        let mut fields = Vec::new();
        while !self.skip('}') {
            let Some((name, rest)) = self.rest.split_once(':') else { break };
            self.rest = rest;
            let (name, is_required) =
                name.strip_suffix('!').map_or((name, false), |name| (name, true));
            fields.push(Field { name, is_required, shape: self.shape() });
            self.skip(',');
        }
        fields
    }

    fn one_of(&mut self) -> Vec<&'t str> {
        let Some((words, rest)) = self.rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
        else {
            return Vec::new();
        };
        self.rest = rest;
        words.split('|').collect()
    }

    /// Parses `1..64`; either end may be missing.
    fn limits(&mut self) -> (Option<f64>, Option<f64>) {
        let mut number = || {
            let end = self
                .rest
                .find(|c: char| !c.is_ascii_digit() && c != '-' && c != 'e')
                .unwrap_or(self.rest.len());
            let (digits, rest) = self.rest.split_at_checked(end)?;
            self.rest = rest;
            digits.parse::<f64>().ok()
        };
        let least = number();
        match self.rest.strip_prefix("..") {
            Some(rest) => {
                self.rest = rest;
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
                let (digits, rest) = rest.split_at_checked(end).unwrap_or_default();
                self.rest = rest;
                (least, digits.parse().ok())
            }
            None => (least, None),
        }
    }

    fn skip(&mut self, letter: char) -> bool {
        let rest = self.rest.strip_prefix(letter);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    fn says(api: &str, result: &Value) -> String {
        check(&format!("arn:aws:states:::{api}"), result, FieldValidation::Strict)
            .err()
            .unwrap_or_default()
    }

    #[test]
    fn every_shape_is_read_completely() {
        for line in SHAPES.lines().filter(|line| !line.starts_with('#')) {
            let (api, text) = line.split_once(' ').unwrap();
            let mut parser = Parser { rest: text };
            assert!(matches!(parser.shape(), Shape::Structure(_)), "{api}");
            assert_eq!(parser.rest, "", "{api}");
        }
    }

    #[test]
    fn a_mocked_result_must_fit_its_api() {
        assert_eq!(says("events:putEvents", &json!({"random": "json"})), "");
        assert_eq!(
            says("events:putEvents", &json!({"Entries": "x"})),
            "Field 'Entries' must be an array"
        );
        assert_eq!(
            says("events:putEvents", &json!({"Entries": [{}, {"EventId": 7}]})),
            "Field 'EventId' must be a string"
        );
        assert_eq!(says("events:putEvents", &json!([])), "the result must be an object");
        assert_eq!(says("lambda:invoke", &json!({"Payload": [1], "StatusCode": 200})), "");
        assert_eq!(
            says("lambda:invoke", &json!({"StatusCode": "200"})),
            "Field 'StatusCode' must be a number"
        );
        assert_eq!(
            says("states:startExecution", &json!({"StartDate": "x"})),
            "Required field 'ExecutionArn' is missing"
        );
        assert_eq!(
            says("aws-sdk:kms:encrypt", &json!({"CiphertextBlob": ""})),
            "Field 'CiphertextBlob' is smaller than the minimum length"
        );
        let memory = |size: i64| json!({"Configuration": {"MemorySize": size}});
        assert_eq!(
            says("aws-sdk:lambda:getFunction", &memory(127)),
            "Field 'MemorySize' is less than the minimum value"
        );
        assert_eq!(
            says("aws-sdk:lambda:getFunction", &memory(10_241)),
            "Field 'MemorySize' exceeds the maximum value"
        );
        assert_eq!(
            says("aws-sdk:s3:getObject", &json!({"StorageClass": "Papyrus"})),
            "Field 'StorageClass' is not an expected value"
        );
    }

    #[test]
    fn unknown_apis_are_not_checked() {
        assert_eq!(says("lambda:invoke.waitForTaskToken", &json!({"StatusCode": "200"})), "");
        assert_eq!(says("aws-sdk:nothing:known", &json!(1)), "");
        let present =
            |validation| check("arn:aws:states:::states:startExecution", &json!({}), validation);
        assert_eq!(present(FieldValidation::Present), Ok(()));
        assert_eq!(
            check("arn:aws:states:::lambda:invoke", &json!(1), FieldValidation::None),
            Ok(())
        );
        assert_eq!(
            check("arn:aws:lambda:us-east-1:1:function:f", &json!(1), FieldValidation::Strict),
            Ok(())
        );
    }
}
