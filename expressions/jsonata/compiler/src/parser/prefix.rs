//! Operands, and operators before one.

use super::{Parser, brackets, expression};
use crate::lexer::Slash;
use crate::problem;
use crate::raw::{Raw, RawKind, RawTransform};
use crate::token::{Sign, Token, TokenKind};

/// The strength of an operator before its operand.
const PREFIX_POWER: u8 = 70;

/// Reads the part that begins with a token, which has been taken.
pub(super) fn prefix(parser: &mut Parser<'_>, token: Token) -> Raw {
    let kind = match token.kind {
        TokenKind::Sign(sign) => return prefix_sign(parser, sign, token),
        TokenKind::Name(name) => RawKind::Name(name),
        TokenKind::Variable(name) => RawKind::Variable(name),
        TokenKind::String(text) => RawKind::String(text),
        TokenKind::Number(number) => RawKind::Number(number),
        TokenKind::Null => RawKind::Null,
        TokenKind::Bool(value) => RawKind::Bool(value),
        TokenKind::Regex(regex) => RawKind::Regex(regex),
        TokenKind::End => RawKind::End,
    };
    Raw::new(kind, token.place)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other sign begins an operand")]
fn prefix_sign(parser: &mut Parser<'_>, sign: Sign, token: Token) -> Raw {
    let start = token.place.start;
    let kind = match sign {
        // Reserved words are names where an operand must be.
        Sign::And | Sign::Or | Sign::In => RawKind::Name(sign.text().to_owned()),
        Sign::Times => RawKind::Wildcard,
        Sign::Descendants => RawKind::Descendants,
        Sign::Percent => RawKind::Parent,
        Sign::Minus => RawKind::Negate(Box::new(expression(parser, PREFIX_POWER))),
        Sign::OpenRound => brackets::block(parser),
        Sign::OpenSquare => brackets::array(parser),
        Sign::OpenCurly => RawKind::Object(brackets::entries(parser)),
        Sign::Bar => transform(parser),
        _ => return not_unary(parser, sign, token),
    };
    parser.raw(kind, start)
}

/// Reads `|pattern|update, delete|` behind its first bar.
fn transform(parser: &mut Parser<'_>) -> RawKind {
    let pattern = expression(parser, 0);
    parser.expect(Sign::Bar, Slash::BeginsRegex);
    let update = expression(parser, 0);
    let delete = parser.take(Sign::Comma).then(|| expression(parser, 0));
    parser.expect(Sign::Bar, Slash::BeginsRegex);
    RawKind::Transform(Box::new(RawTransform { pattern, update, delete }))
}

/// Reports a sign in the place of an operand. One that ends something is put back; behind any other
/// an operand is read.
fn not_unary(parser: &mut Parser<'_>, sign: Sign, token: Token) -> Raw {
    let place = token.place.clone();
    let mut fault = problem::NOT_UNARY.at_token(place.clone(), &token.kind);
    fault.help = help(sign, parser.lexer.text_before(place.start)).map(str::to_owned);
    if sign.ends_operand() {
        parser.push_back(token);
        parser.report_at_token(fault);
        return Raw::new(RawKind::Wrong, place);
    }
    parser.report(fault);
    if sign == Sign::Divide {
        // The text of a regular expression would be read as an expression.
        parser.stop();
    }
    let is_operand = match parser.token.kind.sign() {
        Some(sign) => !sign.ends_operand(),
        None => parser.token.kind != TokenKind::End,
    };
    if is_operand {
        expression(parser, PREFIX_POWER);
    }
    parser.raw(RawKind::Wrong, place.start)
}

/// A way to repair a sign in the place of an operand, by the text before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "only some mistakes are known")]
fn help(sign: Sign, before: &str) -> Option<&'static str> {
    match sign {
        Sign::Question | Sign::Colon if before.ends_with('?') => {
            Some("`??` and `?:` came with JSONata 2.2; write `$exists(a) ? a : b`")
        }
        Sign::Equal if before.ends_with('=') => Some("`=` compares"),
        Sign::Concatenate if before.ends_with('&') => Some("write `and`"),
        Sign::Divide => {
            Some("a regular expression cannot begin a block or an array: bind it first")
        }
        _ => None,
    }
}

impl Sign {
    /// True if it closes or separates operands.
    fn ends_operand(self) -> bool {
        matches!(
            self,
            Self::CloseRound
                | Self::CloseSquare
                | Self::CloseCurly
                | Self::Comma
                | Self::Semicolon
                | Self::Colon
        )
    }
}
