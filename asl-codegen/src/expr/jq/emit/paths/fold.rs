//! `reduce` and `foreach` in path mode. Their states are values at the trail of whatever came last,
//! as in jq: `limit` and its like work because the item is still the value that its own trail leads
//! to.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::syntax::{Filter, Loop};

impl<'p> Emitter<'p> {
    /// `reduce source as $x (init; update)`: the state is back at the trail of the first one in the
    /// end.
    pub(super) fn path_reduce(
        &mut self,
        parts: &'p Loop,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.each_path(
            &parts.init,
            spot,
            scope,
            &mut PathNext::new(&mut |emitter, first| {
                let state = emitter.fresh("state");
                let init = &first.value;
                let turns =
                    emitter.turns(parts, spot, &first, scope, &mut |emitter, item, scope| {
                        emitter.path_turn(
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
                let rest = emitter.settled(&first, &quote!(&#state), &quote!(Passed), next);
                quote!(let mut #state: Value = #init.clone(); #turns #rest)
            }),
        )
    }

    /// `foreach source as $x (init; update; extract)`
    pub(super) fn path_foreach(
        &mut self,
        parts: &'p Loop,
        extract: Option<&'p Filter>,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.each_path(
            &parts.init,
            spot,
            scope,
            &mut PathNext::new(&mut |emitter, first| {
                let state = emitter.fresh("state");
                let init = &first.value;
                let turns =
                    emitter.turns(parts, spot, &first, scope, &mut |emitter, item, scope| {
                        emitter.path_turn(
                            parts,
                            item,
                            &state,
                            scope,
                            &mut PathNext::new(&mut |emitter, new| {
                                let value = &new.value;
                                let taken = match extract {
                                    Some(extract) => emitter.each_path(extract, &new, scope, next),
                                    None => next.make(emitter, new.clone()),
                                };
                                quote!(#state = #value.clone(); #taken)
                            }),
                        )
                    });
                quote!(let mut #state: Value = #init.clone(); #turns)
            }),
        )
    }

    /// The code around each item of the source, which starts at the trail of the first state.
    fn turns(
        &mut self,
        parts: &'p Loop,
        spot: &Spot,
        first: &Spot,
        scope: &Scope<'p>,
        turn: &mut dyn FnMut(&mut Self, &Spot, &Scope<'p>) -> TokenStream,
    ) -> TokenStream {
        let is_there = spot.is_there && first.trail == spot.trail;
        let from = Spot { is_there, ..first.with(spot.value.clone()) };
        self.each_path(
            &parts.source,
            &from,
            scope,
            &mut PathNext::new(&mut |emitter, item| {
                emitter.bound_value(
                    &parts.patterns,
                    &item.operand(),
                    &spot.operand(),
                    scope,
                    &mut |emitter, scope| turn(emitter, &item, scope),
                )
            }),
        )
    }

    /// One update of the state; null stands in its place meanwhile, and after it where there is no
    /// new one.
    fn path_turn(
        &mut self,
        parts: &'p Loop,
        item: &Spot,
        state: &proc_macro2::Ident,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let old = self.fresh("state");
        let update = self.settled(
            item,
            &quote!(&#old),
            &quote!(Passed),
            &mut PathNext::new(&mut |emitter, now| {
                emitter.each_path(&parts.update, &now, scope, next)
            }),
        );
        quote!(let #old = take(&mut #state); #update)
    }
}
