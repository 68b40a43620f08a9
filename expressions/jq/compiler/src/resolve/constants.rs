//! Constants: numbers, strings, formats, and arrays and objects that consist of them.

use super::Resolver;
use crate::Fault;
use crate::syntax::{Arithmetic, Filter, Format, Kind, Literal, Pattern, Place};
use crate::tree::{Entry, StringTree, Tree};
use asl_source::diagnostics::{Code, nearest};

/// jq's formats.
const FORMATS: &[&str] = &[
    TEXT, "json", "html", "uri", "urid", "csv", "tsv", "sh", "base64", "base64d", "base32",
    "base32d",
];

const TEXT: &str = "text";

/// A number as it is written.
pub(super) fn number(text: &str) -> Literal {
    match text.parse() {
        Ok(integer) => Literal::Int(integer),
        // Whatever the lexer takes is a number to Rust as well.
        Err(_) => Literal::Float(text.parse().unwrap_or(f64::NAN), text.to_owned()),
    }
}

/// `-operand`; a constant stays one.
pub(super) fn negate(operand: Box<Filter>) -> Kind {
    let Kind::Literal(literal) = &operand.kind else { return Kind::Negate(operand) };
    let negated = match literal {
        Literal::Int(0) => Some(Literal::Float(-0.0, "-0".to_owned())),
        Literal::Int(value) => value.checked_neg().map(Literal::Int),
        Literal::Float(value, text) => {
            let text = text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_owned);
            Some(Literal::Float(-value, text))
        }
        // What is no number fails when it is reached.
        Literal::Null
        | Literal::Bool(_)
        | Literal::String(_)
        | Literal::Array(_)
        | Literal::Object(_) => None,
    };
    negated.map_or(Kind::Negate(operand), Kind::Literal)
}

/// `[items]`; of constants it is one.
pub(super) fn array(items: Filter) -> Kind {
    if !is_constant(&items) {
        return Kind::Array(Some(Box::new(items)));
    }
    let mut constants = Vec::new();
    collect(items, &mut constants);
    Kind::Literal(Literal::Array(constants))
}

/// True if this is a constant, or several.
fn is_constant(filter: &Filter) -> bool {
    if let Kind::Comma(left, right) = &filter.kind {
        return is_constant(left) && is_constant(right);
    }
    matches!(filter.kind, Kind::Literal(_))
}

fn collect(filter: Filter, constants: &mut Vec<Literal>) {
    if let Kind::Comma(left, right) = filter.kind {
        collect(*left, constants);
        collect(*right, constants);
    } else if let Kind::Literal(literal) = filter.kind {
        constants.push(literal);
    }
}

/// A constant's type, with its article.
fn kind_of(literal: &Literal) -> &'static str {
    match literal {
        Literal::Null => "null",
        Literal::Bool(_) => "a boolean",
        Literal::Int(_) | Literal::Float(..) => "a number",
        Literal::String(_) => "a string",
        Literal::Array(_) => "an array",
        Literal::Object(_) => "an object",
    }
}

