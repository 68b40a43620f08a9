//! Converts text to a tree, by recursive descent with limited depth.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::placeholder::next_placeholder;
use crate::source::{Form, Json, MAX_BYTES, MAX_DEPTH, Member, Node, Text, duplicates};
use crate::span::{FileId, Span, Spanned};

/// A fault that ends the reading was reported.
#[derive(Debug)]
pub(super) struct Stop;

/// The result of reading a part of the grammar.
pub(super) type Read<T> = Result<T, Stop>;

/// Maximum number of recoverable faults, which limits the list of findings.
const MOST_FAULTS: usize = 20;

/// A text and how far it is read.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    file: FileId,
    depth: usize,
    faults: usize,
    /// True if `${Name}` may take the place of a value.
    has_placeholders: bool,
    diagnostics: &'t mut Diagnostics,
}

/// The brackets of an array or object, and its words in messages.
#[derive(Clone, Copy)]
pub(super) struct Container {
    pub(super) name: &'static str,
    pub(super) part: &'static str,
    pub(super) open: char,
    pub(super) close: char,
    pub(super) start: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, file: FileId, diagnostics: &'t mut Diagnostics) -> Self {
        Self { text, at: 0, file, depth: 0, faults: 0, has_placeholders: false, diagnostics }
    }

    pub(super) fn with_placeholders(self) -> Self {
        Self { has_placeholders: true, ..self }
    }

    /// The whole text: one value.
    pub(super) fn document(mut self) -> Read<Node> {
        if self.text.len() > MAX_BYTES {
            return Err(self.too_large());
        }
        self.skip_space()?;
        if self.peek().is_none() {
            return Err(self.no_text());
        }
        let node = self.value()?;
        self.skip_space()?;
        if self.peek().is_some() {
            return Err(self.text_after_the_value(node.span));
        }
        Ok(node)
    }

    fn value(&mut self) -> Read<Node> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.array()?,
            Some(b'"') => Json::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Json::Number(self.number()?),
            Some(b'\'') => Json::String(self.single_quoted()?),
            _ => match self.placeholder() {
                Some(text) => Json::String(text),
                None => self.word()?,
            },
        };
        Ok(Node { span: self.span(start, self.at), value })
    }

    fn word(&mut self) -> Read<Json> {
        let start = self.at;
        let word = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match word {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            _ => {
                let end = std::mem::replace(&mut self.at, start);
                let meant = self.no_value(word)?;
                self.at = end;
                Ok(meant)
            }
        }
    }

    /// `${Name}` in the place of a value.
    fn placeholder(&mut self) -> Option<Text> {
        if !self.has_placeholders || self.peek() != Some(b'$') {
            return None;
        }
        let found = next_placeholder(self.rest(), 0).filter(|found| found.start == 0)?;
        let value = self.rest().get(..found.end)?.to_owned();
        self.at += value.len();
        Some(Text { value, escapes: Vec::new(), form: Form::Placeholder })
    }

    /// Text between single quotes, which is reported; a key or a string was meant.
    fn single_quoted(&mut self) -> Read<Text> {
        let rest = self.rest().get(1..).unwrap_or_default();
        let end = rest.find(['\'', '"', '\\', '\n', '\r']);
        match end.filter(|&end| rest.as_bytes().get(end) == Some(&b'\'')) {
            Some(length) => {
                let value = rest.get(..length).unwrap_or_default().to_owned();
                self.single_quotes(length + 2)?;
                self.at += length + 2;
                Ok(Text { value, escapes: Vec::new(), form: Form::Quoted })
            }
            None => Err(self.no_value_at_all()),
        }
    }

    fn array(&mut self) -> Read<Json> {
        let container =
            Container { name: "array", part: "item", open: '[', close: ']', start: self.at };
        self.enter()?;
        let mut items = Vec::new();
        if self.closes_at_once(container)? {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            if self.is_done(container)? {
                return Ok(Json::Array(items));
            }
        }
    }

    fn object(&mut self) -> Read<Json> {
        let container =
            Container { name: "object", part: "member", open: '{', close: '}', start: self.at };
        self.enter()?;
        let mut members = Vec::new();
        if self.closes_at_once(container)? {
            return Ok(Json::Object(members));
        }
        loop {
            members.push(self.object_member(container)?);
            if self.is_done(container)? {
                duplicates::report(&members, self.diagnostics);
                return Ok(Json::Object(members));
            }
        }
    }

    fn object_member(&mut self, container: Container) -> Read<Member> {
        let start = self.at;
        let Text { value, .. } = match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'\'') => self.single_quoted()?,
            _ => self.bare_key(container)?,
        };
        let key = Spanned::new(value, self.span(start, self.at));
        self.skip_space()?;
        if !self.take(b':') {
            return Err(self.no_colon(container, &key));
        }
        self.skip_space()?;
        Ok(Member { value: self.value()?, key })
    }

    /// Goes past an opening bracket.
    fn enter(&mut self) -> Read<()> {
        if self.depth == MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.at += 1;
        self.skip_space()
    }

    /// Right after the opening bracket: skips the closing one if it follows.
    fn closes_at_once(&mut self, container: Container) -> Read<bool> {
        if self.peek().is_none() {
            return Err(self.not_closed(container));
        }
        Ok(self.close(container))
    }

    /// After an item or member: skips the comma or the closing bracket. Returns `true` for the
    /// bracket.
    fn is_done(&mut self, container: Container) -> Read<bool> {
        let end = self.at;
        self.skip_space()?;
        if self.close(container) {
            return Ok(true);
        }
        let comma = self.at;
        if !self.take(b',') {
            self.no_comma(container, end)?;
            return Ok(false);
        }
        self.skip_space()?;
        if self.peek().is_none() {
            return Err(self.not_closed(container));
        }
        if self.close(container) {
            self.trailing_comma(container, comma)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn close(&mut self, container: Container) -> bool {
        let closed = self.peek() == u8::try_from(container.close).ok();
        if closed {
            self.at += 1;
            self.depth -= 1;
        }
        closed
    }

    /// Goes past white space; comments are reported and read over.
    fn skip_space(&mut self) -> Read<()> {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
            if !self.comment()? {
                return Ok(());
            }
        }
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes past the byte if it is next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Goes past all bytes that qualify, all of them ASCII.
    pub(super) fn take_while(&mut self, qualifies: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest
            .bytes()
            .position(|byte| !(byte.is_ascii() && qualifies(byte)))
            .unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// The rest of the text. Reading stops on character boundaries only.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// A place in this file.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        // Texts longer than MAX_BYTES are refused before any place is made.
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file: self.file, start: offset(start), end: offset(end) }
    }

    /// Reports a fault that ends the reading.
    pub(super) fn stop(&mut self, diagnostic: Diagnostic) -> Stop {
        self.diagnostics.push(diagnostic);
        Stop
    }

    /// Reports a fault that can be read over.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Read<()> {
        self.diagnostics.push(diagnostic);
        self.faults += 1;
        if self.faults < MOST_FAULTS { Ok(()) } else { Err(Stop) }
    }
}
