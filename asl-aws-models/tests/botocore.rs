//! The tables, compared with what botocore's own parser says of its models: two services that are
//! kept beside this test, and all services if botocore is installed.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

use std::collections::HashSet;
use std::process::Command;

use asl_aws_models::{
    Bounds, Location, Member, Operation, Service, Shape, ShapeId, TimestampFormat, sdk_name_of,
    service,
};
use serde_json::{Value, json};

/// A service as botocore reads it, beside its table.
struct Pair<'a> {
    table: &'a Service,
    shapes: &'a Value,
    seen: HashSet<(ShapeId, String)>,
    /// True for the shapes of requests, whose constraints are kept.
    is_request: bool,
}

fn text(value: Option<&str>) -> Value {
    value.map_or(Value::Null, Value::from)
}

/// Compares a service. Returns the number of operations.
fn compare(model: &Value) -> usize {
    let name = model["service"].as_str().unwrap();
    let table = service(sdk_name_of(name).unwrap()).unwrap();
    assert_eq!(table.service_id(), model["id"]);
    assert_eq!(table.signing_name(), model["signing"], "{name}");
    assert_eq!(table.endpoint_prefix(), model["endpoint"], "{name}");
    assert_eq!(table.api_version(), model["version"], "{name}");
    assert_eq!(text(table.target_prefix()), model["target"], "{name}");
    assert_eq!(text(table.global_endpoint()), model["global"], "{name}");
    let operations = model["operations"].as_array().unwrap();
    assert_eq!(table.operations().count(), operations.len(), "{name}");
    for is_request in [true, false] {
        let seen = HashSet::new();
        let mut pair = Pair { table: &table, shapes: &model["shapes"], seen, is_request };
        for operation in operations {
            pair.operation(operation);
        }
    }
    operations.len()
}

/// A name without the version of the API at its end, which a few services have.
fn unversioned(name: &str) -> &str {
    let end = name.len().saturating_sub(10);
    let is_version = name.get(end..).is_some_and(|date| {
        date.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'_',
            _ => byte.is_ascii_digit(),
        })
    });
    if is_version { &name[..end] } else { name }
}

impl Pair<'_> {
    fn operation(&mut self, model: &Value) {
        let name = unversioned(model["name"].as_str().unwrap());
        let found: Vec<Operation<'_>> =
            self.table.operations().filter(|operation| operation.name == name).collect();
        let [operation] = found.as_slice() else { panic!("{name}: {}", found.len()) };
        assert_eq!(operation.method, model["method"], "{name}");
        assert_eq!(operation.uri, model["uri"], "{name}");
        assert_eq!(text(operation.result_wrapper), model["wrapper"], "{name}");
        assert_eq!(operation.is_idempotent(), model["idempotent"].as_bool().unwrap(), "{name}");
        let mut errors: Vec<_> = operation
            .errors
            .iter()
            .map(|id| self.table.error(*id).unwrap())
            .map(|error| json!([error.name, error.code]))
            .collect();
        errors.sort_by_key(Value::to_string);
        let mut expected = model["errors"].as_array().unwrap().clone();
        expected.sort_by_key(Value::to_string);
        expected.dedup();
        assert_eq!(errors, expected, "{name}");
        let (id, shape) = if self.is_request {
            (operation.input, &model["input"])
        } else {
            (operation.output, &model["output"])
        };
        assert_eq!(id.is_some(), shape.is_string(), "{name}");
        if let (Some(id), Some(shape)) = (id, shape.as_str()) {
            self.shape(id, shape);
        }
    }

    fn shape(&mut self, id: ShapeId, name: &str) {
        if !self.seen.insert((id, name.to_owned())) {
            return;
        }
        let model = &self.shapes[name];
        let shape = self.table.shape(id).unwrap();
        assert_eq!(kind(&shape), model["type"], "{name}");
        match &shape {
            Shape::Structure(structure) => {
                let payload = structure.payload.map(|index| structure.members[index].name);
                assert_eq!(text(payload), model["payload"], "{name}");
                assert_eq!(structure.is_union, model["union"].as_bool().unwrap(), "{name}");
                let members = model["members"].as_array().unwrap();
                assert_eq!(structure.members.len(), members.len(), "{name}");
                for (member, model) in structure.members.iter().zip(members) {
                    compare_member(member, model);
                    self.shape(member.shape, model["shape"].as_str().unwrap());
                }
            }
            Shape::List { item, item_name, bounds, .. } => {
                self.bounds(*bounds, model);
                assert_eq!(text(*item_name), model["member"]["wire"], "{name}");
                self.shape(*item, model["member"]["shape"].as_str().unwrap());
            }
            Shape::Map { key, value, key_name, value_name, bounds, .. } => {
                self.bounds(*bounds, model);
                assert_eq!(text(*key_name), model["key"]["wire"], "{name}");
                assert_eq!(text(*value_name), model["value"]["wire"], "{name}");
                self.shape(*key, model["key"]["shape"].as_str().unwrap());
                self.shape(*value, model["value"]["shape"].as_str().unwrap());
            }
            Shape::String { values, bounds } => {
                self.bounds(*bounds, model);
                if self.is_request {
                    let expected = model["enum"].as_array().cloned().unwrap_or_default();
                    assert_eq!(json!(values), Value::Array(expected), "{name}");
                }
            }
            Shape::Integer(bounds) | Shape::Long(bounds) | Shape::Blob(bounds) => {
                self.bounds(*bounds, model);
            }
            Shape::Float(bounds) | Shape::Double(bounds) => {
                if self.is_request {
                    assert_eq!(bounds.min, model["min"].as_f64(), "{name}");
                    assert_eq!(bounds.max, model["max"].as_f64(), "{name}");
                }
            }
            Shape::Boolean | Shape::Timestamp(_) | Shape::Document => {}
        }
    }

    fn bounds(&self, found: Bounds<i64>, model: &Value) {
        if self.is_request {
            let whole = |value: &Value| {
                #[expect(clippy::cast_possible_truncation, reason = "bounds of lengths")]
                value.as_i64().or_else(|| value.as_f64().map(|bound| bound as i64))
            };
            assert_eq!((found.min, found.max), (whole(&model["min"]), whole(&model["max"])));
        }
    }
}

