//! JSON as a tree that can be more than JSON readers build: keys may repeat, numbers keep their
//! text.

use asl_language::random::SplitMix64;
use serde_json::Value;

use super::{LARGEST, ODD_LENGTHS, ODD_NUMBERS, ODD_TEXTS, words};

/// A JSON value. Atoms and keys are kept as the JSON text that is written.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Atom(String),
    List(Vec<Tree>),
    Fields(Vec<(String, Tree)>),
}

/// The parts that mutations take from other inputs of the same language.
#[derive(Debug, Default)]
pub(crate) struct Donors {
    pub(crate) trees: Vec<Tree>,
    /// The trees that are changed most often: those without a fault.
    pub(crate) sound: Vec<Tree>,
    /// Contents of strings.
    pub(crate) texts: Vec<String>,
    /// Keys, as JSON text.
    pub(crate) keys: Vec<String>,
}

impl Donors {
    /// Collects all that these values hold.
    pub(crate) fn new(values: &[Value]) -> Self {
        Self::with_faulty(values, &[])
    }

    /// Collects all that these values hold, and faulty ones.
    pub(crate) fn with_faulty(values: &[Value], faulty: &[Value]) -> Self {
        let trees = |values: &[Value]| values.iter().map(Tree::from).collect::<Vec<_>>();
        let mut donors = Self { trees: trees(values), sound: trees(values), ..Self::default() };
        donors.trees.extend(trees(faulty));
        for value in values.iter().chain(faulty) {
            donors.collect(value);
        }
        donors.texts.sort();
        donors.texts.dedup();
        donors.keys.sort();
        donors.keys.dedup();
        donors
    }

    fn collect(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.texts.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| self.collect(item)),
            Value::Object(fields) => {
                for (key, field) in fields {
                    self.keys.push(quoted(key));
                    self.collect(field);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

impl From<&Value> for Tree {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(fields) => Self::Fields(
                fields.iter().map(|(key, field)| (quoted(key), Self::from(field))).collect(),
            ),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Self::Atom(value.to_string())
            }
        }
    }
}

impl Tree {
    /// JSON text, if no mutation has put something else into it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Atom(atom) => text.push_str(atom),
            Self::List(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at > 0 { "," } else { "" });
                    item.write(text);
                }
                text.push(']');
            }
            Self::Fields(fields) => {
                text.push('{');
                for (at, (key, field)) in fields.iter().enumerate() {
                    text.push_str(if at > 0 { "," } else { "" });
                    text.push_str(key);
                    text.push(':');
                    field.write(text);
                }
                text.push('}');
            }
        }
    }

    /// Number of values in the tree, itself included.
    fn count(&self) -> usize {
        1 + match self {
            Self::Atom(_) => 0,
            Self::List(items) => items.iter().map(Self::count).sum(),
            Self::Fields(fields) => fields.iter().map(|(_, field)| field.count()).sum(),
        }
    }

    /// The value with this number, in the order of the text.
    fn nth(&mut self, number: &mut usize) -> Option<&mut Self> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        match self {
            Self::Atom(_) => None,
            Self::List(items) => items.iter_mut().find_map(|item| item.nth(number)),
            Self::Fields(fields) => fields.iter_mut().find_map(|(_, field)| field.nth(number)),
        }
    }

    fn any(&mut self, dice: &mut SplitMix64) -> Option<&mut Self> {
        let mut number = dice.index(self.count());
        self.nth(&mut number)
    }
}

/// Changes a tree.
pub(crate) fn mutate(tree: &mut Tree, donors: &Donors, dice: &mut SplitMix64) {
    let changes = if dice.percent(50) { 1 } else { 1 + dice.below(4) };
    for _ in 0..changes {
        if dice.percent(20) {
            swap(tree, dice);
        } else if let Some(part) = tree.any(dice) {
            change(part, donors, dice);
        }
    }
}

/// Exchanges two values, or puts a copy of one in the place of the other.
fn swap(tree: &mut Tree, dice: &mut SplitMix64) {
    let Some(one) = tree.any(dice).map(|part| part.clone()) else { return };
    let Some(other) = tree.any(dice) else { return };
    let other = std::mem::replace(other, one);
    if dice.percent(50)
        && let Some(place) = tree.any(dice)
    {
        *place = other;
    }
}

