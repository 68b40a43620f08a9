//! If all values of one set are in another one: if what a definition gives to a type can be read.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each step treats some sets of values, and leaves the others to the next one"
)]

use super::at::{DEPTH, FUEL, Rest, kind as kind_of};
use super::kinds::Kinds;
use super::message::Message;
use super::names::is_like;
use super::scope::Scope;
use super::values::{Member, Object, Others, Presence, Step, Values, hash, is_same};

/// If values can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// All can, as far as they are known.
    Always,
    /// Some can, some cannot.
    Sometimes,
    /// None can.
    Never,
}

/// Why values cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<'v> {
    /// They can.
    Nothing,
    /// There are no such values.
    NoValue,
    /// There is no member of this name, which must be there, among those of the object.
    Missing(&'v str, &'v Object<'v>),
    /// The type has no member of the first name, but an optional one of the second, which is not
    /// given: serde would leave it out silently.
    Unread(&'v str, &'v str),
    /// The member of this name is not allowed.
    Denied(&'v str),
    /// A value of the second kind is wanted, and there is one of the first.
    Kind(&'static str, &'static str),
    /// The text is none of those that are allowed.
    Text(&'v str),
    /// The number is not in the range of the type.
    Range,
    /// The list does not have the right number of items.
    Length,
}

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit<'v> {
    /// If the values can be read.
    pub fit: Fit,
    /// Why not, if not all of them can be.
    pub reason: Reason<'v>,
    /// The names of the members around the place, the outermost first; `[]` is an item of a list.
    path: [&'v str; PATH],
    length: usize,
}

/// Maximum number of names in the path of a misfit; inner ones are left out.
const PATH: usize = 8;
/// The step to an item in the path of a misfit.
const ITEM: &str = "[]";

/// A set of values, or what is at a path in it.
#[derive(Clone, Copy)]
struct Given<'s, 'v> {
    values: &'v Values<'v>,
    scope: Option<&'s Scope<'s, 'v>>,
    rest: Option<&'s Rest<'s, 'v>>,
}

/// A set of values to be read.
#[derive(Clone, Copy)]
struct Wanted<'s, 'v> {
    values: &'v Values<'v>,
    scope: Option<&'s Scope<'s, 'v>>,
}

impl<'v> Misfit<'v> {
    const NO_VALUE: Self = Self { reason: Reason::NoValue, ..Self::NOTHING };
    const NOTHING: Self =
        Self { fit: Fit::Always, reason: Reason::Nothing, path: [""; PATH], length: 0 };

    /// If the values of one set can be read as those of another one.
    pub const fn of(given: &'v Values<'v>, wanted: &'v Values<'v>) -> Self {
        let mut fuel = FUEL;
        let given = Given { values: given, scope: None, rest: None };
        let wanted = Wanted { values: wanted, scope: None };
        fits(given, wanted, DEPTH, &mut fuel)
    }

    const fn never(reason: Reason<'v>) -> Self {
        Self { fit: Fit::Never, reason, ..Self::NOTHING }
    }

    const fn sometimes(reason: Reason<'v>) -> Self {
        Self { fit: Fit::Sometimes, reason, ..Self::NOTHING }
    }

    /// The same outcome for values that need not be there.
    const fn at_most_sometimes(mut self) -> Self {
        if matches!(self.fit, Fit::Never) {
            self.fit = Fit::Sometimes;
        }
        self
    }

    /// The same outcome within a member.
    const fn within(mut self, name: &'v str) -> Self {
        if matches!(self.reason, Reason::Nothing | Reason::NoValue) {
            return self;
        }
        let mut path = [""; PATH];
        let (mut from, mut to) = (self.path.as_slice(), path.as_mut_slice());
        if let [first, after @ ..] = to {
            *first = name;
            to = after;
        }
        while let ([name, names @ ..], [place, places @ ..]) = (from, to) {
            *place = *name;
            (from, to) = (names, places);
        }
        self.path = path;
        self.length += 1;
        self
    }

    /// The outcome for values of which all parts must fit.
    const fn and(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            (Fit::Never, _) | (_, Fit::Always) | (Fit::Sometimes, Fit::Sometimes) => self,
            (Fit::Always | Fit::Sometimes, Fit::Never | Fit::Sometimes) => other,
        }
    }

    /// The outcome for values that are of one or of the other set.
    const fn either(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            _ if matches!(self.reason, Reason::NoValue) => other,
            _ if matches!(other.reason, Reason::NoValue) => self,
            (Fit::Always, Fit::Always) | (Fit::Never, Fit::Never) => self,
            (Fit::Always, _) => other.at_most_sometimes(),
            _ => self.at_most_sometimes(),
        }
    }

    /// The outcome for values that may be read as one or as the other.
    const fn best(self, other: Self) -> Self {
        match (self.fit, other.fit) {
            (Fit::Always, _) => self,
            (_, Fit::Always) | (Fit::Never, Fit::Sometimes) => other,
            // What differs in more than its kind was meant.
            (Fit::Never, Fit::Never) if matches!(self.reason, Reason::Kind(..)) => other,
            _ => self,
        }
    }

    /// The message, such as ``needs the member `id` in `lines[]` ``.
    pub const fn message(&self) -> Message {
        let message = match self.reason {
            Reason::Nothing | Reason::NoValue => Message::EMPTY,
            Reason::Missing(name, object) => {
                let message = Message::EMPTY.with("needs the member `").with(name).with("`");
                return self.place(message).with("; ").with_names(object, name);
            }
            Reason::Unread(name, meant) => Message::EMPTY
                .with("has no member `")
                .with(name)
                .with("`; did you mean `")
                .with(meant)
                .with("`?"),
            Reason::Denied(name) => {
                Message::EMPTY.with("does not allow the member `").with(name).with("`")
            }
            Reason::Kind(given, wanted) => {
                Message::EMPTY.with("needs ").with(wanted).with(", and there is ").with(given)
            }
            Reason::Text(text) => {
                Message::EMPTY.with("has no variant with the name `").with(text).with("`")
            }
            Reason::Range => Message::EMPTY.with("has no number as large or as small"),
            Reason::Length => Message::EMPTY.with("needs a list of another length"),
        };
        self.place(message)
    }

    /// A message with the place of the misfit.
    const fn place(&self, message: Message) -> Message {
        if self.length == 0 {
            return message;
        }
        let mut message = message.with(" at `");
        let (mut names, mut index) = (self.path.as_slice(), 0);
        while let [name, after @ ..] = names {
            if index >= self.length {
                break;
            }
            if index > 0 && !is_same(name, ITEM) {
                message = message.with(".");
            }
            message = message.with(name);
            (names, index) = (after, index + 1);
        }
        message.with("`")
    }
}

