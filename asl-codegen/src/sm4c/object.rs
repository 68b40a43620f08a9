//! Objects of a definition, read attribute by attribute: present or not, of the right type.

use std::ops::RangeInclusive;

use super::attributes::{Entity, same_letters};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::sm4c::context::Context;
use crate::source::{Json, Member, Node, Text, integer_of};
use crate::span::{Span, Spanned};

/// An object of the definition and what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a> {
    /// Its members in order.
    pub(super) members: &'a [Member],
    /// Which attributes it may have.
    pub(super) entity: Entity,
    /// The state it is or belongs to; empty: it belongs to the machine.
    pub(super) state: &'a str,
    /// The smallest text that stands for the whole: where a missing attribute is reported.
    pub(super) head: Span,
}

/// A string attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringValue<'a> {
    /// Its content.
    pub(super) text: &'a Text,
    /// Its place, quotes included.
    pub(super) span: Span,
}

impl<'a> StringValue<'a> {
    /// The decoded text.
    pub(super) fn value(&self) -> &'a str {
        &self.text.value
    }

    /// Text and place.
    pub(super) fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.text.value.clone(), self.span)
    }
}

impl<'a> Object<'a> {
    /// The first member of a name: a second one was reported by the reader of the text. A name in
    /// other letters is reported too, and read as what was meant.
    pub(super) fn member(&self, name: &str) -> Option<&'a Member> {
        let exact = self.members.iter().find(|member| member.key.value == name);
        exact.or_else(|| self.members.iter().find(|member| same_letters(&member.key.value, name)))
    }

    /// The value of an attribute; `null` is reported, and like no value.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node> {
        self.member(name).map(|member| &member.value).filter(|value| !value.is_null())
    }

    /// Whether it has an attribute, however faulty.
    pub(super) fn has(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// As people call it.
    pub(super) fn name(&self) -> String {
        let noun = self.entity.noun();
        match (self.entity, self.state) {
            (Entity::Machine, _) => "the machine".to_owned(),
            (Entity::Timeout, _) => "the machine's time-out".to_owned(),
            (Entity::State, "") => "a state".to_owned(),
            (Entity::State, state) => format!("state `{state}`"),
            (_, "") => noun,
            (_, state) => format!("{noun} of state `{state}`"),
        }
    }
}

