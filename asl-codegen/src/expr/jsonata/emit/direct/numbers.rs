//! Functions that call themselves with numbers: they have a second form, whose parameters are
//! numbers of Rust.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expr::jsonata::emit::emitter::Emitter;
use crate::expr::jsonata::emit::native::{Native, emit_as, native_of};
use crate::expr::jsonata::emit::value::emit_value;
use crate::expr::jsonata::parts::parts;
use crate::expr::jsonata::resolve::{Storage, VariableId};
use crate::expr::jsonata::tree::{Kind, Lambda, Node};

/// The second form of a function.
#[derive(Clone, Debug)]
pub(in crate::expr::jsonata::emit) struct Numbers {
    /// The parameters, and if each is a number.
    pub(super) parameters: Vec<(VariableId, bool)>,
    /// The type of the result; none if it is an item.
    pub(super) result: Option<Native>,
}

impl Numbers {
    /// The parameters that are numbers, with their type.
    pub(super) fn natives(&self) -> Vec<(VariableId, Native)> {
        let numbers = self.parameters.iter().filter(|(_, is_number)| *is_number);
        numbers.map(|(id, _)| (*id, Native::MaybeNumber)).collect()
    }

    /// True if a call has numbers for these parameters.
    pub(super) fn fit(&self, emitter: &Emitter<'_>, arguments: &[Node]) -> bool {
        let mut pairs = self.parameters.iter().zip(arguments);
        arguments.len() <= self.parameters.len()
            && pairs.all(|((_, is_number), argument)| !is_number || is_number_of(emitter, argument))
    }

    /// The arguments of a call that [fits](Self::fit).
    pub(super) fn emit_arguments(
        &self,
        emitter: &mut Emitter<'_>,
        arguments: &[Node],
    ) -> Vec<TokenStream> {
        let mut arguments = arguments.iter();
        let places = self.parameters.iter();
        places
            .map(|(_, is_number)| match (is_number, arguments.next()) {
                (true, None) => quote!(None),
                (false, None) => quote!(Item::Undefined),
                (false, Some(argument)) => emit_value(emitter, argument),
                (true, Some(argument)) => {
                    emit_as(emitter, argument, Native::MaybeNumber).unwrap_or_default()
                }
            })
            .collect()
    }
}

fn is_number_of(emitter: &Emitter<'_>, node: &Node) -> bool {
    native_of(emitter, node).is_some_and(Native::is_number)
}

/// The second form of a function, if it calls itself with numbers. Functions around others have
/// none: these would be made twice.
pub(super) fn of(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> Option<Numbers> {
    let mut calls = Vec::new();
    if !collect_calls(emitter, id, &lambda.body, &mut calls) || calls.is_empty() {
        return None;
    }
    let ids = emitter.names.parameters.get(&node.place.start)?;
    let parameters = ids.iter().map(|id| {
        let variable = emitter.names.variable(*id);
        (*id, variable.is_some_and(|variable| variable.storage == Storage::Local))
    });
    let parameters: Vec<(VariableId, bool)> = parameters.collect();
    let results = [Some(Native::MaybeNumber), Some(Native::MaybeBoolean), None];
    results.into_iter().find_map(|result| {
        let numbers = Numbers { parameters: parameters.clone(), result };
        confirmed(emitter, id, &lambda.body, &calls, numbers)
    })
}

/// The form after all parameters that are not always numbers have become items, computed as a
/// fixpoint; none if its result has another type.
fn confirmed(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    body: &Node,
    calls: &[&[Node]],
    mut numbers: Numbers,
) -> Option<Numbers> {
    loop {
        let natives = numbers.natives();
        if natives.is_empty() {
            return None;
        }
        emitter.set_numbers(id, Some(numbers.clone()));
        let (found, result) = emitter.with_natives(&natives, |emitter| {
            let found = numbers.parameters.iter().enumerate().map(|(place, (id, is_number))| {
                let mut given = calls.iter().filter_map(|arguments| arguments.get(place));
                (*id, *is_number && given.all(|argument| is_number_of(emitter, argument)))
            });
            (found.collect::<Vec<_>>(), native_of(emitter, body))
        });
        emitter.set_numbers(id, None);
        if found == numbers.parameters {
            let is_right = numbers
                .result
                .is_none_or(|wanted| result.is_some_and(|result| result.fits(wanted)));
            return is_right.then_some(numbers);
        }
        numbers.parameters = found;
    }
}

/// Collects the arguments of a function's calls of itself; false if it has functions in it, or calls
/// itself with too many arguments.
fn collect_calls<'t>(
    emitter: &Emitter<'_>,
    id: VariableId,
    node: &'t Node,
    calls: &mut Vec<&'t [Node]>,
) -> bool {
    if let Kind::Call(call) = &node.kind
        && emitter.names.direct_function(&call.callee) == Some(id)
    {
        let arity = emitter.names.functions.get(&id).copied().unwrap_or_default();
        if call.arguments.len() > arity {
            return false;
        }
        calls.push(&call.arguments);
    }
    !matches!(node.kind, Kind::Lambda(_))
        && parts(node).into_iter().all(|(_, part)| collect_calls(emitter, id, part, calls))
}
