//! Changed objects of a value, and the value with them in place of the old ones.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use crate::cx::DEEPEST;
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::expression::Limit;
use asl_value::value::{Array, Object, Text, Value};

/// The changed objects, by the addresses of the old ones.
pub(super) struct Changes<'a> {
    cx: &'a Cx,
    objects: HashMap<usize, Item, BuildHasherDefault<AddressHasher>>,
}

/// A hasher of addresses, which no input chooses.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize((*byte).into());
        }
    }

    fn write_usize(&mut self, number: usize) {
        // Fibonacci hashing: the table takes the first and the last bits.
        let product = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// The changed children of a container: their places and new values.
type Children = Vec<(usize, Item)>;

impl<'a> Changes<'a> {
    /// None yet, with room for so many.
    pub(super) fn new(cx: &'a Cx, count: usize) -> Self {
        let objects = HashMap::with_capacity_and_hasher(count, BuildHasherDefault::default());
        Self { cx, objects }
    }

    /// Sets members of an object of the value. Other objects have no changes.
    pub(super) fn update(&mut self, found: &Item, update: &Item) -> Result<(), Fault> {
        let Some(address) = address(found) else { return Ok(()) };
        let (cx, object) = (self.cx, self.objects.entry(address).or_insert_with(|| found.clone()));
        if let (Item::Data(Value::Object(old)), Item::Data(Value::Object(new))) =
            (&mut *object, update)
        {
            cx.make_items(2 * old.len())?;
            let members = old.make_mut();
            for (key, value) in new.entries() {
                cx.make_item()?;
                members.put(key.clone(), value.clone());
            }
            return Ok(());
        }
        let (old, new) = (object.view().entry_count(), update.view().entry_count());
        cx.make_items(2 * old.saturating_add(new))?;
        // Of two entries with the same key the last one counts.
        let entries = object.entries().into_iter().chain(update.entries());
        *object = Item::object(entries.collect())?;
        Ok(())
    }

    /// Removes members of an object of the value.
    pub(super) fn delete(&mut self, found: &Item, names: &Item) -> Result<(), Fault> {
        let (Some(address), Some(_)) = (address(found), names.items().next()) else {
            return Ok(());
        };
        let object = self.objects.entry(address).or_insert_with(|| found.clone());
        let (names, count) = (names.view(), object.view().entry_count());
        self.cx.spend(names.items().len() as u64)?;
        self.cx.make_items(2 * count)?;
        self.cx.read_text(names.items().filter_map(View::as_str).map(str::len).sum())?;
        let removed: HashSet<&str> = names.items().filter_map(View::as_str).collect();
        let entries = object.entries().into_iter();
        *object =
            Item::object(entries.filter(|(key, _)| !removed.contains(key.as_str())).collect())?;
        Ok(())
    }

    /// The item with its changed objects in place of the old ones.
    pub(super) fn applied(&self, item: &Item) -> Outcome {
        if self.objects.is_empty() {
            return Ok(item.clone());
        }
        Ok(self.of_item(item, 0)?.unwrap_or_else(|| item.clone()))
    }

    /// The item that takes the place of another; `None` if nothing in it has changed.
    fn of_item(&self, item: &Item, depth: u32) -> Result<Option<Item>, Fault> {
        match item {
            Item::Data(value) => self.of_value(value, depth),
            Item::Sequence(_) | Item::List(_) | Item::Record(_) => self.of_parts(item, depth),
            Item::Undefined | Item::Function(_) => Ok(None),
        }
    }

    fn of_value(&self, value: &Value, depth: u32) -> Result<Option<Item>, Fault> {
        match value {
            Value::Array(items) => {
                self.enter(depth)?;
                if value.depth() == 1 {
                    // It has no containers.
                    return Ok(None);
                }
                let children = self.of_children(items.iter(), depth)?;
                if children.is_empty() { Ok(None) } else { self.array(items, children).map(Some) }
            }
            Value::Object(object) => {
                self.enter(depth)?;
                if let Some(changed) = self.changed(object) {
                    if changed.depth() == 1 {
                        return Ok(Some(changed.clone()));
                    }
                    let inner = self.of_members(changed, depth)?;
                    return Ok(Some(inner.unwrap_or_else(|| changed.clone())));
                }
                if value.depth() == 1 { Ok(None) } else { self.of_object(object, depth) }
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                Ok(None)
            }
        }
    }

    fn enter(&self, depth: u32) -> Result<(), Fault> {
        if depth > DEEPEST {
            return Err(Fault::Limit(Limit::Depth));
        }
        self.cx.spend(1)
    }

    fn changed(&self, object: &Object) -> Option<&Item> {
        let Object::Shared(map) = object else { return None };
        self.objects.get(&Arc::as_ptr(map).addr())
    }

    /// A changed object whose members may have changed, too.
    fn of_members(&self, changed: &Item, depth: u32) -> Result<Option<Item>, Fault> {
        match changed {
            Item::Data(Value::Object(object)) => self.of_object(object, depth),
            Item::Undefined
            | Item::Data(_)
            | Item::Sequence(_)
            | Item::List(_)
            | Item::Record(_)
            | Item::Function(_) => self.of_parts(changed, depth),
        }
    }

    fn of_object(&self, object: &Object, depth: u32) -> Result<Option<Item>, Fault> {
        let children = self.of_children(object.values(), depth)?;
        if children.is_empty() { Ok(None) } else { self.object(object, children).map(Some) }
    }

    fn of_children<'v>(
        &self,
        values: impl Iterator<Item = &'v Value>,
        depth: u32,
    ) -> Result<Children, Fault> {
        let mut children = Children::new();
        for (place, value) in values.enumerate() {
            if let Some(item) = self.of_value(value, depth + 1)? {
                children.push((place, item));
            }
        }
        Ok(children)
    }

    fn array(&self, items: &Array, children: Children) -> Outcome {
        self.cx.make_items(items.len())?;
        if children.iter().all(|(_, item)| item.as_data().is_some()) {
            let mut children = children.into_iter().peekable();
            let new = |(place, old): (usize, &Value)| {
                let child = children.next_if(|(changed, _)| *changed == place);
                child.and_then(|(_, item)| item.into_data()).unwrap_or_else(|| old.clone())
            };
            let all = items.iter().enumerate().map(new).collect();
            return Item::Data(Value::array(all)).within_depth();
        }
        let mut all: Vec<Item> = items.iter().cloned().map(Item::Data).collect();
        for (place, item) in children {
            if let Some(old) = all.get_mut(place) {
                *old = item;
            }
        }
        Item::array(all)
    }

    fn object(&self, object: &Object, children: Children) -> Outcome {
        self.cx.make_items(2 * object.len())?;
        let entry = |(key, value): &(Text, Value)| (key.clone(), Item::Data(value.clone()));
        let mut all: Vec<(Text, Item)> = object.entries().iter().map(entry).collect();
        for (place, item) in children {
            if let Some(old) = all.get_mut(place) {
                old.1 = item;
            }
        }
        Item::object(all)
    }

    /// A container that is no plain data.
    fn of_parts(&self, item: &Item, depth: u32) -> Result<Option<Item>, Fault> {
        self.enter(depth)?;
        let changed = |item: Item| Ok(self.of_item(&item, depth + 1)?.unwrap_or(item));
        if item.is_array() {
            let items = item.items().map(changed).collect::<Result<_, Fault>>()?;
            return Item::array(items).map(Some);
        }
        let entries = item.entries().into_iter();
        let entries = entries.map(|(key, item)| Ok((key, changed(item)?)));
        Item::object(entries.collect::<Result<_, Fault>>()?).map(Some)
    }
}

/// The address of an object.
fn address(item: &Item) -> Option<usize> {
    let Item::Data(Value::Object(Object::Shared(map))) = item else { return None };
    Some(Arc::as_ptr(map).addr())
}
