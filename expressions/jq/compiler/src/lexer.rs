//! Splits text into tokens in which every bracket and quotation mark is closed. One that is
//! unclosed, or closed by another kind, is reported here and its end is inserted, so that the
//! parser can skip a bracket with any content.

mod strings;

use std::ops::Range;

use super::Fault;
use super::token::{Bracket, Keyword, Sign, Token, TokenKind};
use asl_source::diagnostics::Code;

/// Reads the tokens of a program; the last one is [`TokenKind::End`].
pub(super) fn tokens<'t>(text: &'t str, faults: &mut Vec<Fault>) -> Vec<Token<'t>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        open: Vec::new(),
        counts: [0; 3],
        interpolations: 0,
        faults,
    };
    while lexer.at < text.len() {
        let is_in_string = lexer.open.last().is_some_and(|open| open.bracket == Bracket::Quote);
        if is_in_string { lexer.string() } else { lexer.token() }
    }
    lexer.unclosed_at_end();
    while let Some(open) = lexer.open.pop() {
        lexer.close(&open, text.len()..text.len());
    }
    lexer.push(TokenKind::End, text.len());
    lexer.tokens
}

struct Lexer<'t, 'f> {
    text: &'t str,
    /// Offset of the next character.
    at: usize,
    tokens: Vec<Token<'t>>,
    /// The open brackets, the innermost last.
    open: Vec<Open>,
    /// Round, square and curly brackets open since the start of the last interpolation. They show
    /// without a search if a bracket closes one.
    counts: [usize; 3],
    /// The number of open interpolations.
    interpolations: usize,
    faults: &'f mut Vec<Fault>,
}

struct Open {
    bracket: Bracket,
    token: usize,
    /// The counts outside of it.
    counts: [usize; 3],
}

