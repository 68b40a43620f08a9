//! Evaluates paths from their syntax tree: a list of nodes passes through one segment after
//! another, as RFC 9535 describes.

use std::cmp::Ordering;

use asl_codegen::expr::jsonpath::{
    Constant, Extent, Filter, Function, Operand, Operator, Path, Pattern, Query, Segment, Selector,
    Start,
};
use asl_runtime::{Value, json};

/// All nodes that the path selects.
pub(crate) fn nodes(path: &Path, root: &Value) -> Vec<Value> {
    below(&path.segments, root, root)
}

/// The nodes that segments select from a node; `root` is the node of `$`.
fn below(segments: &[Segment], node: &Value, root: &Value) -> Vec<Value> {
    let mut nodes = vec![node.clone()];
    for segment in segments {
        nodes = match (segment, segment.selectors()) {
            (Segment::Child(_), [Selector::Members(names)]) => {
                nodes.iter().filter_map(|node| new_object(names, node)).collect()
            }
            // Step Functions: below `..` only objects with all of the members.
            (Segment::Descendant(_), [Selector::Members(names)]) => {
                let below = nodes.iter().flat_map(node_and_below);
                let objects = below.filter_map(|node| new_object(names, &node));
                objects
                    .filter(|object| names.iter().all(|name| object.get(name).is_some()))
                    .collect()
            }
            // Step Functions: an item that is an object is not tested twice.
            (Segment::Descendant(_), selectors @ [Selector::Objects(_)]) => {
                let objects = nodes
                    .iter()
                    .flat_map(node_and_below)
                    .filter(|node| matches!(node, Value::Object(_)));
                objects.flat_map(|object| select_all(selectors, &object, root)).collect()
            }
            (Segment::Child(_), selectors) => {
                nodes.iter().flat_map(|node| select_all(selectors, node, root)).collect()
            }
            (Segment::Descendant(_), selectors) => {
                let below = nodes.iter().flat_map(node_and_below);
                below.flat_map(|node| select_all(selectors, &node, root)).collect()
            }
        };
    }
    nodes
}

fn node_and_below(node: &Value) -> Vec<Value> {
    let mut found = vec![node.clone()];
    found.extend(children(node).iter().flat_map(node_and_below));
    found
}

fn select_all(selectors: &[Selector], node: &Value, root: &Value) -> Vec<Value> {
    selectors.iter().flat_map(|selector| select(selector, node, root)).collect()
}

fn select(selector: &Selector, node: &Value, root: &Value) -> Vec<Value> {
    let items = node.as_array().map(|items| items.as_slice().to_vec()).unwrap_or_default();
    let length = i64::try_from(items.len()).expect("a short array");
    let item = |index: i64| usize::try_from(index).ok().and_then(|index| items.get(index).cloned());
    match selector {
        Selector::Name(name) => node.get(name).cloned().into_iter().collect(),
        Selector::Wildcard => children(node),
        Selector::Objects(filter) => {
            let tested = if matches!(node, Value::Object(_)) { vec![node.clone()] } else { items };
            tested
                .into_iter()
                .filter(|node| matches!(node, Value::Object(_)) && passes(filter, node, root))
                .collect()
        }
        Selector::Children(filter) => {
            children(node).into_iter().filter(|child| passes(filter, child, root)).collect()
        }
        Selector::Members(_) => unreachable!("a step of its own"),
        Selector::Index(index) => {
            item(if *index < 0 { length + index } else { *index }).into_iter().collect()
        }
        Selector::Slice(from, to, step) => {
            indexes(*from, *to, step.unwrap_or(1), length).into_iter().filter_map(item).collect()
        }
    }
}

fn children(node: &Value) -> Vec<Value> {
    match node {
        Value::Array(items) => items.as_slice().to_vec(),
        Value::Object(object) => object.values().cloned().collect(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Vec::new()
        }
    }
}

/// RFC 9535, 2.3.4.2.2: "the semantics of the slice selector", word for word.
fn indexes(from: Option<i64>, to: Option<i64>, step: i64, length: i64) -> Vec<i64> {
    let normalize = |index: i64| if index >= 0 { index } else { length + index };
    let start = normalize(from.unwrap_or(if step >= 0 { 0 } else { length - 1 }));
    let end = to.unwrap_or(if step >= 0 { length } else { -length - 1 });
    let end = normalize(end);
    let mut indexes = Vec::new();
    if step > 0 {
        let (lower, upper) = (start.max(0).min(length), end.max(0).min(length));
        let mut i = lower;
        while i < upper {
            indexes.push(i);
            i += step;
        }
    } else if step < 0 {
        let (upper, lower) = (start.max(-1).min(length - 1), end.max(-1).min(length - 1));
        let mut i = upper;
        while lower < i {
            indexes.push(i);
            i += step;
        }
    }
    indexes
}

