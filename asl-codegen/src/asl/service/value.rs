//! Constants in the request of a call: their types, ranges and words.

use asl_aws_models::{Bounds, Service, Shape};

use super::request::Request;
use crate::asl::query_language::QueryLanguage;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::source::placeholder::next_placeholder;
use asl_source::source::{Form, Json, Node};

/// Compares a constant with the shape of a member.
pub(super) fn check(
    request: &mut Request<'_, '_>,
    service: &Service,
    node: &Node,
    name: &str,
    shape: &Shape<'_>,
) {
    if node.is_null() || is_open(request, node) {
        return;
    }
    if is_refused(request, node, name) {
        report(request, node, name, "a text, an object, an array or null", Code::RequestRefused);
        return;
    }
    match (shape, &node.value) {
        (Shape::Structure(structure), Json::Object(members)) => {
            request.inner(members, structure, node.span.first_byte());
        }
        (Shape::List { item, bounds, .. }, Json::Array(items)) => {
            length(request, node, name, items.len(), *bounds, "item");
            let Some(shape) = service.shape(*item) else { return };
            for item in items {
                check(request, service, item, name, &shape);
            }
        }
        (Shape::Map { value, .. }, Json::Object(members)) => {
            let Some(shape) = service.shape(*value) else { return };
            let constant: Vec<_> = request.constant(members).collect();
            for member in constant {
                check(request, service, &member.value, &member.key.value, &shape);
            }
        }
        (Shape::String { values, bounds }, Json::String(text)) => {
            word(request, node, name, &text.value, values);
            let count = text.value.chars().count();
            // Texts of tests and samples are often shorter than real ones.
            let bounds = Bounds { min: bounds.min.map(|min| min.min(1)), max: bounds.max };
            length(request, node, name, count, bounds, "character");
        }
        (Shape::Integer(bounds) | Shape::Long(bounds), Json::Number(text)) => {
            #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
            let bounds = Bounds {
                min: bounds.min.map(|bound| bound as f64),
                max: bounds.max.map(|bound| bound as f64),
            };
            range(request, node, name, text, bounds);
        }
        (Shape::Float(bounds) | Shape::Double(bounds), Json::Number(text)) => {
            range(request, node, name, text, *bounds);
        }
        _ => {
            if let Some(wanted) = mismatch(request, shape, &node.value) {
                report(request, node, name, wanted, Code::DoubtfulRequest);
            }
        }
    }
}

/// True for a text whose value is computed, or known at deployment.
fn is_open(request: &Request<'_, '_>, node: &Node) -> bool {
    let Json::String(text) = &node.value else { return false };
    let is_expression =
        request.language == QueryLanguage::Jsonata && text.value.trim_start().starts_with("{%");
    is_expression || text.form == Form::Placeholder || next_placeholder(&text.value, 0).is_some()
}

/// True for what AWS was measured to refuse.
fn is_refused(request: &Request<'_, '_>, node: &Node, name: &str) -> bool {
    let is_payload = request.call.name() == "lambda:invoke" && name == "Payload";
    let is_plain = matches!(node.value, Json::Bool(_) | Json::Number(_));
    is_payload && is_plain && !request.call.resource.is_sdk
}

/// What a shape takes, if it is not a value of this type. Step Functions reads constants leniently: a
/// text may be a number or a truth value, an object may stand for its JSON in a text.
fn mismatch(request: &Request<'_, '_>, shape: &Shape<'_>, value: &Json) -> Option<&'static str> {
    let text = match value {
        Json::String(text) => Some(text.value.as_str()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    };
    let is_container = matches!(value, Json::Object(_) | Json::Array(_));
    let (fits, wanted) = match shape {
        // The classes of its own integrations have constructors that take a text.
        Shape::Structure(_) => (text.is_some() && !request.call.resource.is_sdk, "an object"),
        Shape::Map { .. } => (false, "an object"),
        Shape::List { .. } => (false, "an array"),
        Shape::String { values, .. } => {
            (text.is_some() || is_container && values.is_empty(), "a string")
        }
        Shape::Integer(_) | Shape::Long(_) | Shape::Float(_) | Shape::Double(_) => {
            (text.is_some_and(|text| text.trim().parse::<f64>().is_ok()), "a number")
        }
        Shape::Boolean => {
            let is_word = |text: &str| ["true", "false"].contains(&text.to_lowercase().as_str());
            (matches!(value, Json::Bool(_)) || text.is_some_and(is_word), "`true` or `false`")
        }
        Shape::Blob(_) => (text.is_some() || is_container, "a string"),
        Shape::Timestamp(_) => (text.is_some(), "a timestamp in a string"),
        Shape::Document => (true, "any value"),
    };
    (!fits).then_some(wanted)
}

fn report(request: &mut Request<'_, '_>, node: &Node, name: &str, wanted: &str, code: Code) {
    let title = format!("`{name}` of `{}` takes {wanted}", request.call.name());
    request
        .diagnostics
        .push(Diagnostic::new(code, node.span, title).label(format!("this is {}", node.kind())));
}

fn word(request: &mut Request<'_, '_>, node: &Node, name: &str, text: &str, values: &[&str]) {
    /// More words than this are not listed.
    const MOST_WORDS: usize = 8;
    if values.is_empty() || values.contains(&text) {
        return;
    }
    let nearest = request.diagnostics.nearest(text, values.iter().copied());
    let others = if values.len() <= MOST_WORDS {
        format!("it takes {}", values.join(", "))
    } else {
        "unknown, or newer than this compiler".to_owned()
    };
    let title = format!("`{name}` of `{}` has no value `{text}`", request.call.name());
    request.diagnostics.push(
        Diagnostic::new(Code::DoubtfulRequest, node.span, title).did_you_mean(nearest, others),
    );
}

fn length(
    request: &mut Request<'_, '_>,
    node: &Node,
    name: &str,
    count: usize,
    bounds: Bounds<i64>,
    noun: &str,
) {
    let bound = |bound: Option<i64>| bound.and_then(|bound| usize::try_from(bound).ok());
    let allowed = match (bound(bounds.min), bound(bounds.max)) {
        (Some(min), _) if count < min => format!("at least {min} {}", counted(noun, min)),
        (_, Some(max)) if count > max => format!("at most {max} {}", counted(noun, max)),
        _ => return,
    };
    out_of_range(request, node, name, &allowed);
}

fn counted(noun: &str, count: usize) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

fn range(request: &mut Request<'_, '_>, node: &Node, name: &str, text: &str, bounds: Bounds<f64>) {
    let Ok(number) = text.parse::<f64>() else { return };
    let allowed = match (bounds.min, bounds.max) {
        (Some(min), _) if number < min => format!("at least {min}"),
        (_, Some(max)) if number > max => format!("at most {max}"),
        _ => return,
    };
    out_of_range(request, node, name, &allowed);
}

fn out_of_range(request: &mut Request<'_, '_>, node: &Node, name: &str, allowed: &str) {
    let title = format!("`{name}` of `{}` is out of range", request.call.name());
    request.diagnostics.push(
        Diagnostic::new(Code::DoubtfulRequest, node.span, title)
            .label(format!("AWS's model allows {allowed}")),
    );
}
