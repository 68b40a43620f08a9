//! Descends into a document that is changed in place, along a [`Place`].

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::emit::code::{Changed, Code, Ref};
use crate::emit::emitter::{At, Emitter, block};
use crate::emit::operand::Operand;
use crate::emit::operators::emit_condition;
use crate::plan::tree::{Condition, Key, Place};

/// The treatment of steps that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    Strict,
    /// Within `?`.
    Optional,
}

/// Makes the code for the value that was reached, from a local of type `&mut Value`.
type Reached<'k> = &'k mut dyn FnMut(&Ident) -> Changed;

/// A place in the document that is changed: a local of type `&mut Value`, and the steps from it.
#[derive(Clone)]
pub(super) struct Descent {
    pub(super) here: Ident,
    pub(super) steps: Steps,
}

impl Descent {
    /// The same at another place.
    fn to(&self, here: &Ident) -> Self {
        Self { here: here.clone(), steps: self.steps }
    }
}

/// Goes down from `here`, a local of type `&mut Value`, to what a filter leads to, and changes
/// it there. The code gives what becomes of `here` itself.
pub(super) fn emit_in_place(
    at: &At<'_, Descent>,
    place: &Place<'_>,
    reached: Reached<'_>,
) -> Changed {
    match place {
        Place::Here => reached(&at.input.here),
        Place::Field(target, name) => {
            emit_step_in_place(at, target, "field", &quote!(#name,), reached)
        }
        Place::Each(target) => emit_step_in_place(at, target, "each", &TokenStream::new(), reached),
        Place::Index(target, index) => {
            let (before, key) = emit_key(at, index);
            let changed = emit_step_in_place(at, target, "index", &quote!(#key,), reached);
            block(index.has_statements(), &before, changed)
        }
        Place::Slice(target, bounds) => emit_slice_in_place(at, target, bounds, reached),
        Place::Pipe(left, right) => emit_in_place(at, left, &mut |here| {
            emit_in_place(&at.on(at.input.to(here)), right, reached)
        }),
        Place::Parts(parts) => emit_parts_in_place(at, parts, reached),
        Place::Optional(body) => {
            let optional = Descent { steps: Steps::Optional, ..at.input.clone() };
            emit_in_place(&at.on(optional), body, reached)
        }
        Place::Ways { ways, otherwise, is_shared: false } => {
            emit_branch_in_place(at, ways, otherwise, reached)
        }
        Place::Ways { ways, otherwise, is_shared: true } => {
            let (shared, change) = shared_change(at.emitter, reached);
            let call = &mut |here: &Ident| code!(#change(#here));
            let changed = emit_branch_in_place(at, ways, otherwise, call);
            code!({ #shared #changed })
        }
        Place::Nowhere => code!(Ok::<_, Exit>(paths::Fate::Rests)),
    }
}

/// One step down, by a function of the runtime.
fn emit_step_in_place(
    at: &At<'_, Descent>,
    target: &Place<'_>,
    function: &str,
    key: &TokenStream,
    reached: Reached<'_>,
) -> Changed {
    emit_in_place(at, target, &mut |here| {
        let function = match at.input.steps {
            Steps::Strict => format_ident!("{function}"),
            Steps::Optional => format_ident!("{function}_if"),
        };
        let part = at.emitter.fresh("part");
        let changed = reached(&part);
        code!(paths::#function(cx, #here, #key |#part: &mut Value| #changed))
    })
}

fn emit_slice_in_place(
    at: &At<'_, Descent>,
    target: &Place<'_>,
    bounds: &[Option<Key<'_>>; 2],
    reached: Reached<'_>,
) -> Changed {
    let mut before = TokenStream::new();
    let [from, to] = bounds.each_ref().map(|bound| match bound {
        None => quote!(None),
        Some(bound) => {
            let (statements, key) = emit_key(at, bound);
            before.extend(statements);
            quote!(Some(#key))
        }
    });
    let changed = emit_step_in_place(at, target, "slice", &quote!((#from, #to),), reached);
    block(bounds.iter().flatten().any(Key::has_statements), &before, changed)
}

/// A key that is computed before the document is changed.
fn emit_key(at: &At<'_, Descent>, key: &Key<'_>) -> (TokenStream, Code<Ref>) {
    let (old, here) = (at.emitter.fresh("old"), &at.input.here);
    let (statements, value) = at.on(Operand::reference(&old)).only(&key.node);
    if key.is_known {
        let (before, place) = value.place(at.emitter);
        return (quote!(#statements #before), place);
    }
    let (name, value) = (at.emitter.fresh("key"), value.value());
    let made = quote!(let #name = { let #old: &Value = &*#here; #statements #value };);
    (made, code!(&#name))
}

/// Several paths, one after the other.
fn emit_parts_in_place(at: &At<'_, Descent>, parts: &[Place<'_>], reached: Reached<'_>) -> Changed {
    let (shared, change) = shared_change(at.emitter, reached);
    let call = &mut |here: &Ident| code!(#change(#here));
    let parts: Vec<_> = parts.iter().map(|part| emit_in_place(at, part, call)).collect();
    let fate = at.emitter.fresh("fate");
    code!({
        #shared
        let mut #fate = paths::Fate::Rests;
        #(#fate = #fate.and(#parts?);)*
        Ok::<_, Exit>(#fate)
    })
}

/// The change of a value that several branches reach, as a closure, and its name.
fn shared_change(emitter: &Emitter<'_>, reached: Reached<'_>) -> (TokenStream, Ident) {
    let (change, part) = (emitter.fresh("change"), emitter.fresh("part"));
    let changed = reached(&part);
    (
        quote!(let mut #change = |#part: &mut Value| -> Result<paths::Fate, Exit> { #changed };),
        change,
    )
}

fn emit_branch_in_place(
    at: &At<'_, Descent>,
    ways: &[(Condition<'_>, Place<'_>)],
    otherwise: &Place<'_>,
    reached: Reached<'_>,
) -> Changed {
    let Some(((condition, way), rest)) = ways.split_first() else {
        return emit_in_place(at, otherwise, reached);
    };
    let (old, here) = (at.emitter.fresh("old"), &at.input.here);
    let condition = emit_condition(&at.on(Operand::reference(&old)), condition);
    let way = emit_in_place(at, way, reached);
    let rest = emit_branch_in_place(at, rest, otherwise, reached);
    code!({
        let #old: &Value = &*#here;
        if #condition { #way } else { #rest }
    })
}
