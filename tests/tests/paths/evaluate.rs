//! Paths evaluated from their syntax tree: a list of nodes goes through one segment after the other, as RFC 9535 tells it.

use std::cmp::Ordering;

use asl_codegen::expr::jsonpath::{Constant, Filter, Operand, Operator, Path, Place, Segment, Selector};
use asl_runtime::{Value, json};

/// All nodes that the path reaches.
pub(crate) fn nodes(path: &Path, root: &Value) -> Vec<Value> {
    let mut nodes = vec![root.clone()];
    for segment in &path.segments {
        nodes = match segment {
            Segment::Child(selectors) if segment.is_member_list() => {
                nodes.iter().filter_map(|node| new_object(selectors, node)).collect()
            }
            // Step Functions: below `..` only where all of the members are.
            Segment::Descendant(selectors) if segment.is_member_list() => {
                let below = nodes.iter().flat_map(node_and_below);
                let objects = below.filter_map(|node| new_object(selectors, &node));
                objects.filter(|object| names(selectors).all(|name| object.get(name).is_some())).collect()
            }
            // Step Functions: an item that is an object is not tested twice.
            Segment::Descendant(selectors) if matches!(selectors.as_slice(), [Selector::Filter(_)]) => {
                let objects = nodes.iter().flat_map(node_and_below).filter(|node| matches!(node, Value::Object(_)));
                objects.flat_map(|object| select_all(selectors, &object)).collect()
            }
            Segment::Child(selectors) => nodes.iter().flat_map(|node| select_all(selectors, node)).collect(),
            Segment::Descendant(selectors) => {
                let below = nodes.iter().flat_map(node_and_below);
                below.flat_map(|node| select_all(selectors, &node)).collect()
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

fn select_all(selectors: &[Selector], node: &Value) -> Vec<Value> {
    selectors.iter().flat_map(|selector| select(selector, node)).collect()
}

fn select(selector: &Selector, node: &Value) -> Vec<Value> {
    let items = node.as_array().map(|items| items.as_slice().to_vec()).unwrap_or_default();
    let length = i64::try_from(items.len()).expect("a short array");
    let item = |index: i64| usize::try_from(index).ok().and_then(|index| items.get(index).cloned());
    match selector {
        Selector::Name(name) => node.get(name).cloned().into_iter().collect(),
        Selector::Wildcard => children(node),
        Selector::Filter(filter) => {
            let tested = if matches!(node, Value::Object(_)) { vec![node.clone()] } else { items };
            tested.into_iter().filter(|node| matches!(node, Value::Object(_)) && passes(filter, node)).collect()
        }
        Selector::Index(index) => item(if *index < 0 { length + index } else { *index }).into_iter().collect(),
        Selector::Slice(from, to, step) => {
            indexes(*from, *to, step.unwrap_or(1), length).into_iter().filter_map(item).collect()
        }
    }
}

fn children(node: &Value) -> Vec<Value> {
    match node {
        Value::Array(items) => items.as_slice().to_vec(),
        Value::Object(object) => object.values().cloned().collect(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => Vec::new(),
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

fn names(selectors: &[Selector]) -> impl Iterator<Item = &str> {
    selectors.iter().filter_map(|selector| if let Selector::Name(name) = selector { Some(name.as_str()) } else { None })
}

fn new_object(selectors: &[Selector], node: &Value) -> Option<Value> {
    node.as_object()?;
    let mut object = json!({});
    for name in names(selectors) {
        if let Some(value) = node.get(name) {
            object.insert(name, value.clone());
        }
    }
    Some(object)
}

fn passes(filter: &Filter, node: &Value) -> bool {
    match filter {
        Filter::And(all) => all.iter().all(|filter| passes(filter, node)),
        Filter::Or(any) => any.iter().any(|filter| passes(filter, node)),
        Filter::Not(inner) => !passes(inner, node),
        Filter::Exists(place) => at(place, node).is_some(),
        Filter::Compare { left, operator, right } => {
            let (left, right) = (operand(left, node), operand(right, node));
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

/// RFC 9535, 2.3.5.2.2: which values are less than others. Random numbers are small.
fn order(left: Option<&Value>, right: Option<&Value>) -> Option<Ordering> {
    let (left, right) = (left?, right?);
    match (left.as_str(), right.as_str()) {
        (Some(left), Some(right)) => Some(left.chars().cmp(right.chars())),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn operand(operand: &Operand, node: &Value) -> Option<Value> {
    match operand {
        Operand::Place(place) => at(place, node),
        Operand::Constant(Constant::Null) => Some(Value::Null),
        Operand::Constant(Constant::Bool(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::Int(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::Float(value)) => Some(Value::from(*value)),
        Operand::Constant(Constant::String(value)) => Some(Value::text(value.as_str())),
    }
}

fn at(place: &Place, node: &Value) -> Option<Value> {
    let mut steps = place.0.iter().map(|segment| segment.only().expect("one selector"));
    steps.try_fold(node.clone(), |node, selector| select(selector, &node).pop())
}
