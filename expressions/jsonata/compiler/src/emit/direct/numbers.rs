//! Functions that call themselves with numbers: they have a second form, whose parameters are
//! numbers of Rust.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::counting::{self, Counting};
use crate::emit::emitter::Emitter;
use crate::emit::native::{Native, emit_as, native_of};
use crate::emit::reference::{storage, variable_name};
use crate::emit::value::emit_value;
use crate::parts::parts;
use crate::resolve::{Storage, VariableId};
use crate::tree::{Kind, Lambda, Node};

/// The second form of a function.
#[derive(Clone, Debug)]
pub(in crate::emit) struct Numbers {
    /// The parameters, and the types of those that are numbers.
    pub(super) parameters: Vec<(VariableId, Option<Native>)>,
    /// The type of the result; none if it is an item.
    pub(super) result: Option<Native>,
    pub(super) counting: Counting,
}

impl Numbers {
    /// The parameters that are numbers, with their types.
    pub(super) fn natives(&self) -> Vec<(VariableId, Native)> {
        self.parameters.iter().filter_map(|(id, native)| Some((*id, (*native)?))).collect()
    }

    /// True if a call has numbers for these parameters.
    pub(super) fn fit(&self, emitter: &Emitter<'_>, arguments: &[Node]) -> bool {
        let fits = |(place, (_, native)): (usize, &(VariableId, Option<Native>))| {
            native.is_none_or(|native| is_number(emitter, arguments.get(place), native))
        };
        arguments.len() <= self.parameters.len() && self.parameters.iter().enumerate().all(fits)
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
            .map(|(_, native)| match (native, arguments.next()) {
                (Some(_), None) => quote!(None),
                (None, None) => quote!(Item::Undefined),
                (None, Some(argument)) => emit_value(emitter, argument),
                (Some(native), Some(argument)) => {
                    emit_as(emitter, argument, *native).unwrap_or_default()
                }
            })
            .collect()
    }

    /// The statement that leaves a call of the other form to this one if its arguments are numbers.
    pub(super) fn emit_entry(
        &self,
        emitter: &Emitter<'_>,
        name: &Ident,
        captures: &[Ident],
    ) -> TokenStream {
        let depth = (self.counting == Counting::Depth).then(|| quote!(, cx.depth()));
        let arguments = self.parameters.iter().map(|(id, _)| variable_name(emitter, *id));
        let call = quote!(#name(cx #depth #(, #captures)* #(, #arguments)*));
        let result = match self.result {
            Some(native) => {
                let native = native.rust_type();
                quote!(Ok(Item::from(recursion::value::<#native>(#call)?)))
            }
            None => call,
        };
        let numbers = self.natives().into_iter().map(|(id, native)| {
            let name = variable_name(emitter, id);
            let test = emit_test(&quote!(#name.view()), native);
            (quote!(Some(#name)), test)
        });
        let (patterns, numbers): (Vec<_>, Vec<_>) = numbers.unzip();
        match (patterns.as_slice(), numbers.as_slice()) {
            ([pattern], [number]) => quote!(if let #pattern = #number { return #result; }),
            _ => quote!(if let (#(#patterns),*) = (#(#numbers),*) { return #result; }),
        }
    }
}

/// An argument, a `View`, as an `Option` of the type of its parameter, which is a number.
pub(super) fn emit_test(argument: &TokenStream, native: Native) -> TokenStream {
    match native {
        Native::Finite => quote!(recursion::finite(#argument)),
        Native::Number => quote!(recursion::number(#argument)),
        Native::MaybeNumber | Native::Boolean | Native::MaybeBoolean => {
            quote!(recursion::maybe_number(#argument))
        }
    }
}

/// True if an argument is a number of this type.
fn is_number(emitter: &Emitter<'_>, argument: Option<&Node>, native: Native) -> bool {
    let found = argument.map_or(Some(Native::MaybeNumber), |argument| native_of(emitter, argument));
    found.is_some_and(|found| found.fits(native))
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
        let is_local = storage(emitter, *id) == Storage::Local;
        (*id, is_local.then_some(Native::Finite))
    });
    let parameters: Vec<(VariableId, Option<Native>)> = parameters.collect();
    let results =
        [Some(Native::Number), Some(Native::MaybeNumber), Some(Native::MaybeBoolean), None];
    results.into_iter().find_map(|result| {
        let parameters = parameters.clone();
        let numbers = Numbers { parameters, result, counting: Counting::InRun };
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
        let (found, result, counting) = emitter.with_natives(&natives, |emitter| {
            let found = numbers.parameters.iter().enumerate().map(|(place, (id, native))| {
                let native = native.and_then(|native| weakest(emitter, calls, place, native));
                (*id, native)
            });
            let counting = counting::of(emitter, id, body);
            (found.collect::<Vec<_>>(), native_of(emitter, body), counting)
        });
        emitter.set_numbers(id, None);
        if found == numbers.parameters {
            let is_right = numbers
                .result
                .is_none_or(|wanted| result.is_some_and(|result| result.fits(wanted)));
            let counting = numbers.result.map_or(Counting::InRun, |_| counting);
            return is_right.then_some(Numbers { counting, ..numbers });
        }
        numbers.parameters = found;
    }
}

/// The type of a parameter for the arguments of all calls; none if one of them is no number.
fn weakest(
    emitter: &Emitter<'_>,
    calls: &[&[Node]],
    place: usize,
    native: Native,
) -> Option<Native> {
    let fits = |native: &Native| {
        calls.iter().all(|arguments| is_number(emitter, arguments.get(place), *native))
    };
    let weaker = [Native::Number, Native::MaybeNumber].into_iter();
    std::iter::once(native).chain(weaker.filter(|weaker| native.fits(*weaker))).find(fits)
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
