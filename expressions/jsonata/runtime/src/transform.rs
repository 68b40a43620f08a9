//! `|pattern|update, delete|`: a copy of a value with changed objects.
//!
//! jsonata-js changes the objects that the pattern finds in a copy. Here the address of an object
//! tells which object was found, changes are kept beside the value, and only what is around them is
//! made anew. An address stands for one object as long as nothing is twice in the value, and as long
//! as no variable brings its parts from outside; otherwise all of the value is copied first.

mod changes;
mod members;

use std::collections::HashSet;

use self::changes::Changes;
pub use self::members::{Members, members};
use super::call::parameters;
use super::copy::{copied, unshared};
use super::{Cx, Fault, Function, Item, Outcome, Tail};
use asl_value::value::{Array, Object, Place, Value};

/// A part of a transform, evaluated for a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The objects to be changed.
    Pattern,
    /// The new members of an object.
    Update,
    /// The names of members that are removed.
    Delete,
}

/// Facts about the parts of a transform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// True if the pattern refers to nothing but its context.
    pub is_pattern_local: bool,
    /// True if the update refers to nothing but its context.
    pub is_update_local: bool,
    /// True if there are names of members to be removed.
    pub has_delete: bool,
}

/// The function that a transform is, of this depth. `clone` is the function `$clone`, if the program
/// has its own.
pub fn function(
    clone: Option<Item>,
    depth: u32,
    parts: Parts,
    part: impl Fn(&Cx, Part, &Item) -> Outcome + Send + Sync + 'static,
) -> Outcome {
    function_of(depth, move |cx, input| match copied_input(cx, input, clone.as_ref())? {
        Some(value) => {
            let part = |what, context: &Item| part(cx, what, context);
            Transform { cx, parts, part: &part }.of_value(&value)
        }
        None => Ok(Item::Undefined),
    })
}

fn function_of(
    depth: u32,
    transform: impl Fn(&Cx, &Item) -> Outcome + Send + Sync + 'static,
) -> Outcome {
    Function::of_depth(1, depth, move |cx, _, arguments| {
        let [input] = parameters(arguments);
        transform(cx, &input).map(Tail::Done)
    })
}

/// The value that is changed: what `$clone` makes of the input. `None`: it is undefined.
fn copied_input(cx: &Cx, input: &Item, clone: Option<&Item>) -> Result<Option<Value>, Fault> {
    if input.is_undefined() {
        return Ok(None);
    }
    if !input.is_array() && !input.is_object() {
        return Err(Fault::new("T0410").value(input).index(1));
    }
    let input = match clone {
        None => input.clone(),
        Some(Item::Function(clone)) => clone.apply(cx, &mut [input.clone()])?,
        Some(_) => return Err(Fault::new("T2013")),
    };
    input.to_value(|| Some(Value::text(""))).map(|value| copied(cx, value)).transpose()
}

struct Transform<'a> {
    cx: &'a Cx,
    parts: Parts,
    part: &'a dyn Fn(Part, &Item) -> Outcome,
}

impl Transform<'_> {
    fn of_value(&self, value: &Value) -> Outcome {
        if self.parts.is_pattern_local
            && !is_shared(self.cx, value, &mut HashSet::new())?
            && let Some(result) = self.changed(value, self.parts.is_update_local)?
        {
            return Ok(result);
        }
        let copy = unshared(self.cx, value)?;
        Ok(self.changed(&copy, true)?.unwrap_or_default())
    }

    /// A part for a context.
    fn evaluate(&self, part: Part, context: &Item) -> Outcome {
        let _begun = self.cx.begin_part();
        (self.part)(part, context)
    }

    /// The value with its changes. `None`: an update brought a container, which may be a part of the
    /// value, and it may not.
    fn changed(&self, value: &Value, may_bring_parts: bool) -> Result<Option<Item>, Fault> {
        let value = Item::Data(value.clone());
        let matches = self.evaluate(Part::Pattern, &value)?;
        let mut changes = Changes::new(self.cx, matches.array_len().unwrap_or(1));
        for found in matches.items() {
            self.cx.spend(1)?;
            let update = self.evaluate(Part::Update, &changes.applied(&found)?)?;
            if !update.is_undefined() {
                if !update.is_object() {
                    return Err(Fault::new("T2011").value(update));
                }
                self.cx.read_items(update.view().entry_count())?;
                if !may_bring_parts && has_containers(&update) {
                    return Ok(None);
                }
                changes.update(&found, &update)?;
            }
            if self.parts.has_delete {
                let names = self.evaluate(Part::Delete, &changes.applied(&found)?)?;
                self.cx.read_array(names.view())?;
                if names.items().any(|name| name.as_str().is_none()) {
                    return Err(Fault::new("T2012").value(names));
                }
                changes.delete(&found, &names)?;
            }
        }
        changes.applied(&value).map(Some)
    }
}

/// True if a member of an object is a container or a function.
fn has_containers(object: &Item) -> bool {
    let Item::Data(Value::Object(object)) = object else { return true };
    object.values().any(|value| matches!(value, Value::Array(_) | Value::Object(_)))
}

/// True if a container is twice in a value, or has no address of its own. One that nothing else
/// refers to is there once; `known` has the places of the others.
fn is_shared(cx: &Cx, value: &Value, known: &mut HashSet<Place>) -> Result<bool, Fault> {
    match value {
        Value::Array(Array::Shared(_)) | Value::Object(Object::Shared(_)) => {}
        Value::Array(Array::Static(_)) | Value::Object(Object::Static(_)) => return Ok(true),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            return Ok(false);
        }
    }
    cx.spend(1)?;
    if value.shared_place().is_some_and(|place| !known.insert(place)) {
        return Ok(true);
    }
    if value.depth() == 1 {
        // It has no containers.
        return Ok(false);
    }
    match value {
        Value::Array(items) => any_shared(cx, items.iter(), known),
        Value::Object(object) => any_shared(cx, object.values(), known),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Ok(false)
        }
    }
}

fn any_shared<'v>(
    cx: &Cx,
    values: impl Iterator<Item = &'v Value>,
    known: &mut HashSet<Place>,
) -> Result<bool, Fault> {
    for value in values {
        if is_shared(cx, value, known)? {
            return Ok(true);
        }
    }
    Ok(false)
}
