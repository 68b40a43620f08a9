//! Text → tokens, one at a time: the parser knows if a slash divides or begins a regular expression.

mod literals;

use super::Fault;
use super::problem::{self, Problem};
use super::token::{Sign, Token, TokenKind};
use super::tree::Place;
use asl_language::jsonata::Edition;

/// A reader of tokens.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    edition: Edition,
    /// Offset of the next character.
    at: usize,
    pub(super) faults: Vec<Fault>,
    /// True if the rest of the text cannot be read.
    pub(super) has_stopped: bool,
}

/// The role of a slash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slash {
    Divides,
    BeginsRegex,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, edition: Edition) -> Self {
        Self { text, edition, at: 0, faults: Vec::new(), has_stopped: false }
    }

    /// Reads the next token. At the end of the text, and after a fault that hides the rest, this is
    /// [`TokenKind::End`].
    pub(super) fn next_token(&mut self, slash: Slash) -> Token {
        self.skip_blanks();
        let start = self.at;
        let kind = self.token_kind(slash);
        let kind = if self.has_stopped { TokenKind::End } else { kind };
        Token { kind, place: super::place(&(start..self.at)) }
    }

    fn token_kind(&mut self, slash: Slash) -> TokenKind {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return TokenKind::End };
        if first == '/' && slash == Slash::BeginsRegex {
            return self.regex();
        }
        if let Some(sign) = self.sign_at(rest) {
            self.at += sign.text().len();
            return TokenKind::Sign(sign);
        }
        match first {
            '"' | '\'' => self.string(first),
            '0'..='9' => self.number(),
            '`' => self.quoted_name(),
            _ => self.word(),
        }
    }

    /// The operator, bracket or separator that a text begins with; `and`, `or` and `in` are words.
    fn sign_at(&self, rest: &str) -> Option<Sign> {
        let is_here = |sign: &&Sign| {
            let is_later = matches!(sign, Sign::Default | Sign::Coalesce);
            let is_word = matches!(sign, Sign::And | Sign::Or | Sign::In);
            !is_word
                && (!is_later || self.edition >= Edition::V2_2)
                && rest.starts_with(sign.text())
        };
        Sign::ALL.iter().find(is_here).copied()
    }

    /// Reads a name, a variable or a reserved word, which ends at a blank or a sign.
    fn word(&mut self) -> TokenKind {
        let rest = self.rest();
        let ends = |c: char| is_blank(c) || begins_sign(c);
        let word = rest.get(..rest.find(ends).unwrap_or(rest.len())).unwrap_or_default();
        self.at += word.len();
        match word {
            "and" => TokenKind::Sign(Sign::And),
            "or" => TokenKind::Sign(Sign::Or),
            "in" => TokenKind::Sign(Sign::In),
            "true" => TokenKind::Bool(true),
            "false" => TokenKind::Bool(false),
            "null" => TokenKind::Null,
            _ => match word.strip_prefix('$') {
                Some(name) => TokenKind::Variable(name.to_owned()),
                None => TokenKind::Name(word.to_owned()),
            },
        }
    }

    fn quoted_name(&mut self) -> TokenKind {
        let rest = self.rest().get(1..).unwrap_or_default();
        let Some((name, _)) = rest.split_once('`') else {
            return self.stop(&problem::UNCLOSED_NAME, self.at..self.at + 1);
        };
        self.at += name.len() + 2;
        TokenKind::Name(name.to_owned())
    }

    /// Steps over blanks and comments.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_blank).len();
            let Some(comment) = self.rest().strip_prefix("/*") else { return };
            match comment.find("*/") {
                Some(length) => self.at += length + 4,
                None => {
                    self.stop(&problem::UNCLOSED_COMMENT, self.at..self.at + 2);
                    return;
                }
            }
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn report(
        &mut self,
        problem: &Problem,
        place: std::ops::Range<usize>,
        values: &[(&str, String)],
    ) {
        self.faults.push(problem.with(super::place(&place), values));
    }

    /// Reports a fault that hides the rest of the text.
    fn stop(&mut self, problem: &Problem, place: std::ops::Range<usize>) -> TokenKind {
        self.report(problem, place, &[]);
        self.has_stopped = true;
        self.at = self.text.len();
        TokenKind::End
    }

    /// The text before an offset.
    pub(super) fn text_before(&self, offset: u32) -> &'t str {
        let end = usize::try_from(offset).unwrap_or(usize::MAX);
        self.text.get(..end).unwrap_or_default()
    }

    /// The end of the text as a place.
    pub(super) fn end(&self) -> Place {
        super::place(&(self.text.len()..self.text.len()))
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{b}')
}

/// True if a name ends before this character.
fn begins_sign(c: char) -> bool {
    matches!(
        c,
        '.' | '['
            | ']'
            | '{'
            | '}'
            | '('
            | ')'
            | ','
            | '@'
            | '#'
            | ';'
            | ':'
            | '?'
            | '+'
            | '-'
            | '*'
            | '/'
            | '%'
            | '|'
            | '='
            | '<'
            | '>'
            | '^'
            | '&'
            | '!'
            | '~'
    )
}
