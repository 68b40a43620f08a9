//! Arithmetic.

use std::rc::Rc;

use asl_language::shape;

use super::super::Member;
use super::super::shape::{Kinds, Members, Shape};
use super::scope::At;
use super::{Outputs, Run, known, of_kinds};
use crate::expr::jq::syntax::{Arithmetic, Filter, Kind};

const NULL: shape::Kinds = shape::Kinds::NULL;
const NUMBER: shape::Kinds = shape::Kinds::NUMBER;
const TEXT: shape::Kinds = shape::Kinds::TEXT;
const LIST: shape::Kinds = shape::Kinds::LIST;
/// A string that is repeated less than once is null.
const TEXT_OR_NULL: shape::Kinds = TEXT.or(NULL);
const OBJECT: shape::Kinds = shape::Kinds::OBJECT;

/// The kinds of operands that an operator takes together, and of their result. With null, which `+`
/// takes as nothing, it is the other one.
fn pairs(operator: Arithmetic) -> &'static [[shape::Kinds; 3]] {
    match operator {
        Arithmetic::Add => &[
            [NUMBER, NUMBER, NUMBER],
            [TEXT, TEXT, TEXT],
            [LIST, LIST, LIST],
            [OBJECT, OBJECT, OBJECT],
        ],
        Arithmetic::Subtract => &[[NUMBER, NUMBER, NUMBER], [LIST, LIST, LIST]],
        Arithmetic::Multiply => &[
            [NUMBER, NUMBER, NUMBER],
            [TEXT, NUMBER, TEXT_OR_NULL],
            [NUMBER, TEXT, TEXT_OR_NULL],
            [OBJECT, OBJECT, OBJECT],
        ],
        Arithmetic::Divide => &[[NUMBER, NUMBER, NUMBER], [TEXT, TEXT, LIST]],
        Arithmetic::Modulo => &[[NUMBER, NUMBER, NUMBER]],
    }
}

impl<'p> Run<'p> {
    /// The outputs of an operator: for each of the right side those of the left one.
    pub(super) fn arithmetic(
        &mut self,
        operator: Arithmetic,
        (left, right): (&'p Filter, &'p Filter),
        at: At<'_, 'p>,
    ) -> Outputs {
        let rights = self.filter(right, at);
        let lefts = self.only_if(rights.some, |run| run.filter(left, at));
        let both = rights.times(&lefts, Shape::Any);
        if rights.each.is_never() || lefts.each.is_never() {
            return both.with(None);
        }
        let each = self.only_if(both.some, |run| {
            run.calculate(operator, (&lefts.each, left), (&rights.each, right))
        });
        both.with(each)
    }

    /// The results of an operator. `None`: it is an error.
    pub(super) fn calculate(
        &mut self,
        operator: Arithmetic,
        (left, left_text): (&Shape, &Filter),
        (right, right_text): (&Shape, &Filter),
    ) -> Option<Shape> {
        let of_left = takes(operator, known(right), |[left, right, _]| (right, left));
        let of_right = takes(operator, known(left), |[left, right, _]| (left, right));
        // A constant is what its author means.
        let is_constant = matches!(left_text.kind, Kind::Literal(_));
        let fits = if is_constant || of_left.is_within(NULL) {
            self.needs(right, of_right, right_text)
        } else {
            let fits = self.needs(left, of_left, left_text);
            if right.border().is_some() {
                self.needs(right, of_right, right_text);
            }
            fits
        };
        fits.then(|| result(operator, left, right))
    }
}

/// The kinds of an operand beside another one of some kinds.
fn takes(
    operator: Arithmetic,
    other: shape::Kinds,
    sides: impl Fn([shape::Kinds; 3]) -> (shape::Kinds, shape::Kinds),
) -> shape::Kinds {
    let is_sum = operator == Arithmetic::Add;
    if is_sum && other.may_be(NULL) {
        return shape::Kinds::ABSENT.others().or(shape::Kinds::UNKNOWN);
    }
    let own = pairs(operator).iter().map(|pair| sides(*pair));
    let own = own.filter(|(beside, _)| other.may_be(*beside)).map(|(_, own)| own);
    own.fold(if is_sum { NULL } else { shape::Kinds::NONE }, shape::Kinds::or)
}

fn result(operator: Arithmetic, left: &Shape, right: &Shape) -> Shape {
    let (of_left, of_right) = (known(left), known(right));
    let mut all = Shape::never();
    for [one, other, result] in pairs(operator) {
        if of_left.may_be(*one) && of_right.may_be(*other) {
            all = all.or(&match (operator, *result) {
                (Arithmetic::Add, OBJECT) => merged(left, right),
                (_, kinds) => of_kinds(kinds),
            });
        }
    }
    if operator == Arithmetic::Add {
        let null = |shape: &Shape| known(shape).may_be(NULL);
        // A type's null has no members, as the union is made.
        let is_union = left.border().is_some() && of_right == OBJECT;
        if null(left) && !is_union {
            all = all.or(right);
        }
        if null(right) {
            all = all.or(left);
        }
    }
    all
}

/// The objects with the members of both: those of the right side first.
fn merged(left: &Shape, right: &Shape) -> Shape {
    let (Some(left), Some(right)) = (members(left), members(right)) else {
        return Shape::some_object();
    };
    // What is known of other members is so on one side only.
    if right.is_open {
        return Shape::some_object();
    }
    let mut all = left;
    for (name, member) in right.known {
        let before = all.known.get(&name).cloned();
        let member = match (member.always, before) {
            (false, Some(before)) => Member::new(member.shape.or(&before.shape), before.always),
            (false, None) if all.is_open => Member::new(Shape::Any, false),
            (true, _) | (false, None) => member,
        };
        all.known.insert(name, member);
    }
    Shape::from_kinds(Kinds { object: Some(all), ..Kinds::default() })
}

/// The members of objects.
fn members(of: &Shape) -> Option<Members> {
    match of {
        Shape::Any => Some(Members { is_open: true, ..Members::default() }),
        Shape::Border(border) => {
            let others = Some(Rc::clone(border));
            Some(Members { is_open: true, others, ..Members::default() })
        }
        Shape::OneOf(kinds) => kinds.object.clone(),
    }
}
