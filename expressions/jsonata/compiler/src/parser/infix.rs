//! Operators behind an operand.

use super::{Parser, brackets, expression, function};
use crate::lexer::Slash;
use crate::problem;
use crate::raw::{Raw, RawKind};
use crate::token::{Sign, TokenKind};
use crate::tree::{Name, Operator};

/// Reads the rest of an operator, whose sign has been taken.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other sign is an operator of two values")]
pub(super) fn infix(parser: &mut Parser<'_>, sign: Sign, left: Raw) -> Raw {
    let start = left.place.start;
    let kind = match sign {
        Sign::Dot => return dot(parser, left),
        Sign::OpenSquare => return filter(parser, left),
        Sign::OpenRound => function::call(parser, left),
        Sign::OpenCurly => {
            let entries = brackets::entries(parser);
            RawKind::Group(Box::new(left), entries)
        }
        Sign::Sort => {
            let terms = brackets::sort_terms(parser);
            RawKind::Sort(Box::new(left), terms)
        }
        Sign::Bind => bind(parser, left),
        Sign::Focus | Sign::Index => bind_step(parser, sign, left),
        Sign::Question => condition(parser, left),
        Sign::Coalesce => RawKind::Coalesce(Box::new(left), Box::new(expression(parser, 0))),
        Sign::Default => RawKind::Default(Box::new(left), Box::new(expression(parser, 0))),
        _ => binary(parser, sign, left),
    };
    parser.raw(kind, start)
}

fn binary(parser: &mut Parser<'_>, sign: Sign, left: Raw) -> RawKind {
    let right = Box::new(expression(parser, sign.binding_power()));
    let left = Box::new(left);
    match sign.operator() {
        Some(operator) => RawKind::Binary(operator, left, right),
        None => RawKind::Apply(left, right),
    }
}

/// Reads a step behind a dot. The steps of a long path are side by side.
fn dot(parser: &mut Parser<'_>, left: Raw) -> Raw {
    let start = left.place.start;
    let step = expression(parser, Sign::Dot.binding_power());
    let RawKind::Dots(mut steps) = left.kind else {
        return parser.raw(RawKind::Dots(vec![left, step]), start);
    };
    // The height is not that of all steps anew: paths may be long.
    let height = left.height.max(step.height.saturating_add(1));
    steps.push(step);
    let path =
        Raw { kind: RawKind::Dots(steps), place: parser.since(start), keeps_array: false, height };
    parser.bound_height(path)
}

/// Reads `[predicate]` or `[]` behind its bracket.
fn filter(parser: &mut Parser<'_>, mut left: Raw) -> Raw {
    let start = left.place.start;
    if parser.is_sign(Sign::CloseSquare) {
        // A slash may begin a regular expression here, as in jsonata-js.
        parser.advance(Slash::BeginsRegex);
        left.place = parser.since(start);
        mark_array(&mut left);
        return left;
    }
    let predicate = brackets::bracketed(parser, Sign::CloseSquare, Slash::Divides, |parser| {
        expression(parser, 0)
    });
    parser.raw(RawKind::Filter(Box::new(left), Box::new(predicate)), start)
}

/// Marks the part that filters are applied to.
fn mark_array(raw: &mut Raw) {
    let mut marked = raw;
    while let RawKind::Filter(base, _) = &mut marked.kind {
        marked = base;
    }
    marked.keeps_array = true;
}

/// Reads the value of a variable behind `:=`.
fn bind(parser: &mut Parser<'_>, left: Raw) -> RawKind {
    let RawKind::Variable(text) = left.kind else {
        parser.report(problem::BIND_TARGET.at(left.place));
        expression(parser, Sign::Bind.binding_power() - 1);
        return RawKind::Wrong;
    };
    let name = Name { text, place: left.place };
    RawKind::Bind(name, Box::new(expression(parser, Sign::Bind.binding_power() - 1)))
}

/// Reads the variable behind `@` or `#`.
fn bind_step(parser: &mut Parser<'_>, sign: Sign, left: Raw) -> RawKind {
    let variable = expression(parser, sign.binding_power());
    let RawKind::Variable(text) = variable.kind else {
        let token = TokenKind::Sign(sign);
        let mut fault = problem::NOT_VARIABLE.at_token(variable.place, &token);
        fault.help = Some(format!("write a variable, as in `items{}$name`", sign.text()));
        parser.report(fault);
        return RawKind::Wrong;
    };
    let name = Name { text, place: variable.place };
    if sign == Sign::Focus {
        RawKind::Focus(Box::new(left), name)
    } else {
        RawKind::Index(Box::new(left), name)
    }
}

/// Reads the branches behind `?`.
fn condition(parser: &mut Parser<'_>, condition: Raw) -> RawKind {
    let then = expression(parser, 0);
    let otherwise = parser.take(Sign::Colon).then(|| Box::new(expression(parser, 0)));
    RawKind::Condition(Box::new(condition), Box::new(then), otherwise)
}

impl Sign {
    /// The operator of two values that it stands for.
    fn operator(self) -> Option<Operator> {
        const OPERATORS: &[Operator] = &[
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Divide,
            Operator::Modulo,
            Operator::Equal,
            Operator::NotEqual,
            Operator::Less,
            Operator::LessOrEqual,
            Operator::Greater,
            Operator::GreaterOrEqual,
            Operator::Concatenate,
            Operator::And,
            Operator::Or,
            Operator::In,
        ];
        OPERATORS.iter().find(|operator| operator.text() == self.text()).copied()
    }
}
