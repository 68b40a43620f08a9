//! The contents of brackets. Behind a fault in a bracket its end is searched.

use super::{Parser, expression};
use crate::lexer::Slash;
use crate::raw::{Raw, RawKind, RawTerm};
use crate::token::{Sign, TokenKind};
use crate::tree::Operator;

/// Reads the expressions of a block behind its `(`.
pub(super) fn block(parser: &mut Parser<'_>) -> RawKind {
    let expressions = bracketed(parser, Sign::CloseRound, Slash::Divides, |parser| {
        let mut expressions = Vec::new();
        while !parser.is_sign(Sign::CloseRound) {
            expressions.push(expression(parser, 0));
            if !parser.take(Sign::Semicolon) {
                break;
            }
        }
        expressions
    });
    RawKind::Block(expressions)
}

/// Reads the items of an array behind its `[`.
pub(super) fn array(parser: &mut Parser<'_>) -> RawKind {
    let items = bracketed(parser, Sign::CloseSquare, Slash::Divides, |parser| {
        list(parser, Sign::CloseSquare, item)
    });
    RawKind::Array(items)
}

/// Reads an item of an array, which may be a range.
fn item(parser: &mut Parser<'_>) -> Raw {
    let start = parser.token.place.start;
    let first = expression(parser, 0);
    if !parser.take(Sign::Range) {
        return first;
    }
    let last = expression(parser, 0);
    parser.raw(RawKind::Binary(Operator::Range, Box::new(first), Box::new(last)), start)
}

/// Reads keys and values behind `{`.
pub(super) fn entries(parser: &mut Parser<'_>) -> Vec<(Raw, Raw)> {
    bracketed(parser, Sign::CloseCurly, Slash::Divides, |parser| {
        list(parser, Sign::CloseCurly, |parser| {
            let key = expression(parser, 0);
            parser.expect(Sign::Colon, Slash::BeginsRegex);
            (key, expression(parser, 0))
        })
    })
}

/// Reads the terms of a sort behind `^`.
pub(super) fn sort_terms(parser: &mut Parser<'_>) -> Vec<RawTerm> {
    if !parser.expect(Sign::OpenRound, Slash::BeginsRegex) {
        return Vec::new();
    }
    bracketed(parser, Sign::CloseRound, Slash::BeginsRegex, |parser| {
        let mut terms = Vec::new();
        loop {
            let is_descending = parser.is_sign(Sign::Greater);
            if is_descending || parser.is_sign(Sign::Less) {
                parser.advance(Slash::BeginsRegex);
            }
            terms.push(RawTerm { key: expression(parser, 0), is_descending });
            if !parser.take(Sign::Comma) {
                return terms;
            }
        }
    })
}

/// Reads parts with commas between them, or none.
pub(super) fn list<T>(
    parser: &mut Parser<'_>,
    close: Sign,
    mut read: impl FnMut(&mut Parser<'_>) -> T,
) -> Vec<T> {
    let mut parts = Vec::new();
    if !parser.is_sign(close) {
        parts.push(read(parser));
        while parser.take(Sign::Comma) {
            parts.push(read(parser));
        }
    }
    parts
}

/// Reads the content of a bracket, and takes its end. If something else follows the content, it is
/// reported and the end is searched.
pub(super) fn bracketed<T>(
    parser: &mut Parser<'_>,
    close: Sign,
    slash: Slash,
    read: impl FnOnce(&mut Parser<'_>) -> T,
) -> T {
    let content = read(parser);
    if !parser.expect(close, slash) {
        skip_to(parser, close, slash);
    }
    content
}

/// Skips tokens up to the closing bracket and takes it. Without it, the rest of the text means
/// nothing.
fn skip_to(parser: &mut Parser<'_>, close: Sign, slash: Slash) {
    let mut depth = 0_usize;
    while let Some(sign) = sign_or_skip(parser) {
        let opens = matches!(sign, Sign::OpenRound | Sign::OpenSquare | Sign::OpenCurly);
        let closes = matches!(sign, Sign::CloseRound | Sign::CloseSquare | Sign::CloseCurly);
        if closes && depth == 0 {
            if sign == close {
                parser.advance(slash);
                return;
            }
            break;
        }
        depth = depth + usize::from(opens) - usize::from(closes);
        parser.advance(if closes { Slash::Divides } else { Slash::BeginsRegex });
    }
    parser.stop();
}

/// The next token if it is a sign. Other tokens are skipped before it. `None`: the end.
fn sign_or_skip(parser: &mut Parser<'_>) -> Option<Sign> {
    while parser.token.kind.sign().is_none() && parser.token.kind != TokenKind::End {
        parser.advance(Slash::Divides);
    }
    parser.token.kind.sign()
}
