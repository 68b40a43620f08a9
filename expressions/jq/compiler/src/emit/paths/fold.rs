//! `reduce` and `foreach` in path mode. Their states are values at the trail of the latest item,
//! as in jq: `limit` and its like work because the item is still the value that its own trail leads
//! to.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::pattern::emit_bound_spot;
use super::{Spot, emit_each_path, emit_path_node, emit_settled};
use crate::emit::emitter::{At, Next};
use crate::plan::tree::{PathNode, PathTurns};

/// `reduce source as $x (init; update)`: the state is back at the trail of the first one in the
/// end.
pub(super) fn emit_path_reduce(
    at: &At<'_, Spot>,
    parts: &PathTurns<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_path_states(at, parts, &mut |_, _| TokenStream::new(), &mut |first, state| {
        emit_settled(&at.on(first.clone()), &code!(&#state), &quote!(Passed), next)
    })
}

/// `foreach source as $x (init; update; extract)`
pub(super) fn emit_path_foreach(
    at: &At<'_, Spot>,
    parts: &PathTurns<'_>,
    extract: Option<&PathNode<'_>>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let take = &mut |at: &At<'_, Spot>, new: Spot| match extract {
        Some(extract) => emit_path_node(&at.on(new), extract, next),
        None => next.make(new),
    };
    emit_path_states(at, parts, take, &mut |_, _| TokenStream::new())
}

/// The states of a loop: `take` makes the code of each, and `end` what comes after the last one.
fn emit_path_states(
    at: &At<'_, Spot>,
    parts: &PathTurns<'_>,
    take: &mut dyn FnMut(&At<'_, Spot>, Spot) -> TokenStream,
    end: &mut dyn FnMut(&Spot, &Ident) -> TokenStream,
) -> TokenStream {
    emit_each_path(at, &parts.init, &mut |first| {
        let (state, init) = (at.emitter.fresh("state"), first.value.cloned());
        let turns = emit_path_turns(at, parts, &first, &mut |at| {
            let keep = &mut |new: Spot| {
                let value = new.value.cloned();
                let taken = take(at, new);
                quote!(#state = #value; #taken)
            };
            emit_path_turn(at, parts, &state, &mut Next::new(keep))
        });
        let rest = end(&first, &state);
        quote!(let mut #state: Value = #init; #turns #rest)
    })
}

/// The code around each item of the source, which starts at the trail of the first state.
fn emit_path_turns(
    at: &At<'_, Spot>,
    parts: &PathTurns<'_>,
    first: &Spot,
    turn: &mut dyn FnMut(&At<'_, Spot>) -> TokenStream,
) -> TokenStream {
    let is_there = at.input.is_there && first.number == at.input.number;
    let from = Spot { is_there, value: at.input.value.clone(), ..first.clone() };
    emit_each_path(&at.on(from), &parts.source, &mut |item| {
        emit_bound_spot(at, &parts.patterns, &item, turn)
    })
}

/// One update of the state; null takes its place meanwhile, and after it where there is no
/// new one.
fn emit_path_turn(
    at: &At<'_, Spot>,
    parts: &PathTurns<'_>,
    state: &Ident,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let old = at.emitter.fresh("state");
    let take = &mut |now| emit_path_node(&at.on(now), &parts.update, next);
    let update = emit_settled(at, &code!(&#old), &quote!(Passed), &mut Next::new(take));
    quote!(let #old = take(&mut #state); #update)
}
