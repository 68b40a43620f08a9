//! Arrays that are only read item by item, as in `sort_by(f) | map(g)`, `group_by(f) | map(length)`
//! and `to_entries | map(f) | from_entries`: no array is made, but a list of references, and an
//! entry is its key and its value.
//!
//! A list has no form as a value. So before one takes the place of an array, `reading` checks that
//! all filters that get it as their input read nothing but its items and its length.

use super::facts::Site;
use super::repr::{Form, List, Part};
use asl_language::jq::{BuiltInId, Native};

use super::reading::{Shape, is_part, shape};
use crate::syntax::{Assignment, Callee, DefinitionId, Filter, Kind};

/// `array | rest` and `array[] | rest` where the rest reads the array item by item.
#[derive(Clone, Debug)]
pub(super) struct View<'p> {
    pub(super) source: Source<'p>,
    pub(super) list: List,
    pub(super) is_iterated: bool,
    /// True if the outputs of the rest are entries, which their user may read more than once.
    pub(super) gives_entries: bool,
}

/// The source of a list.
#[derive(Clone, Debug)]
pub(super) enum Source<'p> {
    Members,
    /// A definition that calls a built-in with keys.
    Keyed {
        definition: DefinitionId,
        arguments: &'p [Filter],
        native: Native,
        keys: Keys<'p>,
    },
}

/// The parts of `[items | [key]]`, the argument of built-ins that sort by keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys<'p> {
    pub(super) items: &'p Filter,
    pub(super) key: &'p Filter,
    /// True if keys are parts of the items.
    pub(super) is_borrowed: bool,
}

/// The list that takes the place of an array in a pipe.
pub(super) fn view<'p>(site: &Site<'p>, left: &'p Filter, rest: &'p Filter) -> Option<View<'p>> {
    let (array, is_iterated) = match &left.kind {
        Kind::Iterate(array) => (&**array, true),
        _ => (left, false),
    };
    let (list, source) = list_of(site, array)?;
    let whole = Shape::List(list);
    let output = shape(site, rest, if is_iterated { whole.item()? } else { whole })?;
    let gives_entries = output == Shape::Entry;
    (!matches!(output, Shape::List(_))).then_some(View { source, list, is_iterated, gives_entries })
}

/// True if a filter can give a list in place of its array.
pub(super) fn gives_list<'p>(site: &Site<'p>, filter: &'p Filter) -> bool {
    let array = match &filter.kind {
        Kind::Iterate(array) => array,
        _ => filter,
    };
    list_of(site, array).is_some()
}

/// The list that a call can give in place of its array.
fn list_of<'p>(site: &Site<'p>, array: &'p Filter) -> Option<(List, Source<'p>)> {
    match &array.kind {
        Kind::Call(Callee::Native(native), _) => {
            native.is(BuiltInId::ToEntries).then_some((List::Members, Source::Members))
        }
        Kind::Call(Callee::Definition(definition), arguments) => {
            let (id, facts) = (*definition, site.facts.analysis.of(*definition));
            let Kind::Call(Callee::Native(native), of_native) =
                &site.facts.definition(id).body.kind
            else {
                return None;
            };
            let list = match native.id? {
                BuiltInId::SortBy | BuiltInId::UniqueBy => List::Items,
                BuiltInId::GroupBy => List::Groups,
                _ => return None,
            };
            if !facts.is_inline || facts.is_loop {
                return None;
            }
            let keys = keys(&site.within(id, arguments), *native, of_native)?;
            Some((list, Source::Keyed { definition: id, arguments, native: *native, keys }))
        }
        _ => None,
    }
}

/// The keys of a built-in that sorts by keys, if each item has one.
pub(super) fn keys<'p>(
    site: &Site<'p>,
    native: Native,
    arguments: &'p [Filter],
) -> Option<Keys<'p>> {
    let is_keyed = matches!(
        native.id?,
        BuiltInId::SortBy
            | BuiltInId::GroupBy
            | BuiltInId::UniqueBy
            | BuiltInId::MinBy
            | BuiltInId::MaxBy
    );
    let [Filter { kind: Kind::Array(Some(pairs)), .. }] = arguments else { return None };
    let Kind::Pipe(items, key) = &pairs.kind else { return None };
    let Kind::Array(Some(key)) = &key.kind else { return None };
    let is_borrowed = is_part(key, &site.scope);
    (is_keyed && site.has_one(key)).then_some(Keys { items, key, is_borrowed })
}

/// The part of an entry that has this name.
pub(super) fn part(name: &str) -> Option<Part> {
    match name {
        "key" => Some(Part::Key),
        "value" => Some(Part::Value),
        _ => None,
    }
}

/// The part that `.key |= f`, `.value += f` and their like change, of an entry.
pub(super) fn changed_part(
    site: &Site<'_>,
    assignment: Assignment,
    path: &Filter,
    value: &Filter,
    input: Form,
) -> Option<Part> {
    let Kind::Field(target, name) = &path.kind else { return None };
    let is_entry = input == Form::Entry && matches!(target.kind, Kind::Identity);
    let is_changed = is_entry && assignment != Assignment::Alternative && site.has_one(value);
    part(name).filter(|_| is_changed)
}