/// Reduces what is given to values of one kind.
const fn fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    if depth == 0 || *fuel == 0 {
        return Misfit::NOTHING;
    }
    *fuel -= 1;
    let depth = depth - 1;
    match given.values {
        Values::Any => Misfit::NOTHING,
        Values::Never | Values::OneOf([]) => Misfit::NO_VALUE,
        Values::OneOf([first, others @ ..]) => {
            let mut misfit = fits(Given { values: first, ..given }, wanted, depth, fuel);
            let mut others = others;
            while let [values, after @ ..] = others {
                misfit = misfit.either(fits(Given { values, ..given }, wanted, depth, fuel));
                others = after;
            }
            misfit
        }
        Values::At(values, path) => {
            let rest = Rest { steps: path, then: given.rest };
            fits(Given { values, scope: None, rest: Some(&rest) }, wanted, depth, fuel)
        }
        Values::Named(name, values) => {
            let scope = Scope::new(*name, values, given.scope);
            fits(Given { values, scope: Some(&scope), ..given }, wanted, depth, fuel)
        }
        Values::Own(id) => match Scope::find(given.scope, *id) {
            Some((values, scope)) => {
                fits(Given { values, scope: Some(scope), ..given }, wanted, depth, fuel)
            }
            None => Misfit::NOTHING,
        },
        values => match Rest::next(given.rest) {
            Some((Step::Only(kinds), _)) if !kinds.includes(kind_of(values)) => Misfit::NO_VALUE,
            Some((step, after)) => {
                let rest = Given { rest: Some(&after), ..given };
                part_fits(values, step, rest, wanted, depth, fuel)
            }
            None => value_fits(given, wanted, depth, fuel),
        },
    }
}

