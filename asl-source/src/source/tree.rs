//! The tree of a text in any notation, and typed access to it.

use std::ops::Range;

use asl_language::openapi::decode_percent;

use super::{json, terraform};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::span::{FileId, Notation, Sources, Span, Spanned};

#[cfg(feature = "yaml")]
use super::yaml;

/// Largest text in bytes: AWS's own limit for a definition.
pub const MAX_BYTES: usize = 1024 * 1024;

/// Deepest nesting of arrays and objects. Every later pass may recurse on a tree: this is what
/// makes that safe, in debug builds and on threads with small stacks too. A Parallel in a Parallel
/// costs four levels.
pub const MAX_DEPTH: usize = 256;

/// A JSON value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// From the first byte of the value to after its last.
    pub span: Span,
    /// The value.
    pub value: Json,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// The exact text of the number.
    Number(String),
    /// A string, decoded.
    String(Text),
    /// Items in order.
    Array(Vec<Node>),
    /// Members in order; keys may repeat.
    Object(Vec<Member>),
}

/// A decoded string that still knows where its characters stood.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The decoded text.
    pub value: String,
    /// After each escape: (offset in the decoded text, offset in the file). Empty when the string
    /// has no escapes.
    pub escapes: Vec<(u32, u32)>,
    /// Its form in the file.
    pub form: Form,
}

impl Text {
    /// A text that leaves only the whole to point at.
    pub(super) fn opaque(value: String) -> Self {
        Self { value, escapes: Vec::new(), form: Form::Opaque }
    }
}

/// The form of a string in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// Between quotation marks of one byte each.
    #[default]
    Quoted,
    /// Without any.
    Bare,
    /// In some way that leaves only the whole to point at.
    Opaque,
    /// `${Name}` in JSON in the place of a value, as in a template of Terraform.
    Placeholder,
}

/// One member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key; its span includes the quotes.
    pub key: Spanned<String>,
    /// The value.
    pub value: Node,
}

/// The tree of a file, in the notation that its name indicates.
pub fn parse(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    parse_by(json::parse, sources, file, diagnostics)
}

/// The same for a definition, in whose JSON `${Name}` may take the place of a value.
pub fn parse_definition(
    sources: &Sources,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    parse_by(json::parse_definition, sources, file, diagnostics)
}

fn parse_by(
    parse_json: impl Fn(&str, FileId, &mut Diagnostics) -> Option<Node>,
    sources: &Sources,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let source = sources.file(file)?;
    match source.notation() {
        Notation::Json => {
            let tree = parse_json(&source.text, file, diagnostics);
            if tree.is_none() {
                report_directive(&source.text, file, diagnostics);
            }
            tree
        }
        Notation::Terraform => terraform::parse(&source.text, file, diagnostics),
        #[cfg(feature = "yaml")]
        Notation::Yaml => yaml::parse(&source.text, file, diagnostics),
        #[cfg(not(feature = "yaml"))]
        Notation::Yaml => {
            diagnostics.push(super::built_without(&source.shown, "YAML", "yaml"));
            None
        }
    }
}

/// Reports a directive of Terraform's templates in a text that is no JSON because of it.
fn report_directive(text: &str, file: FileId, diagnostics: &mut Diagnostics) {
    let mut marks = text.match_indices("%{");
    let directive = marks.find(|(at, mark)| text.get(at + mark.len()..).is_some_and(is_directive));
    let Some((start, _)) = directive else { return };
    let offset = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
    let place = Span { file, start: offset(start), end: offset(start + 2) };
    diagnostics.push(
        Diagnostic::new(
            Code::TemplateDefinition,
            place,
            "`%{` is a directive of Terraform's templates",
        )
        .label("its result is known only when Terraform runs")
        .help("print the definition with `terraform show -json`, and check that"),
    );
}

/// True for the text behind the `%{` of a directive: others have the mark for their own ends, such
/// as curl in `%{http_code}`.
fn is_directive(behind: &str) -> bool {
    let behind = behind.strip_prefix('~').unwrap_or(behind).trim_start();
    let word = behind.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    matches!(word, Some("if" | "else" | "for" | "endif" | "endfor"))
}