fn change(part: &mut Tree, donors: &Donors, dice: &mut SplitMix64) {
    match dice.below(12) {
        0..=2 => *part = donated(donors, dice),
        3 => *part = odd(dice),
        4 => nest(part, dice),
        5 => *part = Tree::Atom((*dice.pick(&["null", "true", "[]", "{}", "\"\""])).to_owned()),
        _ => match part {
            Tree::Atom(atom) => change_atom(atom, donors, dice),
            Tree::List(items) => change_items(items, dice),
            Tree::Fields(fields) => change_fields(fields, donors, dice),
        },
    }
}

/// A part of another tree.
fn donated(donors: &Donors, dice: &mut SplitMix64) -> Tree {
    if donors.trees.is_empty() {
        return odd(dice);
    }
    let mut tree = dice.pick(&donors.trees).clone();
    tree.any(dice).map_or_else(|| Tree::Atom("null".to_owned()), |part| part.clone())
}

fn odd(dice: &mut SplitMix64) -> Tree {
    Tree::Atom(match dice.below(4) {
        0 | 1 => (*dice.pick::<&str>(ODD_NUMBERS)).to_owned(),
        2 => quoted(dice.pick::<&str>(ODD_TEXTS)),
        _ => quoted(&"long".repeat(*dice.pick(ODD_LENGTHS) / 4)),
    })
}

/// Puts a value into many lists or objects.
fn nest(part: &mut Tree, dice: &mut SplitMix64) {
    let depth = *dice.pick(&[1, 2, 60, 130, 257, 1_500]);
    let is_list = dice.percent(50);
    for _ in 0..depth {
        let inner = std::mem::replace(part, Tree::List(Vec::new()));
        *part = if is_list {
            Tree::List(vec![inner])
        } else {
            Tree::Fields(vec![("\"a\"".to_owned(), inner)])
        };
    }
}

fn change_atom(atom: &mut String, donors: &Donors, dice: &mut SplitMix64) {
    let Ok(text) = serde_json::from_str::<String>(atom) else {
        (*dice.pick::<&str>(ODD_NUMBERS)).clone_into(atom);
        return;
    };
    *atom = match dice.below(6) {
        0 | 1 if !donors.texts.is_empty() => quoted(dice.pick::<String>(&donors.texts)),
        2 => quoted(dice.pick::<&str>(ODD_TEXTS)),
        // Half of a surrogate pair: JSON text that stands for no character.
        3 if dice.percent(10) => "\"\\ud800\"".to_owned(),
        _ => quoted(&words::mutate(&text, &donors.texts, dice)),
    };
}

fn change_items(items: &mut Vec<Tree>, dice: &mut SplitMix64) {
    let at = dice.index(items.len());
    let Some(item) = items.get(at).cloned() else { return };
    match dice.below(4) {
        0 => drop(items.remove(at)),
        1 => items.insert(at, item),
        2 => {
            let most = LARGEST / (item.count() * 8);
            let times = (*dice.pick(ODD_LENGTHS)).min(most);
            items.extend(std::iter::repeat_n(item, times));
        }
        _ => {
            let other = dice.index(items.len());
            items.swap(at, other);
        }
    }
}

fn change_fields(fields: &mut Vec<(String, Tree)>, donors: &Donors, dice: &mut SplitMix64) {
    let at = dice.index(fields.len());
    let other = dice.index(fields.len());
    let Some((key, field)) = fields.get(at).cloned() else { return };
    match dice.below(7) {
        0 => drop(fields.remove(at)),
        // The same key twice.
        1 => fields.insert(other, (key, field)),
        2 if !donors.keys.is_empty() => rename(fields, at, dice.pick::<String>(&donors.keys)),
        3 => rename(fields, at, &quoted(dice.pick::<&str>(ODD_TEXTS))),
        4 => rename(fields, at, &quoted(&"k".repeat(*dice.pick(ODD_LENGTHS)))),
        5 if !donors.keys.is_empty() => {
            let value = donated(donors, dice);
            fields.push((dice.pick::<String>(&donors.keys).clone(), value));
        }
        _ => {
            let most = LARGEST / (field.count() * 16);
            let times = (*dice.pick(ODD_LENGTHS)).min(most);
            fields.extend((0..times).map(|number| (quoted(&format!("x{number}")), field.clone())));
        }
    }
}

fn rename(fields: &mut [(String, Tree)], at: usize, to: &str) {
    if let Some((key, _)) = fields.get_mut(at) {
        to.clone_into(key);
    }
}

/// JSON text of a string.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
