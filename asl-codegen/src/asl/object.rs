//! Objects of a definition, read field by field: present or not, of the right type, known at this
//! place.

use std::ops::RangeInclusive;

use crate::asl::context::Context;
use crate::asl::field::table::{EXCLUSIVE, FIELDS, Field, Place, Standing, standing};
use crate::asl::state::choice_rule::is_operator;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{Json, Member, Node, Text, integer_of};
use crate::span::{Span, Spanned};

/// Said of everything that is not supported yet.
pub(super) const COVERAGE: &str = "this compiler covers the language with JSONPath";

/// An object of the definition and what it is.
#[derive(Clone, Copy)]
pub(super) struct Object<'a> {
    /// Its members in order.
    pub(super) members: &'a [Member],
    /// Which fields it may have.
    pub(super) place: Place,
    /// The state it is or belongs to; empty for the machine itself.
    pub(super) state: &'a str,
    /// The smallest text that stands for the whole: where a missing field is reported.
    pub(super) head: Span,
}

/// A string field.
#[derive(Clone, Copy)]
pub(super) struct StringField<'a> {
    /// Its content.
    pub(super) text: &'a Text,
    /// Its place, quotes included.
    pub(super) span: Span,
}

impl<'a> Object<'a> {
    /// The first member of a name: a second one was reported by the reader of the text.
    pub(super) fn member(&self, name: &str) -> Option<&'a Member> {
        self.members.iter().find(|member| member.key.value == name)
    }

    /// The value of a field.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node> {
        self.member(name).map(|member| &member.value)
    }

    /// As people call it.
    pub(super) fn name(&self) -> String {
        match self.place {
            Place::Machine => "the machine".to_owned(),
            Place::Branch => format!("a branch of `{}`", self.state),
            Place::Processor => format!("the processor of `{}`", self.state),
            Place::Retrier
            | Place::Catcher
            | Place::Rule
            | Place::InnerRule
            | Place::ProcessorConfig
            | Place::ItemBatcher
            | Place::ItemReader
            | Place::ReaderConfig
            | Place::ResultWriter
            | Place::WriterConfig => {
                format!("a {} of `{}`", self.place.noun(), self.state)
            }
            Place::Pass
            | Place::Task
            | Place::Choice
            | Place::Wait
            | Place::Succeed
            | Place::Fail
            | Place::Parallel
            | Place::Map => format!("`{}`", self.state),
        }
    }
}

