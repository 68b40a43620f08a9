//! Random types of data: as JSON Schemas for the compiler, and as sets that make and know their
//! values.

use asl_language::random::SplitMix64;

use crate::differ::json::{Json, number, object, text};

/// Names of members.
pub(super) const NAMES: [&str; 8] = ["id", "n", "s", "o", "items", "at", "kind", "total"];

/// Texts of enums, and values of tags.
const TEXTS: [&str; 4] = ["card", "cash", "Card", ""];

/// The member that tells the variants of an enum apart.
pub(super) const TAG: &str = "kind";

/// The largest number in a type: sums of a few stay integers of 32 bits.
const LARGEST: u32 = 100;

/// A set of JSON values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Null,
    Boolean,
    /// Whole numbers from 0 to this one.
    Integer(u32),
    Number,
    Text,
    /// Some texts.
    Texts(Vec<&'static str>),
    List(Box<Self>),
    Map(Box<Self>),
    Object(Vec<Field>),
    OneOf(Vec<Self>),
}

/// The treatment of the bounds of integers and of the texts of enums.
#[derive(Clone, Copy, PartialEq)]
enum Bounds {
    Count,
    Ignored,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) is_required: bool,
    pub(super) of: Type,
}

impl Field {
    /// A member that is always there.
    pub(super) fn new(name: &str, of: Type) -> Self {
        Self { name: name.to_owned(), is_required: true, of }
    }
}

impl Type {
    /// A random type.
    pub(super) fn random(dice: &mut SplitMix64, depth: usize) -> Self {
        match dice.index(if depth == 0 { 6 } else { 14 }) {
            0 => Self::Boolean,
            1 => Self::Number,
            2 => Self::Texts(TEXTS.into_iter().take(1 + dice.index(TEXTS.len())).collect()),
            3 => Self::Text,
            4 | 5 => Self::Integer(*dice.pick(&[1, 9, LARGEST])),
            6 | 7 => Self::List(Box::new(Self::random(dice, depth - 1))),
            8 => Self::Map(Box::new(Self::random(dice, depth - 1))),
            9 => Self::OneOf(vec![Self::random(dice, depth - 1), Self::Null]),
            10 => Self::tagged(dice, depth - 1),
            _ => Self::object(dice, depth),
        }
    }

    /// A random type of objects.
    pub(super) fn object(dice: &mut SplitMix64, depth: usize) -> Self {
        let mut fields: Vec<Field> = Vec::new();
        for _ in 0..=dice.index(5) {
            let name = *dice.pick(&NAMES);
            if fields.iter().all(|field| field.name != name) {
                let of = Self::random(dice, depth.saturating_sub(1));
                fields.push(Field { is_required: dice.percent(75), ..Field::new(name, of) });
            }
        }
        Self::Object(fields)
    }

    /// A random enum with a tag.
    fn tagged(dice: &mut SplitMix64, depth: usize) -> Self {
        let variant = |(dice, tag): (&mut SplitMix64, &'static str)| {
            let mut fields = vec![Field::new(TAG, Self::Texts(vec![tag]))];
            if let Self::Object(others) = Self::object(dice, depth) {
                fields.extend(others.into_iter().filter(|field| field.name != TAG));
            }
            Self::Object(fields)
        };
        Self::OneOf(TEXTS.into_iter().take(2).map(|tag| variant((&mut *dice, tag))).collect())
    }

    /// The same type with a change somewhere: most changes leave some values out.
    pub(super) fn changed(&self, dice: &mut SplitMix64) -> Self {
        match self {
            Self::List(of) if dice.percent(70) => Self::List(Box::new(of.changed(dice))),
            Self::Map(of) => Self::Map(Box::new(of.changed(dice))),
            Self::OneOf(all) if all.len() > 1 => {
                let at = dice.index(all.len());
                Self::OneOf(
                    all.iter()
                        .enumerate()
                        .filter(|(index, _)| *index != at)
                        .map(|(_, of)| of.clone())
                        .collect(),
                )
            }
            Self::Object(fields) if !fields.is_empty() && dice.percent(90) => {
                let (mut fields, at) = (fields.clone(), dice.index(fields.len()));
                match dice.index(4) {
                    0 => drop(fields.remove(at)),
                    1 => fields.push(Field::new("more", Self::random(dice, 0))),
                    _ => fields.get_mut(at).into_iter().for_each(|field| match dice.index(3) {
                        0 => field.is_required = !field.is_required,
                        _ => field.of = field.of.changed(dice),
                    }),
                }
                Self::Object(fields)
            }
            Self::Integer(most) if dice.percent(50) => Self::Integer(most / 2),
            Self::Null
            | Self::Boolean
            | Self::Integer(_)
            | Self::Number
            | Self::Text
            | Self::Texts(_)
            | Self::List(_)
            | Self::Object(_)
            | Self::OneOf(_) => Self::random(dice, 0),
        }
    }

    /// Its fields, if its values are objects.
    pub(super) fn fields(&self) -> &[Field] {
        if let Self::Object(fields) = self { fields } else { &[] }
    }

