//! Updates: `|=`, `=`, `+=` and its like, `del`.
//!
//! If the program spells the paths out (`.a.b[0]`, `.items[].price`, with conditions in between),
//! the code descends into the document and changes it in place, see [`place`]. Any other path is
//! found in the original document and followed in the new one. A document that is still in use
//! elsewhere is shared, and copied where it is changed. After an error the changed document is
//! dropped, so no code sees it half changed.

mod change;
mod place;

use proc_macro2::TokenStream;
use quote::quote;

use self::change::{Change, emit_change, emit_change_along};
use self::place::{Descent, Steps, emit_in_place};
use super::emitter::{At, Next};
use super::operand::Operand;
use super::paths::{Spot, emit_paths_from};
use super::value::emit_each;
use super::views::emit_changed_entry;
use crate::plan::{self, Place};
use crate::syntax::{Assignment, Filter};

/// `path |= value`, `path = value` and its like: a right side that is computed beforehand is
/// the outer loop.
pub(super) fn emit_assign<'p>(
    at: &At<'p>,
    assignment: Assignment,
    path: &'p Filter,
    value: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    if let Some(part) = plan::changed_part(&at.site(), assignment, path, value, at.input.form()) {
        at.note(path, &"an entry that is no object");
        return emit_changed_entry(at, part, assignment, value, next);
    }
    if assignment == Assignment::Update {
        return emit_updated(at, path, &Change::Filter(value), next);
    }
    let outputs = at.outputs(value);
    emit_each(&at.lent(), value, &mut |value| {
        // A document that is changed in place must not be borrowed from.
        let (bound, value) = if at.input.is_owned() {
            value.own(at.emitter, "value")
        } else {
            value.stable(at.emitter, "value")
        };
        let change = Change::Value(assignment, value.lent());
        let rest = emit_updated(&at.on(at.input.within(outputs)), path, &change, next);
        quote!(#bound #rest)
    })
}

/// The document with all that a path leads to changed.
fn emit_updated<'p>(
    at: &At<'p>,
    path: &'p Filter,
    change: &Change<'p>,
    next: &mut Next<'_>,
) -> TokenStream {
    if let Some(place) = plan::place(&at.site(), path) {
        at.note(path, &format_args!("changed in place: {place}"));
        return emit_updated_in_place(at, &place, change, next);
    }
    at.note(path, &"found first, then changed");
    let (document, doomed) = (at.emitter.fresh("document"), at.emitter.fresh("doomed"));
    let (before, root) = at.input.lent().referred(at.emitter);
    let take = &mut |spot| emit_change_along(&at.on(spot), change, &document, &doomed);
    let turns = emit_paths_from(at, path, &root, &mut Next::new(take));
    let (list, made) = match change {
        Change::Filter(_) => (
            quote!(let mut #doomed: Vec<Value> = Vec::new();),
            quote!(let #document = paths::forget(cx, #document, #doomed)?;),
        ),
        Change::Value(..) | Change::Delete => (TokenStream::new(), TokenStream::new()),
    };
    let (start, rest) = (root.cloned(), next.make(Operand::local(&document)));
    quote! {
        #before
        let mut #document: Value = #start;
        #list
        { #turns }
        #made
        check_depth(&#document)?;
        #rest
    }
}

fn emit_updated_in_place<'p>(
    at: &At<'p>,
    path: &Place<'p>,
    change: &Change<'p>,
    next: &mut Next<'_>,
) -> TokenStream {
    let (document, here, start) =
        (at.emitter.fresh("document"), at.emitter.fresh("here"), at.input.value());
    let top = at.on(Descent { here: here.clone(), steps: Steps::Strict });
    let changed = emit_in_place(&top, path, &mut |here| emit_change(at, change, here));
    let rest = next.make(Operand::local(&document));
    quote! {
        let mut #document: Value = #start;
        let #here = &mut #document;
        if #changed? == paths::Fate::Goes {
            #document = Value::Null;
        }
        check_depth(&#document)?;
        #rest
    }
}

/// `del(path)`
pub(super) fn emit_delete<'p>(at: &At<'p>, path: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    if let Some(place) = plan::place(&at.site(), path) {
        at.note(path, &format_args!("changed in place: {place}"));
        return emit_updated_in_place(at, &place, &Change::Delete, next);
    }
    at.note(path, &"found first, then deleted");
    let doomed = at.emitter.fresh("doomed");
    let (before, root) = at.input.lent().referred(at.emitter);
    let take = &mut |spot: Spot| {
        let (trail, value) = (spot.at(), spot.value);
        quote!(#doomed.push(paths::path(cx, #trail, #value)?);)
    };
    let turns = emit_paths_from(at, path, &root, &mut Next::new(take));
    // What was borrowed above is not used any more.
    let is_made = matches!(at.input, Operand::Entry { .. });
    let input = if is_made { root.cloned() } else { at.input.value() };
    let rest = next.make(Operand::Tried(quote!(paths::forget(cx, #input, #doomed))));
    quote! {
        #before
        let mut #doomed: Vec<Value> = Vec::new();
        { #turns }
        #rest
    }
}
