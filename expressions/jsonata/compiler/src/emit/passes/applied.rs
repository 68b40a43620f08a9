//! Functions that a built-in applies, in place of their calls.

use asl_language::jsonata::signature::Types;
use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::block::emit_frame;
use crate::emit::direct;
use crate::emit::emitter::Emitter;
use crate::emit::function::emit_kept_parameters;
use crate::emit::native::{Native, emit_as, native_of};
use crate::emit::operator::{emit_truth, is_plain};
use crate::emit::reference::{storage, variable_name};
use crate::emit::value::{emit_operand, emit_result as emit_any_result, emit_value};
use crate::parts::is_small;
use crate::resolve::{Storage, VariableId};
use crate::shape::{Cardinality, plain_lambda};
use crate::tree::{Kind, Lambda, Node};

/// A function that a built-in applies to values, and perhaps their index.
pub(super) struct Applied<'t> {
    function: Function<'t>,
    /// The level of the built-in's call.
    level: u16,
}

enum Function<'t> {
    /// A function that is written as the argument. Its body stands in the loop.
    Written(&'t Node, &'t Lambda),
    /// A variable that is a function of Rust.
    Variable(VariableId),
    /// The same, whose body stands in the loop.
    InPlace(VariableId),
    /// A function as a value, with so many parameters.
    Value(&'t Node, usize),
}

/// A value that a function is applied to.
#[derive(Clone)]
pub(super) enum Argument {
    /// An expression of type `View`.
    View(TokenStream),
    /// An expression of type `Item`.
    Item(TokenStream),
    /// An expression of this type, for a function that is written as the argument.
    Native(Native, TokenStream),
}

/// The use of a function's result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// An expression of type `Item`.
    Value,
    /// An expression of type `Option<f64>`, for a function that certainly gives one.
    Number,
    /// An expression of type `bool`.
    Truth,
    /// The truth that JavaScript sees, an expression of type `bool`.
    JsTruth,
}

impl<'t> Applied<'t> {
    /// A function that a built-in applies to so many values. It takes one of them at least, or none
    /// if there is one, and an index at most.
    pub(super) fn new(
        emitter: &Emitter<'_>,
        node: &'t Node,
        values: usize,
        level: u16,
    ) -> Option<Self> {
        let (function, count) = if let Some(id) = emitter.names.direct_function(node) {
            let is_in_place = is_in_place(emitter, id);
            let function = if is_in_place { Function::InPlace(id) } else { Function::Variable(id) };
            (function, *emitter.names.functions.get(&id)?)
        } else if emitter.names.certain_variable(node).is_some() {
            let arity = emitter.shapes.arity(node)?;
            (Function::Value(node, arity), arity)
        } else {
            let lambda = plain_lambda(node)?;
            let fits = lambda.signature.is_none() && gives_one(emitter, &lambda.body);
            (Function::Written(node, lambda), fits.then_some(lambda.parameters.len())?)
        };
        let fits = (values..=values + 1).contains(&count) || values == 1 && count == 0;
        fits.then_some(Self { function, level })
    }

    /// The function, if it is written as the argument.
    pub(super) fn written(&self) -> Option<(&'t Node, &'t Lambda)> {
        match self.function {
            Function::Written(node, lambda) => Some((node, lambda)),
            Function::Variable(_) | Function::InPlace(_) | Function::Value(..) => None,
        }
    }

    /// True if the result is a number or undefined where the first parameter is a number.
    pub(super) fn keeps_number(&self, emitter: &mut Emitter<'_>) -> bool {
        let Some((node, lambda)) = self.written() else { return false };
        let ids = emitter.names.parameters.get(&node.place.start);
        let Some(first) = ids.and_then(|ids| ids.first()).copied() else { return false };
        storage(emitter, first) == Storage::Local
            && emitter.with_natives(&[(first, Native::MaybeNumber)], |emitter| {
                native_of(emitter, &lambda.body).is_some_and(Native::is_number)
            })
    }