    /// Number of types in it.
    pub(super) fn parts(&self) -> usize {
        1 + match self {
            Self::List(of) | Self::Map(of) => of.parts(),
            Self::Object(fields) => fields.iter().map(|field| field.of.parts()).sum(),
            Self::OneOf(all) => all.iter().map(Self::parts).sum(),
            Self::Null
            | Self::Boolean
            | Self::Integer(_)
            | Self::Number
            | Self::Text
            | Self::Texts(_) => 0,
        }
    }

    /// True if it has a map in it.
    pub(super) fn has_map(&self) -> bool {
        match self {
            Self::Map(_) => true,
            Self::List(of) => of.has_map(),
            Self::Object(fields) => fields.iter().any(|field| field.of.has_map()),
            Self::OneOf(all) => all.iter().any(Self::has_map),
            Self::Null
            | Self::Boolean
            | Self::Integer(_)
            | Self::Number
            | Self::Text
            | Self::Texts(_) => false,
        }
    }

    /// Its JSON Schema.
    pub(super) fn schema(&self) -> Json {
        let of_type = |name: &str| object([("type", text(name))]);
        match self {
            Self::Null => of_type("null"),
            Self::Boolean => of_type("boolean"),
            Self::Integer(most) => object([
                ("type", text("integer")),
                ("minimum", number(0)),
                ("maximum", number(*most)),
            ]),
            Self::Number => of_type("number"),
            Self::Text => of_type("string"),
            Self::Texts(texts) => {
                object([("enum", Json::Array(texts.iter().map(|it| text(*it)).collect()))])
            }
            Self::List(of) => object([("type", text("array")), ("items", of.schema())]),
            Self::Map(of) => {
                object([("type", text("object")), ("additionalProperties", of.schema())])
            }
            Self::Object(fields) => {
                let required = fields.iter().filter(|field| field.is_required);
                let required = required.map(|field| text(field.name.as_str())).collect();
                let members =
                    fields.iter().map(|field| (field.name.clone(), field.of.schema())).collect();
                object([
                    ("type", text("object")),
                    ("required", Json::Array(required)),
                    ("properties", Json::Object(members)),
                    ("additionalProperties", Json::Bool(false)),
                ])
            }
            Self::OneOf(all) => {
                object([("anyOf", Json::Array(all.iter().map(Self::schema).collect()))])
            }
        }
    }

    /// One of its values.
    pub(super) fn value(&self, dice: &mut SplitMix64) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Boolean => Json::Bool(dice.percent(50)),
            Self::Integer(most) => number(whole(dice, *most)),
            // Fractions and bounds are no findings, since schemas often leave them out.
            Self::Number => number(whole(dice, 2 * LARGEST)),
            Self::Text => text(*dice.pick(&["", "x", "card", "Kiel"])),
            Self::Texts(texts) => text(*dice.pick(texts)),
            Self::List(of) => Json::Array((0..dice.index(4)).map(|_| of.value(dice)).collect()),
            Self::Map(of) => {
                let mut members = object([]);
                for _ in 0..dice.index(3) {
                    let name = *dice.pick(&NAMES);
                    members.set(name, of.value(dice));
                }
                members
            }
            Self::Object(fields) => {
                let mut members = object([]);
                for field in fields {
                    if field.is_required || dice.percent(50) {
                        members.set(&field.name, field.of.value(dice));
                    }
                }
                members
            }
            Self::OneOf(all) => dice.pick(all).value(dice),
        }
    }

    /// True for its values.
    pub(super) fn has(&self, value: &Json) -> bool {
        self.has_by(value, Bounds::Count)
    }

    /// True for its values, and for those that would be if their numbers and texts were other ones.
    pub(super) fn has_but_for_bounds(&self, value: &Json) -> bool {
        self.has_by(value, Bounds::Ignored)
    }

    fn has_by(&self, value: &Json, bounds: Bounds) -> bool {
        let has = |of: &Self, value: &Json| of.has_by(value, bounds);
        match (self, value) {
            (Self::Null, Json::Null)
            | (Self::Boolean, Json::Bool(_))
            | (Self::Number, Json::Number(_))
            | (Self::Text, Json::Text(_)) => true,
            (Self::Integer(most), Json::Number(value)) => {
                bounds == Bounds::Ignored || (0.0..=f64::from(*most)).contains(value)
            }
            (Self::Texts(texts), Json::Text(value)) => {
                bounds == Bounds::Ignored || texts.contains(&value.as_str())
            }
            (Self::List(of), Json::Array(items)) => items.iter().all(|item| has(of, item)),
            (Self::Map(of), Json::Object(members)) => {
                members.iter().all(|(_, value)| has(of, value))
            }
            (Self::Object(fields), Json::Object(members)) => {
                let find = |name: &str| fields.iter().find(|field| field.name == name);
                fields.iter().all(|field| !field.is_required || value.get(&field.name).is_some())
                    && members
                        .iter()
                        .all(|(name, value)| find(name).is_some_and(|field| has(&field.of, value)))
            }
            (Self::OneOf(all), _) => all.iter().any(|of| has(of, value)),
            _ => false,
        }
    }
}

/// A number from 0 to this one.
fn whole(dice: &mut SplitMix64, most: u32) -> u32 {
    u32::try_from(dice.between(0, most.into())).unwrap_or(most)
}
