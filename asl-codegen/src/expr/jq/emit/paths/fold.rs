//! `reduce` and `foreach` in path mode. Their states are values at the trail of the latest item,
//! as in jq: `limit` and its like work because the item is still the value that its own trail leads
//! to.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::bind::emit_bound_value;
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::paths::emit_each_path;
use crate::expr::jq::emit::paths::{emit_filter_paths, emit_settled};
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::syntax::{Filter, Loop};

/// `reduce source as $x (init; update)`: the state is back at the trail of the first one in the
/// end.
pub(in crate::expr::jq::emit) fn emit_path_reduce<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_each_path(emitter, &parts.init, spot, scope, &mut |emitter, first| {
        let state = emitter.fresh("state");
        let init = &first.value;
        let turns =
            emit_path_turns(emitter, parts, spot, &first, scope, &mut |emitter, item, scope| {
                emit_path_turn(
                    emitter,
                    parts,
                    item,
                    &state,
                    scope,
                    &mut PathNext::new(&mut |_, new| {
                        let new = new.value;
                        quote!(#state = #new.clone();)
                    }),
                )
            });
        let rest = emit_settled(emitter, &first, &quote!(&#state), &quote!(Passed), next);
        quote!(let mut #state: Value = #init.clone(); #turns #rest)
    })
}

/// `foreach source as $x (init; update; extract)`
pub(in crate::expr::jq::emit) fn emit_path_foreach<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    extract: Option<&'p Filter>,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_each_path(emitter, &parts.init, spot, scope, &mut |emitter, first| {
        let state = emitter.fresh("state");
        let init = &first.value;
        let turns =
            emit_path_turns(emitter, parts, spot, &first, scope, &mut |emitter, item, scope| {
                emit_path_turn(
                    emitter,
                    parts,
                    item,
                    &state,
                    scope,
                    &mut PathNext::new(&mut |emitter, new| {
                        let value = &new.value;
                        let taken = match extract {
                            Some(extract) => emit_filter_paths(emitter, extract, &new, scope, next),
                            None => next.make(emitter, new.clone()),
                        };
                        quote!(#state = #value.clone(); #taken)
                    }),
                )
            });
        quote!(let mut #state: Value = #init.clone(); #turns)
    })
}

/// The code around each item of the source, which starts at the trail of the first state.
fn emit_path_turns<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    spot: &Spot,
    first: &Spot,
    scope: &Scope<'p>,
    turn: &mut dyn FnMut(&mut Emitter<'p>, &Spot, &Scope<'p>) -> TokenStream,
) -> TokenStream {
    let is_there = spot.is_there && first.trail == spot.trail;
    let from = Spot { is_there, ..first.with(spot.value.clone()) };
    emit_each_path(emitter, &parts.source, &from, scope, &mut |emitter, item| {
        emit_bound_value(
            emitter,
            &parts.patterns,
            &item.operand(),
            &spot.operand(),
            scope,
            &mut |emitter, scope| turn(emitter, &item, scope),
        )
    })
}

/// One update of the state; null takes its place meanwhile, and after it where there is no
/// new one.
fn emit_path_turn<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    item: &Spot,
    state: &proc_macro2::Ident,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let old = emitter.fresh("state");
    let update = emit_settled(
        emitter,
        item,
        &quote!(&#old),
        &quote!(Passed),
        &mut PathNext::new(&mut |emitter, now| {
            emit_filter_paths(emitter, &parts.update, &now, scope, next)
        }),
    );
    quote!(let #old = take(&mut #state); #update)
}
