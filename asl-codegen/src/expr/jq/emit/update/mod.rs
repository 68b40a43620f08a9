//! Updates: `|=`, `=`, `+=` and its like, `del`.
//!
//! If the program spells the paths out (`.a.b[0]`, `.items[].price`, with conditions in between),
//! the code goes down into the document and changes it in place, see [`place`]. Any other path is
//! looked for in the document as it was, and followed in the one that is made. A document that
//! somebody else still needs is shared, and copied where it is written to. What is left of it after
//! an error is dropped with the error, so no code sees it half changed.

mod change;
mod disjoint;
mod place;

use proc_macro2::TokenStream;
use quote::quote;

use self::change::Change;
use self::place::Steps;
use super::emitter::{Emitter, Next};
use super::operand::Operand;
use super::paths::PathNext;
use super::scope::Scope;
use crate::expr::jq::emit::paths::emit_paths_from;
use crate::expr::jq::emit::update::change::{emit_change, emit_change_along};
use crate::expr::jq::emit::update::place::{emit_in_place, is_place};
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::syntax::{Assignment, Filter};

/// `path |= value`, `path = value` and its like: a right side that is computed beforehand is
/// the outer loop.
pub(in crate::expr::jq::emit) fn emit_assign<'p>(
    emitter: &mut Emitter<'p>,
    assignment: Assignment,
    path: &'p Filter,
    value: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if assignment == Assignment::Update {
        return emit_updated(emitter, path, &Change::Filter(value), input, scope, next);
    }
    let outputs = emitter.outputs(value, scope);
    emit_each(emitter, value, &input.lent(), scope, &mut |emitter, value| {
        // A document that is changed in place must not be borrowed from.
        let (bound, value) = if input.is_owned() {
            value.own(emitter, "value")
        } else {
            value.stable(emitter, "value")
        };
        let change = Change::Value(assignment, value.lent());
        let rest = emit_updated(emitter, path, &change, &input.within(outputs), scope, next);
        quote!(#bound #rest)
    })
}

/// The document with all that a path leads to changed.
fn emit_updated<'p>(
    emitter: &mut Emitter<'p>,
    path: &'p Filter,
    change: &Change<'p>,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if is_place(emitter, path, scope) {
        return emit_updated_in_place(emitter, path, change, input, scope, next);
    }
    let (document, doomed) = (emitter.fresh("document"), emitter.fresh("doomed"));
    let (before, root) = input.lent().place(emitter);
    let turns = emit_paths_from(
        emitter,
        path,
        &root,
        scope,
        &mut PathNext::new(&mut |emitter, spot| {
            emit_change_along(emitter, change, &spot, &document, &doomed, scope)
        }),
    );
    let (list, rest) = match change {
        Change::Filter(_) => {
            let made = Operand::Once(quote!(paths::sound(paths::forget(cx, #document, #doomed)?)?));
            (quote!(let mut #doomed: Vec<Value> = Vec::new();), next.make(emitter, made))
        }
        Change::Value(..) | Change::Delete => (
            TokenStream::new(),
            next.make(emitter, Operand::Once(quote!(paths::sound(#document)?))),
        ),
    };
    quote! {
        #before
        let mut #document: Value = (#root).clone();
        #list
        { #turns }
        #rest
    }
}

fn emit_updated_in_place<'p>(
    emitter: &mut Emitter<'p>,
    path: &'p Filter,
    change: &Change<'p>,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (document, here, start) = (emitter.fresh("document"), emitter.fresh("here"), input.value());
    let changed =
        emit_in_place(emitter, path, &here, Steps::Strict, scope, &mut |emitter, here| {
            emit_change(emitter, change, here, scope)
        });
    let rest = next.make(emitter, Operand::Once(quote!(paths::sound(#document)?)));
    quote! {
        let mut #document: Value = #start;
        let #here = &mut #document;
        if #changed? == paths::Fate::Goes {
            #document = Value::Null;
        }
        #rest
    }
}

/// `del(path)`
pub(in crate::expr::jq::emit) fn emit_delete<'p>(
    emitter: &mut Emitter<'p>,
    path: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    if is_place(emitter, path, scope) {
        return emit_updated_in_place(emitter, path, &Change::Delete, input, scope, next);
    }
    let doomed = emitter.fresh("doomed");
    let (before, root) = input.lent().place(emitter);
    let turns = emit_paths_from(
        emitter,
        path,
        &root,
        scope,
        &mut PathNext::new(&mut |_, spot| {
            let (at, value) = (spot.at(), spot.value);
            quote!(#doomed.push(paths::path(cx, #at, #value)?);)
        }),
    );
    // What was borrowed above is not used any more.
    let input = if before.is_empty() { input.value() } else { quote!((#root).clone()) };
    let rest = next.make(emitter, Operand::Once(quote!(paths::forget(cx, #input, #doomed)?)));
    quote! {
        #before
        let mut #doomed: Vec<Value> = Vec::new();
        { #turns }
        #rest
    }
}
