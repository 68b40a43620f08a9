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
use crate::plan::tree::{self, PathNode, Place, Update, Way};

/// `path |= value`, `path = value` and its like: a right side that is computed beforehand is
/// the outer loop.
pub(super) fn emit_update(at: &At<'_>, update: &Update<'_>, next: &mut Next<'_>) -> TokenStream {
    let Some(assigned) = &update.assigned else { return emit_updated(at, &update.way, None, next) };
    emit_each(at, &assigned.value, &mut |value| {
        let (bound, value) = if assigned.owns {
            value.own(at.emitter, "value")
        } else {
            value.stable(at.emitter, "value")
        };
        let change = Change::Value(assigned.assignment, value.lent());
        let rest = emit_updated(&at.lent_if(update.lends), &update.way, Some(change), next);
        quote!(#bound #rest)
    })
}

/// The document with all that a path leads to changed; `assigned` by a value that is computed.
fn emit_updated(
    at: &At<'_>,
    way: &Way<'_>,
    assigned: Option<Change<'_, '_>>,
    next: &mut Next<'_>,
) -> TokenStream {
    let (Way::InPlace(_, change) | Way::Found(_, change)) = way;
    let change = match change {
        tree::Change::Filter(node) => Change::Filter(node),
        tree::Change::Assigned | tree::Change::Delete => assigned.unwrap_or(Change::Delete),
    };
    let path = match way {
        Way::InPlace(place, _) => return emit_updated_in_place(at, place, &change, next),
        Way::Found(path, _) => path,
    };
    let (document, doomed) = (at.emitter.fresh("document"), at.emitter.fresh("doomed"));
    let (before, root) = at.input.lent().referred(at.emitter);
    let take = &mut |spot| emit_change_along(&at.on(spot), &change, &document, &doomed);
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

fn emit_updated_in_place(
    at: &At<'_>,
    path: &Place<'_>,
    change: &Change<'_, '_>,
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
pub(super) fn emit_delete(at: &At<'_>, way: &Way<'_>, next: &mut Next<'_>) -> TokenStream {
    match way {
        Way::InPlace(place, _) => emit_updated_in_place(at, place, &Change::Delete, next),
        Way::Found(path, _) => emit_deleted(at, path, next),
    }
}

/// Paths are collected before anything is deleted.
fn emit_deleted(at: &At<'_>, path: &PathNode<'_>, next: &mut Next<'_>) -> TokenStream {
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
    let rest = next.make(Operand::Tried(code!(paths::forget(cx, #input, #doomed))));
    quote! {
        #before
        let mut #doomed: Vec<Value> = Vec::new();
        { #turns }
        #rest
    }
}
