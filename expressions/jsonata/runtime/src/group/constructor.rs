//! Objects whose keys are known.

use crate::cx::DEEPEST;
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::expression::Limit;
use asl_value::value::{Map, Object, Text, Value};

/// The entries of an object while they are added: `{"key": value}`, with keys that differ. Undefined
/// values are left out.
///
/// Values go into the object one by one: an array of all of them was moved through memory in pieces,
/// a third of the time of a small object.
pub struct Entries {
    map: Map,
    /// All entries, once one of them is no plain data.
    items: Vec<(Text, Item)>,
}

impl Entries {
    /// No entries yet, with room for so many.
    #[inline]
    pub fn new(cx: &Cx, room: usize) -> Result<Self, Fault> {
        cx.make_items(2 * room)?;
        Ok(Self { map: Map::with_capacity(room), items: Vec::new() })
    }

    /// Adds a value that is there.
    #[inline]
    pub fn add(&mut self, key: &'static str, view: View<'_>) {
        match view {
            View::Value(value) if self.items.is_empty() => {
                self.map.append(Text::new_static(key), value.clone());
            }
            View::Undefined => {}
            View::Value(_) | View::Item(_) => self.add_any(key, view.to_item()),
        }
    }

    /// Adds a new value.
    #[inline]
    pub fn add_new(&mut self, key: &'static str, item: Item) {
        match item {
            Item::Data(value) if self.items.is_empty() => {
                self.map.append(Text::new_static(key), value);
            }
            Item::Undefined => {}
            Item::Data(_)
            | Item::Sequence(_)
            | Item::List(_)
            | Item::Record(_)
            | Item::Function(_) => self.add_any(key, item),
        }
    }

    #[inline(never)]
    fn add_any(&mut self, key: &'static str, item: Item) {
        let map = std::mem::replace(&mut self.map, Map::with_capacity(0));
        let data = Object::from(map).into_entries().into_iter();
        self.items.extend(data.map(|(key, value)| (key, Item::Data(value))));
        self.items.push((Text::new_static(key), item));
    }

    /// The object.
    #[inline]
    pub fn finish(self) -> Outcome {
        if !self.items.is_empty() {
            return Item::object(self.items);
        }
        let object = Value::Object(self.map.into());
        if object.depth() > DEEPEST {
            return Err(Fault::Limit(Limit::Depth));
        }
        Ok(Item::Data(object))
    }
}