/// Reading attributes: with nothing but a place for findings, or within a context.
pub(super) trait Read<'a> {
    /// Where findings go.
    fn diagnostics(&mut self) -> &mut Diagnostics;

    /// A node as an object; reports what is none.
    fn object(&mut self, node: &'a Node, entity: Entity, state: &'a str) -> Option<Object<'a>> {
        let Json::Object(members) = &node.value else {
            self.wrong_type(node, &entity.noun(), "an object");
            return None;
        };
        Some(Object { members, entity, state, head: first_byte(node.span) })
    }

    /// An attribute that must be there.
    fn required(&mut self, object: &Object<'a>, name: &'static str) -> Option<&'a Node> {
        if !object.has(name) {
            let title = format!("{} has no `{name}`", object.name());
            let label = format!("{} needs `{name}`", object.entity.noun());
            self.diagnostics()
                .push(Diagnostic::new(Code::MissingField, object.head, title).label(label));
        }
        object.get(name)
    }

    /// A string attribute, if it is there.
    fn string(&mut self, object: &Object<'a>, name: &str) -> Option<StringValue<'a>> {
        let node = object.get(name)?;
        self.as_string(node, &format!("`{name}`"))
    }

    /// A string attribute that must be there.
    fn required_string(
        &mut self,
        object: &Object<'a>,
        name: &'static str,
    ) -> Option<StringValue<'a>> {
        let node = self.required(object, name)?;
        self.as_string(node, &format!("`{name}`"))
    }

    /// A node that must be a string.
    fn as_string(&mut self, node: &'a Node, what: &str) -> Option<StringValue<'a>> {
        if let Json::String(text) = &node.value {
            return Some(StringValue { text, span: node.span });
        }
        let title = format!("{what} must be a string");
        let mut diagnostic = Diagnostic::new(Code::WrongType, node.span, title)
            .label(format!("this is {}", node.kind()));
        // In YAML `version: 1.0` is easily written.
        if matches!(node.value, Json::Bool(_) | Json::Number(_)) {
            diagnostic = diagnostic.help("a string stands in quotation marks");
        }
        self.diagnostics().push(diagnostic);
        None
    }

    /// A boolean attribute, if it is there.
    fn boolean(&mut self, object: &Object<'a>, name: &str) -> Option<Spanned<bool>> {
        let node = object.get(name)?;
        if let Json::Bool(value) = node.value {
            return Some(Spanned::new(value, node.span));
        }
        self.wrong_type(node, &format!("`{name}`"), "`true` or `false`");
        None
    }

    /// A list attribute, if it is there.
    fn list(&mut self, object: &Object<'a>, name: &str) -> Option<&'a [Node]> {
        let node = object.get(name)?;
        if let Json::Array(items) = &node.value {
            return Some(items);
        }
        self.wrong_type(node, &format!("`{name}`"), "an array");
        None
    }

    /// A list attribute that must be there with at least one entry; `what` is what it lists.
    fn required_list(
        &mut self,
        object: &Object<'a>,
        name: &'static str,
        what: &str,
    ) -> Option<&'a [Node]> {
        let node = self.required(object, name)?;
        let items = self.list(object, name)?;
        if items.is_empty() {
            let title = format!("{} has no {what}", object.name());
            self.diagnostics().push(
                Diagnostic::new(Code::EmptyList, node.span, title)
                    .label(format!("`{name}` needs at least one entry")),
            );
        }
        Some(items)
    }

    /// A whole number within a range, if it is there.
    fn integer(
        &mut self,
        object: &Object<'a>,
        name: &str,
        range: RangeInclusive<u32>,
    ) -> Option<Spanned<u32>> {
        let node = object.get(name)?;
        let Json::Number(text) = &node.value else {
            self.wrong_type(node, &format!("`{name}`"), "an integer");
            return None;
        };
        let Some(whole) = integer_of(text) else {
            let title = format!("`{name}` must be an integer");
            self.diagnostics().push(
                Diagnostic::new(Code::NotAnInteger, node.span, title).label("it has a fraction"),
            );
            return None;
        };
        match whole.try_into() {
            Ok(value) if range.contains(&value) => Some(Spanned::new(value, node.span)),
            Ok(_) | Err(_) => {
                let title = format!("`{name}` is out of range");
                let label = format!("allowed are {} to {}", range.start(), range.end());
                self.diagnostics()
                    .push(Diagnostic::new(Code::OutOfRange, node.span, title).label(label));
                None
            }
        }
    }

    /// A number that is not negative, if it is there.
    fn amount(&mut self, object: &Object<'a>, name: &str) -> Option<f64> {
        let node = object.get(name)?;
        let Some(number) = node.as_f64() else {
            self.wrong_type(node, &format!("`{name}`"), "a number");
            return None;
        };
        if number < 0.0 {
            let title = format!("`{name}` is out of range");
            self.diagnostics().push(
                Diagnostic::new(Code::OutOfRange, node.span, title)
                    .label("it must not be less than 0"),
            );
            return None;
        }
        Some(number)
    }

    /// Reports a value of a wrong type.
    fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let title = format!("{what} must be {expected}");
        self.diagnostics().push(
            Diagnostic::new(Code::WrongType, node.span, title)
                .label(format!("this is {}", node.kind())),
        );
    }

    /// Reports a text that is none of a few words.
    fn unknown_word(&mut self, code: Code, word: StringValue<'a>, what: &str, words: &[&str]) {
        let title = format!("there is no {what} `{}`", word.value());
        let diagnostic = Diagnostic::new(code, word.span, title);
        self.diagnostics().push(match nearest(word.value(), words.iter().copied()) {
            Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
            None => diagnostic.label(format!("one of {} is needed", words.join(", "))),
        });
    }
}

impl Read<'_> for Diagnostics {
    fn diagnostics(&mut self) -> &mut Diagnostics {
        self
    }
}

impl<'a> Read<'a> for Context<'a> {
    fn diagnostics(&mut self) -> &mut Diagnostics {
        self.diagnostics
    }
}

/// The place of an object's opening brace: what stands for an object without a name.
pub(super) fn first_byte(span: Span) -> Span {
    Span { end: span.start.saturating_add(1).min(span.end), ..span }
}
