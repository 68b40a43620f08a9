//! Nodes whose values are numbers or Booleans of Rust.

use asl_language::jsonata::{BuiltIn, Representation};
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::operator::{self, is_plain};
use super::value::emit_number;
use super::{block, call, direct};
use crate::tree::{Kind, Node, Operator};

/// The type of such a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Native {
    /// `f64` that certainly is finite, so that operators do not check it
    Finite,
    /// `f64`
    Number,
    /// `Option<f64>`: undefined is `None`.
    MaybeNumber,
    /// `bool`
    Boolean,
    /// `Option<bool>`
    MaybeBoolean,
}

impl Native {
    /// The type in Rust.
    pub(super) fn rust_type(self) -> TokenStream {
        match self {
            Self::Finite | Self::Number => quote!(f64),
            Self::MaybeNumber => quote!(Option<f64>),
            Self::Boolean => quote!(bool),
            Self::MaybeBoolean => quote!(Option<bool>),
        }
    }

    /// True for numbers.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Finite | Self::Number | Self::MaybeNumber)
    }

    /// True for numbers that are certainly there.
    pub(super) fn is_certain_number(self) -> bool {
        matches!(self, Self::Finite | Self::Number)
    }

    /// The same type, where the value may be undefined.
    pub(super) fn or_missing(self) -> Self {
        match self {
            Self::Finite | Self::Number | Self::MaybeNumber => Self::MaybeNumber,
            Self::Boolean | Self::MaybeBoolean => Self::MaybeBoolean,
        }
    }

    /// The type of values of both types.
    fn or(self, other: Self) -> Option<Self> {
        if self.fits(other) {
            return Some(other);
        }
        if other.fits(self) {
            return Some(self);
        }
        (self.or_missing() == other.or_missing()).then_some(self.or_missing())
    }

    /// True if a value of this type can become one of the other type.
    pub(super) fn fits(self, other: Self) -> bool {
        let is_number = self == Self::Finite && other == Self::Number;
        self == other || is_number || self.or_missing() == other
    }

    /// A value of this type as one of a type that it [fits](Self::fits).
    pub(super) fn converted(self, value: TokenStream, to: Self) -> TokenStream {
        let is_same = (self == self.or_missing()) == (to == to.or_missing());
        if is_same { value } else { quote!(Some(#value)) }
    }
}

/// The type of a node's value, if it is emitted as one of Rust.
pub(super) fn native_of(emitter: &Emitter<'_>, node: &Node) -> Option<Native> {
    if !is_plain(node) {
        return None;
    }
    match &node.kind {
        Kind::Number(number) if number.is_finite() => Some(Native::Finite),
        Kind::Number(_) => Some(Native::Number),
        Kind::Bool(_) => Some(Native::Boolean),
        Kind::Negate(operand) => Some(match native_of(emitter, operand) {
            Some(native) if native.is_certain_number() => native,
            _ => Native::MaybeNumber,
        }),
        Kind::Binary(operator, left, right) => of_operator(emitter, *operator, [left, right]),
        Kind::Condition(_, then, otherwise) => {
            let then = native_of(emitter, then)?;
            match otherwise {
                Some(otherwise) => then.or(native_of(emitter, otherwise)?),
                None => Some(then.or_missing()),
            }
        }
        Kind::Block { expressions, .. } => native_of(emitter, expressions.last()?),
        Kind::Variable(_) => emitter.native(emitter.names.certain_variable(node)?),
        Kind::Call(call) => match emitter.names.built_in(&call.callee) {
            Some(built_in) => of_built_in(built_in),
            None => direct::native_of_call(emitter, call),
        },
        _ => None,
    }
}

fn of_built_in(built_in: &BuiltIn) -> Option<Native> {
    match built_in.representation {
        Representation::Truth => Some(Native::Boolean),
        Representation::MaybeTruth => Some(Native::MaybeBoolean),
        Representation::Number => Some(Native::Number),
        Representation::MaybeNumber => Some(Native::MaybeNumber),
        Representation::Item | Representation::Text => None,
    }
}

fn of_operator(emitter: &Emitter<'_>, operator: Operator, operands: [&Node; 2]) -> Option<Native> {
    match operator {
        Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Modulo => Some(of_arithmetic(emitter, operator, operands)),
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
            Some(Native::MaybeBoolean)
        }
        Operator::Equal | Operator::NotEqual | Operator::And | Operator::Or | Operator::In => {
            Some(Native::Boolean)
        }
        Operator::Concatenate | Operator::Range => None,
    }
}

/// The type of a number that is computed of these operands. Each is looked at once: they are deep.
fn of_arithmetic(emitter: &Emitter<'_>, operator: Operator, operands: [&Node; 2]) -> Native {
    let natives = operands.map(|operand| native_of(emitter, operand));
    if natives == [Some(Native::Finite); 2] && stays_finite(operator, operands.map(literal)) {
        return Native::Finite;
    }
    let is_certain = |native: Option<Native>| native.is_some_and(Native::is_certain_number);
    if natives.into_iter().all(is_certain) { Native::Number } else { Native::MaybeNumber }
}

/// Numbers whose sum with any finite number is finite: less than half of the distance between the
/// largest doubles, which is 2^971.
const SMALL: f64 = 9_007_199_254_740_992.0;

/// True if the result of finite numbers certainly is finite, because one of them is a literal.
fn stays_finite(operator: Operator, [left, right]: [Option<f64>; 2]) -> bool {
    let has = |fits: fn(f64) -> bool| [left, right].into_iter().flatten().any(fits);
    match operator {
        Operator::Add | Operator::Subtract => has(|number| number.abs() < SMALL),
        Operator::Multiply => has(|number| number.abs() <= 1.0),
        Operator::Divide => right.is_some_and(|number| number.abs() >= 1.0),
        Operator::Modulo => right.is_some_and(|number| number != 0.0),
        _ => false,
    }
}

/// The number that a node is, if it is written in the program.
fn literal(node: &Node) -> Option<f64> {
    match node.kind {
        Kind::Number(number) if is_plain(node) => Some(number),
        _ => None,
    }
}

/// The value of a node as one of Rust, of the type that [`native_of`] tells.
pub(super) fn emit_native(emitter: &mut Emitter<'_>, node: &Node) -> Option<(Native, TokenStream)> {
    let (native, value) = emit_unchecked_native(emitter, node)?;
    let value = match emitter.level_check(node) {
        Some(check) => quote!({ #check #value }),
        None => value,
    };
    Some((native, value))
}

/// The same without a check of its level.
pub(super) fn emit_unchecked_native(
    emitter: &mut Emitter<'_>,
    node: &Node,
) -> Option<(Native, TokenStream)> {
    let native = native_of(emitter, node)?;
    Some((native, emit_kind(emitter, node, native)?))
}

/// The value of a node as one of this type.
pub(super) fn emit_as(
    emitter: &mut Emitter<'_>,
    node: &Node,
    native: Native,
) -> Option<TokenStream> {
    let (found, value) = emit_native(emitter, node)?;
    Some(found.converted(value, native))
}

fn emit_kind(emitter: &mut Emitter<'_>, node: &Node, native: Native) -> Option<TokenStream> {
    match &node.kind {
        Kind::Number(number) => Some(emit_number(*number)),
        Kind::Bool(value) => Some(quote!(#value)),
        Kind::Negate(operand) => Some(certain(operator::emit_negation(emitter, operand), native)),
        Kind::Binary(operator, left, right) => {
            if let Some(comparison) = operator::emit_comparison(emitter, *operator, left, right) {
                return Some(comparison);
            }
            let scalar = operator::emit_scalar(emitter, *operator, left, right)?;
            Some(certain(scalar, native))
        }
        Kind::Condition(condition, then, otherwise) => {
            let condition = operator::emit_truth(emitter, condition);
            let then = emit_as(emitter, then, native)?;
            let otherwise = match otherwise {
                Some(otherwise) => emit_as(emitter, otherwise, native)?,
                None => quote!(None),
            };
            Some(quote!(if #condition { #then } else { #otherwise }))
        }
        Kind::Block { expressions, .. } => {
            let last = &mut |emitter: &mut Emitter<'_>, last: &Node| {
                emit_as(emitter, last, native).unwrap_or_default()
            };
            block::emit_statements(emitter, node, expressions, last)
        }
        Kind::Variable(_) => {
            let id = emitter.names.certain_variable(node)?;
            let name = super::reference::variable(emitter, id);
            Some(quote!(#name))
        }
        Kind::Call(call) if emitter.names.built_in(&call.callee).is_some() => {
            call::emit_native_call(emitter, node, call, native)
        }
        Kind::Call(call) => {
            let (_, call) = call::emit_call_of_numbers(emitter, call, node.level.of_calls())?;
            Some(call)
        }
        _ => None,
    }
}

/// The result of an operator, which gives an `Option`, as a value of this type.
fn certain(result: TokenStream, native: Native) -> TokenStream {
    if native == native.or_missing() { result } else { quote!(#result.unwrap_or_default()) }
}
