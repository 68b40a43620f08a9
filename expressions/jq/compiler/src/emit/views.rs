//! Lists in the place of arrays that are only read item by item, and entries in the place of their
//! objects.

use asl_language::jq::{BuiltInId, Native};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::call::with_arguments;
use super::emitter::{At, Next};
use super::operand::Operand;
use super::operators::calculated;
use super::value::{emit_each, emit_node};
use crate::plan::tree::{Keys, Node, Source, View};
use crate::plan::{List, Part};
use crate::syntax::Assignment;

/// `array | rest` and `array[] | rest` where the rest reads the array item by item.
pub(super) fn emit_viewed(at: &At<'_>, view: &View<'_>, next: &mut Next<'_>) -> TokenStream {
    let list = view.list;
    let take = &mut |name: &Ident| {
        if view.is_iterated {
            return emit_list_items(at, name, list, &mut |item| {
                emit_rest(&at.on(item), view, next)
            });
        }
        emit_rest(&at.on(Operand::View { name: name.clone(), list }), view, next)
    };
    match &view.source {
        Source::Members => {
            let name = at.emitter.fresh("members");
            let (before, input) = at.input.place(at.emitter);
            let rest = take(&name);
            quote!(#before let #name = members(#input)?; #rest)
        }
        Source::Keyed { arguments, native, keys } => with_arguments(at, arguments, &mut || {
            let name = at.emitter.fresh("list");
            let (statements, made) = emit_keyed(at, *native, keys);
            let rest = take(&name);
            quote!(#statements let #name = #made?; #rest)
        }),
    }
}

fn emit_rest(at: &At<'_>, view: &View<'_>, next: &mut Next<'_>) -> TokenStream {
    if !view.gives_entries {
        return emit_node(at, &view.rest, next);
    }
    emit_each(at, &view.rest, &mut |entry| {
        let (bound, entry) = entry.own(at.emitter, "entry");
        let taken = next.make(entry);
        quote!(#bound #taken)
    })
}

/// `sort_by(key)` and the like.
pub(super) fn emit_keyed_native(
    at: &At<'_>,
    native: Native,
    keys: &Keys<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let (statements, made) = emit_keyed(at, native, keys);
    let made = match native.id {
        Some(BuiltInId::MinBy | BuiltInId::MaxBy) => code!(#made),
        Some(BuiltInId::GroupBy) => code!(#made?.listed(cx)),
        _ => code!(sort::listed(cx, &#made?)),
    };
    let rest = next.make(Operand::Tried(made));
    quote!(#statements #rest)
}

/// Statements that collect the keys, and the call of the runtime's function.
fn emit_keyed(at: &At<'_>, native: Native, of: &Keys<'_>) -> (TokenStream, TokenStream) {
    let Keys { items, key, is_borrowed } = of;
    let (function, keys) = (format_ident!("{}", native.function), at.emitter.fresh("keys"));
    let collected = emit_each(at, items, &mut |item| {
        let (bound, item) = item.stable(at.emitter, "item");
        let (statements, key) = at.on(item).only(key);
        let kept = if *is_borrowed {
            let key = key.borrow();
            quote!(#keys.push(#key);)
        } else {
            let key = key.value();
            quote!(collect(cx, &mut #keys, #key)?;)
        };
        quote!(#bound #statements #kept)
    });
    let of = if *is_borrowed { quote!(&Value) } else { quote!(Value) };
    // The list borrows from it, so it must not be a temporary.
    let (before, input) = at.input.place(at.emitter);
    let statements = quote!(#before let mut #keys: Vec<#of> = Vec::new(); #collected);
    (statements, quote!(sort::#function(cx, #input, &#keys)))
}

/// `.[]` of a list.
pub(super) fn emit_list_items(
    at: &At<'_>,
    name: &Ident,
    list: List,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> TokenStream {
    let item = at.emitter.fresh("item");
    let (item, each, output) = match list {
        List::Items => (quote!(&#item), quote!(#name.iter()), Operand::reference(&item)),
        List::Groups => {
            let group = Operand::View { name: item.clone(), list: List::Items };
            (quote!(#item), quote!(#name.iter()), group)
        }
        List::Members => {
            let key = at.emitter.fresh("key");
            let entry = Operand::Entry {
                key: Box::new(Operand::local(&key)),
                value: Box::new(Operand::reference(&item)),
            };
            (quote!((#key, #item)), quote!(#name.clone()), entry)
        }
    };
    let (steps, taken) = at.emitter.spent(|| take(output));
    quote!(for #item in #each { #steps #taken })
}

/// `.key |= f`, `.value += f` and their like, of an entry.
pub(super) fn emit_changed_entry(
    at: &At<'_>,
    part: Part,
    assignment: Assignment,
    value: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let Operand::Entry { key, value: old } = &at.input else {
        unreachable!("only an entry has parts")
    };
    let changed = if part == Part::Key { key } else { old };
    let (statements, new) = match assignment {
        Assignment::Update => at.on((**changed).clone()).only(value),
        Assignment::Set | Assignment::Alternative => at.only(value),
        Assignment::Arithmetic(operator) => {
            let (statements, right) = at.only(value);
            let (bound, right) = right.stable(at.emitter, "right");
            let new = calculated(operator, changed, &right);
            (quote!(#statements #bound), new)
        }
    };
    let (bound, new) = new.stable(at.emitter, "new");
    let entry = match part {
        Part::Key => Operand::Entry { key: Box::new(new), value: old.clone() },
        Part::Value => Operand::Entry { key: key.clone(), value: Box::new(new) },
    };
    let rest = next.make(entry);
    quote!(#statements #bound #rest)
}
