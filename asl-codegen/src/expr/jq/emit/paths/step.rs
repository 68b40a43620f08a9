//! Steps of a path: `.name`, `.[key]`, `.[from:to]`, `.[]`, `..`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::emitter::{Emitter, Next};
use crate::expr::jq::emit::operand::Operand;
use crate::expr::jq::emit::scope::Scope;
use crate::expr::jq::syntax::{Filter, Kind, Literal};

impl<'p> Emitter<'p> {
    pub(super) fn path_field(
        &mut self,
        target: &'p Filter,
        name: &str,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.each_path(
            target,
            spot,
            scope,
            &mut PathNext::new(&mut |emitter, spot| {
                let value = &spot.value;
                emitter.step(
                    &spot,
                    &quote!(paths::Key::Name(#name)),
                    &quote!(field(#value, #name)?),
                    next,
                )
            }),
        )
    }

    /// One step from a spot to what `found`, an expression of type `&Value`, finds there.
    fn step(
        &mut self,
        spot: &Spot,
        key: &TokenStream,
        found: &TokenStream,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let check = check_access(spot, key);
        let (at, trail, value) = (&spot.trail, self.fresh("at"), self.fresh("value"));
        let to =
            Spot { trail: trail.clone(), is_trail: true, value: quote!(#value), is_there: true };
        let rest = next.make(self, to);
        quote! {
            #check
            let #value: &Value = #found;
            let #trail = #at.then(#key, #value);
            #rest
        }
    }

    pub(super) fn path_index(
        &mut self,
        target: &'p Filter,
        index: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        if let Kind::Literal(Literal::String(name)) = &index.kind {
            return self.path_field(target, name, spot, scope, next);
        }
        self.each(
            index,
            &spot.operand(),
            scope,
            &mut Next::new(&mut |emitter, index| {
                let (bound, index) = index.stable(emitter, "index");
                let (before, index) = index.place(emitter);
                let rest = emitter.each_path(
                    target,
                    spot,
                    scope,
                    &mut PathNext::new(&mut |emitter, spot| {
                        let (part, value) = (emitter.fresh("part"), &spot.value);
                        let key = quote!(paths::Key::Value(#index));
                        let check = check_access(&spot, &key);
                        let there = Spot { is_there: true, ..spot.clone() };
                        let rest = emitter.step(&there, &key, &quote!(&#part), next);
                        quote! {
                            #check
                            let #part = paths::index_of(cx, #value, #index)?;
                            #rest
                        }
                    }),
                );
                quote!(#bound #before #rest)
            }),
        )
    }

    pub(super) fn path_slice(
        &mut self,
        target: &'p Filter,
        bounds: [Option<&'p Filter>; 2],
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.bounds(bounds, &spot.operand(), scope, &mut |emitter, from, to| {
            emitter.each_path(
                target,
                spot,
                scope,
                &mut PathNext::new(&mut |emitter, spot| {
                    let (part, value) = (emitter.fresh("part"), &spot.value);
                    let key = quote!(paths::Key::Slice(#from, #to));
                    let check = check_access(&spot, &key);
                    let there = Spot { is_there: true, ..spot.clone() };
                    let rest = emitter.step(&there, &key, &quote!(&#part), next);
                    quote! {
                        #check
                        let #part = slice(cx, #value, #from, #to)?;
                        #rest
                    }
                }),
            )
        })
    }

    pub(super) fn path_iterate(
        &mut self,
        target: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        self.each_path(
            target,
            spot,
            scope,
            &mut PathNext::new(&mut |emitter, spot| {
                let (at, value, taken) =
                    (spot.at(), &spot.value, emitter.path_consumer_there(next));
                quote!(paths::emit_each(cx, #at, #value, #taken)?;)
            }),
        )
    }

    pub(super) fn path_recurse(&mut self, spot: &Spot, next: &mut PathNext<'_, 'p>) -> TokenStream {
        let (at, value, taken) = (spot.at(), &spot.value, self.path_consumer(next));
        quote!(paths::emit_recurse(cx, #at, #value, #taken)?;)
    }
}

impl<'p> Emitter<'p> {
    /// Code with the bounds of a slice, expressions of type `Option<&Value>`: the lower one is the
    /// outer loop.
    fn bounds(
        &mut self,
        bounds: [Option<&'p Filter>; 2],
        input: &Operand,
        scope: &Scope<'p>,
        then: &mut dyn FnMut(&mut Self, &TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let filters: Vec<&'p Filter> = bounds.iter().flatten().copied().collect();
        self.combined(&filters, input, scope, &mut |emitter, values| {
            let (mut before, mut values) = (TokenStream::new(), values.iter());
            let [from, to] = bounds.map(|bound| match bound.and_then(|_| values.next()) {
                None => quote!(None),
                Some(value) => {
                    let (statements, value) = value.place(emitter);
                    before.extend(statements);
                    quote!(Some(#value))
                }
            });
            let rest = then(emitter, &from, &to);
            quote!(#before #rest)
        })
    }
}

/// Refuses to go into a value that no path leads to, unless it is known that one does.
fn check_access(spot: &Spot, key: &TokenStream) -> TokenStream {
    if spot.is_there {
        return TokenStream::new();
    }
    let (trail, value) = (&spot.trail, &spot.value);
    quote!(#trail.check_access(#value, #key)?;)
}