/// If a part of what is given fits.
const fn part_fits<'v>(
    values: &'v Values<'v>,
    step: Step<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    match (step, values) {
        (Step::Only(_), _) => fits(Given { values, ..given }, wanted, depth, fuel),
        (Step::Member(name) | Step::Each(name), Values::Object(object)) => {
            member_fits(object, name, given, wanted, depth, fuel)
        }
        // What is read is there, or its read is a fault of its own.
        (Step::Member(_) | Step::Each(_), Values::Map(values))
        | (Step::Item, Values::List(values)) => {
            fits(Given { values, ..given }, wanted, depth, fuel)
        }
        (Step::Item, Values::Tuple([first, others @ ..])) => {
            let mut misfit = fits(Given { values: first, ..given }, wanted, depth, fuel);
            let mut others: &[&Values<'_>] = others;
            while let [values, after @ ..] = others {
                misfit = misfit.either(fits(Given { values, ..given }, wanted, depth, fuel));
                others = after;
            }
            misfit
        }
        // There is no such part, which the check of what is read finds.
        _ => Misfit::NOTHING,
    }
}

/// If a member of an object fits.
const fn member_fits<'v>(
    object: &'v Object<'v>,
    name: &'v str,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (mut members, hashed) = (object.members, hash(name));
    while let [member, others @ ..] = members {
        if member.is_named(name, hashed) {
            return fits(Given { values: member.values, ..given }, wanted, depth, fuel);
        }
        members = others;
    }
    let step = [Step::Member(name)];
    let rest = Rest { steps: &step, then: given.rest };
    let (mut misfit, mut flattened) = (Misfit::NOTHING, object.flattened);
    while let [values, others @ ..] = flattened {
        let inner = Given { values, scope: given.scope, rest: Some(&rest) };
        misfit = misfit.and(fits(inner, wanted, depth, fuel));
        flattened = others;
    }
    misfit
}

/// If values of one kind fit.
const fn value_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    if depth == 0 || *fuel == 0 {
        return Misfit::NOTHING;
    }
    *fuel -= 1;
    let depth = depth - 1;
    match wanted.values {
        Values::OneOf([first, others @ ..]) => {
            let mut misfit = value_fits(given, Wanted { values: first, ..wanted }, depth, fuel);
            let mut others: &[&Values<'_>] = others;
            while let [values, after @ ..] = others {
                misfit = misfit.best(value_fits(given, Wanted { values, ..wanted }, depth, fuel));
                others = after;
            }
            misfit
        }
        Values::Named(name, values) => {
            let scope = Scope::new(*name, values, wanted.scope);
            value_fits(given, Wanted { values, scope: Some(&scope) }, depth, fuel)
        }
        Values::Own(id) => match Scope::find(wanted.scope, *id) {
            Some((values, scope)) => {
                value_fits(given, Wanted { values, scope: Some(scope) }, depth, fuel)
            }
            None => Misfit::NOTHING,
        },
        Values::Any | Values::At(..) => Misfit::NOTHING,
        _ => kind_fits(given, wanted, depth, fuel),
    }
}

/// If values of one kind fit values of one kind.
const fn kind_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    match (given.values, wanted.values) {
        (Values::Null, Values::Null)
        | (Values::Boolean, Values::Boolean)
        | (Values::Integer(..) | Values::Number, Values::Number)
        // A number may be a whole one.
        | (Values::Number, Values::Integer(..))
        | (Values::Text, Values::Text | Values::Constant(_))
        | (Values::Constant(_), Values::Text)
        // The names in a map are not known.
        | (Values::Map(_), Values::Object(_)) => Misfit::NOTHING,
        (Values::Integer(least, greatest), Values::Integer(from, to)) => {
            if *least >= *from && *greatest <= *to {
                Misfit::NOTHING
            } else if *greatest < *from || *least > *to {
                Misfit::never(Reason::Range)
            } else {
                Misfit::sometimes(Reason::Range)
            }
        }
        (Values::Constant(text), Values::Constant(other)) => {
            if is_same(text, other) {
                Misfit::NOTHING
            } else {
                Misfit::never(Reason::Text(text))
            }
        }
        (Values::List(_) | Values::Tuple(_), Values::List(_) | Values::Tuple(_)) => {
            list_fits(given, wanted, depth, fuel)
        }
        // serde reads a struct from a list of its fields, too.
        (Values::List(_) | Values::Tuple(_), Values::Object(_)) => {
            Misfit::sometimes(Reason::Kind("a list", "an object"))
        }
        (Values::Map(values), Values::Map(into)) => {
            let inner = Wanted { values: into, ..wanted };
            fits(Given { values, ..given }, inner, depth, fuel).at_most_sometimes()
        }
        (Values::Object(object), Values::Map(into)) => {
            let inner = Wanted { values: into, ..wanted };
            members_fit(object, given, inner, depth, fuel)
        }
        (Values::Object(object), Values::Object(into)) => {
            object_fits(object, into, given, wanted, depth, fuel)
        }
        (values, other) => Misfit::never(Reason::Kind(kind(values), kind(other))),
    }
}

