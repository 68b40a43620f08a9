//! Arithmetic with several operators: if all operands are numbers, which is checked once, the
//! result is computed in Rust's numbers, and only it becomes a value.

use super::{Form, Site};
use crate::syntax::{Arithmetic, Filter, Kind, Literal, Loop};

/// Maximum number of operands.
const MOST: usize = 8;
/// Integers up to this one are doubles too.
const WHOLE: i64 = 1 << 53;

/// An operand, or an operator on two.
#[derive(Clone, Debug)]
pub(crate) enum Term<'p> {
    Operand {
        filter: &'p Filter,
        /// The number, if it is known.
        constant: Option<f64>,
        /// True if it is the input.
        is_input: bool,
        /// True if it is the input, and moved.
        moves: bool,
    },
    Operator(Arithmetic, Box<Self>, Box<Self>),
}

/// The terms of `left operator right`; none if there is one operator only, or if operands would be
/// computed in another order than jq's. The state of a `reduce` must be among the operands.
pub(crate) fn numbers<'p>(
    site: &Site<'p>,
    (operator, left, right): (Arithmetic, &'p Filter, &'p Filter),
    input: Form,
) -> Option<Term<'p>> {
    let is_state = input == Form::State;
    if !is_direct(operator) || !(is_state || is_arithmetic(left) || is_arithmetic(right)) {
        return None;
    }
    let mut facts = Facts { is_suitable: true, ..Facts::default() };
    facts.look_at_both(site, left, right);
    // An input that nothing else needs grows in place, which it cannot if it is borrowed from.
    let grows = (is_state || input == Form::Owned) && facts.inputs > 0;
    let is_wrong = facts.operands > MOST || grows && (facts.borrows || facts.inputs > 1);
    if !facts.is_suitable || is_wrong || !facts.has_unknown || is_state && !grows {
        return None;
    }
    let (left, right) = (term(left, grows), term(right, grows));
    Some(Term::Operator(operator, Box::new(left), Box::new(right)))
}

/// The terms of the update of a `reduce`, if it is arithmetic on the state.
pub(crate) fn number_turn<'p>(site: &Site<'p>, parts: &'p Loop) -> Option<Term<'p>> {
    let Kind::Arithmetic(operator, left, right) = &parts.update.kind else { return None };
    // After an error another pattern begins with null.
    let [_] = parts.patterns.as_slice() else { return None };
    numbers(site, (*operator, left, right), Form::State)
}

fn term(filter: &Filter, moves: bool) -> Term<'_> {
    if let Kind::Arithmetic(operator, left, right) = &filter.kind
        && is_direct(*operator)
    {
        let (left, right) = (term(left, moves), term(right, moves));
        return Term::Operator(*operator, Box::new(left), Box::new(right));
    }
    let is_input = matches!(filter.kind, Kind::Identity);
    Term::Operand { filter, constant: constant(filter), is_input, moves: is_input && moves }
}

/// True for operators whose result on whole numbers is that on doubles.
fn is_direct(operator: Arithmetic) -> bool {
    matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
}

fn is_arithmetic(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Arithmetic(operator, ..) if is_direct(*operator))
}

/// Facts about the operands. jq computes the right side of an operator first.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct Facts {
    operands: usize,
    /// Number of operands that are `.`.
    inputs: usize,
    /// True if an operand may be a part of the input.
    borrows: bool,
    /// True if an operand is no constant.
    has_unknown: bool,
    /// True after an operator, which may fail.
    has_operated: bool,
    /// False if an operand is surely no number, has not exactly one output, or may fail and comes
    /// after an operator.
    is_suitable: bool,
}

impl Facts {
    fn look_at_both(&mut self, site: &Site<'_>, left: &Filter, right: &Filter) {
        self.look_at(site, right);
        self.look_at(site, left);
        self.has_operated = true;
    }

    fn look_at(&mut self, site: &Site<'_>, filter: &Filter) {
        if let Kind::Arithmetic(operator, left, right) = &filter.kind
            && is_direct(*operator)
        {
            return self.look_at_both(site, left, right);
        }
        let is_safe = matches!(filter.kind, Kind::Identity | Kind::Literal(_) | Kind::Variable(_));
        self.operands += 1;
        self.has_unknown |= constant(filter).is_none();
        if matches!(filter.kind, Kind::Identity) {
            self.inputs += 1;
        } else {
            self.borrows |= may_borrow(filter);
        }
        let is_number = !matches!(
            filter.kind,
            Kind::Array(_)
                | Kind::Object(_)
                | Kind::Interpolated { .. }
                | Kind::Literal(Literal::String(_) | Literal::Array(_) | Literal::Object(_))
        );
        let is_in_order = is_safe || !self.has_operated;
        self.is_suitable &= is_number && is_in_order && site.has_one(filter);
    }
}

/// Returns true if an output of a filter may be a part of its input.
pub(crate) fn may_borrow(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Variable(_) | Kind::Literal(_) => false,
        Kind::Field(target, _) | Kind::Index(target, _) => may_borrow(target),
        Kind::Pipe(left, right) => may_borrow(left) && may_borrow(right),
        _ => true,
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is a double too")]
fn whole(int: i64) -> f64 {
    int as f64
}

/// A number of the program as one of Rust.
fn constant(filter: &Filter) -> Option<f64> {
    match &filter.kind {
        Kind::Literal(Literal::Int(int)) if (-WHOLE..=WHOLE).contains(int) => Some(whole(*int)),
        Kind::Literal(Literal::Float(float, _)) if float.is_finite() => Some(*float),
        _ => None,
    }
}