fn new_object(names: &[String], node: &Value) -> Option<Value> {
    node.as_object()?;
    let mut object = json!({});
    for name in names {
        if let Some(value) = node.get(name) {
            object.insert(name.as_str(), value.clone());
        }
    }
    Some(object)
}

fn passes(filter: &Filter, node: &Value, root: &Value) -> bool {
    match filter {
        Filter::And(all) => all.iter().all(|filter| passes(filter, node, root)),
        Filter::Or(any) => any.iter().any(|filter| passes(filter, node, root)),
        Filter::Not(inner) => !passes(inner, node, root),
        Filter::Exists(query) => !reached(query, node, root).is_empty(),
        Filter::Matches { extent, text, pattern } => {
            let pattern = match pattern {
                Pattern::Literal(literal) => Some(Value::text(literal.as_str())),
                Pattern::Computed(computed) => operand(computed, node, root),
            };
            let text = operand(text, node, root);
            let (Some(text), Some(pattern)) = (&text, &pattern) else { return false };
            text.as_str()
                .zip(pattern.as_str())
                .is_some_and(|(text, pattern)| matches_simply(*extent, text, pattern))
        }
        Filter::Compare { left, operator, right } => {
            let (left, right) = (operand(left, node, root), operand(right, node, root));
            let (equal, order) = (left == right, order(left.as_ref(), right.as_ref()));
            match operator {
                Operator::Equal => equal,
                Operator::NotEqual => !equal,
                Operator::Less => order == Some(Ordering::Less),
                Operator::LessOrEqual => equal || order == Some(Ordering::Less),
                Operator::Greater => order == Some(Ordering::Greater),
                Operator::GreaterOrEqual => equal || order == Some(Ordering::Greater),
            }
        }
    }
}

/// RFC 9535, 2.3.5.2.2: the order of values. Random numbers are small.
fn order(left: Option<&Value>, right: Option<&Value>) -> Option<Ordering> {
    let (left, right) = (left?, right?);
    match (left.as_str(), right.as_str()) {
        (Some(left), Some(right)) => Some(left.chars().cmp(right.chars())),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn operand(operand: &Operand, node: &Value, root: &Value) -> Option<Value> {
    match operand {
        Operand::Place(query) => reached(query, node, root).pop(),
        Operand::Constant(Constant::Null) => Some(Value::Null),
        Operand::Constant(Constant::Bool(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::Int(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::Float(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::String(value)) => Some(Value::text(value.as_str())),
        Operand::Function(function) => self::function(function, node, root),
    }
}

fn function(function: &Function, node: &Value, root: &Value) -> Option<Value> {
    match function {
        Function::Length(of) => match operand(of, node, root)? {
            Value::String(text) => Some(json!(text.chars().count())),
            Value::Array(items) => Some(json!(items.as_slice().len())),
            Value::Object(object) => Some(json!(object.values().count())),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => None,
        },
        Function::Count(query) => Some(json!(reached(query, node, root).len())),
        Function::Value(query) => {
            let mut nodes = reached(query, node, root);
            nodes.pop().filter(|_| nodes.is_empty())
        }
    }
}

/// Patterns here consist of letters and `.`, and are matched with one of the seven words in the
/// documents.
fn matches_simply(extent: Extent, text: &str, pattern: &str) -> bool {
    let fits = |part: &str| {
        part.chars().count() == pattern.chars().count()
            && part.chars().zip(pattern.chars()).all(|(c, p)| p == '.' || c == p)
    };
    match extent {
        Extent::Whole => fits(text),
        Extent::Part => {
            (0..=text.len()).any(|from| (from..=text.len()).any(|to| fits(&text[from..to])))
        }
    }
}

fn reached(query: &Query, node: &Value, root: &Value) -> Vec<Value> {
    match query.start {
        Start::Tested => below(&query.segments, node, root),
        Start::Root => below(&query.segments, root, root),
    }
}