/// If the members of an object fit the values of a map.
const fn members_fit<'v>(
    object: &'v Object<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (mut misfit, mut members) = (Misfit::NOTHING, object.members);
    while let [member, others @ ..] = members {
        let inner = fits(Given { values: member.values, ..given }, wanted, depth, fuel);
        misfit = misfit.and(of_presence(inner, member.presence).within(member.name));
        members = others;
    }
    misfit
}

/// The outcome for a member that may be absent.
const fn of_presence(misfit: Misfit<'_>, presence: Presence) -> Misfit<'_> {
    match presence {
        Presence::Always => misfit,
        Presence::Sometimes | Presence::Unknown => misfit.at_most_sometimes(),
    }
}

/// If lists fit lists.
const fn list_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    match (given.values, wanted.values) {
        (Values::Tuple(items), Values::Tuple(into)) => {
            if items.len() != into.len() {
                return Misfit::never(Reason::Length);
            }
            let (mut misfit, mut items, mut into) = (Misfit::NOTHING, *items, *into);
            while let ([item, items_after @ ..], [other, into_after @ ..]) = (items, into) {
                let inner = Wanted { values: other, ..wanted };
                let inner = fits(Given { values: item, ..given }, inner, depth, fuel);
                misfit = misfit.and(inner.within(ITEM));
                (items, into) = (items_after, into_after);
            }
            misfit
        }
        (Values::Tuple(items), Values::List(into)) => {
            let (mut misfit, mut items) = (Misfit::NOTHING, *items);
            while let [item, after @ ..] = items {
                let inner = Wanted { values: into, ..wanted };
                let inner = fits(Given { values: item, ..given }, inner, depth, fuel);
                misfit = misfit.and(inner.within(ITEM));
                items = after;
            }
            misfit
        }
        (Values::List(item), Values::List(into)) => {
            let inner = Wanted { values: into, ..wanted };
            let inner = fits(Given { values: item, ..given }, inner, depth, fuel);
            // An empty list fits.
            inner.at_most_sometimes().within(ITEM)
        }
        // The length of the list is not known.
        _ => Misfit::NOTHING,
    }
}

/// If objects fit objects.
const fn object_fits<'v>(
    object: &'v Object<'v>,
    into: &'v Object<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (mut misfit, mut members) = (Misfit::NOTHING, into.members);
    while let [member, others @ ..] = members {
        let inner = wanted_member_fits(object, member, given, wanted, depth, fuel);
        misfit = misfit.and(inner);
        members = others;
    }
    let mut flattened = into.flattened;
    while let [values, others @ ..] = flattened {
        let inner = flattened_fits(values, given, wanted, depth, fuel);
        misfit = misfit.and(inner);
        flattened = others;
    }
    match into.others {
        Others::Denied => misfit.and(denied(object, into)),
        Others::None if into.flattened.is_empty() => misfit.and(unread(object, into)),
        Others::None | Others::Any => misfit,
    }
}

