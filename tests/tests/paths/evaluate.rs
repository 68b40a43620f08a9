//! Paths evaluated from their syntax tree: a list of nodes goes through one segment after the other, as RFC 9535 tells it.

use asl_codegen::expr::jsonpath::{Path, Segment, Selector};
use asl_runtime::Value;

/// All nodes that the path reaches.
pub(crate) fn nodes(path: &Path, root: &Value) -> Vec<Value> {
    let mut nodes = vec![root.clone()];
    for segment in &path.segments {
        nodes = match segment {
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
