//! JSON in a string: its places are those of the string's characters in the file.

use crate::diagnostics::Diagnostics;
use crate::source::{Form, Json, Member, Node, Text, json};
use crate::span::{Span, Spanned};

/// The tree of a text; `literal` is the span of the string that it is in.
pub(super) fn parse(text: &Text, literal: Span, diagnostics: &mut Diagnostics) -> Option<Node> {
    let outer = Outer { text, literal };
    let mut found = Diagnostics::default();
    let tree = json::parse_definition(&text.value, literal.file, &mut found);
    for mut diagnostic in found.sorted() {
        diagnostic.span = outer.span(diagnostic.span);
        for related in &mut diagnostic.related {
            related.span = outer.span(related.span);
        }
        diagnostics.push(diagnostic);
    }
    tree.map(|tree| outer.node(tree))
}

/// The string around a text.
struct Outer<'t> {
    text: &'t Text,
    literal: Span,
}

impl Outer<'_> {
    /// The place in the file of a place in the text.
    fn span(&self, inner: Span) -> Span {
        self.text.span_of(self.literal, inner.start as usize..inner.end as usize)
    }

    fn offset(&self, inner: u32) -> u32 {
        self.span(Span { start: inner, end: inner, ..self.literal }).start
    }

    fn node(&self, node: Node) -> Node {
        let value = match node.value {
            Json::String(text) => Json::String(self.string(text, node.span)),
            Json::Array(items) => {
                Json::Array(items.into_iter().map(|item| self.node(item)).collect())
            }
            Json::Object(members) => {
                Json::Object(members.into_iter().map(|member| self.member(member)).collect())
            }
            value @ (Json::Null | Json::Bool(_) | Json::Number(_)) => value,
        };
        Node { span: self.span(node.span), value }
    }

    fn member(&self, member: Member) -> Member {
        let Spanned { value, span } = member.key;
        Member { key: Spanned::new(value, self.span(span)), value: self.node(member.value) }
    }

    /// A string in the text, whose characters may be written by escapes of both strings.
    fn string(&self, string: Text, span: Span) -> Text {
        if self.text.form == Form::Opaque {
            return Text { form: Form::Opaque, escapes: Vec::new(), ..string };
        }
        let inner = |decoded: usize| string.span_of(span, decoded..decoded).start;
        let (start, end) = (inner(0), inner(string.value.len()));
        let mut escapes = vec![(0, self.offset(start))];
        let own = string.escapes.iter();
        escapes.extend(own.map(|(decoded, place)| (*decoded, self.offset(*place))));
        let first = self.text.escapes.partition_point(|(place, _)| *place <= start);
        let around = self.text.escapes.get(first..).unwrap_or_default();
        let around = around.iter().take_while(|(place, _)| *place < end);
        escapes.extend(
            around.filter_map(|(place, file)| Some((decoded(&string, *place, start)?, *file))),
        );
        escapes.sort_unstable();
        escapes.dedup_by_key(|(decoded, _)| *decoded);
        Text { escapes, ..string }
    }
}

/// The offset in a decoded string of an offset in its text, unless that is within an escape.
fn decoded(string: &Text, place: u32, start: u32) -> Option<u32> {
    let before = string.escapes.partition_point(|(_, behind)| *behind <= place);
    let nearest = before.checked_sub(1).and_then(|index| string.escapes.get(index));
    let (decoded, behind) = nearest.copied().unwrap_or((0, start));
    let found = decoded + (place - behind);
    let next = string.escapes.get(before).map_or(u32::MAX, |(next, _)| *next);
    (found < next).then_some(found)
}
