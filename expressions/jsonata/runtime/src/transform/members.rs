//! Transforms of what names find, whose update is an object of constant keys: members change in
//! place, in a copy of the value.
//!
//! Names find objects that are not within each other, so no update sees the change of another one.
//! Neither an object for each update nor a table of addresses is needed: together with the walk
//! that looked for shared parts, they took more than half of the time.

use super::{Part, Parts, Transform, copied_input, function_of};
use crate::view::Made;
use crate::{Cx, Fault, Item, Outcome, View, group, path};
use asl_value::value::{Array, Object, Text, Value};

/// The constant parts of such a transform.
#[derive(Clone, Copy, Debug)]
pub struct Members<const N: usize> {
    /// The level of the pattern; 0 if no levels are counted.
    pub level: u16,
    /// The names of the pattern; none for `$`.
    pub pattern: &'static [&'static str],
    /// The keys of the update, which differ.
    pub keys: [&'static str; N],
    /// The names of members that are removed.
    pub removed: &'static [&'static str],
    /// True if the values of the update refer to nothing but their context.
    pub is_update_local: bool,
}

/// The function that such a transform is, of this depth. `values` gives the values of the update
/// for a context.
pub fn members<const N: usize>(
    clone: Option<Item>,
    depth: u32,
    members: Members<N>,
    values: impl Fn(&Cx, View<'_>) -> Result<[Item; N], Fault> + Send + Sync + 'static,
) -> Outcome {
    function_of(depth, move |cx, input| {
        let Some(value) = copied_input(cx, input, clone.as_ref())? else {
            return Ok(Item::Undefined);
        };
        cx.reach(members.level)?;
        let mut changed = value.clone();
        let mut change = |found: &mut Value| change_members(cx, found, &members, &values);
        match change_found(cx, &mut changed, members.pattern, &mut change) {
            Ok(()) => Item::Data(changed).within_depth(),
            Err(Stop::Fault(fault)) => Err(fault),
            Err(Stop::NotInPlace) => with_any_members(cx, &value, &members, &values),
        }
    })
}

/// The end of a change before all is done.
enum Stop {
    Fault(Fault),
    /// A new member is no plain data, so the value would be none either; or the pattern finds an
    /// array, of which all results together may be the only item.
    NotInPlace,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A change of what the pattern finds.
type Change<'a> = dyn FnMut(&mut Value) -> Result<(), Stop> + 'a;

/// Changes what the names find in a value, in the order of the path's results.
fn change_found(
    cx: &Cx,
    value: &mut Value,
    names: &[&'static str],
    change: &mut Change<'_>,
) -> Result<(), Stop> {
    cx.spend(1)?;
    match (names.split_first(), value) {
        (None, Value::Array(items)) => change_items(cx, items, &mut |item| {
            if matches!(item, Value::Array(_)) { Err(Stop::NotInPlace) } else { change(item) }
        }),
        (None, found) => change(found),
        (Some(_), Value::Array(items)) if items.depth() > 1 => {
            change_items(cx, items, &mut |item| change_found(cx, item, names, change))
        }
        (Some((name, rest)), Value::Object(object)) if object.contains_key(name) => {
            cx.make_items(2 * object.len())?;
            let change = |member: &mut Value| change_found(cx, member, rest, change);
            object.make_mut().update(name, change).unwrap_or(Ok(()))
        }
        (Some(_), _) => Ok(()),
    }
}

fn change_items(cx: &Cx, items: &mut Array, change: &mut Change<'_>) -> Result<(), Stop> {
    if items.depth() == 1 {
        // No item is an object: nothing changes, but the update may fail.
        return items.iter().try_for_each(|item| change(&mut item.clone()));
    }
    cx.make_items(items.len())?;
    items.make_mut().try_update_each(change)
}

/// Changes the members of an object. Anything else has none, but its update may fail.
fn change_members<const N: usize>(
    cx: &Cx,
    found: &mut Value,
    members: &Members<N>,
    values: &impl Fn(&Cx, View<'_>) -> Result<[Item; N], Fault>,
) -> Result<(), Stop> {
    cx.spend(1)?;
    let context = View::Value(found);
    if !context.is_object() {
        values(cx, group::context(cx, context, &mut Made::none())?)?;
        return Ok(());
    }
    let values = values(cx, context)?;
    let Value::Object(object) = found else { return Ok(()) };
    set_members(cx, object, members, values)
}

fn set_members<const N: usize>(
    cx: &Cx,
    object: &mut Object,
    members: &Members<N>,
    values: [Item; N],
) -> Result<(), Stop> {
    if !values.iter().all(|value| matches!(value, Item::Data(_) | Item::Undefined)) {
        return Err(Stop::NotInPlace);
    }
    cx.make_items(2 * (object.len() + N))?;
    let object = object.make_mut();
    for (key, value) in members.keys.into_iter().zip(values) {
        if let Item::Data(value) = value {
            object.put(Text::new_static(key), value);
        }
    }
    for name in members.removed {
        object.remove(name);
    }
    Ok(())
}

/// The value with members of any kind.
fn with_any_members<const N: usize>(
    cx: &Cx,
    value: &Value,
    members: &Members<N>,
    values: &impl Fn(&Cx, View<'_>) -> Result<[Item; N], Fault>,
) -> Outcome {
    let part = |part: Part, context: &Item| match part {
        Part::Pattern => path::all_of_names(cx, context.view(), members.pattern),
        Part::Update => {
            let mut made = Made::none();
            let values = values(cx, group::context(cx, context.view(), &mut made)?)?;
            let mut entries = group::Entries::new(cx, N)?;
            for (key, value) in members.keys.into_iter().zip(values) {
                entries.add_new(key, value);
            }
            entries.finish()
        }
        Part::Delete => Item::array(members.removed.iter().map(|name| Item::from(*name)).collect()),
    };
    let parts = Parts {
        is_pattern_local: true,
        is_update_local: members.is_update_local,
        has_delete: !members.removed.is_empty(),
    };
    Transform { cx, parts, part: &part }.of_value(value)
}