impl Node {
    /// The decoded text of a string.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().map(|text| text.value.as_str())
    }

    /// A string with its escapes.
    pub fn as_text(&self) -> Option<&Text> {
        if let Json::String(text) = &self.value { Some(text) } else { None }
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self.value { Some(value) } else { None }
    }

    /// The exact text of a number.
    pub fn as_number(&self) -> Option<&str> {
        if let Json::Number(text) = &self.value { Some(text) } else { None }
    }

    /// A number as binary64: always finite.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.parse().ok()
    }

    /// A number that is written as an integer and fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.parse().ok()
    }

    /// The items of an array.
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Json::Array(items) = &self.value { Some(items) } else { None }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[Member]> {
        if let Json::Object(members) = &self.value { Some(members) } else { None }
    }

    /// True for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.value, Json::Null)
    }

    /// The member with this key; the last one of several, as in most readers. It visits every key:
    /// do not use it for objects with many members.
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.as_object()?.iter().rfind(|member| member.key.value == key)
    }

    /// The value of the member with this key; see [`Node::member`].
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.value)
    }

    /// The part that a JSON pointer leads to, in the form that the fragment of a URI has (RFC 6901,
    /// section 6). `member` finds the member of an object.
    pub fn at<'a>(
        &'a self,
        pointer: &str,
        member: impl Fn(&'a Self, &str) -> Option<&'a Self>,
    ) -> Option<&'a Self> {
        let mut node = self;
        for part in pointer.split('/').skip(1) {
            let part = decode_percent(part).replace("~1", "/").replace("~0", "~");
            node = match &node.value {
                Json::Object(_) => member(node, &part)?,
                Json::Array(items) => items.get(part.parse::<usize>().ok()?)?,
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => return None,
            };
        }
        Some(node)
    }

    /// Finds the members of all objects, but not those within members that are left out. The depth
    /// of trees is bounded.
    pub fn each_member<'a>(
        &'a self,
        is_left_out: &impl Fn(&str) -> bool,
        found: &mut impl FnMut(&'a Member),
    ) {
        match &self.value {
            Json::Object(members) => {
                for member in members.iter().filter(|member| !is_left_out(&member.key.value)) {
                    found(member);
                    member.value.each_member(is_left_out, found);
                }
            }
            Json::Array(items) => {
                for item in items {
                    item.each_member(is_left_out, found);
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }

    /// The kind of value with its article, for messages such as "expected a string, found an
    /// array".
    pub fn kind(&self) -> &'static str {
        match self.value {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}

impl Text {
    /// The place of a part of the decoded text in the file. `literal` is the span of the whole
    /// string, quotes included.
    ///
    /// A part that begins or ends within the characters of one escape takes in the whole escape.
    pub fn span_of(&self, literal: Span, part: Range<usize>) -> Span {
        let margin = match self.form {
            Form::Quoted => 1,
            Form::Bare | Form::Placeholder => 0,
            Form::Opaque => return literal,
        };
        let content = literal.start.saturating_add(margin)..literal.end.saturating_sub(margin);
        let start = self.place(part.start, content.start).min(content.end);
        let end = self.place(part.end, content.start).min(content.end).max(start);
        Span { file: literal.file, start, end }
    }

    /// Offset in the file of an offset in the decoded text.
    fn place(&self, decoded: usize, content_start: u32) -> u32 {
        let decoded = u32::try_from(decoded).unwrap_or(u32::MAX);
        let before = self.escapes.partition_point(|&(after, _)| after <= decoded);
        let nearest = before.checked_sub(1).and_then(|index| self.escapes.get(index));
        let &(after, offset) = nearest.unwrap_or(&(0, content_start));
        // What several characters of the file became is in none of them.
        let next = self.escapes.get(before).map_or(u32::MAX, |&(_, next)| next);
        offset.saturating_add(decoded - after).min(next)
    }
}
