//! The inputs for which a condition holds, or does not.

use asl_language::jq::{BuiltInId, Special};
use asl_language::shape::Kinds;

use super::super::border::Step;
use super::super::narrow::{of_kinds, tagged};
use super::super::shape::Shape;
use super::filter::names_of;
use crate::expr::jq::Program;
use crate::expr::jq::syntax::{Callee, Comparison, Filter, Kind, Literal};

/// The way in which a condition is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// If its output is neither false nor null.
    IfAny,
    /// If its output is `true`.
    IfTrue,
}

/// The inputs of a program whose only output is `true`, or is not.
pub(in crate::check::flow) fn narrow(input: Shape, program: &Program, holds: bool) -> Shape {
    if !program.has_one_output() {
        return input;
    }
    of(&input, &program.body, holds, Asks::IfTrue)
}

/// The inputs for which a filter is neither false nor null, or is.
pub(super) fn of_truth(input: &Shape, filter: &Filter, holds: bool) -> Shape {
    of(input, filter, holds, Asks::IfAny)
}

fn of(input: &Shape, filter: &Filter, holds: bool, asks: Asks) -> Shape {
    let nothing = Kinds::NULL.or(Kinds::ABSENT);
    match &filter.kind {
        Kind::And(left, right) if holds => {
            let left = of(input, left, true, Asks::IfAny);
            of(&left, right, true, Asks::IfAny)
        }
        Kind::Or(left, right) if !holds => {
            let left = of(input, left, false, Asks::IfAny);
            of(&left, right, false, Asks::IfAny)
        }
        Kind::Pipe(inner, not)
            if matches!(not.kind, Kind::Call(Callee::Special(Special::Not), _)) =>
        {
            of(input, inner, !holds, Asks::IfAny)
        }
        Kind::Compare(comparison, left, right) => {
            let is = match comparison {
                Comparison::Equal => holds,
                Comparison::NotEqual => !holds,
                Comparison::Less
                | Comparison::LessOrEqual
                | Comparison::Greater
                | Comparison::GreaterOrEqual => return input.clone(),
            };
            match (&left.kind, &right.kind) {
                (_, Kind::Literal(literal)) => equals(input, left, literal, is),
                (Kind::Literal(literal), _) => equals(input, right, literal, is),
                _ => input.clone(),
            }
        }
        Kind::Call(Callee::Native(native), arguments) if native.is(BuiltInId::Has) => {
            match arguments.first().map(|argument| &argument.kind) {
                Some(Kind::Literal(Literal::String(name))) if holds => {
                    of_kinds(input.clone(), &steps(&[name]), Kinds::ABSENT.others())
                }
                _ => input.clone(),
            }
        }
        _ => {
            let Some(names) = names_of(filter).filter(|names| !names.is_empty()) else {
                return input.clone();
            };
            let kinds = match (asks, holds) {
                (Asks::IfTrue, true) => Kinds::BOOLEAN,
                (Asks::IfAny, true) => nothing.others(),
                (Asks::IfAny, false) => nothing.or(Kinds::BOOLEAN),
                (Asks::IfTrue, false) => return input.clone(),
            };
            of_kinds(input.clone(), &steps(&names), kinds)
        }
    }
}

/// The inputs for which a filter is a constant, or is not.
fn equals(input: &Shape, filter: &Filter, constant: &Literal, is: bool) -> Shape {
    let (path, is_type) = match &filter.kind {
        Kind::Pipe(path, name) if is_type_name(name) => (&**path, true),
        _ => (filter, false),
    };
    let Some(names) = names_of(path).filter(|names| !names.is_empty()) else {
        return input.clone();
    };
    let steps = steps(&names);
    let kinds = match (constant, is_type) {
        (Literal::String(name), true) => match name.as_str() {
            "null" => Kinds::NULL.or(Kinds::ABSENT),
            "boolean" => Kinds::BOOLEAN,
            "number" => Kinds::NUMBER,
            "string" => Kinds::TEXT,
            "array" => Kinds::LIST,
            "object" => Kinds::OBJECT,
            _ => return input.clone(),
        },
        (Literal::Null, false) => Kinds::NULL.or(Kinds::ABSENT),
        (Literal::String(text), false) => {
            let of_kind =
                if is { of_kinds(input.clone(), &steps, Kinds::TEXT) } else { input.clone() };
            return tagged(&of_kind, &steps, text, is);
        }
        (Literal::Bool(_), false) if is => Kinds::BOOLEAN,
        (Literal::Int(_) | Literal::Float(..), false) if is => Kinds::NUMBER,
        (
            Literal::Null
            | Literal::Bool(_)
            | Literal::Int(_)
            | Literal::Float(..)
            | Literal::Array(_)
            | Literal::Object(_),
            _,
        ) => return input.clone(),
    };
    of_kinds(input.clone(), &steps, if is { kinds } else { kinds.others() })
}

fn is_type_name(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Call(Callee::Native(native), _) if native.is(BuiltInId::TypeName))
}

fn steps(names: &[&str]) -> Vec<Step> {
    names.iter().map(|name| Step::Member((*name).to_owned())).collect()
}
