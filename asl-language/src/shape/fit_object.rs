//! If the members of objects fit.

#![expect(clippy::redundant_pattern_matching, reason = "in constants, a call is rustc's work")]

use super::at::{self, Rest};
use super::fit::{Given, Wanted, fits, missing_fits, value_fits};
use super::kinds::Kinds;
use super::misfit::{Fit, Misfit, Reason};
use super::names::is_slip;
use super::values::{Member, Object, Others, Presence, Step, Values};

/// If objects fit objects.
pub(super) const fn object_fits<'v>(
    object: &'v Object<'v>,
    into: &'v Object<'v>,
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    if matches!(wanted.beside, Some(_)) {
        return denied((object, given), (into, wanted), depth, fuel);
    }
    let (mut misfit, mut members) = (Misfit::NOTHING, into.members);
    while let [member, others @ ..] = members {
        let inner = wanted_member_fits(object, member, given, wanted, depth, fuel);
        if !matches!(inner.fit, Fit::Always) {
            misfit = misfit.and(inner);
        }
        members = others;
    }
    let mut flattened = into.flattened;
    while let [values, others @ ..] = flattened {
        let inner = flattened_fits(values, given, wanted, depth, fuel);
        misfit = misfit.and(inner);
        flattened = others;
    }
    // Members of flattened fields are not among those of the object itself.
    if !matches!(into.flattened, []) || !wanted.is_whole {
        return misfit;
    }
    misfit = misfit.and(named_twice(object, into));
    match into.others {
        Others::Denied => misfit.and(denied((object, given), (into, wanted), depth, fuel)),
        Others::None => misfit.and(unread((object, given), (into, wanted), depth, fuel)),
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
    let inner = Wanted { values: member.values, is_whole: true, ..wanted };
    let (mut name, mut aliases) = (member.name, member.aliases);
    let under_its_name = object.hashed_member(name, member.hash);
    let mut own = under_its_name;
    let mut kinds = at::member(object, (name, own), given.scope, None, depth, fuel);
    while let [alias, others @ ..] = aliases
        && kinds.is_absent()
    {
        (name, own, aliases) = (*alias, object.own_member(alias), others);
        kinds = at::member(object, (name, own), given.scope, None, depth, fuel);
    }
    if kinds.is_certain() {
        if kinds.is_within(Kinds::all_of(member.values)) {
            return Misfit::NOTHING;
        }
        let misfit = member_fits(object, (name, own), given, inner, depth, fuel);
        return if matches!(misfit.fit, Fit::Always) { misfit } else { misfit.within(name) };
    }
    let absent = match member.presence {
        Presence::Always => Misfit::never(Reason::Missing(member.name, object)),
        Presence::Sometimes | Presence::Unknown => Misfit::NOTHING,
    };
    if kinds.is_absent() {
        // A member whose value is certainly absent is a fault of what reads that value.
        return if matches!(under_its_name, Some(_)) { Misfit::NOTHING } else { absent };
    }
    let misfit = member_fits(object, (name, own), given, inner, depth, fuel).within(name);
    if kinds.includes(Kinds::ABSENT) {
        misfit.at_most_sometimes().and(absent.at_most_sometimes())
    } else {
        misfit.at_most_sometimes()
    }
}

/// If what is given has the members of a field that is flattened.
#[expect(clippy::wildcard_enum_match_arm, reason = "two sets are special")]
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
        Values::OneOf(_) if Kinds::at(values, &[]).includes(Kinds::NULL) => Misfit::NOTHING,
        _ => value_fits(given, Wanted { values, is_whole: false, ..wanted }, depth, fuel),
    }
}

/// If an object has a member whose name is a slip of that of an optional one, which it lacks.
const fn unread<'v>(
    (object, given): (&'v Object<'v>, Given<'_, 'v>),
    (into, wanted): (&'v Object<'v>, Wanted<'_, 'v>),
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    // What comes from elsewhere is not known by its names.
    if !matches!(object.flattened, []) || matches!(object.others, Others::Any) {
        return Misfit::NOTHING;
    }
    let mut members = object.members;
    while let [member, others @ ..] = members {
        members = others;
        if matches!(into.hashed_member(member.name, member.hash), Some(_)) {
            continue;
        }
        let mut wanted_members = into.members;
        while let [optional, others @ ..] = wanted_members {
            wanted_members = others;
            if matches!(optional.presence, Presence::Always)
                || !is_slip(member.name, optional.name)
                || is_given(object, optional)
            {
                continue;
            }
            let inner = Given { values: member.values, ..given };
            let of = Wanted { values: optional.values, is_whole: true, ..wanted };
            // Another kind of value is not meant for it.
            if !matches!(fits(inner, of, depth, fuel).fit, Fit::Always) {
                continue;
            }
            // serde reads the value without it, which may be meant.
            return Misfit::sometimes(Reason::Unread(member.name, optional.name));
        }
    }
    Misfit::NOTHING
}

