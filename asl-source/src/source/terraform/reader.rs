//! Reads blocks, attributes and expressions of HCL.

use super::expression::{Expression, Kind};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, Json, MAX_DEPTH, Spanned};
use crate::span::Span;

/// A part of the file, or the fault that ends the reading.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// The contents of a file or a block.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) attributes: Vec<(Spanned<String>, Expression)>,
    pub(super) blocks: Vec<Block>,
}

/// `kind "label" { .. }`
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Spanned<String>,
    pub(super) labels: Vec<Spanned<String>>,
    pub(super) body: Body,
}

pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) at: usize,
    file: FileId,
    depth: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        Self { text, at: 0, file, depth: 0 }
    }

    /// A whole file.
    pub(super) fn file(&mut self) -> Read<Body> {
        let body = self.body()?;
        if self.rest().is_empty() { Ok(body) } else { Err(self.fault("expected a block here")) }
    }

    /// Attributes and blocks, up to a brace or the end.
    fn body(&mut self) -> Read<Body> {
        let mut body = Body::default();
        loop {
            self.skip_lines();
            if self.rest().is_empty() || self.rest().starts_with('}') {
                return Ok(body);
            }
            let name = self.name()?;
            self.skip_space();
            if self.take("=") {
                self.skip_lines();
                body.attributes.push((name, self.expression()?));
            } else {
                body.blocks.push(self.block(name)?);
            }
        }
    }

    fn block(&mut self, kind: Spanned<String>) -> Read<Block> {
        let mut labels = Vec::new();
        self.skip_space();
        while !self.take("{") {
            labels.push(self.name()?);
            self.skip_space();
        }
        let body = self.nested(Self::body)?;
        self.expect('}')?;
        Ok(Block { kind, labels, body })
    }

    /// Reads something inside, up to a depth.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.fault("this is nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// An identifier, or a text in quotation marks.
    fn name(&mut self) -> Read<Spanned<String>> {
        let start = self.at;
        let value =
            if self.rest().starts_with('"') { self.quoted()?.value } else { self.identifier() };
        if self.at == start {
            return Err(self.fault("expected a name here"));
        }
        Ok(Spanned::new(value, self.span_from(start)))
    }

    /// An expression. One with operators is kept as it is written.
    pub(super) fn expression(&mut self) -> Read<Expression> {
        let start = self.at;
        let kind = self.nested(Self::operand)?;
        let alone = self.at;
        let mut end = alone;
        loop {
            // Nothing else begins with an operator, so it may stand on the next line.
            self.skip_lines();
            let Some(length) = operator(self.rest()) else {
                break;
            };
            self.at += length;
            self.skip_lines();
            self.nested(Self::operand)?;
            end = self.at;
        }
        self.at = end;
        let kind = if end == alone { kind } else { self.other(start) };
        Ok(Expression { span: self.span_from(start), kind })
    }

    fn operand(&mut self) -> Read<Kind> {
        let start = self.at;
        let rest = self.rest();
        let Some(letter) = rest.chars().next() else {
            return Err(self.fault("expected a value here"));
        };
        let kind = match letter {
            '"' => Kind::Text(self.quoted()?),
            '[' => self.brackets(']', |reader| reader.list(']').map(Kind::Array))?,
            '{' => self.brackets('}', Self::members)?,
            '(' => {
                self.bump();
                self.skip_lines();
                let inner = self.expression()?;
                self.skip_lines();
                self.expect(')')?;
                inner.kind
            }
            '!' | '-' if !is_number(rest) => {
                self.bump();
                self.nested(Self::operand)?;
                self.other(start)
            }
            _ if rest.starts_with("<<") => return self.heredoc(),
            _ if is_number(rest) => self.number(),
            _ => self.word()?,
        };
        self.steps(start, kind)
    }

    /// The steps behind an operand: members and indices.
    fn steps(&mut self, start: usize, mut kind: Kind) -> Read<Kind> {
        loop {
            let step = if self.take("[") {
                self.skip_lines();
                let index = if self.take("*") {
                    "all".to_owned()
                } else {
                    let index = self.expression()?;
                    if let Kind::Literal(Json::Number(number)) = index.kind {
                        number
                    } else {
                        index.kind.placeholder()
                    }
                };
                self.skip_lines();
                self.expect(']')?;
                index
            } else if !self.rest().starts_with("...") && self.take(".") {
                if self.take("*") { "all".to_owned() } else { self.identifier() }
            } else {
                return Ok(kind);
            };
            kind = if let Kind::Reference(mut name) = kind {
                name.push('.');
                name.push_str(&step);
                Kind::Reference(name)
            } else {
                self.other(start)
            };
        }
    }

    fn other(&self, start: usize) -> Kind {
        Kind::Other(self.text.get(start..self.at).unwrap_or_default().to_owned())
    }

    fn number(&mut self) -> Kind {
        let rest = self.rest();
        let is_part = |(at, letter): &(usize, char)| {
            let before = rest.get(..*at).and_then(|read| read.chars().next_back());
            letter.is_ascii_digit()
                || matches!(letter, '.' | 'e' | 'E')
                || (matches!(letter, '+' | '-') && matches!(before, None | Some('e' | 'E')))
        };
        let length = rest.char_indices().take_while(is_part).count();
        let number = rest.get(..length).unwrap_or_default().to_owned();
        self.at += length;
        Kind::Literal(Json::Number(number))
    }

    /// A literal, a reference, or a call.
    fn word(&mut self) -> Read<Kind> {
        let mut word = self.identifier();
        while self.take("::") {
            word = format!("{word}::{}", self.identifier());
        }
        if word.is_empty() {
            return Err(self.fault("expected a value here"));
        }
        if self.take("(") {
            let arguments = self.list(')')?;
            return Ok(Kind::Call(word, arguments));
        }
        Ok(match word.as_str() {
            "true" => Kind::Literal(Json::Bool(true)),
            "false" => Kind::Literal(Json::Bool(false)),
            "null" => Kind::Literal(Json::Null),
            _ => Kind::Reference(word),
        })
    }

    /// The contents of brackets. The result of a `for` is known only when Terraform runs.
    fn brackets(&mut self, end: char, read: impl FnOnce(&mut Self) -> Read<Kind>) -> Read<Kind> {
        let start = self.at;
        self.bump();
        self.skip_lines();
        if self.is_for() { self.skip_to(end, start) } else { read(self) }
    }

    /// Values up to a bracket.
    fn list(&mut self, end: char) -> Read<Vec<Expression>> {
        let mut items = Vec::new();
        loop {
            self.skip_lines();
            if self.rest().starts_with(end) {
                self.bump();
                return Ok(items);
            }
            items.push(self.expression()?);
            self.skip_lines();
            if self.take("...") {
                self.skip_lines();
            }
            if !self.take(",") && !self.rest().starts_with(end) {
                return Err(self.fault(&format!("expected `,` or `{end}` here")));
            }
        }
    }

    /// Members up to a brace.
    fn members(&mut self) -> Read<Kind> {
        let mut members = Vec::new();
        loop {
            self.skip_lines();
            if self.take("}") {
                return Ok(Kind::Object(members));
            }
            let key = self.key()?;
            self.skip_space();
            if !self.take("=") && !self.take(":") {
                return Err(self.fault("expected `=` here"));
            }
            self.skip_lines();
            members.push((key, self.expression()?));
            self.skip_space();
            self.take(",");
        }
    }

    /// A key: a name, a text, or an expression in parentheses.
    fn key(&mut self) -> Read<Spanned<String>> {
        if !self.rest().starts_with('(') {
            return self.name();
        }
        let start = self.at;
        let value = self.operand()?.in_text();
        Ok(Spanned::new(value, self.span_from(start)))
    }

    /// True at the beginning of `for name in ..`.
    fn is_for(&self) -> bool {
        self.rest().strip_prefix("for").is_some_and(|rest| rest.starts_with(char::is_whitespace))
    }

    /// Skips what is known only when Terraform runs, with all brackets and texts in it.
    fn skip_to(&mut self, end: char, start: usize) -> Read<Kind> {
        let mut open = vec![end];
        while let Some(wanted) = open.last() {
            self.skip_lines();
            let rest = self.rest();
            let Some(letter) = rest.chars().next() else {
                return Err(self.fault(&format!("expected `{wanted}` here")));
            };
            match letter {
                '"' => {
                    self.quoted()?;
                    continue;
                }
                '<' if rest.starts_with("<<") => {
                    self.heredoc()?;
                    continue;
                }
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                _ if letter == *wanted => drop(open.pop()),
                _ => {}
            }
            self.at += letter.len_utf8();
        }
        Ok(self.other(start))
    }

    /// Letters, digits, `_` and `-`.
    pub(super) fn identifier(&mut self) -> String {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
        let rest = self.rest();
        let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default().to_owned()
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips one byte.
    pub(super) fn bump(&mut self) {
        self.at += 1;
    }

    /// Moves past a text if it is next.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.rest().starts_with(wanted);
        if is_next {
            self.at += wanted.len();
        }
        is_next
    }

    pub(super) fn expect(&mut self, wanted: char) -> Read<()> {
        if self.rest().starts_with(wanted) {
            self.at += wanted.len_utf8();
            return Ok(());
        }
        Err(self.fault(&format!("expected `{wanted}` here")))
    }

    /// Skips white space and comments within a line.
    pub(super) fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            let Some(behind) = self.rest().strip_prefix("/*") else {
                return;
            };
            self.at += 2 + behind.find("*/").map_or(behind.len(), |end| end + 2);
        }
    }

    /// Skips white space, comments and the ends of lines.
    pub(super) fn skip_lines(&mut self) {
        loop {
            self.skip_space();
            match self.rest() {
                rest if rest.starts_with('\n') => self.bump(),
                rest if rest.starts_with('#') || rest.starts_with("//") => self.skip_line(),
                _ => return,
            }
        }
    }

    /// Skips the rest of a line.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
    }

    fn span_from(&self, start: usize) -> Span {
        let offset = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
        Span { file: self.file, start: offset(start), end: offset(self.at) }
    }

    /// The fault of what comes next.
    pub(super) fn fault(&self, label: &str) -> Box<Diagnostic> {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let here = self.span_from(self.at);
        let end = here.end.saturating_add(u32::try_from(length).unwrap_or(0));
        let title = "this file of Terraform cannot be read".to_owned();
        let span = Span { end, ..here };
        Box::new(Diagnostic::new(Code::TemplateDefinition, span, title).label(label.to_owned()))
    }
}

/// Bytes of the operator at the beginning, if there is one. `:` is that of a condition.
fn operator(text: &str) -> Option<usize> {
    const OPERATORS: [&str; 15] =
        ["==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "?", ":"];
    OPERATORS.iter().find(|operator| text.starts_with(**operator)).map(|found| found.len())
}

fn is_number(text: &str) -> bool {
    text.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_digit())
}
