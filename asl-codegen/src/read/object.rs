//! Objects of a definition, read field by field: present or not, of the right type, within range.

use std::ops::{Range, RangeInclusive};

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member, Node, Text, integer_of};
use asl_source::span::{Span, Spanned};

/// The kinds of objects of a language.
pub(crate) trait Kind: Copy {
    /// True if a field that is `null` counts as absent.
    const NULL_IS_ABSENT: bool;

    /// The kind with its article: "a retrier".
    fn noun(self) -> String;

    /// The name of one object in messages; `state` is the state that it is or belongs to, empty for
    /// the machine and its parts.
    fn describe(self, state: &str) -> String;

    /// True for a misspelt key that is read as a field nevertheless.
    fn is_variant(key: &str, name: &str) -> bool;
}

/// An object of a definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object<'a, K> {
    /// In order.
    pub(crate) members: &'a [Member],
    /// Decides which fields it may have.
    pub(crate) kind: K,
    /// The state that it is or belongs to; empty for the machine and its parts.
    pub(crate) state: &'a str,
    /// The smallest text that represents the whole: the place at which a missing field is reported.
    pub(crate) head: Span,
}

/// A string field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StringField<'a> {
    pub(crate) text: &'a Text,
    /// Includes the quotation marks.
    pub(crate) span: Span,
}

impl<'a> StringField<'a> {
    /// The decoded text.
    pub(crate) fn value(&self) -> &'a str {
        &self.text.value
    }

    /// The decoded text with its place.
    pub(crate) fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.text.value.clone(), self.span)
    }

    /// The place of a part of the decoded text.
    pub(crate) fn part(&self, range: Range<usize>) -> Span {
        self.text.span_of(self.span, range)
    }
}

