//! Shapes of the results of templates and intrinsic functions.

use std::rc::Rc;

use super::fault::{Fault, found};
use super::jq;
use super::jsonata;
use super::over::Over;
use super::place::{Found, find, find_in};
use super::shape::Shape;
use super::wanted::Wanted;
use crate::expr::intrinsics::{Argument, Call, Function};
use crate::expr::jsonpath::{Path, Root, Selector, Yield};
use crate::ir::{Expr, Selection};
use asl_source::expression::context_object::Member;

/// The shape of an expression. Paths that find nothing and arguments that never fit are added to
/// the faults.
pub(super) fn evaluate(expr: &Expr, over: Over<'_>, faults: &mut Vec<Fault>) -> Shape {
    match expr {
        Expr::Literal(literal) => Shape::literal(literal),
        Expr::Path { path, .. } => read(path, value(path, over), faults),
        Expr::Call { call, .. } => self::call(call, over, faults),
        Expr::Jq(query) => jq::value(query, over, faults),
        Expr::Jsonata(expression) => jsonata::evaluate(expression, over, faults),
        Expr::Object(members) => {
            let members =
                members.iter().map(|(name, value)| (name.clone(), evaluate(value, over, faults)));
            Shape::object(members.collect::<Vec<_>>())
        }
        Expr::Array(items) => {
            Shape::array(items.iter().map(|item| evaluate(item, over, faults)).collect())
        }
    }
}

/// The shape of a selection.
pub(super) fn select(selection: &Selection, over: Over<'_>, faults: &mut Vec<Fault>) -> Shape {
    match selection {
        Selection::Whole => over.data.clone(),
        Selection::Nothing => Shape::object([]),
        Selection::Path(path) => read(path, value(path, over), faults),
    }
}

/// The value of a path, which may begin at a variable or at the context object.
pub(super) fn value(path: &Path, over: Over<'_>) -> Found {
    match &path.root {
        Root::Variable(name) => find_in(path, 0, over.variables.get(name).unwrap_or(&Shape::Any)),
        Root::Data => find(path, over.data),
        Root::Context => {
            let members = [
                (Member::ExecutionInput, &over.variables.execution_input),
                (Member::ItemValue, over.item),
            ];
            let leads_to = |member: Member| {
                let names = path.segments.iter().map(|segment| match segment.only() {
                    Some(Selector::Name(name)) => Some(name.as_str()),
                    _ => None,
                });
                names.take(member.names().len()).eq(member.names().iter().copied().map(Some))
            };
            match members.into_iter().find(|(member, _)| leads_to(*member)) {
                Some((member, shape)) => find_in(path, member.names().len(), shape),
                None => find(path, over.data),
            }
        }
    }
}

/// The shape of what a path finds.
fn read(path: &Path, value: Found, faults: &mut Vec<Fault>) -> Shape {
    match found(path, value) {
        Ok(shape) => {
            let border = shape.border().filter(|_| !path.segments.is_empty());
            faults.extend(border.map(|border| Fault::read(path, Rc::clone(border))));
            if path.yields() == Yield::Hits {
                let hit = shape.kinds().and_then(|kinds| kinds.array.as_ref()?.more.as_ref());
                faults.extend(hit.and_then(Shape::border).map(|hit| Fault::hits(path, hit)));
            }
            shape
        }
        Err(fault) => {
            faults.push(fault);
            Shape::Any
        }
    }
}

/// The number of failures that are certain.
fn certain(faults: &[Fault]) -> usize {
    faults.iter().filter(|fault| fault.is_certain()).count()
}

fn call(call: &Call, over: Over<'_>, faults: &mut Vec<Fault>) -> Shape {
    let mut shapes = Vec::new();
    for (index, argument) in call.arguments.iter().enumerate() {
        let shape = match argument {
            // The reader has checked the types of literals.
            Argument::Literal(literal) => Shape::literal(literal),
            Argument::Overflow => Shape::number(),
            Argument::Path(path) => {
                let before = certain(faults);
                let shape = read(path, value(path, over), faults);
                if certain(faults) == before {
                    argument_type(call, index, path.span, &shape, faults);
                }
                shape
            }
            Argument::Call(inner) => {
                let before = certain(faults);
                let shape = self::call(inner, over, faults);
                if certain(faults) == before {
                    argument_type(call, index, inner.span, &shape, faults);
                }
                shape
            }
        };
        shapes.push(shape);
    }
    result(call.function, &shapes)
}

fn argument_type(
    call: &Call,
    index: usize,
    span: asl_source::span::Span,
    shape: &Shape,
    faults: &mut Vec<Fault>,
) {
    let Some(wanted) = wanted(call.function, index) else { return };
    let what = format!("argument {} of `States.{:?}`", index + 1, call.function);
    faults.extend(Fault::of_type(span, &what, wanted, shape));
}

/// The type that an argument needs; none if it may be anything.
fn wanted(function: Function, index: usize) -> Option<Wanted> {
    use Wanted::{Array, Number, Object, Text};
    let wanted: &[Wanted] = match function {
        Function::Format
        | Function::StringToJson
        | Function::Base64Encode
        | Function::Base64Decode => &[Text],
        Function::JsonToString | Function::Array | Function::Uuid => &[],
        Function::ArrayPartition | Function::ArrayGetItem => &[Array, Number],
        Function::ArrayContains | Function::ArrayLength | Function::ArrayUnique => &[Array],
        Function::ArrayRange | Function::MathRandom | Function::MathAdd => {
            &[Number, Number, Number]
        }
        // `false`, or the text of the argument.
        Function::JsonMerge => &[Object, Object],
        Function::Hash | Function::StringSplit => &[Text, Text],
    };
    wanted.get(index).copied()
}

fn result(function: Function, arguments: &[Shape]) -> Shape {
    let first = || arguments.first().cloned().unwrap_or(Shape::Any);
    let item = || match first().kinds().and_then(|kinds| kinds.array.as_ref()) {
        Some(items) => items.any(),
        None => Shape::Any,
    };
    match function {
        Function::Format
        | Function::JsonToString
        | Function::Base64Encode
        | Function::Base64Decode
        | Function::Hash
        | Function::Uuid => Shape::string(),
        Function::StringToJson => Shape::Any,
        Function::Array => Shape::array(arguments.to_vec()),
        Function::ArrayPartition => Shape::list(Shape::list(item())),
        Function::ArrayContains => Shape::boolean(),
        Function::ArrayRange => Shape::list(Shape::number()),
        // An empty array has no items.
        Function::ArrayGetItem => Shape::null().or(&item()),
        Function::ArrayLength | Function::MathRandom | Function::MathAdd => Shape::number(),
        Function::ArrayUnique => Shape::list(item()),
        Function::JsonMerge => Shape::some_object(),
        Function::StringSplit => Shape::list(Shape::string()),
    }
}
