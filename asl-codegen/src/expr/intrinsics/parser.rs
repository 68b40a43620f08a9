//! Parses the text of a call to a [`Call`].

use std::ops::Range;

use super::{Argument, Call, Intrinsic, MOST_NESTED, check};
use crate::expr::jsonpath::cursor::Cursor;
use crate::expr::jsonpath::{self, Dialect, PathError};
use asl_source::literal::Literal;
use asl_source::span::Span;

/// A fault of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallError {
    /// The kind of fault.
    pub kind: CallErrorKind,
    /// The fault, in the words of a diagnostic's title.
    pub message: String,
    /// The smallest wrong part, in bytes of the decoded text.
    pub range: Range<usize>,
    /// A proposal for what to type instead.
    pub help: Option<String>,
}

/// A call, with the faults that AWS finds only when it runs.
#[derive(Debug)]
pub struct Parsed {
    /// The call.
    pub call: Call,
    /// Faults of its arguments, including those of nested calls.
    pub findings: Vec<CallError>,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq)]
pub enum CallErrorKind {
    /// The text cannot be parsed.
    Syntax,
    /// There is no function of this name.
    UnknownFunction(String),
    /// The function takes another number of arguments.
    Arity,
    /// The function takes no arguments, and ignores the given ones.
    Ignored,
    /// There are more arguments than can be compiled.
    TooMany,
    /// The function never takes this argument.
    Argument,
    /// The template of `States.Format` has more or fewer placeholders than there are values.
    Placeholders,
    /// Calls are nested too deeply.
    Nesting,
    /// A fault of a path in the call; its range refers to the path's own text.
    Path(Box<PathError>),
}

impl CallError {
    pub(super) fn new(
        kind: CallErrorKind,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, message: message.into(), range, help: None }
    }

    fn syntax(range: Range<usize>, message: impl Into<String>) -> Self {
        Self::new(CallErrorKind::Syntax, range, message)
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// A parsed argument.
pub(super) struct Read {
    pub(super) argument: Argument,
    pub(super) range: Range<usize>,
    /// The texts around the placeholders of a quoted text.
    pub(super) texts: Vec<String>,
    /// The first unpaired brace of a quoted text, a fault only in a template of `States.Format`.
    pub(super) brace: Option<Brace>,
}

/// An unpaired brace: `{` without `}` right after it, or `}` alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Brace {
    Opening,
    Closing,
}

/// Maximum number of arguments of a call and all calls in it. They become one expression, and
/// rustc's work grows with the square of an expression's size.
const MOST_ARGUMENTS: usize = 500;

/// Parses a call and checks its arguments. `span_of` maps a range of the text to its place in the
/// definition.
pub fn parse(
    text: &str,
    dialect: Dialect,
    span_of: &dyn Fn(Range<usize>) -> Span,
) -> Result<Parsed, CallError> {
    let text = text.trim_end_matches(' ');
    let cursor = Cursor::new(text);
    let mut reader = Reader { cursor, arguments: 0, findings: Vec::new(), dialect, span_of };
    let call = reader.call(1)?;
    if reader.cursor.peek().is_some() {
        let rest = reader.cursor.at..text.len();
        return Err(CallError::syntax(rest, "nothing can follow the call"));
    }
    Ok(Parsed { call, findings: reader.findings })
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    arguments: usize,
    /// Faults that AWS would find only when the call runs.
    findings: Vec<CallError>,
    dialect: Dialect,
    span_of: &'t dyn Fn(Range<usize>) -> Span,
}

