//! If all values of one set are in another one: if what a definition gives to a type can be read.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each step treats some sets of values, and leaves the others to the next one"
)]

use super::at::{DEPTH, FUEL, Rest, kind as kind_of};
use super::kinds::Kinds;
use super::misfit::{ITEM, Misfit, Reason, kind};
use super::names::is_slip;
use super::scope::Scope;
use super::values::{Member, Object, Others, Presence, Step, Values, hash, is_same};

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
    met: Option<&'s Met<'s>>,
    /// False for a part of an object, which has members that are for other parts.
    is_whole: bool,
}

/// Two types that are compared around the place: within themselves they fit as they do there.
#[derive(Clone, Copy)]
struct Met<'s> {
    given: u64,
    wanted: u64,
    outer: Option<&'s Self>,
}

impl Met<'_> {
    const fn is_repeated(&self) -> bool {
        let mut outer = self.outer;
        while let Some(met) = outer {
            if met.given == self.given && met.wanted == self.wanted {
                return true;
            }
            outer = met.outer;
        }
        false
    }
}

impl<'v> Misfit<'v> {
    /// If the values of one set can be read as those of another one.
    pub const fn of(given: &'v Values<'v>, wanted: &'v Values<'v>) -> Self {
        let mut fuel = FUEL;
        let given = Given { values: given, scope: None, rest: None };
        let wanted = Wanted { values: wanted, scope: None, met: None, is_whole: true };
        fits(given, wanted, DEPTH, &mut fuel)
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
        Values::Among(sets, values) => {
            let scope = Scope::several(sets, given.scope);
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
            type_fits(given, Wanted { values, scope: Some(&scope), ..wanted }, depth, fuel)
        }
        Values::Among(sets, values) => {
            let scope = Scope::several(sets, wanted.scope);
            value_fits(given, Wanted { values, scope: Some(&scope), ..wanted }, depth, fuel)
        }
        Values::Own(id) => match Scope::find(wanted.scope, *id) {
            Some((values, scope)) => {
                type_fits(given, Wanted { values, scope: Some(scope), ..wanted }, depth, fuel)
            }
            None => Misfit::NOTHING,
        },
        Values::Any | Values::At(..) => Misfit::NOTHING,
        _ => kind_fits(given, wanted, depth, fuel),
    }
}

/// If values of one kind fit those of the type that is the innermost one of its scope.
const fn type_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (Some(of), Some(into)) = (Scope::id(given.scope), Scope::id(wanted.scope)) else {
        return value_fits(given, wanted, depth, fuel);
    };
    let met = Met { given: of, wanted: into, outer: wanted.met };
    if met.is_repeated() {
        return Misfit::NOTHING;
    }
    value_fits(given, Wanted { met: Some(&met), ..wanted }, depth, fuel)
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
            Misfit::sometimes(Reason::Kind("an array", "an object"))
        }
        (Values::Map(values), Values::Map(into)) => {
            let inner = Wanted { values: into, is_whole: true, ..wanted };
            fits(Given { values, ..given }, inner, depth, fuel).at_most_sometimes()
        }
        (Values::Object(object), Values::Map(into)) => {
            let inner = Wanted { values: into, is_whole: true, ..wanted };
            members_fit(object, given, inner, depth, fuel)
        }
        (Values::Object(object), Values::Object(into)) => {
            object_fits(object, into, given, wanted, depth, fuel)
        }
        // A unit within a variant that is tagged internally: only the tag is there.
        (Values::Object(_), Values::Null) if !wanted.is_whole => Misfit::NOTHING,
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
                let inner = Wanted { values: other, is_whole: true, ..wanted };
                let inner = fits(Given { values: item, ..given }, inner, depth, fuel);
                misfit = misfit.and(inner.within(ITEM));
                (items, into) = (items_after, into_after);
            }
            misfit
        }
        (Values::Tuple(items), Values::List(into)) => {
            let (mut misfit, mut items) = (Misfit::NOTHING, *items);
            while let [item, after @ ..] = items {
                let inner = Wanted { values: into, is_whole: true, ..wanted };
                let inner = fits(Given { values: item, ..given }, inner, depth, fuel);
                misfit = misfit.and(inner.within(ITEM));
                items = after;
            }
            misfit
        }
        (Values::List(item), Values::List(into)) => {
            let inner = Wanted { values: into, is_whole: true, ..wanted };
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
    // Members of flattened fields are not among those of the object itself.
    if !into.flattened.is_empty() || !wanted.is_whole {
        return misfit;
    }
    match into.others {
        Others::Denied => misfit.and(denied(object, into)),
        Others::None => misfit.and(unread(object, into)),
        Others::Any => misfit,
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
    let inner = Wanted { values: member.values, is_whole: true, ..wanted };
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
        _ => value_fits(given, Wanted { values, is_whole: false, ..wanted }, depth, fuel),
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
            if is_slip(member.name, wanted.name) && !has(into.members, member.name) {
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