impl<'a> Context<'a> {
    /// A node as an object of a kind; reports what is none.
    pub(super) fn object(
        &mut self,
        node: &'a Node,
        place: Place,
        state: &'a str,
    ) -> Option<Object<'a>> {
        let Json::Object(members) = &node.value else {
            self.wrong_type(node, &format!("a {}", place.noun()), "an object");
            return None;
        };
        Some(Object { members, place, state, head: first_byte(node.span) })
    }

    /// A field that must be there.
    pub(super) fn required(&mut self, object: &Object<'a>, name: &'static str) -> Option<&'a Node> {
        let found = object.get(name);
        if found.is_none() {
            let title = format!("{} has no `{name}`", object.name());
            let label = format!("a {} needs `{name}`", object.place.noun());
            self.diagnostics
                .push(Diagnostic::new(Code::MissingField, object.head, title).label(label));
        }
        found
    }

    /// A string field, if it is there.
    pub(super) fn string(&mut self, object: &Object<'a>, name: &str) -> Option<StringField<'a>> {
        let node = object.get(name)?;
        self.as_string(node, &format!("`{name}`"))
    }

    /// A string field that must be there.
    pub(super) fn required_string(
        &mut self,
        object: &Object<'a>,
        name: &'static str,
    ) -> Option<StringField<'a>> {
        let node = self.required(object, name)?;
        self.as_string(node, &format!("`{name}`"))
    }

    /// A node that must be a string.
    pub(super) fn as_string(&mut self, node: &'a Node, what: &str) -> Option<StringField<'a>> {
        if let Json::String(text) = &node.value {
            return Some(StringField { text, span: node.span });
        }
        let title = format!("{what} must be a string");
        let mut diagnostic = Diagnostic::new(Code::WrongType, node.span, title)
            .label(format!("this is {}", node.kind()));
        // In YAML `Version: 1.0` is easily written.
        if matches!(node.value, Json::Bool(_) | Json::Number(_)) {
            diagnostic = diagnostic.help("a string stands in quotation marks");
        }
        self.diagnostics.push(diagnostic);
        None
    }

    /// A boolean field, if it is there.
    pub(super) fn boolean(&mut self, object: &Object<'a>, name: &str) -> Option<Spanned<bool>> {
        let node = object.get(name)?;
        if let Json::Bool(value) = node.value {
            return Some(Spanned::new(value, node.span));
        }
        self.wrong_type(node, &format!("`{name}`"), "`true` or `false`");
        None
    }

    /// A list field, if it is there.
    pub(super) fn list(&mut self, object: &Object<'a>, name: &str) -> Option<&'a [Node]> {
        let node = object.get(name)?;
        if let Json::Array(items) = &node.value {
            return Some(items);
        }
        self.wrong_type(node, &format!("`{name}`"), "an array");
        None
    }

    /// A whole number within a range, if it is there.
    pub(super) fn integer(
        &mut self,
        object: &Object<'a>,
        name: &str,
        range: RangeInclusive<u32>,
    ) -> Option<Spanned<u32>> {
        self.integer_or(object, name, range, Code::OutOfRange)
    }

    /// The same with a code of its own for what is out of range.
    pub(super) fn integer_or(
        &mut self,
        object: &Object<'a>,
        name: &str,
        range: RangeInclusive<u32>,
        out_of_range: Code,
    ) -> Option<Spanned<u32>> {
        let node = object.get(name)?;
        let Json::Number(text) = &node.value else {
            self.wrong_type(node, &format!("`{name}`"), "an integer");
            return None;
        };
        let Some(whole) = integer_of(text) else {
            let title = format!("`{name}` must be an integer");
            self.diagnostics.push(
                Diagnostic::new(Code::NotAnInteger, node.span, title).label("it has a fraction"),
            );
            return None;
        };
        match whole.try_into() {
            Ok(value) if range.contains(&value) => Some(Spanned::new(value, node.span)),
            Ok(_) | Err(_) => {
                let title = format!("`{name}` is out of range");
                let label =
                    format!("allowed are {} to {}", grouped(*range.start()), grouped(*range.end()));
                self.diagnostics.push(Diagnostic::new(out_of_range, node.span, title).label(label));
                None
            }
        }
    }

    /// The `Comment` of an object.
    pub(super) fn comment(&mut self, object: &Object<'a>) -> Option<String> {
        self.string(object, "Comment").map(|comment| comment.text.value.clone())
    }

    /// A field that takes one of a few words, if it is there.
    pub(super) fn word(
        &mut self,
        object: &Object<'a>,
        name: &str,
        words: &[&'static str],
    ) -> Option<&'static str> {
        let field = self.string(object, name)?;
        let known = words.iter().copied().find(|word| *word == field.text.value);
        if known.is_none() {
            self.unknown_word(field, name, &field.text.value, words);
        }
        known
    }

    /// Reports a text that is none of a few words.
    pub(super) fn unknown_word(
        &mut self,
        field: StringField<'a>,
        name: &str,
        word: &str,
        words: &[&str],
    ) {
        let title = format!("there is no `{name}` called `{word}`");
        let diagnostic = Diagnostic::new(Code::UnknownWord, field.span, title);
        let same = words.iter().copied().find(|known| known.eq_ignore_ascii_case(word));
        let nearest = same.or_else(|| self.nearest(word, words.iter().copied()));
        self.diagnostics.push(match nearest {
            Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
            None => diagnostic.label(format!("one of {} is needed", words.join(", "))),
        });
    }

    /// Reports a value of a wrong type.
    pub(super) fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let title = format!("{what} must be {expected}");
        self.diagnostics.push(
            Diagnostic::new(Code::WrongType, node.span, title)
                .label(format!("this is {}", node.kind())),
        );
    }

    /// Reports every field that does not belong here, and pairs that exclude each other.
    pub(super) fn check_fields(&mut self, object: &Object<'a>) {
        let is_rule = matches!(object.place, Place::Rule | Place::InnerRule);
        for member in object.members {
            let name = member.key.value.as_str();
            if is_rule && is_operator(name) {
                continue;
            }
            match standing(name, object.place) {
                Standing::Covered => {}
                Standing::NotYet => {
                    self.not_yet(member.key.span, &format!("`{name}` of a {}", object.place.noun()))
                }
                Standing::OnlyJsonata => self.only_jsonata(object, member),
                Standing::Elsewhere(field) => self.elsewhere(object, member, field),
                Standing::Unknown => self.unknown_field(object, member),
            }
        }
        for (first, second) in EXCLUSIVE {
            self.exclude(object, first, second);
        }
    }

    /// Reports `second` if `first` is there too.
    pub(super) fn exclude(&mut self, object: &Object<'a>, first: &str, second: &str) {
        let (Some(one), Some(other)) = (object.member(first), object.member(second)) else {
            return;
        };
        let title = format!("`{first}` and `{second}` exclude each other");
        self.diagnostics.push(
            Diagnostic::new(Code::ExclusiveFields, other.key.span, title)
                .label("remove one of the two")
                .related(one.key.span, format!("`{first}` stands here")),
        );
    }

    /// Reports a part of the language that this compiler does not have yet.
    pub(super) fn not_yet(&mut self, span: Span, what: &str) {
        self.diagnostics.push(
            Diagnostic::new(Code::NotSupportedYet, span, format!("{what} is not supported yet"))
                .label(COVERAGE),
        );
    }

    fn only_jsonata(&mut self, object: &Object<'a>, member: &Member) {
        let name = &member.key.value;
        let title = format!("`{name}` needs the query language JSONata");
        self.diagnostics.push(
            Diagnostic::new(Code::FieldNotAllowed, member.key.span, title)
                .label(format!("the query language of {} is JSONPath", object.name())),
        );
    }

    fn elsewhere(&mut self, object: &Object<'a>, member: &Member, field: &Field) {
        let name = field.name;
        let noun = object.place.noun();
        if matches!(name, "Next" | "End") {
            let (code, label) = match object.place {
                Place::InnerRule => (Code::NestedNext, "only the outermost rule has a `Next`"),
                Place::Choice => (
                    Code::TransitionForbidden,
                    "a Choice goes where its rules and its `Default` say",
                ),
                Place::Succeed | Place::Fail => {
                    (Code::TransitionForbidden, "this state ends the machine")
                }
                Place::Machine
                | Place::Branch
                | Place::Processor
                | Place::ProcessorConfig
                | Place::ItemBatcher
                | Place::ItemReader
                | Place::ReaderConfig
                | Place::ResultWriter
                | Place::WriterConfig
                | Place::Pass
                | Place::Task
                | Place::Wait
                | Place::Parallel
                | Place::Map
                | Place::Retrier
                | Place::Catcher
                | Place::Rule => (Code::FieldNotAllowed, "does not belong here"),
            };
            let title = format!("a {noun} cannot have `{name}`");
            self.diagnostics.push(Diagnostic::new(code, member.key.span, title).label(label));
            return;
        }
        let mut places = field.places().map(Place::noun).collect::<Vec<_>>();
        places.dedup();
        let mut diagnostic = Diagnostic::new(
            Code::FieldNotAllowed,
            member.key.span,
            format!("a {noun} cannot have `{name}`"),
        )
        .label("does not belong here");
        if !places.is_empty() {
            diagnostic = diagnostic.help(format!("`{name}` is a field of: {}", places.join(", ")));
        }
        self.diagnostics.push(diagnostic);
    }

    fn unknown_field(&mut self, object: &Object<'a>, member: &Member) {
        let name = &member.key.value;
        let here = FIELDS.iter().filter(|field| field.places().any(|place| place == object.place));
        let nearest = self.nearest(name, here.map(|field| field.name));
        let title = format!("a {} has no field `{name}`", object.place.noun());
        let diagnostic = Diagnostic::new(Code::UnknownField, member.key.span, title);
        self.diagnostics.push(match nearest {
            Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
            None => diagnostic.label("not a field of the language"),
        });
    }
}

/// The place of an object's opening brace: what stands for an object without a name.
pub(super) fn first_byte(span: Span) -> Span {
    Span { end: span.start.saturating_add(1).min(span.end), ..span }
}

/// A number with separators: 99,999,999.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
