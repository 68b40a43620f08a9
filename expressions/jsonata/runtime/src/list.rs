//! Containers that are no plain JSON: arrays with flags, and containers of functions.

use std::collections::HashMap;

use super::Item;
use asl_value::value::{INDEXED_ABOVE, Text};

/// An array with flags, or with an item that is no plain data.
///
/// The flags have the meaning that jsonata-js gives them. They decide how a path flattens the array
/// and if an array of one item becomes that item.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent flags of jsonata-js's arrays")]
pub struct List {
    pub(super) items: Vec<Item>,
    pub(super) depth: u32,
    /// True for the results of paths, predicates and many built-ins: none or one item collapse.
    pub is_sequence: bool,
    /// True if a sequence of one item stays an array: `[]` was in the path.
    pub keep_singleton: bool,
    /// True for an array that a path does not flatten: a step that is an array constructor.
    pub is_cons: bool,
    /// True for the sequence around an input that is an array.
    pub is_outer: bool,
}

/// An object with a member that is no plain data.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) entries: Vec<(Text, Item)>,
    pub(super) depth: u32,
    /// The places of the keys, if there are many.
    places: Option<HashMap<Text, usize>>,
}

impl List {
    /// An array without flags.
    pub fn new(items: Vec<Item>) -> Self {
        let depth = 1 + items.iter().map(Item::depth).max().unwrap_or(0);
        Self { items, depth, ..Self::default() }
    }

    /// A sequence.
    pub fn sequence(items: Vec<Item>) -> Self {
        Self { is_sequence: true, ..Self::new(items) }
    }

    /// The items.
    #[inline]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub(super) fn has_flags(&self) -> bool {
        self.is_sequence || self.keep_singleton || self.is_cons || self.is_outer
    }
}

impl Record {
    /// An object of these entries, whose keys differ, and have these places.
    pub(super) fn new(entries: Vec<(Text, Item)>, places: HashMap<Text, usize>) -> Self {
        let depth = 1 + entries.iter().map(|(_, item)| item.depth()).max().unwrap_or(0);
        let places = Some(places).filter(|places| places.len() > INDEXED_ABOVE);
        Self { entries, depth, places }
    }

    /// The entries, in order.
    #[inline]
    pub fn entries(&self) -> &[(Text, Item)] {
        &self.entries
    }

    /// The item at a key.
    pub fn get(&self, key: &str) -> Option<&Item> {
        let entry = match &self.places {
            None => self.entries.iter().find(|(name, _)| name == key),
            Some(places) => places.get(key).and_then(|place| self.entries.get(*place)),
        };
        entry.map(|(_, item)| item)
    }
}

/// The end of an expression that may give a sequence: none or one item collapse.
pub fn collapse(item: Item) -> Item {
    match &item {
        Item::Sequence(values) => match values.as_slice() {
            [] => Item::Undefined,
            [only] => Item::Data(only.clone()),
            _ => item,
        },
        Item::List(list) if list.is_sequence => match list.items() {
            [] => Item::Undefined,
            [only] if !list.keep_singleton => only.clone(),
            _ => item,
        },
        Item::Undefined | Item::Data(_) | Item::List(_) | Item::Record(_) | Item::Function(_) => {
            item
        }
    }
}
