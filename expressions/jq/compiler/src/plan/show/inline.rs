//! Nodes that fit a line with all their parts, and the places of updates.

use super::Shown;
use crate::plan::repr::Part;
use crate::plan::tree::{Closure, Key, Node, Op, Place};
use crate::syntax::Literal;

impl Shown<'_, '_> {
    /// A node that fits a line.
    pub(super) fn inline(&self, node: &Node<'_>) -> Option<String> {
        Some(match &node.op {
            Op::Input => ".".to_owned(),
            Op::Recurse => "..".to_owned(),
            Op::Constant(constant) => literal(constant),
            Op::EmptyArray => "[]".to_owned(),
            Op::EmptyObject => "{}".to_owned(),
            Op::Variable(None) => "null".to_owned(),
            Op::Variable(Some(slot)) => format!("${}", self.name(*slot)),
            Op::Empty => "empty".to_owned(),
            Op::Error => "error".to_owned(),
            Op::Not => "not".to_owned(),
            Op::ListLength => "the length of a list".to_owned(),
            Op::Break(_) => "break".to_owned(),
            Op::ToStream => "tostream".to_owned(),
            Op::Format(format) => format!("@{}", format.name),
            Op::Field(target, name) => path(&self.inline(target)?, &format!(".{name}")),
            Op::Part(target, Part::Key) => path(&self.inline(target)?, ".key"),
            Op::Part(target, Part::Value) => path(&self.inline(target)?, ".value"),
            Op::Item(target, place) | Op::ListItem(target, place) => {
                path(&self.inline(target)?, &format!("[{place}]"))
            }
            Op::Iterate(target) | Op::IterateList(target, _) => path(&self.inline(target)?, "[]"),
            Op::AttemptField(name) => format!(".{name}?"),
            Op::AttemptItems => ".[]?".to_owned(),
            Op::Search(_) => "a search for a constant pattern".to_owned(),
            Op::Native { native, arguments, is_in_place } if arguments.is_empty() => {
                let way = if *is_in_place { " in place" } else { "" };
                format!("call {}{way}", native.function)
            }
            Op::Use(closure) => self.closure(*closure),
            _ => return None,
        })
    }

    pub(super) fn closure(&self, closure: Closure) -> String {
        format!("call the argument {}", self.name(closure.slot))
    }

    /// The way to a place.
    pub(super) fn place(&self, place: &Place<'_>) -> String {
        let of = |target: &Place<'_>, step: &str| format!("{}{step}", self.place(target));
        match place {
            Place::Here => String::new(),
            Place::Field(target, name) => of(target, &format!(".{name}")),
            Place::Each(target) => of(target, "[]"),
            Place::Index(target, key) => of(target, &format!("[{}]", self.key(key))),
            Place::Slice(target, bounds) => {
                let [from, to] = bounds.each_ref();
                let [from, to] = [from, to]
                    .map(|bound| bound.as_ref().map_or(String::new(), |key| self.key(key)));
                of(target, &format!("[{from}:{to}]"))
            }
            Place::Pipe(left, right) => of(left, &self.place(right)),
            Place::Parts(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.place(part)).collect();
                format!("({})", parts.join(", "))
            }
            Place::Optional(inner) => format!("{}?", self.place(inner)),
            Place::Ways { ways, otherwise, .. } => {
                let ways = ways.iter().map(|(_, way)| format!("{} or ", self.place(way)));
                format!(" if ({}{})", ways.collect::<String>(), self.place(otherwise))
            }
            Place::Nowhere => "nowhere".to_owned(),
        }
    }

    fn key(&self, key: &Key<'_>) -> String {
        self.inline(&key.node).unwrap_or_else(|| "computed".to_owned())
    }
}

/// A step behind a path.
fn path(target: &str, step: &str) -> String {
    match (target, step.starts_with('.')) {
        (".", true) => step.to_owned(),
        _ => format!("{target}{step}"),
    }
}

/// A constant, without the contents of containers.
fn literal(constant: &Literal) -> String {
    match constant {
        Literal::Null => "null".to_owned(),
        Literal::Bool(truth) => truth.to_string(),
        Literal::Int(number) => number.to_string(),
        Literal::Float(_, text) => text.clone(),
        Literal::String(text) => format!("{text:?}"),
        Literal::Array(_) => "[..]".to_owned(),
        Literal::Object(_) => "{..}".to_owned(),
    }
}
