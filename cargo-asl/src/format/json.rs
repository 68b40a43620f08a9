//! The layout of JSON: two spaces for each level, one member on a line. An object that begins on
//! the line of its brace, and each array, stands on one line if it fits. Empty lines between
//! members remain, one of several. Scalars and keys are copied byte for byte.

use asl_codegen::source::{Json, Node, Span};

/// The longest line on which an array or object stands, in characters.
const WIDTH: usize = 100;

/// The text of a tree that was read from `text`.
pub(super) fn format(tree: &Node, text: &str) -> String {
    let mut printer = Printer { text, lines: String::with_capacity(text.len()) };
    printer.node(tree, 0, 0);
    printer.lines.push('\n');
    printer.lines
}

struct Printer<'t> {
    text: &'t str,
    lines: String,
}

/// A key, if there is one, and its value.
type Part<'n> = (Option<Span>, &'n Node);

impl Printer<'_> {
    /// A value that is followed by `behind` characters on its line.
    fn node(&mut self, node: &Node, depth: usize, behind: usize) {
        let (open, close) = match &node.value {
            Json::Array(_) => ('[', ']'),
            Json::Object(_) => ('{', '}'),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                let scalar = self.slice(node.span).to_owned();
                self.lines.push_str(&scalar);
                return;
            }
        };
        let line = self.lines.rsplit('\n').next().unwrap_or_default().chars().count();
        let room = WIDTH.saturating_sub(line + behind);
        if let Some(short) = self.short(node, room) {
            self.lines.push_str(&short);
            return;
        }
        self.lines.push(open);
        let parts = parts(node);
        let mut before = node.span.start + 1;
        for (index, (key, value)) in parts.iter().enumerate() {
            let start = key.map_or(value.span.start, |key| key.start);
            self.lines.push('\n');
            if index > 0 && self.has_empty_line(before, start) {
                self.lines.push('\n');
            }
            self.lines.extend(std::iter::repeat_n("  ", depth + 1));
            if let Some(key) = key {
                let key = self.slice(*key).to_owned();
                self.lines.push_str(&key);
                self.lines.push_str(": ");
            }
            let is_last = index + 1 == parts.len();
            self.node(value, depth + 1, usize::from(!is_last));
            if !is_last {
                self.lines.push(',');
            }
            before = value.span.end;
        }
        self.lines.push('\n');
        self.lines.extend(std::iter::repeat_n("  ", depth));
        self.lines.push(close);
    }

    /// The value on one line, if it has at most this many characters.
    fn short(&self, node: &Node, room: usize) -> Option<String> {
        let mut text = String::new();
        self.add(node, &mut text, room)?;
        (text.chars().count() <= room).then_some(text)
    }

    fn add(&self, node: &Node, text: &mut String, room: usize) -> Option<()> {
        // No character has more than four bytes.
        if text.len() > 4 * room {
            return None;
        }
        let (open, close, space) = match &node.value {
            Json::Array(_) => ("[", "]", ""),
            Json::Object(_) if self.is_open(node) => return None,
            Json::Object(members) if members.is_empty() => ("{", "}", ""),
            Json::Object(_) => ("{", "}", " "),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                text.push_str(self.slice(node.span));
                return Some(());
            }
        };
        text.push_str(open);
        text.push_str(space);
        for (index, (key, value)) in parts(node).into_iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            if let Some(key) = key {
                text.push_str(self.slice(key));
                text.push_str(": ");
            }
            self.add(value, text, room)?;
        }
        text.push_str(space);
        text.push_str(close);
        Some(())
    }

    /// True if the first member of an object is not on the line of its brace.
    fn is_open(&self, node: &Node) -> bool {
        let first = node.as_object().and_then(<[_]>::first);
        first
            .is_some_and(|first| self.between(node.span.start, first.key.span.start).contains('\n'))
    }

    /// True if there is an empty line between two places.
    fn has_empty_line(&self, start: u32, end: u32) -> bool {
        self.between(start, end).matches('\n').count() > 1
    }

    fn slice(&self, span: Span) -> &str {
        self.between(span.start, span.end)
    }

    fn between(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }
}

fn parts(node: &Node) -> Vec<Part<'_>> {
    match &node.value {
        Json::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Json::Object(members) => {
            members.iter().map(|member| (Some(member.key.span), &member.value)).collect()
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => Vec::new(),
    }
}
