//! If a value is in a set: a test's answer, a report with a token, data of a waiting execution.

use std::fmt;

use asl_language::shape::{Object, Others, Presence, Scope, Values, kind};

use crate::value::{Array, Value};

/// The direction in which serde converts the values of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Type to value, for [`Shape::WRITTEN`](super::Shape::WRITTEN).
    Written,
    /// Value to type, for [`Shape::READ`](super::Shape::READ): members without a field are left out.
    Read,
}

/// The reason why a value is not in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The names of the members around the place, the innermost first; `[2]` is an item.
    path: Vec<String>,
    why: String,
    /// The value in its place, which may be data.
    found: String,
    /// True if the value is of the right kind, and something in it differs.
    is_alike: bool,
}

/// Depth to which types within types are walked; what is beyond is not known.
const DEPTH: u32 = 300;
/// Maximum number of names that a message lists.
const MOST_NAMES: usize = 6;

/// The direction, and the named types around the values.
#[derive(Clone, Copy)]
struct Place<'s, 'v> {
    direction: Direction,
    scope: Option<&'s Scope<'s, 'v>>,
    depth: u32,
}

/// Checks that a value is in a set. What is not known about the set is no reason against it.
///
/// # Errors
/// The first place where the value differs.
pub fn check(values: &Values<'_>, value: &Value, direction: Direction) -> Result<(), Outside> {
    check_at(values, value, Place { direction, scope: None, depth: DEPTH })
}

fn check_at<'v>(
    values: &'v Values<'v>,
    value: &Value,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    let Some(depth) = place.depth.checked_sub(1) else { return Ok(()) };
    let place = Place { depth, ..place };
    match (values, value) {
        (Values::Any | Values::At(..), _)
        | (Values::Null, Value::Null)
        | (Values::Boolean, Value::Bool(_))
        | (Values::Number, Value::Int(_) | Value::Float(_))
        | (Values::Text, Value::String(_)) => Ok(()),
        (Values::Integer(least, greatest), Value::Int(_) | Value::Float(_)) => {
            check_integer(*least, *greatest, value)
        }
        (Values::Constant(text), Value::String(found)) if found.as_str() == *text => Ok(()),
        (Values::Constant(text), Value::String(found)) => {
            Err(Outside::alike(format!("needs the string `{text}`"), instead(found)))
        }
        (Values::List(item), Value::Array(items)) => check_items(items, |_| Some(item), place),
        (Values::Tuple(parts), Value::Array(items)) => {
            if parts.len() != items.len() && place.direction == Direction::Written {
                let why = format!("needs {} items", parts.len());
                return Err(Outside::alike(why, format!(", and there are {}", items.len())));
            }
            check_items(items, |index| parts.get(index).copied(), place)
        }
        (Values::Map(member), Value::Object(object)) => {
            object.iter().try_for_each(|(key, value)| {
                check_at(member, value, place).map_err(|outside| outside.within(key))
            })
        }
        (Values::Object(wanted), Value::Object(_)) => check_object(wanted, value, place),
        // serde reads a struct from a list of its fields, too.
        (Values::Object(_), Value::Array(_)) if place.direction == Direction::Read => Ok(()),
        (Values::OneOf(sets), _) => check_one_of(sets, value, place),
        (Values::Named(name, values), _) => {
            let scope = Scope::new(*name, values, place.scope);
            check_at(values, value, Place { scope: Some(&scope), ..place })
        }
        (Values::Among(sets, values), _) => {
            let scope = Scope::several(sets, place.scope);
            check_at(values, value, Place { scope: Some(&scope), ..place })
        }
        (Values::Own(id), _) => match Scope::find(place.scope, *id) {
            Some((values, scope)) => check_at(values, value, Place { scope: Some(scope), ..place }),
            None => Ok(()),
        },
        _ => Err(Outside::kind(values, value)),
    }
}