    /// The key of an item, a variable or names behind it, in a function that is written as the
    /// argument: an expression of a `Result` of `Found`.
    pub(super) fn emit_key(&self, emitter: &mut Emitter<'_>, key: &Node) -> TokenStream {
        let body = self.written().map(|(_, lambda)| &lambda.body);
        emitter.in_place(self.level, |emitter| {
            let key = emit_any_result(emitter, key);
            match body.and_then(|body| emitter.level_check(body)) {
                Some(check) => quote!({ #check Ok(Found::from(#key)) }),
                None => quote!(Ok(Found::from(#key))),
            }
        })
    }

    /// True if a function that is written as the argument checks its level.
    pub(super) fn has_level(&self, emitter: &mut Emitter<'_>) -> bool {
        let Some((_, lambda)) = self.written() else { return false };
        emitter.in_place(self.level, |emitter| emitter.level_check(&lambda.body).is_some())
    }

    /// Statements, and the result behind them. The index is the local `index`.
    pub(super) fn emit(
        &self,
        emitter: &mut Emitter<'_>,
        values: &[Argument],
        its_use: Use,
    ) -> (TokenStream, TokenStream) {
        let index = Argument::Item(quote!(construct::index(index)));
        let values = values.iter().chain([&index]);
        match self.function {
            Function::Written(node, lambda) => emitter.in_place(self.level, |emitter| {
                emit_body(emitter, (node, lambda), values, its_use)
            }),
            Function::InPlace(id) => emit_in_place(emitter, id, self.level, |emitter, function| {
                emit_body(emitter, function, values, its_use)
            }),
            Function::Variable(id) => {
                let arity = emitter.names.functions.get(&id).copied().unwrap_or_default();
                let values = values.take(arity).map(emit_item).collect();
                let result = direct::emit_call(emitter, id, values, self.level);
                (TokenStream::new(), emit_used(&result, its_use))
            }
            Function::Value(node, arity) => {
                let function = emit_operand(emitter, node);
                let values = values.take(arity.max(1)).map(emit_item);
                let arguments = emitter.call_at(self.level, quote!(&mut [#(#values),*]));
                let result = quote!(call::applied(cx, #function, #arguments));
                (TokenStream::new(), emit_used(&result, its_use))
            }
        }
    }
}

/// The body of a function in place of its call: statements, and the result behind them.
fn emit_body<'a>(
    emitter: &mut Emitter<'_>,
    (node, lambda): (&Node, &Lambda),
    values: impl Iterator<Item = &'a Argument>,
    its_use: Use,
) -> (TokenStream, TokenStream) {
    let names = emitter.names;
    let ids = names.parameters.get(&node.place.start).map_or(&[][..], Vec::as_slice);
    let taken = ids.iter().zip(values).map(|(id, value)| {
        let name = variable_name(emitter, *id);
        let native = match value {
            Argument::Native(native, _) => Some(*native),
            Argument::View(_) | Argument::Item(_) => None,
        };
        emitter.set_native(*id, native);
        match value {
            Argument::View(view) if storage(emitter, *id) != Storage::Local => {
                quote!(let #name = #view.to_item();)
            }
            Argument::View(value) | Argument::Item(value) | Argument::Native(_, value) => {
                quote!(let #name = #value;)
            }
        }
    });
    let taken: TokenStream = taken.collect();
    let kept = emit_kept_parameters(emitter, ids);
    let declarations = emit_frame(emitter, node.place.start);
    let result = emit_result(emitter, &lambda.body, its_use);
    (quote!(#taken #kept #declarations), result)
}

/// The same of a variable that is a function of Rust.
fn emit_in_place(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    level: u16,
    make: impl FnOnce(&mut Emitter<'_>, (&Node, &Lambda)) -> (TokenStream, TokenStream),
) -> (TokenStream, TokenStream) {
    let function = emitter.function(id);
    let made = function.and_then(|function| {
        direct::in_place_of(emitter, id, level, |emitter| make(emitter, function))
    });
    let (before, (statements, result)) = made.unwrap_or_default();
    (quote!(#before #statements), result)
}

/// True if the body of a variable that is a function of Rust can stand in place of its call here.
/// Functions around this place would have other locals than those that the body was resolved for.
fn is_in_place(emitter: &Emitter<'_>, id: VariableId) -> bool {
    let level = emitter.names.variable(id).map(|variable| variable.level);
    level == Some(emitter.level())
        && emitter.numbers(id).is_none()
        && emitter.declared(id).is_some()
        && emitter
            .function(id)
            .is_some_and(|(_, lambda)| gives_one(emitter, &lambda.body) && is_small(&lambda.body))
}

/// An argument as an expression of type `Item`.
fn emit_item(value: &Argument) -> TokenStream {
    match value {
        Argument::View(view) => quote!(#view.to_item()),
        Argument::Item(item) => item.clone(),
        Argument::Native(_, value) => quote!(Item::from(#value)),
    }
}

/// The result of a call, an expression of type `Outcome`, as it is used.
fn emit_used(result: &TokenStream, its_use: Use) -> TokenStream {
    match its_use {
        Use::Value | Use::Number => quote!(#result?),
        Use::Truth => quote!(operators::is_true(cx, Item::view(&#result?))?),
        Use::JsTruth => quote!(functions::js_truth(Item::view(&#result?))),
    }
}

fn emit_result(emitter: &mut Emitter<'_>, body: &Node, its_use: Use) -> TokenStream {
    let truth = Types::BOOLEAN.and(Types::MISSING);
    match its_use {
        Use::Value => emit_value(emitter, body),
        Use::Number => emit_as(emitter, body, Native::MaybeNumber).unwrap_or_default(),
        Use::JsTruth if !emitter.shapes.of(body).is(truth) => {
            let value = emit_operand(emitter, body);
            quote!(functions::js_truth(#value))
        }
        Use::Truth | Use::JsTruth => emit_truth(emitter, body),
    }
}

/// False if the end of a function is a call whose sequence must not collapse here.
fn gives_one(emitter: &Emitter<'_>, body: &Node) -> bool {
    if !is_plain(body) {
        return true;
    }
    let gives_one = |node: &Node| gives_one(emitter, node);
    match &body.kind {
        Kind::Call(call) => {
            let is_known = emitter.names.built_in(&call.callee).is_some()
                || emitter.names.direct_function(&call.callee).is_some();
            is_known && emitter.shapes.of(body).cardinality() != Cardinality::Sequence
        }
        Kind::Condition(_, then, otherwise) => {
            gives_one(then) && otherwise.as_deref().is_none_or(gives_one)
        }
        Kind::Coalesce(_, right) | Kind::Default(_, right) => gives_one(right),
        Kind::Block { expressions, .. } => expressions.last().is_none_or(gives_one),
        _ => true,
    }
}
