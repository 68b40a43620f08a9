//! The change of each value that an update reaches.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::analysis::Outputs;
use crate::emit::emitter::At;
use crate::emit::operand::Operand;
use crate::emit::operators::calculated;
use crate::emit::paths::Spot;
use crate::emit::value::emit_each;
use crate::syntax::{Arithmetic, Assignment, Filter};

/// The change of a value.
pub(super) enum Change<'p> {
    /// It becomes the first output of a filter, or is removed where there is none.
    Filter(&'p Filter),
    /// It is assigned, calculated with or kept, by a value that is computed already.
    Value(Assignment, Operand),
    /// It is removed.
    Delete,
}

/// Changes what `here`, of type `&mut Value`, is; an expression of type `Result<Fate, Exit>`.
pub(super) fn emit_change<'p>(at: &At<'p>, change: &Change<'p>, here: &Ident) -> TokenStream {
    match change {
        Change::Delete => quote!(Ok::<_, Exit>(paths::Fate::Goes)),
        Change::Filter(filter) => emit_change_by(at, filter, here),
        Change::Value(Assignment::Alternative, value) => {
            let value = value.value();
            quote!({
                if !is_true(#here) {
                    *#here = #value;
                }
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Arithmetic(Arithmetic::Add), value) => {
            let value = value.borrow();
            quote!({
                grow(cx, #here, #value)?;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Arithmetic(operator), value) => {
            let old = at.emitter.fresh("old");
            let new = calculated(*operator, &Operand::local(&old), value).value();
            quote!({
                let #old = take(#here);
                *#here = #new;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Set | Assignment::Update, value) => {
            let value = value.value();
            quote!({
                *#here = #value;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
    }
}

fn emit_change_by<'p>(at: &At<'p>, filter: &'p Filter, here: &Ident) -> TokenStream {
    let (old, new) = (at.emitter.fresh("old"), at.emitter.fresh("new"));
    let (start, input) = if at.emitter.facts.consumes(filter) {
        (quote!(let #old = take(#here);), Operand::local(&old))
    } else {
        (quote!(let #old: &Value = &*#here;), Operand::reference(&old))
    };
    let at = at.on(input);
    if at.has_one(filter) {
        let made = at.one(filter);
        return quote!({
            #start
            let #new = #made;
            *#here = #new;
            Ok::<_, Exit>(paths::Fate::Stays)
        });
    }
    let made = emit_first_of(&at, filter);
    quote!({
        #start
        match #made {
            Some(#new) => {
                *#here = #new;
                Ok::<_, Exit>(paths::Fate::Stays)
            }
            None => Ok(paths::Fate::Goes),
        }
    })
}

/// The first output of a filter, as an expression of type `Option<Value>`.
fn emit_first_of<'p>(at: &At<'p>, filter: &'p Filter) -> TokenStream {
    if at.outputs(filter) != Outputs::Many {
        return at.maybe(filter);
    }
    let (found, flow) = (at.emitter.fresh("found"), at.emitter.fresh("flow"));
    let search = emit_each(&at.lent(), filter, &mut |value| {
        let value = value.value();
        quote!(#found = Some(#value); return Err(stop());)
    });
    quote!({
        let mut #found: Option<Value> = None;
        let #flow = (|| -> Flow { #search Ok(()) })();
        stopped(#found.is_some(), #flow)?;
        #found
    })
}

/// Changes in the document that is made what a path of the original leads to.
pub(super) fn emit_change_along<'p>(
    at: &At<'p, Spot>,
    change: &Change<'p>,
    document: &Ident,
    doomed: &Ident,
) -> TokenStream {
    let (trail, place, old) = (at.input.at(), &at.input.value, at.emitter.fresh("old"));
    let input = Operand::reference(&old);
    let new = match change {
        Change::Delete => unreachable!("paths to delete are collected first"),
        Change::Filter(filter) => emit_first_of(&at.on(input.clone()), filter),
        Change::Value(Assignment::Set | Assignment::Update, value) => {
            let value = value.borrow();
            return quote!(paths::assign(cx, &mut #document, #trail, #place, #value)?;);
        }
        Change::Value(Assignment::Arithmetic(operator), value) => {
            calculated(*operator, &input, value).value()
        }
        Change::Value(Assignment::Alternative, value) => {
            let value = value.value();
            quote!(if is_true(#old) { #old.clone() } else { #value })
        }
    };
    if matches!(change, Change::Filter(_)) {
        let change = quote!(|#old: &Value| -> Result<Option<Value>, Exit> { Ok(#new) });
        return quote!(paths::modify(cx, &mut #document, &mut #doomed, (#trail, #place), #change)?;);
    }
    let change = quote!(|#old: &Value| -> Result<Value, Exit> { Ok(#new) });
    quote!(paths::calculate(cx, &mut #document, #trail, #place, #change)?;)
}