impl<'t> Lexer<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The length of the next characters of a kind.
    fn length(rest: &str, wanted: impl Fn(char) -> bool) -> usize {
        rest.find(|c| !wanted(c)).unwrap_or(rest.len())
    }

    fn token(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            ' ' | '\t' | '\n' | '\r' => {
                self.at += Self::length(rest, |c| matches!(c, ' ' | '\t' | '\n' | '\r'));
            }
            '#' => self.at += comment(rest),
            '"' => self.begin(Bracket::Quote),
            '(' => self.begin(Bracket::Round),
            '[' => self.begin(Bracket::Square),
            '{' => self.begin(Bracket::Curly),
            ')' => self.end(Bracket::Round),
            ']' => self.end(Bracket::Square),
            '}' => self.end(Bracket::Curly),
            '0'..='9' => self.number(),
            '.' if is_digit(rest, 1) => self.number(),
            '.' if begins_name(rest, 1) => {
                let name =
                    rest.get(1..1 + name(rest.get(1..).unwrap_or_default())).unwrap_or_default();
                self.take(1 + name.len(), TokenKind::Field(name));
            }
            '$' if begins_name(rest, 1) => {
                let name =
                    rest.get(1..1 + path(rest.get(1..).unwrap_or_default())).unwrap_or_default();
                let kind =
                    if name == "__loc__" { TokenKind::Location } else { TokenKind::Variable(name) };
                self.take(1 + name.len(), kind);
            }
            '@' if Self::length(rest.get(1..).unwrap_or_default(), is_part_of_name) > 0 => {
                let length = Self::length(rest.get(1..).unwrap_or_default(), is_part_of_name);
                self.take(
                    1 + length,
                    TokenKind::Format(rest.get(1..1 + length).unwrap_or_default()),
                );
            }
            _ if begins_name(rest, 0) => self.word(),
            _ => match Sign::ALL.iter().find(|sign| rest.starts_with(sign.text())) {
                Some(sign) => self.take(sign.text().len(), TokenKind::Sign(*sign)),
                None => self.unknown(first),
            },
        }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let text = rest.get(..path(rest)).unwrap_or_default();
        let keyword = Keyword::ALL.iter().find(|keyword| keyword.text() == text);
        self.take(
            text.len(),
            keyword.map_or(TokenKind::Name(text), |keyword| TokenKind::Keyword(*keyword)),
        );
    }

    /// `1`, `1.`, `1.5`, `.5`, each with an exponent or without.
    fn number(&mut self) {
        let rest = self.rest();
        let digits = |from: usize| {
            from + Self::length(rest.get(from..).unwrap_or_default(), |c| c.is_ascii_digit())
        };
        let mut end = digits(0);
        if rest.get(end..).is_some_and(|rest| rest.starts_with('.')) {
            end = digits(end + 1);
        }
        if rest.get(end..).is_some_and(|rest| rest.starts_with(['e', 'E'])) {
            let sign =
                usize::from(rest.get(end + 1..).is_some_and(|rest| rest.starts_with(['+', '-'])));
            if is_digit(rest, end + 1 + sign) {
                end = digits(end + 1 + sign);
            }
        }
        self.take(end, TokenKind::Number(rest.get(..end).unwrap_or_default()));
    }

    fn unknown(&mut self, character: char) {
        let help = match character {
            '$' => Some("write the variable's name right after `$`"),
            '@' => Some("write the format's name right after `@`, such as `@json`"),
            '!' => Some("write `!=` to compare, or `| not` to negate"),
            '&' => Some("write `and`"),
            '\'' | '`' | '“' | '”' | '‘' | '’' => Some("strings stand between `\"`"),
            '\\' => Some("outside of strings and comments a backslash means nothing"),
            '\u{a0}' | '\u{feff}' => {
                Some("it looks like a space but is none: type the space again")
            }
            _ => None,
        };
        let range = self.at..self.at + character.len_utf8();
        let shown = character.escape_debug();
        let mut fault =
            Fault::new(Code::JqSyntax, &range, format!("`{shown}` is not a part of jq"), "here");
        fault.help = help.map(str::to_owned);
        self.faults.push(fault);
        self.take(character.len_utf8(), TokenKind::Unknown);
    }

    /// Adds a token of this many bytes.
    fn take(&mut self, length: usize, kind: TokenKind<'t>) {
        let start = self.at;
        self.at += length;
        self.push(kind, start);
    }

    /// Adds a token from `start` to here.
    fn push(&mut self, kind: TokenKind<'t>, start: usize) {
        let partner = self.tokens.len();
        self.tokens.push(Token { kind, place: super::place(&(start..self.at)), partner });
    }

    fn begin(&mut self, bracket: Bracket) {
        self.open.push(Open { bracket, token: self.tokens.len(), counts: self.counts });
        self.take(bracket.opening().len(), TokenKind::Open(bracket));
        match count(bracket) {
            Some(index) => self.counts.iter_mut().skip(index).take(1).for_each(|count| *count += 1),
            None => self.counts = [0; 3],
        }
        self.interpolations += usize::from(bracket == Bracket::Interpolation);
    }

    /// A round, square or curly bracket that closes: the innermost one of its kind in this
    /// interpolation, or nothing.
    fn end(&mut self, bracket: Bracket) {
        let range = self.at..self.at + 1;
        let is_open =
            count(bracket).and_then(|index| self.counts.get(index)).is_some_and(|count| *count > 0);
        let wanted = if is_open {
            bracket
        } else if bracket == Bracket::Round && self.interpolations > 0 {
            Bracket::Interpolation
        } else {
            return self.stray(bracket, &range);
        };
        while let Some(open) = self.open.pop() {
            self.counts = open.counts;
            if open.bracket == wanted {
                self.at += 1;
                return self.close(&open, range);
            }
            self.unclosed(&open);
            self.close(&open, range.start..range.start);
        }
    }

    /// Adds the end of an open bracket or string.
    fn close(&mut self, open: &Open, place: Range<usize>) {
        self.interpolations -= usize::from(open.bracket == Bracket::Interpolation);
        let partner = self.tokens.len();
        if let Some(token) = self.tokens.get_mut(open.token) {
            token.partner = partner;
        }
        self.tokens.push(Token {
            kind: TokenKind::Close(open.bracket),
            place: super::place(&place),
            partner: open.token,
        });
    }

    fn unclosed(&mut self, open: &Open) {
        let Some(token) = self.tokens.get(open.token) else { return };
        let (opening, closing) = (open.bracket.opening(), open.bracket.closing());
        let what = if open.bracket == Bracket::Quote { "a string" } else { "a bracket" };
        let fault = Fault {
            code: Code::JqUnclosed,
            place: token.place.clone(),
            title: format!("{what} is not closed: `{opening}` without `{closing}`"),
            label: "opened here".to_owned(),
            help: Some(format!("add `{closing}`")),
        };
        self.faults.push(fault);
    }

    /// Reports everything that is open at the end. A string that is not closed has swallowed the
    /// ends of everything around it. So only the string, or the interpolation in it, is reported,
    /// and nothing outside.
    fn unclosed_at_end(&mut self) {
        let open = std::mem::take(&mut self.open);
        let wrong = match open.iter().position(|open| open.bracket == Bracket::Quote) {
            Some(string) if string + 1 < open.len() => open.get(string + 1..string + 2),
            Some(string) => open.get(string..),
            None => Some(open.as_slice()),
        };
        for open in wrong.unwrap_or_default() {
            self.unclosed(open);
        }
        self.open = open;
    }

    fn stray(&mut self, bracket: Bracket, range: &Range<usize>) {
        self.at += 1;
        let closing = bracket.closing();
        let title = format!("`{closing}` closes nothing");
        let label = format!("no `{}` is open here", bracket.opening());
        let fault = Fault::new(Code::JqUnclosed, range, title, label);
        self.faults.push(fault.help(format!("remove it, or add `{}` before", bracket.opening())));
    }
}

/// The index of a bracket's count.
fn count(bracket: Bracket) -> Option<usize> {
    match bracket {
        Bracket::Round => Some(0),
        Bracket::Square => Some(1),
        Bracket::Curly => Some(2),
        Bracket::Quote | Bracket::Interpolation => None,
    }
}

/// The length of a comment: to the end of the line, and of the next one if the line ends with an
/// odd number of backslashes.
fn comment(rest: &str) -> usize {
    let mut is_escaped = false;
    let mut bytes = rest.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\n' if !is_escaped => return at,
            b'\r' if is_escaped && matches!(bytes.peek(), Some((_, b'\n'))) => {}
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    rest.len()
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_digit(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
}

fn begins_name(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

/// The length of a name.
fn name(rest: &str) -> usize {
    Lexer::length(rest, is_part_of_name)
}

/// The length of a name with the names of modules before it, `a::b::c`.
fn path(rest: &str) -> usize {
    let mut end = name(rest);
    while rest.get(end..).is_some_and(|rest| rest.starts_with("::")) && begins_name(rest, end + 2) {
        end += 2 + name(rest.get(end + 2..).unwrap_or_default());
    }
    end
}