/// If what is given has a member that is wanted, under one of its names.
const fn wanted_member_fits<'v>(
    object: &'v Object<'v>,
    member: &'v Member<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let absent = match member.presence {
        Presence::Always => Misfit::never(Reason::Missing(member.name, object)),
        Presence::Sometimes | Presence::Unknown => Misfit::NOTHING,
    };
    let (mut name, mut aliases) = (member.name, member.aliases);
    let mut kinds = Kinds::of_member(given.values, name, given.scope, depth, fuel);
    while let ([alias, others @ ..], true) = (aliases, kinds.is_absent()) {
        kinds = Kinds::of_member(given.values, alias, given.scope, depth, fuel);
        (name, aliases) = (alias, others);
    }
    if kinds.is_absent() {
        // A member whose value is certainly absent is a fault of what reads that value.
        return if has(object.members, member.name) { Misfit::NOTHING } else { absent };
    }
    let inner = Wanted { values: member.values, ..wanted };
    let misfit = member_fits(object, name, given, inner, depth, fuel).within(name);
    if kinds.includes(Kinds::ABSENT) {
        misfit.at_most_sometimes().and(absent.at_most_sometimes())
    } else if kinds.includes(Kinds::UNKNOWN) {
        misfit.at_most_sometimes()
    } else {
        misfit
    }
}

/// If what is given has the members of a field that is flattened.
const fn flattened_fits<'v>(
    values: &'v Values<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    match values {
        // All that is left over goes into a map.
        Values::Map(_) => Misfit::NOTHING,
        // An `Option` is `None` where the members are missing.
        Values::OneOf(sets) if has_null(sets) => Misfit::NOTHING,
        _ => value_fits(given, Wanted { values, ..wanted }, depth, fuel),
    }
}

const fn has_null(sets: &[&Values<'_>]) -> bool {
    let mut sets = sets;
    while let [set, others @ ..] = sets {
        if matches!(set, Values::Null) {
            return true;
        }
        sets = others;
    }
    false
}

/// If an object has a member whose name is a slip of that of an optional one, which it lacks.
const fn unread<'v>(object: &'v Object<'v>, into: &'v Object<'v>) -> Misfit<'v> {
    let mut members = into.members;
    while let [wanted, others @ ..] = members {
        members = others;
        if matches!(wanted.presence, Presence::Always) || is_given(object, wanted) {
            continue;
        }
        let mut given = object.members;
        while let [member, others @ ..] = given {
            if is_like(member.name, wanted.name) && !has(into.members, member.name) {
                let found = Misfit::never(Reason::Unread(member.name, wanted.name));
                return of_presence(found, member.presence);
            }
            given = others;
        }
    }
    Misfit::NOTHING
}

/// If an object has a member under one of the names of a wanted one.
const fn is_given(object: &Object<'_>, wanted: &Member<'_>) -> bool {
    let mut members = object.members;
    while let [member, others @ ..] = members {
        if wanted.is_named(member.name, hash(member.name)) {
            return true;
        }
        members = others;
    }
    // What comes from elsewhere is not known by its names.
    !object.flattened.is_empty() || matches!(object.others, Others::Any)
}

/// If an object has members that are not allowed.
const fn denied<'v>(object: &'v Object<'v>, into: &Object<'_>) -> Misfit<'v> {
    let (mut misfit, mut members) = (Misfit::NOTHING, object.members);
    while let [member, others @ ..] = members {
        if !has(into.members, member.name) {
            let found = Misfit::never(Reason::Denied(member.name));
            misfit = misfit.and(of_presence(found, member.presence));
        }
        members = others;
    }
    misfit
}

const fn has(members: &[Member<'_>], name: &str) -> bool {
    let (mut members, hashed) = (members, hash(name));
    while let [member, others @ ..] = members {
        if member.is_named(name, hashed) {
            return true;
        }
        members = others;
    }
    false
}

/// A kind of values in words.
const fn kind(values: &Values<'_>) -> &'static str {
    match values {
        Values::Null => "`null`",
        Values::Boolean => "a boolean",
        Values::Integer(..) => "a whole number",
        Values::Number => "a number",
        Values::Text | Values::Constant(_) => "a text",
        Values::List(_) | Values::Tuple(_) => "a list",
        Values::Map(_) | Values::Object(_) => "an object",
        Values::Never
        | Values::Any
        | Values::OneOf(_)
        | Values::Named(..)
        | Values::Own(_)
        | Values::At(..) => "a value",
    }
}
