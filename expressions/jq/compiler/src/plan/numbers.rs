//! Arithmetic with several operators: if all operands are numbers, which is checked once, the
//! result is computed in Rust's numbers, and only it becomes a value.

use super::facts::Site;
use super::repr::Form;
use super::unfused::Unfused;
use crate::syntax::{Arithmetic, Filter, Kind, Literal, Loop};

/// Maximum number of operands.
const MOST: usize = 8;
/// Integers up to this one are doubles too.
const WHOLE: i64 = 1 << 53;

/// The code of `left operator right`, as numbers of Rust or why it is not; `None` where nothing
/// would be gained.
pub(super) enum Numbers {
    /// `moves`: the input is moved.
    Rust {
        moves: bool,
    },
    Values(Option<Unfused>),
}

/// The way of `left operator right`: not numbers of Rust if there is one operator only, or if
/// operands would be computed in another order than jq's. The state of a `reduce` must be among the
/// operands.
pub(super) fn numbers(
    site: &Site<'_>,
    (operator, left, right): (Arithmetic, &Filter, &Filter),
    input: Form,
) -> Numbers {
    let is_state = input == Form::State;
    if !is_direct(operator) || !(is_state || is_arithmetic(left) || is_arithmetic(right)) {
        return Numbers::Values(None);
    }
    let mut facts = Facts::default();
    facts.look_at_both(site, left, right);
    // An input that nothing else needs grows in place, which it cannot if it is borrowed from.
    let grows = (is_state || input == Form::Owned) && facts.inputs > 0;
    let unfused = if facts.operands > MOST {
        Some(Unfused::ManyOperands)
    } else if grows && (facts.borrows || facts.inputs > 1) {
        Some(Unfused::InputTwice)
    } else {
        facts.unfused
    };
    if unfused.is_some() || !facts.has_unknown || is_state && !grows {
        return Numbers::Values(unfused);
    }
    Numbers::Rust { moves: grows }
}

/// True if the update of a `reduce` is arithmetic on the state in numbers of Rust.
pub(super) fn number_turn(site: &Site<'_>, parts: &Loop) -> bool {
    let Kind::Arithmetic(operator, left, right) = &parts.update.kind else { return false };
    // After an error another pattern begins with null.
    let [_] = parts.patterns.as_slice() else { return false };
    matches!(numbers(site, (*operator, left, right), Form::State), Numbers::Rust { .. })
}

/// True for operators whose result on whole numbers is that on doubles.
pub(super) fn is_direct(operator: Arithmetic) -> bool {
    matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
}

fn is_arithmetic(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Arithmetic(operator, ..) if is_direct(*operator))
}

/// Facts about the operands. jq computes the right side of an operator first.
#[derive(Default)]
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
    /// The first reason against numbers of Rust.
    unfused: Option<Unfused>,
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
        if !is_number || !site.has_one(filter) {
            self.unfused = self.unfused.or(Some(Unfused::NoNumber));
        } else if !is_safe && self.has_operated {
            self.unfused = self.unfused.or(Some(Unfused::FailsLater));
        }
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
pub(super) fn constant(filter: &Filter) -> Option<f64> {
    match &filter.kind {
        Kind::Literal(Literal::Int(int)) if (-WHOLE..=WHOLE).contains(int) => Some(whole(*int)),
        Kind::Literal(Literal::Float(float, _)) if float.is_finite() => Some(*float),
        _ => None,
    }
}
