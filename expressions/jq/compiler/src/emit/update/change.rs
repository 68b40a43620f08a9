//! The change of each value that an update reaches.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::analysis::Outputs;
use crate::emit::code::{Changed, Code, Value};
use crate::emit::emitter::At;
use crate::emit::operand::Operand;
use crate::emit::operators::calculated;
use crate::emit::paths::Spot;
use crate::emit::value::emit_each;
use crate::plan::Repr;
use crate::plan::tree::Node;
use crate::syntax::{Arithmetic, Assignment};

/// The change of a value.
pub(super) enum Change<'c, 'p> {
    /// It becomes the first output of a filter, or is removed where there is none.
    Filter(&'c Node<'p>),
    /// It is assigned, calculated with or kept, by a value that is computed already.
    Value(Assignment, Operand),
    /// It is removed.
    Delete,
}

/// Changes what `here`, of type `&mut Value`, is.
pub(super) fn emit_change(at: &At<'_>, change: &Change<'_, '_>, here: &Ident) -> Changed {
    match change {
        Change::Delete => code!(Ok::<_, Exit>(paths::Fate::Goes)),
        Change::Filter(node) => emit_change_by(at, node, here),
        Change::Value(Assignment::Alternative, value) => {
            let value = value.value();
            code!({
                if !is_true(#here) {
                    *#here = #value;
                }
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Arithmetic(Arithmetic::Add), value) => {
            let value = value.borrow();
            code!({
                grow(cx, #here, #value)?;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Arithmetic(operator), value) => {
            let old = at.emitter.fresh("old");
            let new = calculated(*operator, &Operand::local(&old), value).value();
            code!({
                let #old = take(#here);
                *#here = #new;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
        Change::Value(Assignment::Set | Assignment::Update, value) => {
            let value = value.value();
            code!({
                *#here = #value;
                Ok::<_, Exit>(paths::Fate::Stays)
            })
        }
    }
}

fn emit_change_by(at: &At<'_>, node: &Node<'_>, here: &Ident) -> Changed {
    let (old, new) = (at.emitter.fresh("old"), at.emitter.fresh("new"));
    let (start, input) = if matches!(node.input, Repr::Local { .. }) {
        (quote!(let #old = take(#here);), Operand::local(&old))
    } else {
        (quote!(let #old: &Value = &*#here;), Operand::reference(&old))
    };
    let at = at.on(input);
    if node.has_one() {
        let made = at.one(node);
        return code!({
            #start
            let #new = #made;
            *#here = #new;
            Ok::<_, Exit>(paths::Fate::Stays)
        });
    }
    let made = emit_first_of(&at, node);
    code!({
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

/// The first output of a filter.
fn emit_first_of(at: &At<'_>, node: &Node<'_>) -> Code<Option<Value>> {
    if node.outputs != Outputs::Many {
        return at.maybe(node);
    }
    let (found, flow) = (at.emitter.fresh("found"), at.emitter.fresh("flow"));
    let search = emit_each(at, node, &mut |value| {
        let value = value.value();
        quote!(#found = Some(#value); return Err(stop());)
    });
    code!({
        let mut #found: Option<Value> = None;
        let #flow = (|| -> Flow { #search Ok(()) })();
        stopped(#found.is_some(), #flow)?;
        #found
    })
}

/// Changes in the document that is made what a path of the original leads to.
pub(super) fn emit_change_along(
    at: &At<'_, Spot>,
    change: &Change<'_, '_>,
    document: &Ident,
    doomed: &Ident,
) -> TokenStream {
    let (trail, place, old) = (at.input.at(), &at.input.value, at.emitter.fresh("old"));
    let input = Operand::reference(&old);
    let new = match change {
        Change::Delete => unreachable!("paths to delete are collected first"),
        Change::Filter(node) => emit_first_of(&at.on(input.clone()), node).tokens(),
        Change::Value(Assignment::Set | Assignment::Update, value) => {
            let value = value.borrow();
            return quote!(paths::assign(cx, &mut #document, #trail, #place, #value)?;);
        }
        Change::Value(Assignment::Arithmetic(operator), value) => {
            calculated(*operator, &input, value).value().tokens()
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