impl<'a, K: Kind> Object<'a, K> {
    /// A node as an object of a kind; reports any other value.
    pub(crate) fn read(
        node: &'a Node,
        kind: K,
        state: &'a str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let Json::Object(members) = &node.value else {
            report_type(node, &kind.noun(), "an object", diagnostics);
            return None;
        };
        Some(Self { members, kind, state, head: node.span.first_byte() })
    }

    /// The machine's object; `example` is the help for any other value.
    pub(crate) fn read_machine(
        tree: &'a Node,
        kind: K,
        example: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let Json::Object(members) = &tree.value else {
            diagnostics.push(
                Diagnostic::new(
                    Code::NotAnObject,
                    tree.span,
                    "the definition must be a JSON object",
                )
                .label(format!("this is {}", tree.kind()))
                .help(format!("a definition begins like `{example}`")),
            );
            return None;
        };
        Some(Self { members, kind, state: "", head: tree.span.first_byte() })
    }

    /// The first member of a name: the reader of the text reports a second one. A misspelt name is
    /// reported with the other fields, and read as what was meant.
    pub(crate) fn member(&self, name: &str) -> Option<&'a Member> {
        let exact = self.members.iter().find(|member| member.key.value == name);
        exact.or_else(|| self.members.iter().find(|member| K::is_variant(&member.key.value, name)))
    }

    /// The value of a field.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Node> {
        let value = self.member(name).map(|member| &member.value);
        value.filter(|value| !(K::NULL_IS_ABSENT && value.is_null()))
    }

    /// True if a field is present, valid or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        self.kind.describe(self.state)
    }

    /// A required field.
    pub(crate) fn required(
        &self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'a Node> {
        if !self.has(name) {
            let title = format!("{} has no `{name}`", self.name());
            let label = format!("{} needs `{name}`", self.kind.noun());
            diagnostics.push(Diagnostic::new(Code::MissingField, self.head, title).label(label));
        }
        self.get(name)
    }

    /// An optional string.
    pub(crate) fn string(
        &self,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<StringField<'a>> {
        string_of(self.get(name)?, &format!("`{name}`"), diagnostics)
    }

    /// A required string.
    pub(crate) fn required_string(
        &self,
        name: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<StringField<'a>> {
        string_of(self.required(name, diagnostics)?, &format!("`{name}`"), diagnostics)
    }

    /// An optional string, owned.
    #[cfg(feature = "sm4c")]
    pub(crate) fn text(&self, name: &str, diagnostics: &mut Diagnostics) -> Option<String> {
        self.string(name, diagnostics).map(|text| text.value().to_owned())
    }

    /// An optional boolean.
    pub(crate) fn boolean(
        &self,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<bool>> {
        let node = self.get(name)?;
        if let Json::Bool(value) = node.value {
            return Some(Spanned::new(value, node.span));
        }
        report_type(node, &format!("`{name}`"), "`true` or `false`", diagnostics);
        None
    }

    /// An optional array.
    pub(crate) fn list(&self, name: &str, diagnostics: &mut Diagnostics) -> Option<&'a [Node]> {
        let node = self.get(name)?;
        if let Json::Array(items) = &node.value {
            return Some(items);
        }
        report_type(node, &format!("`{name}`"), "an array", diagnostics);
        None
    }

    /// A required array with at least one item; `what` is what it lists.
    #[cfg(feature = "sm4c")]
    pub(crate) fn required_list(
        &self,
        name: &'static str,
        what: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'a [Node]> {
        let node = self.required(name, diagnostics)?;
        let items = self.list(name, diagnostics)?;
        if items.is_empty() {
            let title = format!("{} has no {what}", self.name());
            diagnostics.push(
                Diagnostic::new(Code::EmptyList, node.span, title)
                    .label(format!("`{name}` needs at least one entry")),
            );
        }
        Some(items)
    }

    /// An optional integer within a range.
    pub(crate) fn integer(
        &self,
        name: &str,
        range: RangeInclusive<u32>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<u32>> {
        self.integer_or(Code::OutOfRange, name, range, diagnostics)
    }

    /// [`Object::integer`] with another code for integers outside of the range.
    pub(crate) fn integer_or(
        &self,
        out_of_range: Code,
        name: &str,
        range: RangeInclusive<u32>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<u32>> {
        let node = self.get(name)?;
        let Json::Number(text) = &node.value else {
            report_type(node, &format!("`{name}`"), "an integer", diagnostics);
            return None;
        };
        let Some(integer) = integer_of(text) else {
            let title = format!("`{name}` must be an integer");
            diagnostics.push(
                Diagnostic::new(Code::NotAnInteger, node.span, title).label("it has a fraction"),
            );
            return None;
        };
        let value = u32::try_from(integer).ok().filter(|value| range.contains(value));
        if value.is_none() {
            let title = format!("`{name}` is out of range");
            let (least, most) = (grouped(*range.start()), grouped(*range.end()));
            let label = format!("allowed are {least} to {most}");
            diagnostics.push(Diagnostic::new(out_of_range, node.span, title).label(label));
        }
        value.map(|value| Spanned::new(value, node.span))
    }

    /// An optional number within a range; `allowed` describes the range.
    pub(crate) fn number(
        &self,
        name: &str,
        range: impl std::ops::RangeBounds<f64>,
        allowed: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<f64> {
        let node = self.get(name)?;
        let Some(number) = node.as_f64() else {
            report_type(node, &format!("`{name}`"), "a number", diagnostics);
            return None;
        };
        if !range.contains(&number) {
            let title = format!("`{name}` is out of range");
            diagnostics.push(Diagnostic::new(Code::OutOfRange, node.span, title).label(allowed));
            return None;
        }
        Some(number)
    }

    /// An optional string that is one of a few words.
    pub(crate) fn word(
        &self,
        name: &str,
        words: &[&'static str],
        diagnostics: &mut Diagnostics,
    ) -> Option<&'static str> {
        let field = self.string(name, diagnostics)?;
        let known = words.iter().copied().find(|word| *word == field.value());
        if known.is_none() {
            let what = format!("`{name}` called");
            report_unknown_word(Code::UnknownWord, field, &what, words, diagnostics);
        }
        known
    }
}

/// A node as a string; reports any other value as `what`.
pub(crate) fn string_of<'a>(
    node: &'a Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<StringField<'a>> {
    if let Json::String(text) = &node.value {
        return Some(StringField { text, span: node.span });
    }
    let title = format!("{what} must be a string");
    let diagnostic = Diagnostic::new(Code::WrongType, node.span, title)
        .label(format!("this is {}", node.kind()));
    // In YAML `Version: 1.0` is easily written.
    diagnostics.push(if matches!(node.value, Json::Bool(_) | Json::Number(_)) {
        diagnostic.help("a string must be in quotation marks")
    } else {
        diagnostic
    });
    None
}

/// Reports a value of a wrong type.
pub(crate) fn report_type(node: &Node, what: &str, expected: &str, diagnostics: &mut Diagnostics) {
    let title = format!("{what} must be {expected}");
    diagnostics.push(
        Diagnostic::new(Code::WrongType, node.span, title)
            .label(format!("this is {}", node.kind())),
    );
}

/// Reports a string that is none of a few words.
pub(crate) fn report_unknown_word(
    code: Code,
    field: StringField<'_>,
    what: &str,
    words: &[&str],
    diagnostics: &mut Diagnostics,
) {
    let title = format!("there is no {what} `{}`", field.value());
    let nearest = diagnostics.nearest(field.value(), words.iter().copied());
    let others = format!("one of {} is needed", words.join(", "));
    diagnostics.push(Diagnostic::new(code, field.span, title).did_you_mean(nearest, others));
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