impl Resolver<'_> {
    pub(super) fn string(&mut self, string: &StringTree<'_>) -> Kind {
        if let ([piece], true) = (string.pieces.as_slice(), string.filters.is_empty()) {
            return Kind::Literal(Literal::String(piece.clone()));
        }
        let format = string.format.as_ref().and_then(|name| self.format(name.text, &name.place));
        let filters = string.filters.iter().map(|filter| self.filter(filter)).collect();
        Kind::Interpolated { format, pieces: string.pieces.clone(), filters }
    }

    /// The format of this name,  if there is one.
    pub(super) fn format(&mut self, name: &str, place: &Place) -> Option<Format> {
        if let Some(name) = FORMATS.iter().find(|known| **known == name) {
            return Some(Format { name, passes_text: *name == TEXT });
        }
        let help = match nearest(name, FORMATS.iter().copied()) {
            Some(known) => format!("did you mean `@{known}`?"),
            None => format!("there are: @{}", FORMATS.join(", @")),
        };
        let fault = Fault {
            code: Code::JqUnknownFormat,
            place: place.clone(),
            title: format!("there is no format `@{name}`"),
            label: "unknown".to_owned(),
            help: Some(help),
        };
        self.fault(fault);
        None
    }

    /// The key of an object or of a pattern: a constant must be a string.
    pub(super) fn key(&mut self, tree: &Tree<'_>) -> Filter {
        let key = self.filter(tree);
        if let Kind::Literal(literal) = &key.kind
            && !matches!(literal, Literal::String(_))
        {
            let kind = kind_of(literal);
            self.fault(Fault {
                code: Code::JqObjectKey,
                place: tree.place.clone(),
                title: format!("an object key must be a string, not {kind}"),
                label: format!("{kind} here"),
                help: Some("put it into quotation marks, or use `tostring`".to_owned()),
            });
        }
        key
    }

    /// `{..}`; of constants it is one.
    pub(super) fn object(&mut self, entries: &[Entry<'_>]) -> Kind {
        let mut pairs = Vec::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            match entry {
                Entry::Pair(key, value) => pairs.push((self.key(key), self.filter(value))),
                Entry::Member(key) => {
                    let key = self.filter(key);
                    if !matches!(key.kind, Kind::Literal(Literal::String(_))) {
                        return self.computed_member(
                            pairs,
                            key,
                            entries.get(at + 1..).unwrap_or_default(),
                        );
                    }
                    pairs.push(member(key));
                }
            }
        }
        let is_constant = |(key, value): &(Filter, Filter)| {
            matches!(key.kind, Kind::Literal(Literal::String(_)))
                && matches!(value.kind, Kind::Literal(_))
        };
        if pairs.iter().all(is_constant) { constant_object(pairs) } else { Kind::Object(pairs) }
    }

    /// `{before, "..\(key)..", behind}`: each output of the key is the name of a member of the
    /// input and its key here. It is
    /// `{before} as $before | key as $key | $before + {($key): .[$key], behind}`, which loops in
    /// the same order.
    fn computed_member(
        &mut self,
        before: Vec<(Filter, Filter)>,
        key: Filter,
        behind: &[Entry<'_>],
    ) -> Kind {
        let place = key.place.clone();
        let at = |kind| Box::new(Filter { kind, place: place.clone() });
        let (object, name) = (self.variable_id("before"), self.variable_id("key"));
        let value = Kind::Index(at(Kind::Identity), at(Kind::Variable(name)));
        let pair = (*at(Kind::Variable(name)), *at(value));
        let mut entries = vec![pair];
        let behind = self.object(behind);
        let rest = if let Kind::Object(more) = behind {
            entries.extend(more);
            Kind::Object(entries)
        } else if matches!(&behind, Kind::Literal(Literal::Object(members)) if members.is_empty()) {
            Kind::Object(entries)
        } else {
            Kind::Arithmetic(Arithmetic::Add, at(Kind::Object(entries)), at(behind))
        };
        let first = at(if before.is_empty() {
            Kind::Literal(Literal::Object(Vec::new()))
        } else {
            Kind::Object(before)
        });
        let sum = at(Kind::Arithmetic(Arithmetic::Add, at(Kind::Variable(object)), at(rest)));
        let named = Kind::Bind {
            source: Box::new(key),
            patterns: vec![Pattern::Variable(name)],
            body: sum,
        };
        Kind::Bind { source: first, patterns: vec![Pattern::Variable(object)], body: at(named) }
    }
}

/// The key and the value of `{"name"}`.
fn member(name: Filter) -> (Filter, Filter) {
    let place = name.place.clone();
    let Kind::Literal(Literal::String(text)) = &name.kind else { return (name.clone(), name) };
    let identity = Filter { kind: Kind::Identity, place: place.clone() };
    let value = Filter { kind: Kind::Field(Box::new(identity), text.clone()), place };
    (name, value)
}

/// Of two entries with the same key the last one counts, at the place of the first.
fn constant_object(pairs: Vec<(Filter, Filter)>) -> Kind {
    let mut members: Vec<(String, Literal)> = Vec::with_capacity(pairs.len());
    let mut places = std::collections::HashMap::new();
    for (key, value) in pairs {
        let (Kind::Literal(Literal::String(key)), Kind::Literal(value)) = (key.kind, value.kind)
        else {
            continue;
        };
        let at = *places.entry(key.clone()).or_insert(members.len());
        match members.get_mut(at) {
            Some(member) => member.1 = value,
            None => members.push((key, value)),
        }
    }
    Kind::Literal(Literal::Object(members))
}
