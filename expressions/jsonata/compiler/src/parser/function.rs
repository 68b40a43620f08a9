//! Calls, partial applications and lambdas.

use asl_language::jsonata::number_text::write_number;
use asl_language::jsonata::signature::{Mistake, Signature};

use super::{Parser, brackets, expression};
use crate::lexer::Slash;
use crate::problem::{self, Problem};
use crate::raw::{Raw, RawKind, RawLambda};
use crate::token::{Sign, TokenKind};
use crate::tree::{Name, Place};

/// An argument, or `?`.
struct Argument {
    raw: Option<Raw>,
    place: Place,
}

/// Reads the arguments of a call behind its `(`, and the rest of a lambda.
pub(super) fn call(parser: &mut Parser<'_>, callee: Raw) -> RawKind {
    let arguments = brackets::bracketed(parser, Sign::CloseRound, Slash::Divides, |parser| {
        brackets::list(parser, Sign::CloseRound, argument)
    });
    if matches!(&callee.kind, RawKind::Name(name) if name == "function" || name == "λ") {
        return lambda(parser, arguments);
    }
    if arguments.iter().any(|argument| argument.raw.is_none()) {
        let arguments = arguments.into_iter().map(|argument| argument.raw).collect();
        return RawKind::Partial(Box::new(callee), arguments);
    }
    let arguments = arguments.into_iter().filter_map(|argument| argument.raw).collect();
    RawKind::Call(Box::new(callee), arguments)
}

fn argument(parser: &mut Parser<'_>) -> Argument {
    let place = parser.token.place.clone();
    if parser.take(Sign::Question) {
        return Argument { raw: None, place };
    }
    let raw = expression(parser, 0);
    Argument { place: raw.place.clone(), raw: Some(raw) }
}

/// Reads the signature and the body behind the parameters.
fn lambda(parser: &mut Parser<'_>, arguments: Vec<Argument>) -> RawKind {
    let mut parameters = Vec::new();
    for (index, Argument { raw, place }) in arguments.into_iter().enumerate() {
        if let Some(Raw { kind: RawKind::Variable(text), .. }) = raw {
            parameters.push(Name { text, place });
        } else {
            let values = [("value", (index + 1).to_string())];
            parser.report(problem::PARAMETER.with(place, &values));
        }
    }
    let signature = parser.is_sign(Sign::Less).then(|| signature(parser));
    if !parser.expect(Sign::OpenCurly, Slash::BeginsRegex) {
        return RawKind::Wrong;
    }
    let body = brackets::bracketed(parser, Sign::CloseCurly, Slash::BeginsRegex, |parser| {
        expression(parser, 0)
    });
    RawKind::Lambda(Box::new(RawLambda { parameters, signature, body }))
}

/// Reads a signature. Its text is that of its tokens: jsonata-js drops blanks and comments.
fn signature(parser: &mut Parser<'_>) -> Name {
    let start = parser.token.place.start;
    let (mut text, mut depth) = ("<".to_owned(), 1_usize);
    while depth > 0 && !parser.is_sign(Sign::OpenCurly) && parser.token.kind != TokenKind::End {
        parser.advance(Slash::BeginsRegex);
        if parser.is_sign(Sign::Greater) {
            depth -= 1;
        } else if parser.is_sign(Sign::Less) {
            depth += 1;
        }
        push_value(&mut text, &parser.token.kind);
    }
    parser.expect(Sign::Greater, Slash::BeginsRegex);
    let place = parser.since(start);
    if let Err(mistake) = Signature::read(&text) {
        parser.report(problem_of(mistake).at(place.clone()));
    }
    Name { text, place }
}

/// Adds the value of a token.
fn push_value(text: &mut String, token: &TokenKind) {
    match token {
        TokenKind::Sign(sign) => text.push_str(sign.text()),
        TokenKind::Name(value) | TokenKind::Variable(value) | TokenKind::String(value) => {
            text.push_str(value);
        }
        TokenKind::Number(number) => text.push_str(&write_number(*number)),
        TokenKind::Null => text.push_str("null"),
        TokenKind::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        TokenKind::Regex(regex) => text.push_str(&regex.pattern),
        TokenKind::End => {}
    }
}

fn problem_of(mistake: Mistake) -> Problem {
    match mistake {
        Mistake::Parameterized => problem::SIGNATURE_PARAMETER,
        Mistake::ChoiceOfParameterized => problem::SIGNATURE_CHOICE,
        Mistake::Quantifiers | Mistake::TooLong => problem::SIGNATURE,
    }
}
