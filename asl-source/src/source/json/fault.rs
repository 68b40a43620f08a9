//! Findings about texts that are not JSON, with remedies for the most frequent mistakes.

use super::reader::{Container, Read, Reader, Stop};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{Form, Json, MAX_DEPTH, Text, too_large};
use crate::span::{FileId, Span, Spanned};

impl Container {
    fn one_part(self) -> &'static str {
        if self.open == '{' { "a member" } else { "an item" }
    }
}

impl Reader<'_> {
    pub(super) fn too_large(&mut self) -> Stop {
        let diagnostic = too_large(self.text.len() as u64, self.span(0, 0));
        self.stop(diagnostic)
    }

    pub(super) fn too_deep(&mut self) -> Stop {
        let title = format!("more than {MAX_DEPTH} arrays and objects stand in each other");
        let diagnostic = Diagnostic::new(Code::TooDeep, self.span(self.at, self.at + 1), title)
            .label("one level too deep")
            .help("move the inner states into a machine of their own");
        self.stop(diagnostic)
    }

    pub(super) fn no_text(&mut self) -> Stop {
        let title = if self.text.is_empty() {
            "the file is empty"
        } else {
            "the file holds nothing but white space"
        };
        let place = self.span(self.at, self.at);
        let diagnostic =
            Diagnostic::new(Code::JsonSyntax, place, title).label("expected an object");
        // Another file has a schema or a document.
        self.stop(if place.file == FileId(0) {
            diagnostic.help("a definition is an object with `StartAt` and `States`")
        } else {
            diagnostic
        })
    }

    pub(super) fn text_after_the_value(&mut self, value: Span) -> Stop {
        let close = Span { start: value.end.saturating_sub(1), ..value };
        let diagnostic = Diagnostic::new(
            Code::JsonSyntax,
            self.next_span(),
            "there is text after the end of the value",
        )
        .label("expected the end of the file")
        .related(close, "the value ends here")
        .help("remove what follows, or the closing bracket that came too early");
        self.stop(diagnostic)
    }

    pub(super) fn not_closed(&mut self, container: Container) -> Stop {
        let title = format!("the file ends within an {}", container.name);
        let diagnostic = Diagnostic::new(Code::JsonSyntax, self.span(self.at, self.at), title)
            .label(format!("expected `{}`", container.close))
            .related(self.opening(container), format!("this `{}` is not closed", container.open));
        self.stop(diagnostic)
    }

    pub(super) fn trailing_comma(&mut self, container: Container, comma: usize) -> Read<()> {
        let title = format!("a comma before `{}`", container.close);
        self.report(
            Diagnostic::new(Code::JsonSyntax, self.span(comma, comma + 1), title)
                .label(format!("no {} follows", container.part))
                .help("remove the comma"),
        )
    }

    /// After an item or member (which ends at `end`) there is neither a comma nor the closing
    /// bracket.
    pub(super) fn no_comma(&mut self, container: Container, end: usize) -> Read<()> {
        let next_begins = match self.peek() {
            None => return Err(self.not_closed(container)),
            Some(byte) if container.open == '{' => byte == b'"',
            Some(byte) => matches!(byte, b'"' | b'{' | b'[' | b'-' | b'0'..=b'9'),
        };
        if next_begins {
            let title = format!("a comma is missing between two {}s", container.part);
            let place = self.span(end, end);
            let diagnostic =
                Diagnostic::new(Code::JsonSyntax, place, title).label("expected `,` here");
            return self.report(diagnostic);
        }
        let expected = format!("expected `,` or `{}`", container.close);
        let title = format!(
            "{} cannot follow {} of an {}",
            self.next_shown(),
            container.one_part(),
            container.name
        );
        let diagnostic = self
            .unexpected(title, expected)
            .related(self.opening(container), format!("the {} begins here", container.name));
        Err(self.stop(diagnostic))
    }

    /// Something else in place of a key. A word is reported and taken as the key.
    pub(super) fn bare_key(&mut self, container: Container) -> Read<Text> {
        if self.peek().is_none() {
            return Err(self.not_closed(container));
        }
        let title = format!("{} is not a key", self.next_shown());
        let word = self.next_word().map(str::to_owned);
        let mut diagnostic =
            self.unexpected(title, "expected a string in double quotes".to_owned());
        let Some(word) = word else {
            if self.peek() == Some(b',') {
                diagnostic.help = Some("remove the comma".to_owned());
            }
            return Err(self.stop(diagnostic));
        };
        if word.len() <= 80 {
            diagnostic.help = Some(format!("write `\"{word}\"`"));
        }
        self.report(diagnostic)?;
        self.at += word.len();
        Ok(Text { value: word, escapes: Vec::new(), form: Form::Bare })
    }

    pub(super) fn no_colon(&mut self, container: Container, key: &Spanned<String>) -> Stop {
        if self.peek().is_none() {
            return self.not_closed(container);
        }
        let title = "a key without a value".to_owned();
        let diagnostic =
            self.unexpected(title, "expected `:`".to_owned()).related(key.span, "the key");
        self.stop(diagnostic)
    }

    /// Reports other text in place of a value. If it is a word, gives what was meant.
    pub(super) fn no_value(&mut self, word: &str) -> Read<Json> {
        let text = |word: &str| {
            let value = word.to_owned();
            Json::String(Text { value, escapes: Vec::new(), form: Form::Bare })
        };
        let (meant, help) = match word {
            "" => return Err(self.no_value_at_all()),
            "True" | "TRUE" => (Json::Bool(true), "write `true`"),
            "False" | "FALSE" => (Json::Bool(false), "write `false`"),
            "Null" | "NULL" | "None" | "nil" | "undefined" => (Json::Null, "write `null`"),
            "NaN" | "Infinity" => (Json::Null, "JSON has finite numbers only"),
            _ => (text(word), "text must be in double quotes"),
        };
        let title = format!("{} is not a value", self.next_shown());
        let diagnostic = self.unexpected(title, "expected a value".to_owned()).help(help);
        self.report(diagnostic)?;
        Ok(meant)
    }

    /// Reports something that is no word in place of a value.
    pub(super) fn no_value_at_all(&mut self) -> Stop {
        let diagnostic = if self.peek().is_none() {
            let place = self.span(self.at, self.at);
            Diagnostic::new(Code::JsonSyntax, place, "the file ends too early")
                .label("expected a value")
        } else {
            let title = format!("{} is not a value", self.next_shown());
            self.unexpected(title, "expected a value".to_owned())
        };
        self.stop(diagnostic)
    }

    /// Reports a string in single quotes of this length.
    pub(super) fn single_quotes(&mut self, length: usize) -> Read<()> {
        let place = self.span(self.at, self.at + length);
        self.report(
            Diagnostic::new(Code::JsonSyntax, place, "a string in single quotes")
                .label("strings stand in double quotes: `\"`"),
        )
    }

    /// Goes past a comment, if there is one, and reports it.
    pub(super) fn comment(&mut self) -> Read<bool> {
        let rest = self.rest();
        let is_block = rest.starts_with("/*");
        if !is_block && !rest.starts_with("//") && self.peek() != Some(b'#') {
            return Ok(false);
        }
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let length =
            if is_block { rest.find("*/").map_or(rest.len(), |end| end + 2) } else { line };
        let shown = line.min(length);
        self.report(
            Diagnostic::new(Code::JsonSyntax, self.span(self.at, self.at + shown), "a comment")
                .label("JSON has no comments")
                .help("remove it; states and machines have a field `Comment`"),
        )?;
        self.at += length;
        Ok(true)
    }

    pub(super) fn string_not_closed(&mut self, open: usize) -> Stop {
        let title = if self.peek().is_none() {
            "the file ends within a string"
        } else {
            "a string does not end on the line where it begins"
        };
        let diagnostic = Diagnostic::new(Code::JsonSyntax, self.span(open, open + 1), title)
            .label("the closing `\"` is missing")
            .help("close the string; a line break in a string is written `\\n`");
        self.stop(diagnostic)
    }

    pub(super) fn control_character(&mut self, control: u8) -> Read<()> {
        let (name, escape) = match control {
            b'\t' => ("a tab".to_owned(), "\\t".to_owned()),
            _ => (format!("the control character U+{control:04X}"), format!("\\u{control:04x}")),
        };
        self.report(
            Diagnostic::new(
                Code::JsonSyntax,
                self.span(self.at, self.at + 1),
                format!("{name} in a string"),
            )
            .label("control characters are escaped")
            .help(format!("write `{escape}`")),
        )
    }

    pub(super) fn unknown_escape(&mut self, start: usize) -> Read<()> {
        let Some(character) = self.rest().chars().next().filter(|&character| character >= ' ')
        else {
            // The file or the line ends here, or a raw control character follows: the string
            // reports that.
            return Ok(());
        };
        let help = if character == '\'' {
            "write `'` for a quote, or `\\\\'` for a backslash and a quote".to_owned()
        } else {
            format!("write `\\\\{character}` for a backslash")
        };
        let place = self.span(start, self.at + character.len_utf8());
        self.report(
            Diagnostic::new(Code::JsonSyntax, place, format!("`\\{character}` is not an escape"))
                .label("escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000")
                .help(help),
        )
    }

    pub(super) fn short_unicode_escape(&mut self, start: usize) -> Read<()> {
        self.report(
            Diagnostic::new(
                Code::JsonSyntax,
                self.span(start, self.at),
                "a `\\u` escape without four digits",
            )
            .label("expected four hexadecimal digits after `\\u`"),
        )
    }

    pub(super) fn lone_surrogate(&mut self, start: usize) -> Read<()> {
        self.report(
            Diagnostic::new(
                Code::JsonSyntax,
                self.span(start, self.at),
                "half of a surrogate pair",
            )
            .label("this is no character by itself")
            .help("write the character itself, or both halves: `\\ud83d\\ude00`"),
        )
    }

    /// A fault at the next character or word.
    fn unexpected(&self, title: String, expected: String) -> Diagnostic {
        let diagnostic = Diagnostic::new(Code::JsonSyntax, self.next_span(), title).label(expected);
        match self.rest().chars().next() {
            Some('\'' | '`' | '“' | '”' | '„' | '‘' | '’') => {
                diagnostic.help("strings stand in double quotes: `\"`")
            }
            Some('+') => diagnostic.help("a number has no `+` sign"),
            Some('.') => diagnostic.help("a number begins with a digit: `0.5`"),
            _ => diagnostic,
        }
    }

    fn opening(&self, container: Container) -> Span {
        self.span(container.start, container.start + 1)
    }

    /// The next word, or else the next character.
    fn next_span(&self) -> Span {
        let character = self.rest().chars().next().map_or(0, char::len_utf8);
        let length = self.next_word().map_or(character, str::len);
        self.span(self.at, self.at + length)
    }

    fn next_word(&self) -> Option<&str> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
            .unwrap_or(rest.len());
        rest.get(..length).filter(|word| !word.is_empty())
    }

    /// The next word or character as messages quote it.
    fn next_shown(&self) -> String {
        match (self.next_word(), self.rest().chars().next()) {
            (Some(word), _) => format!("`{}`", word.chars().take(40).collect::<String>()),
            (None, Some('`')) => "a backquote".to_owned(),
            (None, Some(character)) if character.is_control() || character.is_whitespace() => {
                format!("the character U+{:04X}", u32::from(character))
            }
            (None, Some(character)) => format!("`{character}`"),
            (None, None) => "the end of the file".to_owned(),
        }
    }
}
