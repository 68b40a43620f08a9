//! Payload templates (`Parameters`, `ResultSelector`) and constants (`Result`).

use std::collections::HashMap;

use crate::asl::context::Context;
use crate::asl::object::{Object, StringField};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Assignment, Expr, Literal};
use crate::source::{Json, Member, Node};
use crate::span::{Span, Spanned};

/// The suffix of keys whose value is computed.
const COMPUTED: &str = ".$";

impl<'a> Context<'a> {
    /// The template of a field, if it is there.
    pub(crate) fn template(&mut self, object: &Object<'a>, name: &'static str) -> Option<Expr> {
        let node = object.get(name)?;
        Some(self.template_value(node, None))
    }

    /// A constant of a Pass; looks for what its author may have wanted to be computed.
    pub(crate) fn result(&mut self, node: &'a Node) -> Literal {
        self.paths_in_result(node);
        self.literal(node)
    }

    /// `key`: the key of the value, if it is a member of an object.
    fn template_value(&mut self, node: &'a Node, key: Option<&str>) -> Expr {
        match &node.value {
            Json::Object(members) => self.template_object(members),
            Json::Array(items) => {
                let items = items.iter().map(|item| self.template_value(item, None)).collect();
                gather_array(items)
            }
            Json::String(text) => {
                if looks_like_a_path(&text.value) {
                    self.lookalike(node.span, key, &text.value);
                }
                Expr::Literal(Literal::String(text.value.clone()))
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => Expr::Literal(self.literal(node)),
        }
    }

    fn template_object(&mut self, members: &'a [Member]) -> Expr {
        let fields = self.template_members(members);
        gather_object(fields.into_iter().map(|(key, value)| (key.value, value)).collect())
    }

    /// The members of a template, their keys without `.$`.
    fn template_members(&mut self, members: &'a [Member]) -> Vec<(Spanned<String>, Expr)> {
        let mut seen: HashMap<&str, &Member> = HashMap::new();
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let key = member.key.value.as_str();
            let plain = key.strip_suffix(COMPUTED).unwrap_or(key);
            if let Some(first) = seen.get(plain) {
                // The same key in the same form was reported by the reader of the text.
                if first.key.value != key {
                    self.key_twice(plain, first.key.span, member.key.span);
                }
                continue;
            }
            seen.insert(plain, member);
            let value = if plain.len() < key.len() {
                self.computed(&member.value, key)
            } else {
                self.template_value(&member.value, Some(key))
            };
            fields.push((Spanned::new(plain.to_owned(), member.key.span), value));
        }
        fields
    }

    /// `Assign`: variables and their values.
    pub(crate) fn assign(&mut self, object: &Object<'a>) -> Vec<Assignment> {
        let Some(node) = object.get("Assign") else { return Vec::new() };
        let Json::Object(members) = &node.value else {
            self.wrong_type(node, "`Assign`", "an object");
            return Vec::new();
        };
        let members = self.template_members(members);
        members.into_iter().map(|(name, value)| Assignment { name, value }).collect()
    }

    /// A field that holds a path or an intrinsic function, if it is there.
    pub(crate) fn computed_field(
        &mut self,
        object: &Object<'a>,
        name: &'static str,
    ) -> Option<Expr> {
        self.string(object, name)?;
        object.get(name).map(|node| self.computed(node, name))
    }

    /// The value of a `.$` key; `null` stands for one that was reported.
    fn computed(&mut self, node: &'a Node, key: &str) -> Expr {
        let unread = Expr::Literal(Literal::Null);
        let Json::String(text) = &node.value else {
            let title = format!("the value of `{key}` is not a path");
            let label = format!(
                "a key that ends in `.$` needs a path in a string, this is {}",
                node.kind()
            );
            self.diagnostics.push(Diagnostic::new(Code::NotAPath, node.span, title).label(label));
            return unread;
        };
        let field = StringField { text, span: node.span };
        if text.value.starts_with('$') {
            return self
                .path(field, key)
                .map_or(unread, |path| Expr::Path { field: key.to_owned(), path });
        }
        if !text.value.starts_with("States.") {
            self.not_computed(node.span, key);
            return unread;
        }
        self.intrinsic(field, key).map_or(unread, |call| Expr::Call { field: key.to_owned(), call })
    }

    /// A text that is neither a path nor a call.
    fn not_computed(&mut self, span: Span, key: &str) {
        let plain = key.strip_suffix(COMPUTED).unwrap_or(key);
        self.diagnostics.push(
            Diagnostic::new(Code::NotAPath, span, format!("the value of `{key}` is not a path"))
                .label("a path begins with `$`, a function with `States.`")
                .help(format!("for a text that is not computed, name the key `{plain}`")),
        );
    }