/// A number with a fraction of zero counts as the whole one. Beyond 64 bits numbers are rounded, and
/// so are the bounds.
#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of that size are rounded as the bounds are"
)]
fn check_integer(least: i128, greatest: i128, value: &Value) -> Result<(), Outside> {
    let (is_within, shown) = match value {
        Value::Int(number) => {
            ((least..=greatest).contains(&i128::from(*number)), number.to_string())
        }
        Value::Float(number) if number.fract() == 0.0 => {
            ((least as f64..=greatest as f64).contains(number), number.to_string())
        }
        Value::Null
        | Value::Bool(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            return Err(Outside::alike("needs a whole number".to_owned(), String::new()));
        }
    };
    if is_within {
        return Ok(());
    }
    let why = format!("needs a number from {least} to {greatest}");
    Err(Outside::alike(why, format!(", and there is {shown}")))
}

fn check_items<'v>(
    items: &Array,
    of: impl Fn(usize) -> Option<&'v Values<'v>>,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    for (index, item) in items.iter().enumerate() {
        let Some(values) = of(index) else { continue };
        check_at(values, item, place).map_err(|outside| outside.within(&format!("[{index}]")))?;
    }
    Ok(())
}

/// The reason is that of the set which the value resembles most.
fn check_one_of<'v>(
    sets: &'v [&'v Values<'v>],
    value: &Value,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    let mut closest: Option<Outside> = None;
    for set in sets {
        let Err(outside) = check_at(set, value, place) else { return Ok(()) };
        let is_closer = |closest: &Outside| {
            (outside.path.len(), outside.is_alike) > (closest.path.len(), closest.is_alike)
        };
        if closest.as_ref().is_none_or(is_closer) {
            closest = Some(outside);
        }
    }
    if let Some(outside) = constants(sets, value) {
        return Err(outside);
    }
    closest.map_or(Ok(()), Err)
}

/// The reason for a text that is none of the names of variants.
fn constants(sets: &[&Values<'_>], value: &Value) -> Option<Outside> {
    let Value::String(found) = value else { return None };
    let names = || {
        sets.iter()
            .filter_map(|set| if let Values::Constant(text) = set { Some(*text) } else { None })
    };
    names().next()?;
    let all: Vec<String> = names().map(|name| format!("`{name}`")).collect();
    Some(Outside::alike(format!("needs one of {}", all.join(", ")), instead(found)))
}

fn check_object<'v>(
    wanted: &'v Object<'v>,
    value: &Value,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    check_members(wanted, value, place)?;
    for values in wanted.flattened {
        check_flattened(values, value, place)?;
    }
    let allows_others = match (wanted.others, place.direction) {
        (Others::Any, _) | (Others::None, Direction::Read) => true,
        (Others::None, Direction::Written) | (Others::Denied, _) => false,
    };
    let (Value::Object(object), false) = (value, allows_others) else { return Ok(()) };
    let mut names = Vec::new();
    if !collect_names(wanted, &mut names) {
        return Ok(());
    }
    match object.iter().find(|(key, _)| !names.contains(key)) {
        None => Ok(()),
        Some((key, _)) => {
            let known = listed(" than ", names.iter().copied());
            let why = format!("needs no other members{known}");
            Err(Outside::alike(why, instead(key)))
        }
    }
}

fn check_members<'v>(
    wanted: &'v Object<'v>,
    value: &Value,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    for member in wanted.members {
        let aliases = match place.direction {
            Direction::Written => &[],
            Direction::Read => member.aliases,
        };
        let found =
            [member.name].iter().chain(aliases).find_map(|name| Some((*name, value.get(name)?)));
        match (found, member.presence) {
            (Some((name, value)), _) => {
                check_at(member.values, value, place).map_err(|outside| outside.within(name))?;
            }
            (None, Presence::Always) => {
                return Err(Outside::missing(member.name, value, wanted));
            }
            (None, Presence::Sometimes | Presence::Unknown) => {}
        }
    }
    Ok(())
}