fn kind(shape: &Shape<'_>) -> &'static str {
    match shape {
        Shape::Structure(_) => "structure",
        Shape::List { .. } => "list",
        Shape::Map { .. } => "map",
        Shape::String { .. } => "string",
        Shape::Integer(_) => "integer",
        Shape::Long(_) => "long",
        Shape::Float(_) => "float",
        Shape::Double(_) => "double",
        Shape::Boolean => "boolean",
        Shape::Blob(_) => "blob",
        Shape::Timestamp(_) => "timestamp",
        Shape::Document => "document",
    }
}

fn compare_member(member: &Member<'_>, model: &Value) {
    assert_eq!(member.name, model["name"]);
    assert_eq!(member.is_required(), model["required"].as_bool().unwrap(), "{model}");
    assert_eq!(member.wire, model["wire"].as_str().unwrap_or(member.name), "{model}");
    let location = match member.location {
        Location::Body => None,
        Location::Header => Some("header"),
        Location::Headers => Some("headers"),
        Location::Uri => Some("uri"),
        Location::QueryString => Some("querystring"),
        Location::StatusCode => Some("statusCode"),
    };
    assert_eq!(text(location), model["location"], "{model}");
    assert_eq!(member.is_xml_attribute(), model["attribute"].as_bool().unwrap(), "{model}");
    assert_eq!(member.is_idempotency_token(), model["token"].as_bool().unwrap(), "{model}");
    assert_eq!(member.is_host_label(), model["host"].as_bool().unwrap(), "{model}");
    assert_eq!(member.is_json_value(), model["json"].as_bool().unwrap(), "{model}");
    // botocore merges what the shape says into its uses.
    if let Some(format) = member.timestamp_format {
        let name = match format {
            TimestampFormat::Iso8601 => "iso8601",
            TimestampFormat::Rfc822 => "rfc822",
            TimestampFormat::Unix => "unixTimestamp",
        };
        assert_eq!(model["format"], name, "{model}");
    }
}

#[test]
fn the_tables_say_what_the_kept_models_say() {
    let models = include_str!("models.jsonl").lines().map(serde_json::from_str);
    let counts: Vec<_> = models.map(|model| compare(&model.unwrap())).collect();
    assert_eq!(counts.len(), 2);
}

#[test]
fn the_tables_say_what_botocore_reads() {
    let Some(python) = asl_servers::clients::installed_python() else {
        println!("skipped: botocore is not installed");
        return;
    };
    let mut script = Command::new(python.program("python"));
    script.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models.py"));
    // Without the full test only some: one of each protocol.
    if std::env::var_os("ASL_ALL_MODELS").is_none() {
        script.args(["apigateway", "dynamodb", "sns", "route53", "sqs", "batch"]);
    }
    let output = script.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut operations = 0;
    for line in text.lines() {
        let model: Value = serde_json::from_str(line).unwrap();
        // botocore has one service under two names.
        if model["service"] != "sms-voice" {
            operations += compare(&model);
        }
    }
    println!("{operations} operations");
    assert!(operations > 300, "{operations}");
}