    fn key_twice(&mut self, plain: &str, first: Span, second: Span) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::TemplateKeyTwice,
                second,
                format!("`{plain}` and `{plain}.$` are the same key"),
            )
            .label("remove one of the two")
            .related(first, "the other one stands here"),
        );
    }

    fn lookalike(&mut self, span: Span, key: Option<&str>, text: &str) {
        let diagnostic =
            Diagnostic::new(Code::LooksLikeAPath, span, format!("`{text}` is not computed here"));
        self.diagnostics.push(match key {
            Some(key) => diagnostic
                .label(format!(
                    "a path is read only where the key ends in `.$`, and this one is `{key}`"
                ))
                .help(format!("for the value that the path finds, name the key `{key}.$`")),
            None => diagnostic.label("a path is read only as the value of a key that ends in `.$`"),
        });
    }

    /// `Result` is no template: `.$` keys in it stay as they are.
    fn paths_in_result(&mut self, node: &'a Node) {
        match &node.value {
            Json::Object(members) => {
                for member in members {
                    let text = member.value.as_str().filter(|text| text.starts_with('$'));
                    match text.filter(|_| member.key.value.ends_with(COMPUTED)) {
                        Some(text) => self.path_in_result(member.value.span, text),
                        None => self.paths_in_result(&member.value),
                    }
                }
            }
            Json::Array(items) => items.iter().for_each(|item| self.paths_in_result(item)),
            Json::String(text) if looks_like_a_path(&text.value) => {
                self.path_in_result(node.span, &text.value)
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }

    fn path_in_result(&mut self, span: Span, text: &str) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::PathInResult,
                span,
                format!("`{text}` is not computed: `Result` is a constant"),
            )
            .label("comes out as it stands")
            .help("`Parameters` can compute it, under a key that ends in `.$`"),
        );
    }

    /// A constant; of a key given twice the first counts.
    pub(crate) fn literal(&mut self, node: &'a Node) -> Literal {
        match &node.value {
            Json::Null => Literal::Null,
            Json::Bool(value) => Literal::Bool(*value),
            Json::Number(text) => self.number(node.span, text),
            Json::String(text) => Literal::String(text.value.clone()),
            Json::Array(items) => {
                Literal::Array(items.iter().map(|item| self.literal(item)).collect())
            }
            Json::Object(members) => {
                let mut seen = std::collections::HashSet::new();
                let distinct =
                    members.iter().filter(|member| seen.insert(member.key.value.as_str()));
                Literal::Object(
                    distinct
                        .map(|member| (member.key.value.clone(), self.literal(&member.value)))
                        .collect(),
                )
            }
        }
    }

    /// A number: as an integer if it is written as one and fits.
    fn number(&mut self, span: Span, text: &str) -> Literal {
        if let Ok(integer) = text.parse() {
            return Literal::Int(integer);
        }
        Literal::Float(self.binary64(span, text))
    }

    /// A number as binary64; one beyond its range is reported.
    pub(crate) fn binary64(&mut self, span: Span, text: &str) -> f64 {
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => value,
            Ok(_) | Err(_) => {
                let title = "this number is too large";
                self.diagnostics.push(
                    Diagnostic::new(Code::OutOfRange, span, title)
                        .label("numbers end near 1.8e308"),
                );
                0.0
            }
        }
    }
}

/// Whether people would take a text for a path.
fn looks_like_a_path(text: &str) -> bool {
    ["$.", "$[", "$$."].iter().any(|start| text.starts_with(start))
}

/// An array, constant if all its items are.
fn gather_array(items: Vec<Expr>) -> Expr {
    if !items.iter().all(|item| matches!(item, Expr::Literal(_))) {
        return Expr::Array(items);
    }
    Expr::Literal(Literal::Array(items.into_iter().filter_map(constant).collect()))
}

/// An object, constant if all its members are.
fn gather_object(fields: Vec<(String, Expr)>) -> Expr {
    if !fields.iter().all(|(_, value)| matches!(value, Expr::Literal(_))) {
        return Expr::Object(fields);
    }
    let members = fields.into_iter().filter_map(|(key, value)| Some((key, constant(value)?)));
    Expr::Literal(Literal::Object(members.collect()))
}

fn constant(value: Expr) -> Option<Literal> {
    match value {
        Expr::Literal(literal) => Some(literal),
        Expr::Path { .. } | Expr::Call { .. } | Expr::Jq(_) | Expr::Object(_) | Expr::Array(_) => {
            None
        }
    }
}