/// Members of a field that is flattened are beside the others.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are known as little as new ones")]
fn check_flattened<'v>(
    values: &'v Values<'v>,
    value: &Value,
    place: Place<'_, 'v>,
) -> Result<(), Outside> {
    match values {
        Values::Object(object) => {
            check_members(object, value, place)?;
            object.flattened.iter().try_for_each(|values| check_flattened(values, value, place))
        }
        Values::Named(name, values) => {
            let scope = Scope::new(*name, values, place.scope);
            check_flattened(values, value, Place { scope: Some(&scope), ..place })
        }
        // An `Option` or a variant may have none of the members.
        Values::OneOf(sets) => {
            let mut sets = sets.iter().map(|set| check_flattened(set, value, place));
            let first = sets.next().unwrap_or(Ok(()));
            first.or_else(
                |outside| if sets.any(|other| other.is_ok()) { Ok(()) } else { Err(outside) },
            )
        }
        // Which members a map takes depends on the other fields.
        _ => Ok(()),
    }
}

/// Adds the names of all members. Returns false if any name is possible.
fn collect_names<'v>(object: &'v Object<'v>, names: &mut Vec<&'v str>) -> bool {
    for member in object.members {
        names.push(member.name);
        names.extend(member.aliases);
    }
    object.flattened.iter().all(|values| collect_names_of(values, names))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the others are known as little as new ones")]
fn collect_names_of<'v>(values: &'v Values<'v>, names: &mut Vec<&'v str>) -> bool {
    match values {
        Values::Object(object) => collect_names(object, names),
        Values::Named(_, values) => collect_names_of(values, names),
        Values::OneOf(sets) => sets.iter().all(|set| collect_names_of(set, names)),
        Values::Null => true,
        _ => false,
    }
}

/// An introduction with a few names.
fn listed<'k>(introduction: &str, names: impl Iterator<Item = &'k str>) -> String {
    let names: Vec<String> = names.take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!("{introduction}{}", names.join(", ")) }
}

fn instead(found: &str) -> String {
    format!(", and there is `{found}`")
}

impl Outside {
    fn alike(why: String, found: String) -> Self {
        Self { path: Vec::new(), why, found, is_alike: true }
    }

    fn kind(wanted: &Values<'_>, found: &Value) -> Self {
        let why = format!("needs {}", kind(wanted));
        let found = format!(", and there is {}", kind_of(found));
        Self { path: Vec::new(), why, found, is_alike: false }
    }

    /// The member of this name is missing. One with another name may be what was meant.
    fn missing(name: &str, value: &Value, wanted: &Object<'_>) -> Self {
        let is_unknown = |key: &&str| wanted.members.iter().all(|member| member.name != *key);
        let others = match value {
            Value::Object(object) => {
                listed(", and there are ", object.iter().map(|(key, _)| key).filter(is_unknown))
            }
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Array(_) => String::new(),
        };
        Self::alike(format!("needs the member `{name}`"), others)
    }

    fn within(mut self, name: &str) -> Self {
        self.path.push(name.to_owned());
        self
    }
}

/// The kind of a value in words.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::Float(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Outside {
    /// The fault and its place, without the data: ``needs the member `id` at `lines[2]` ``.
    pub fn without_data(&self) -> String {
        self.text("")
    }

    fn text(&self, found: &str) -> String {
        let mut place = String::new();
        for name in self.path.iter().rev() {
            if !place.is_empty() && !name.starts_with('[') {
                place.push('.');
            }
            place.push_str(name);
        }
        let place = if place.is_empty() { place } else { format!(" at `{place}`") };
        format!("{}{place}{found}", self.why)
    }
}

impl fmt::Display for Outside {
    /// Such as ``needs the member `id` at `lines[2]`, and there are `ident` ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&self.found))
    }
}