impl Reader<'_> {
    /// Parses a call and the calls in it; `depth` counts from 1.
    fn call(&mut self, depth: usize) -> Result<Call, CallError> {
        let start = self.cursor.at;
        self.cursor.skip_while(is_word);
        let name = self.cursor.since(start);
        if !self.cursor.take("(") {
            return Err(CallError::syntax(self.cursor.here(), "`(` is expected here"));
        }
        let name_range = start..start + name.len();
        let Some(intrinsic) = Intrinsic::find(name) else {
            let message = format!("there is no intrinsic function `{name}`");
            return Err(CallError::new(
                CallErrorKind::UnknownFunction(name.to_owned()),
                name_range,
                message,
            ));
        };
        if depth > MOST_NESTED {
            let message = format!("calls can be nested {MOST_NESTED} deep at most");
            return Err(CallError::new(CallErrorKind::Nesting, name_range, message));
        }
        let arguments = self.arguments(start, depth)?;
        self.findings.extend(check::check(intrinsic, &arguments, start..self.cursor.at).err());
        Ok(Call {
            text: self.cursor.since(start).to_owned(),
            span: (self.span_of)(start..self.cursor.at),
            function: intrinsic.function,
            refused: check::refused(intrinsic, &arguments),
            texts: check::texts(intrinsic, &arguments),
            arguments: arguments.into_iter().map(|read| read.argument).collect(),
            number: 0,
        })
    }

    fn arguments(&mut self, call: usize, depth: usize) -> Result<Vec<Read>, CallError> {
        let mut arguments = Vec::new();
        self.cursor.skip_while(char::is_whitespace);
        if self.cursor.take(")") {
            return Ok(arguments);
        }
        loop {
            self.cursor.skip_while(char::is_whitespace);
            arguments.push(self.argument(depth)?);
            self.cursor.skip_while(char::is_whitespace);
            if self.cursor.take(")") {
                return Ok(arguments);
            }
            if self.cursor.peek().is_none() {
                return Err(CallError::syntax(call..self.cursor.at, "the call is not closed")
                    .help("add `)`"));
            }
            if !self.cursor.take(",") {
                return Err(CallError::syntax(self.cursor.here(), "`,` or `)` is expected here"));
            }
        }
    }

    fn argument(&mut self, depth: usize) -> Result<Read, CallError> {
        let start = self.cursor.at;
        self.arguments += 1;
        if self.arguments > MOST_ARGUMENTS {
            let message =
                format!("a call and the calls in it have {MOST_ARGUMENTS} arguments at most");
            return Err(CallError::new(CallErrorKind::TooMany, self.cursor.here(), message));
        }
        let (mut texts, mut brace) = (Vec::new(), None);
        let argument = match self.cursor.peek() {
            Some('\'') => {
                (texts, brace) = self.quoted()?;
                Argument::Literal(Literal::String(texts.join("{}")))
            }
            Some('$') => Argument::Path(self.path()?),
            Some('0'..='9' | '-') => self.number()?,
            Some(c) if c.is_alphabetic() => self.word(depth)?,
            Some('"') => {
                let message = "texts stand in single quotation marks";
                return Err(CallError::syntax(self.cursor.here(), message).help("write `'text'`"));
            }
            Some(_) => {
                let message =
                    "a text in single quotation marks, a number, a path or a call is expected here";
                return Err(CallError::syntax(self.cursor.here(), message));
            }
            None => return Err(CallError::syntax(self.cursor.here(), "an argument is missing")),
        };
        Ok(Read { argument, range: start..self.cursor.at, texts, brace })
    }

    /// Parses a text in quotation marks, with the texts around its placeholders and its first
    /// unpaired brace. `\'`, `\\`, `\{` and `\}` stand for the second character.
    fn quoted(&mut self) -> Result<(Vec<String>, Option<Brace>), CallError> {
        let start = self.cursor.at;
        self.cursor.bump();
        let (mut texts, mut text, mut brace) = (Vec::new(), String::new(), None);
        loop {
            let at = self.cursor.at;
            match self.cursor.bump() {
                None => {
                    let message = "the text is not closed";
                    return Err(CallError::syntax(start..self.cursor.at, message).help("add `'`"));
                }
                Some('\'') => break,
                Some('\\') => match self.cursor.bump() {
                    Some(c @ ('\'' | '\\' | '{' | '}')) => text.push(c),
                    Some(_) | None => {
                        let message = "a backslash is allowed before `'`, `\\`, `{` or `}` only";
                        let help = "for the backslash itself write two: `\\\\`, which is `\\\\\\\\` in JSON";
                        return Err(CallError::syntax(at..self.cursor.at, message).help(help));
                    }
                },
                Some('{') if self.cursor.take("}") => texts.push(std::mem::take(&mut text)),
                Some(c) => {
                    match c {
                        '{' => brace = brace.or(Some(Brace::Opening)),
                        '}' => brace = brace.or(Some(Brace::Closing)),
                        _ => {}
                    }
                    text.push(c);
                }
            }
        }
        texts.push(text);
        Ok((texts, brace))
    }

    fn path(&mut self) -> Result<jsonpath::Path, CallError> {
        let start = self.cursor.at;
        self.skip_path();
        let range = start..self.cursor.at;
        let span = (self.span_of)(range.clone());
        jsonpath::parse_as(self.dialect, self.cursor.since(start), span).map_err(|error| {
            let message = error.message.clone();
            CallError::new(CallErrorKind::Path(Box::new(error)), range, message)
        })
    }

    /// A path ends at a comma, a bracket or a blank outside of square brackets.
    fn skip_path(&mut self) {
        let (mut brackets, mut quote) = (0_usize, None);
        while let Some(c) = self.cursor.peek() {
            match (c, quote) {
                ('\\', _) => {
                    self.cursor.bump();
                }
                (_, Some(open)) => {
                    if c == open {
                        quote = None;
                    }
                }
                ('\'' | '"', None) if brackets > 0 => quote = Some(c),
                ('[', None) => brackets += 1,
                (']', None) => brackets = brackets.saturating_sub(1),
                (',' | ')', None) if brackets == 0 => return,
                (c, None) if brackets == 0 && c.is_whitespace() => return,
                (_, None) => {}
            }
            self.cursor.bump();
        }
    }

    fn number(&mut self) -> Result<Argument, CallError> {
        let start = self.cursor.at;
        self.cursor.skip_while(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        let text = self.cursor.since(start);
        let is_json = text.strip_prefix('-').unwrap_or(text);
        let is_json = is_json.starts_with(|c: char| c.is_ascii_digit())
            && !(is_json.len() > 1
                && is_json.starts_with('0')
                && is_json.as_bytes().get(1).is_some_and(u8::is_ascii_digit))
            && !text.ends_with('.');
        if let Some(integer) = text.parse().ok().filter(|_| is_json) {
            return Ok(Argument::Literal(Literal::Int(integer)));
        }
        match text.parse::<f64>() {
            Ok(number) if is_json && number.is_finite() => {
                Ok(Argument::Literal(Literal::Float(number)))
            }
            Ok(number) if is_json && number.is_infinite() => Ok(Argument::Overflow),
            Ok(_) | Err(_) => {
                Err(CallError::syntax(start..self.cursor.at, format!("`{text}` is not a number")))
            }
        }
    }

    fn word(&mut self, depth: usize) -> Result<Argument, CallError> {
        let start = self.cursor.at;
        self.cursor.skip_while(is_word);
        let word = self.cursor.since(start);
        if self.cursor.peek() == Some('(') {
            self.cursor.at = start;
            return self.call(depth + 1).map(Argument::Call);
        }
        let literal = match word {
            "true" => Literal::Bool(true),
            "false" => Literal::Bool(false),
            "null" => Literal::Null,
            _ => {
                let message = format!("`{word}` is no argument");
                let help = format!("a text must be in single quotation marks: `'{word}'`");
                return Err(CallError::syntax(start..self.cursor.at, message).help(help));
            }
        };
        Ok(Argument::Literal(literal))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}
