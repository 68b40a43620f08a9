//! Tokens → [`super::raw`], by the grammar of jsonata-js: top-down operator precedence with its
//! binding powers.
//!
//! Reading continues after a fault: the text up to the end of the bracket around it is skipped. The
//! recursion and the height of the tree are bounded by counters.

mod brackets;
mod function;
mod infix;
mod prefix;

use asl_language::jsonata::Edition;

use super::lexer::{Lexer, Slash};
use super::raw::{Raw, RawKind};
use super::token::{Sign, Token, TokenKind};
use super::tree::Place;
use super::{Fault, MAX_HEIGHT, problem};

/// Reads an expression. There is none if the text is nested too deeply.
pub(super) fn parse(text: &str, edition: Edition) -> (Option<Raw>, Vec<Fault>) {
    let mut parser = Parser {
        lexer: Lexer::new(text, edition),
        token: Token { kind: TokenKind::End, place: 0..0 },
        pushed_back: None,
        last_end: 0,
        depth: 0,
        reported_at: None,
        is_too_deep: false,
    };
    parser.advance(Slash::BeginsRegex);
    let raw = expression(&mut parser, 0);
    if parser.token.kind != TokenKind::End {
        let fault = problem::TRAILING.at_token(parser.token.place.clone(), &parser.token.kind);
        parser.report_at_token(fault);
    }
    let is_read = !parser.lexer.has_stopped;
    (is_read.then_some(raw), parser.lexer.faults)
}

#[derive(Debug)]
struct Parser<'t> {
    /// It also holds the faults, in the order they are found.
    lexer: Lexer<'t>,
    /// The next token.
    token: Token,
    /// The token after the next one, if it was read already.
    pushed_back: Option<Token>,
    /// The end of the last token that was taken.
    last_end: u32,
    depth: u16,
    /// The start of the token of the last fault: later faults there follow from it.
    reported_at: Option<u32>,
    is_too_deep: bool,
}

/// Reads operators that bind more strongly than `power`, and their operands.
fn expression(parser: &mut Parser<'_>, power: u8) -> Raw {
    if parser.depth >= MAX_HEIGHT {
        parser.give_up();
        return Raw::new(RawKind::Wrong, parser.token.place.clone());
    }
    parser.depth += 1;
    let first = parser.advance(Slash::Divides);
    let mut left = prefix::prefix(parser, first);
    while let TokenKind::Sign(sign) = parser.token.kind
        && power < sign.binding_power()
    {
        parser.advance(Slash::BeginsRegex);
        left = infix::infix(parser, sign, left);
    }
    parser.depth -= 1;
    left
}

impl Parser<'_> {
    /// Takes the next token, and reads the one after it.
    fn advance(&mut self, slash: Slash) -> Token {
        let mut next = self.pushed_back.take().unwrap_or_else(|| self.lexer.next_token(slash));
        while let TokenKind::Sign(sign @ (Sign::Not | Sign::Tilde)) = next.kind {
            let mut fault = problem::UNKNOWN_OPERATOR.at_token(next.place, &next.kind);
            fault.help =
                (sign == Sign::Not).then(|| "write `$not(…)`, or `!=` to compare".to_owned());
            self.report(fault);
            next = self.lexer.next_token(slash);
            self.reported_at = Some(next.place.start);
        }
        self.last_end = self.token.place.end;
        std::mem::replace(&mut self.token, next)
    }

    /// Puts a token back before the next one.
    fn push_back(&mut self, token: Token) {
        self.pushed_back = Some(std::mem::replace(&mut self.token, token));
    }

    fn is_sign(&self, sign: Sign) -> bool {
        self.token.kind == TokenKind::Sign(sign)
    }

    /// Takes a sign if it is next.
    fn take(&mut self, sign: Sign) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance(Slash::BeginsRegex);
        }
        found
    }

    /// Takes a sign that must be next, or reports that it is not.
    fn expect(&mut self, sign: Sign, slash: Slash) -> bool {
        if self.is_sign(sign) {
            self.advance(slash);
            return true;
        }
        let fault = problem::expected(sign, self.token.place.clone(), &self.token.kind);
        self.report_at_token(fault);
        false
    }

    /// A part from an offset to the last token that was taken.
    fn raw(&mut self, kind: RawKind, start: u32) -> Raw {
        let raw = Raw::new(kind, self.since(start));
        self.bound_height(raw)
    }

    /// Reports a part that is nested too deeply, and leaves it out.
    fn bound_height(&mut self, raw: Raw) -> Raw {
        if raw.height <= MAX_HEIGHT {
            return raw;
        }
        self.give_up();
        Raw::new(RawKind::Wrong, raw.place)
    }

    fn since(&self, start: u32) -> Place {
        start..self.last_end.max(start)
    }

    fn report(&mut self, fault: Fault) {
        if !self.lexer.has_stopped {
            self.lexer.faults.push(fault);
        }
    }

    /// Reports a fault at the next token, unless one has been reported there.
    fn report_at_token(&mut self, fault: Fault) {
        let at = Some(self.token.place.start);
        if self.reported_at != at {
            self.reported_at = at;
            self.report(fault);
        }
    }

    /// Reports that the expression is nested too deeply, and reads no more.
    fn give_up(&mut self) {
        if !self.is_too_deep {
            self.is_too_deep = true;
            self.report(problem::TOO_DEEP.at(self.token.place.clone()));
        }
        self.stop();
    }

    /// Reads no more, and reports nothing more.
    fn stop(&mut self) {
        self.lexer.has_stopped = true;
        self.pushed_back = None;
        self.token = Token { kind: TokenKind::End, place: self.lexer.end() };
    }
}
