//! Arrays that are only read item by item, as in `sort_by(f) | map(g)`, `group_by(f) | map(length)`
//! and `to_entries | map(f) | from_entries`: no array is made, but a list of references, and an
//! entry is its key and its value.
//!
//! A list has no form as a value. So before one takes the place of an array, `reading` checks that
//! all filters that get it as their input read nothing but its items and its length.

use asl_language::jq::{BuiltInId, Native};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::call::with_arguments;
use super::emitter::{At, Next, spent};
use super::operand::Operand;
use super::operators::calculated;
use super::reading::{Shape, is_part, shape};
use super::value::{emit_each, emit_filter};
use crate::syntax::{Assignment, Callee, DefinitionId, Filter, Kind};

/// `.[]`, of a list.
static IDENTITY: Filter = Filter { kind: Kind::Identity, place: 0..0 };

/// A list in place of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// Items by reference: of `sort_by(f)`, `unique_by(f)`, or one group.
    Items,
    /// Groups of such items.
    Groups,
    /// The members of an object or array, for `to_entries`.
    Members,
}

/// `array | rest` and `array[] | rest` where the rest reads the array item by item.
pub(super) fn emit_viewed<'p>(
    at: &At<'p>,
    left: &'p Filter,
    rest: &'p Filter,
    next: &mut Next<'_>,
) -> Option<TokenStream> {
    let (array, is_iterated) = match &left.kind {
        Kind::Iterate(array) => (&**array, true),
        _ => (left, false),
    };
    let list = list_of(at, array)?;
    let whole = Shape::List(list);
    let output = shape(at, rest, if is_iterated { whole.item()? } else { whole })?;
    if matches!(output, Shape::List(_)) {
        return None;
    }
    let take = &mut |view: Operand| {
        if is_iterated {
            return emit_items(&at.on(view), &mut |item| {
                emit_rest(&at.on(item), rest, output, next)
            });
        }
        emit_rest(&at.on(view), rest, output, next)
    };
    let Kind::Call(Callee::Definition(definition), arguments) = &array.kind else {
        let name = at.emitter.fresh("members");
        let (before, input) = at.input.place(at.emitter);
        let rest = take(Operand::View { name: name.clone(), list });
        return Some(quote!(#before let #name = members(#input)?; #rest));
    };
    emit_keyed_list(at, *definition, arguments, list, take)
}

/// The list that a call can give in place of its array.
fn list_of(at: &At<'_>, array: &Filter) -> Option<List> {
    match &array.kind {
        Kind::Call(Callee::Native(native), _) => {
            native.is(BuiltInId::ToEntries).then_some(List::Members)
        }
        Kind::Call(Callee::Definition(definition), _) => {
            let facts = at.emitter.analysis.of(*definition);
            let callee = at.emitter.definition(*definition);
            let Kind::Call(Callee::Native(native), _) = &callee.body.kind else { return None };
            let is_plain = facts.is_inline && !facts.is_loop;
            match native.id? {
                BuiltInId::SortBy | BuiltInId::UniqueBy if is_plain => Some(List::Items),
                BuiltInId::GroupBy if is_plain => Some(List::Groups),
                _ => None,
            }
        }
        _ => None,
    }
}

fn emit_rest<'p>(at: &At<'p>, rest: &'p Filter, output: Shape, next: &mut Next<'_>) -> TokenStream {
    if output != Shape::Entry {
        return emit_filter(at, rest, next);
    }
    // Its user may read it more than once.
    emit_each(at, rest, &mut |entry| {
        let (bound, entry) = entry.own(at.emitter, "entry");
        let taken = next.make(entry);
        quote!(#bound #taken)
    })
}

/// The list that `sort_by(f)` and its like read from; nothing, if `f` has not exactly one output.
fn emit_keyed_list<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    list: List,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> Option<TokenStream> {
    let facts = at.emitter.analysis.of(definition);
    let Kind::Call(Callee::Native(native), keys) = &at.emitter.definition(definition).body.kind
    else {
        return None;
    };
    let mut is_keyed = false;
    let code = with_arguments(at, definition, arguments, facts.uses_paths, &mut |inner| {
        let Some(keys) = keys_of(inner, *native, keys) else { return TokenStream::new() };
        is_keyed = true;
        let name = at.emitter.fresh("list");
        let (statements, made) = emit_keyed(inner, *native, keys);
        let rest = take(Operand::View { name: name.clone(), list });
        quote!(#statements let #name = #made?; #rest)
    });
    is_keyed.then_some(code)
}

/// The parts of `[items | [key]]`, the argument of built-ins that sort by keys, if each item has one
/// key.
fn keys_of<'p>(
    at: &At<'p>,
    native: Native,
    arguments: &'p [Filter],
) -> Option<(&'p Filter, &'p Filter)> {
    if !matches!(
        native.id?,
        BuiltInId::SortBy
            | BuiltInId::GroupBy
            | BuiltInId::UniqueBy
            | BuiltInId::MinBy
            | BuiltInId::MaxBy
    ) {
        return None;
    }
    let [Filter { kind: Kind::Array(Some(pairs)), .. }] = arguments else { return None };
    let Kind::Pipe(items, key) = &pairs.kind else { return None };
    let Kind::Array(Some(key)) = &key.kind else { return None };
    at.has_one(key).then_some((items, key))
}

/// `sort_by(key)` and the like: keys with one output need no arrays around them.
pub(super) fn emit_keyed_native<'p>(
    at: &At<'p>,
    native: Native,
    arguments: &'p [Filter],
    next: &mut Next<'_>,
) -> Option<TokenStream> {
    let keys = keys_of(at, native, arguments)?;
    let (statements, made) = emit_keyed(at, native, keys);
    let made = match native.id? {
        BuiltInId::MinBy | BuiltInId::MaxBy => quote!(#made?),
        BuiltInId::GroupBy => quote!(#made?.listed(cx)?),
        _ => quote!(sort::listed(cx, &#made?)?),
    };
    let rest = next.make(Operand::Once(made));
    Some(quote!(#statements #rest))
}

/// Statements that collect the keys, and the call of the runtime's function. Keys that are parts of
/// the items are borrowed.
fn emit_keyed<'p>(
    at: &At<'p>,
    native: Native,
    (items, key): (&'p Filter, &'p Filter),
) -> (TokenStream, TokenStream) {
    let (function, keys) = (format_ident!("{}", native.function), at.emitter.fresh("keys"));
    let is_borrowed = is_part(key, &at.scope);
    let collected = emit_each(&at.lent(), items, &mut |item| {
        let (bound, item) = item.stable(at.emitter, "item");
        let (statements, key) = at.on(item).only(key);
        let kept = if is_borrowed {
            let key = key.borrow();
            quote!(#keys.push(#key);)
        } else {
            let key = key.value();
            quote!(collect(cx, &mut #keys, #key)?;)
        };
        quote!(#bound #statements #kept)
    });
    let of = if is_borrowed { quote!(&Value) } else { quote!(Value) };
    // The list borrows from it, so it must not be a temporary.
    let (before, input) = at.input.place(at.emitter);
    let statements = quote!(#before let mut #keys: Vec<#of> = Vec::new(); #collected);
    (statements, quote!(sort::#function(cx, #input, &#keys)))
}

/// `.[]` of a list.
fn emit_items(at: &At<'_>, take: &mut dyn FnMut(Operand) -> TokenStream) -> TokenStream {
    emit_each(at, &IDENTITY, &mut |view| emit_list_items(at, &view, take).unwrap_or_default())
}

/// `.[]` of an operand, if it is a list.
pub(super) fn emit_list_items(
    at: &At<'_>,
    view: &Operand,
    take: &mut dyn FnMut(Operand) -> TokenStream,
) -> Option<TokenStream> {
    let Operand::View { name, list } = view else { return None };
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
    let taken = take(output);
    let steps = spent(&taken);
    Some(quote!(for #item in #each { #steps #taken }))
}

/// `length` of a list.
pub(super) fn list_length(view: &Operand) -> Option<Operand> {
    let Operand::View { name, .. } = view else { return None };
    Some(Operand::Once(quote!(Value::Int(#name.len() as i64))))
}

/// `.[place]` of a list of items.
pub(super) fn list_item(view: &Operand, place: &TokenStream) -> Option<Operand> {
    let Operand::View { name, .. } = view else { return None };
    Some(Operand::BorrowedOnce(quote!(sort::item(&#name, #place))))
}

/// `.key` and `.value` of an entry.
pub(super) fn part_of_entry(operand: &Operand, name: &str) -> Option<Operand> {
    match (operand, name) {
        (Operand::Entry { key, .. }, "key") => Some((**key).clone()),
        (Operand::Entry { value, .. }, "value") => Some((**value).clone()),
        _ => None,
    }
}

/// `.key |= f`, `.value += f` and their like, of an entry.
pub(super) fn emit_changed_entry<'p>(
    at: &At<'p>,
    assignment: Assignment,
    path: &'p Filter,
    value: &'p Filter,
    next: &mut Next<'_>,
) -> Option<TokenStream> {
    let Kind::Field(target, name) = &path.kind else { return None };
    let Operand::Entry { key, value: old } = &at.input else { return None };
    let part = part_of_entry(&at.input, name)?;
    if !matches!(target.kind, Kind::Identity) || !at.has_one(value) {
        return None;
    }
    let (statements, new) = match assignment {
        Assignment::Update => at.on(part).only(value),
        Assignment::Set => at.lent().only(value),
        Assignment::Arithmetic(operator) => {
            let (statements, right) = at.lent().only(value);
            let (bound, right) = right.stable(at.emitter, "right");
            let new = calculated(operator, &part, &right);
            (quote!(#statements #bound), Operand::Once(new))
        }
        Assignment::Alternative => return None,
    };
    let (bound, new) = new.stable(at.emitter, "new");
    let entry = if name == "key" {
        Operand::Entry { key: Box::new(new), value: old.clone() }
    } else {
        Operand::Entry { key: key.clone(), value: Box::new(new) }
    };
    let rest = next.make(entry);
    Some(quote!(#statements #bound #rest))
}
