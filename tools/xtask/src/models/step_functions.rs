//! The model of Step Functions' API as tables: the operations, and the shapes of their requests.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use asl_conformance::problem::Result;

use super::File;
use super::rust::{self, constant, number, snake};
use super::service::{Member, Service, Shape};

const OPERATIONS: &str = "adapters/sfn-api/src/protocol/model/operations.rs";
const SHAPES: &str = "adapters/sfn-api/src/protocol/model/shapes.rs";

/// Texts whose length is counted in bytes. AWS's model does not say so, but its messages do.
const IN_BYTES: [&str; 1] = ["SensitiveData"];

/// The generated files.
pub(super) fn files(service: &Service) -> Result<Vec<File>> {
    let files = [(OPERATIONS, operations(service)?), (SHAPES, shapes(service)?)];
    Ok(files.into_iter().map(|(path, text)| File { path: path.to_owned(), text }).collect())
}

fn operations(service: &Service) -> Result<String> {
    let mut text = rust::file("The operations: members of their requests and declared errors.");
    text.push_str("use super::{Operation, optional, required, shapes};\n\n");
    text.push_str("/// All operations, sorted by name.\n");
    text.push_str("pub(crate) static OPERATIONS: &[Operation] = &[\n");
    for operation in &service.operations {
        let input = members(service.members(&operation.input)?, "shapes::")?;
        write!(text, "Operation {{ name: {:?}, input: {input}, ", operation.name)?;
        writeln!(text, "errors: &{:?} }},", operation.errors)?;
    }
    Ok(text + "];\n")
}

fn members(members: &[Member], path: &str) -> Result<String> {
    let mut text = "&[".to_owned();
    for Member { name, shape, required } in members {
        let function = if *required { "required" } else { "optional" };
        write!(text, "{function}({name:?}, &{path}{}),", constant(shape))?;
    }
    Ok(text + "]")
}

fn shapes(service: &Service) -> Result<String> {
    let mut text = String::new();
    let requests: BTreeSet<&str> =
        service.operations.iter().map(|operation| operation.input.as_str()).collect();
    for (name, shape) in service.shapes().filter(|(name, _)| !requests.contains(name)) {
        let value = value(service, name, shape)?;
        writeln!(text, "pub(super) static {}: Shape = {value};", constant(name))?;
    }
    let names = ["INTEGER_MAX", "INTEGER_MIN", "Shape", "optional", "pattern", "required", "text"];
    let used: Vec<&str> = names.into_iter().filter(|name| text.contains(name)).collect();
    let head = rust::file("The shapes of members, by their names in AWS's model.");
    Ok(format!("{head}use super::{{{}}};\n\n{text}", used.join(", ")))
}

/// A shape as an expression.
fn value(service: &Service, name: &str, shape: &Shape) -> Result<String> {
    Ok(match shape {
        Shape::String { values, .. } if !values.is_empty() => {
            format!("Shape::Enumeration(&{values:?})")
        }
        Shape::String { min, max, pattern, sensitive, .. } => {
            let (min, max) = (size(*min, "0"), size(*max, "usize::MAX"));
            let mut text = format!("Shape::Text(text({min}, {max})");
            if IN_BYTES.contains(&name) {
                text.push_str(".in_bytes()");
            }
            if *sensitive {
                text.push_str(".sensitive()");
            }
            if let Some(pattern) = pattern {
                write!(text, ".pattern(r\"{pattern}\", pattern::{})", snake(name))?;
            }
            text + ")"
        }
        Shape::Integer { min, max } => {
            let (min, max) = (size(*min, "INTEGER_MIN"), size(*max, "INTEGER_MAX"));
            format!("Shape::Integer {{ min: {min}, max: {max} }}")
        }
        Shape::Long { min, max } => {
            let (min, max) = (size(*min, "i64::MIN"), size(*max, "i64::MAX"));
            format!("Shape::Long {{ min: {min}, max: {max} }}")
        }
        Shape::Float { min, max } => {
            let bound = |bound: &Option<f64>, none: &str| {
                bound.map_or_else(|| none.to_owned(), |bound| format!("{bound:?}"))
            };
            let (min, max) = (bound(min, "f64::MIN"), bound(max, "f64::MAX"));
            format!("Shape::Float {{ min: {min}, max: {max} }}")
        }
        Shape::Boolean => "Shape::Boolean".to_owned(),
        Shape::List { member, min, max } => {
            let (min, max) = (size(*min, "0"), size(*max, "usize::MAX"));
            format!("Shape::List {{ item: &{}, min: {min}, max: {max} }}", constant(member))
        }
        Shape::Structure { members: of_shape } => {
            let members = members(of_shape, "")?;
            format!("Shape::Structure {{ name: {name:?}, members: {members} }}")
        }
        Shape::Timestamp => {
            return Err(service.fault(format_args!("`{name}` is a time in a request")));
        }
    })
}

/// A bound, or the text for none.
fn size(bound: Option<impl ToString>, none: &str) -> String {
    bound.map_or_else(|| none.to_owned(), |bound| number(&bound.to_string()))
}