/// If an object has a member under one of the names of a wanted one.
const fn is_given(object: &Object<'_>, wanted: &Member<'_>) -> bool {
    let mut members = object.members;
    while let [member, others @ ..] = members {
        if wanted.is_named(member.name, member.hash) {
            return true;
        }
        members = others;
    }
    false
}

/// The misfit of an object that has a member under two of its names, which serde does not read.
const fn named_twice<'v>(object: &'v Object<'v>, into: &Object<'_>) -> Misfit<'v> {
    let (mut misfit, mut members) = (Misfit::NOTHING, into.members);
    while let [member, others @ ..] = members {
        members = others;
        if matches!(member.aliases, []) {
            continue;
        }
        let (mut given, mut first) = (object.members, None);
        while let [one, after @ ..] = given {
            given = after;
            if !member.is_named(one.name, one.hash) {
                continue;
            }
            if let Some(presence) = first {
                let found = Misfit::never(Reason::Denied(one.name));
                misfit = misfit.and(of_presence(of_presence(found, one.presence), presence));
            }
            first = Some(one.presence);
        }
    }
    misfit
}

/// If an object has members that are not allowed.
const fn denied<'v>(
    (object, given): (&'v Object<'v>, Given<'_, 'v>),
    (into, wanted): (&'v Object<'v>, Wanted<'_, 'v>),
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (mut misfit, mut members) = (Misfit::NOTHING, object.members);
    while let [member, others @ ..] = members {
        // Another value stands there in place of that of the part.
        let is_hidden = match wanted.beside {
            Some(around) => matches!(around.hashed_member(member.name, member.hash), Some(_)),
            None => false,
        };
        if !is_hidden && matches!(into.hashed_member(member.name, member.hash), None) {
            let found = Misfit::never(Reason::Denied(member.name));
            misfit = misfit.and(of_presence(found, member.presence));
        }
        members = others;
    }
    // Of parts of parts the names are not asked about.
    let mut flattened = if matches!(wanted.beside, None) { object.flattened } else { &[] };
    while let [values, others @ ..] = flattened {
        let names = Wanted { beside: Some(object), ..wanted };
        misfit = misfit.and(fits(Given { values, ..given }, names, depth, fuel));
        flattened = others;
    }
    misfit
}

/// If a member of an object fits: that of this name, which is the second one if the object itself has
/// it.
pub(super) const fn member_fits<'v>(
    object: &'v Object<'v>,
    (name, own): (&'v str, Option<&'v Member<'v>>),
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let is_null = given.may_be_null();
    if let Some(member) = own {
        let fit = fits(Given { values: member.values, ..given }, wanted, depth, fuel);
        return match member.presence {
            Presence::Sometimes if is_null => fit.either(missing_fits(given, wanted, depth, fuel)),
            Presence::Unknown if is_null => fit.at_most_sometimes(),
            Presence::Always | Presence::Sometimes | Presence::Unknown => fit,
        };
    }
    match (object.flattened, object.others) {
        ([], Others::None | Others::Denied) => return missing_fits(given, wanted, depth, fuel),
        // It is not known which part has it.
        ([], Others::Any) | ([_, _, ..], _) if is_null => return Misfit::NOTHING,
        _ => {}
    }
    let step = [Step::Member(name)];
    let rest = Rest { steps: &step, then: given.rest, in_items: false };
    let (mut misfit, mut flattened) = (Misfit::NOTHING, object.flattened);
    while let [values, others @ ..] = flattened {
        let inner = Given { values, scope: given.scope, rest: Some(&rest) };
        // The names in a map are not known.
        if !matches!(values, Values::Map(_)) {
            misfit = misfit.and(fits(inner, wanted, depth, fuel));
        }
        flattened = others;
    }
    misfit
}

/// If the members of an object fit the values of a map.
pub(super) const fn members_fit<'v>(
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
