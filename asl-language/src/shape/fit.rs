//! If all values of one set are in another one: if what a definition gives to a type can be read.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each step treats some sets of values, and leaves the others to the next one"
)]

use super::at::{Absent, DEPTH, FUEL, Rest, deeper};
use super::fit_object::{member_fits, members_fit, object_fits};
use super::misfit::{ITEM, Misfit, Reason, kind};
use super::scope::Scope;
use super::values::{Object, Step, Values, is_same};

/// A set of values, or what is at a path in it.
#[derive(Clone, Copy)]
pub(super) struct Given<'s, 'v> {
    pub(super) values: &'v Values<'v>,
    pub(super) scope: Option<&'s Scope<'s, 'v>>,
    pub(super) rest: Option<&'s Rest<'s, 'v>>,
}

impl Given<'_, '_> {
    /// If the next step reads a part that is not there as null.
    pub(super) const fn may_be_null(&self) -> bool {
        match self.rest {
            Some(rest) => matches!(rest.as_null(), Absent::Null(_)),
            None => false,
        }
    }
}

/// A set of values to be read.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'s, 'v> {
    pub(super) values: &'v Values<'v>,
    pub(super) scope: Option<&'s Scope<'s, 'v>>,
    pub(super) met: Option<&'s Met<'s>>,
    /// False for a part of an object, which has members that are for other parts.
    pub(super) is_whole: bool,
    /// The object whose flattened part is given, if only the names of that part are asked about.
    pub(super) beside: Option<&'v Object<'v>>,
}

/// Two types that are compared around the place: within themselves they fit as they do there.
#[derive(Clone, Copy)]
pub(super) struct Met<'s> {
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
        let wanted =
            Wanted { values: wanted, scope: None, met: None, is_whole: true, beside: None };
        fits(given, wanted, DEPTH, &mut fuel)
    }
}

/// If what is in one of several sets fits.
const fn each_fits<'v>(
    sets: &'v [&'v Values<'v>],
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let [first, others @ ..] = sets else { return Misfit::NO_VALUE };
    let mut misfit = fits(Given { values: first, ..given }, wanted, depth, fuel);
    let mut others = others;
    while let [values, after @ ..] = others {
        misfit = misfit.either(fits(Given { values, ..given }, wanted, depth, fuel));
        others = after;
    }
    misfit
}

/// Reduces what is given to values of one kind.
pub(super) const fn fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    if matches!(given.values, Values::Any) {
        return Misfit::NOTHING;
    }
    let depth = deeper!(depth, fuel, Misfit::NOTHING);
    match given.values {
        Values::Never => Misfit::NO_VALUE,
        Values::OneOf(sets) => each_fits(sets, given, wanted, depth, fuel),
        Values::At(values, path) => {
            let rest = Rest { steps: path, then: given.rest, in_items: false };
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
        values => {
            let Some(left) = given.rest else { return value_fits(given, wanted, depth, fuel) };
            match left.next() {
                Some((step, _)) if step.leaves_out(values) => Misfit::NO_VALUE,
                Some((step, after)) => {
                    let rest = Given { rest: Some(&after), ..given };
                    part_fits(values, step, rest, wanted, depth, fuel)
                }
                None => value_fits(given, wanted, depth, fuel),
            }
        }
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
    let fit = match (step, values) {
        (Step::Only(_) | Step::Tagged(..) | Step::OrNull, _) => {
            return fits(Given { values, ..given }, wanted, depth, fuel);
        }
        (Step::Member(name) | Step::Each(name), Values::Object(object)) => {
            return member_fits(
                object,
                (name, object.own_member(name)),
                given,
                wanted,
                depth,
                fuel,
            );
        }
        (Step::Member(_) | Step::Each(_), Values::Map(values))
        | (Step::Item, Values::List(values)) => {
            fits(Given { values, ..given }, wanted, depth, fuel)
        }
        (Step::Item, Values::Tuple(items)) => each_fits(items, given, wanted, depth, fuel),
        _ => return missing_fits(given, wanted, depth, fuel),
    };
    // What is read is there, or its read is a fault of its own.
    if given.may_be_null() { fit.at_most_sometimes() } else { fit }
}

/// If what is read in place of a part that is not there fits.
pub(super) const fn missing_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let Some(rest) = given.rest else { return Misfit::NOTHING };
    match rest.as_null() {
        Absent::Null(rest) => {
            let given = Given { values: &Values::Null, scope: None, rest: Some(&rest) };
            fits(given, wanted, depth, fuel)
        }
        // The check of what is read finds it.
        Absent::LeftOut | Absent::Missing => Misfit::NOTHING,
    }
}

/// If values of one kind fit.
pub(super) const fn value_fits<'v>(
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let depth = deeper!(depth, fuel, Misfit::NOTHING);
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
        (Values::Object(object), Values::Object(into)) => {
            object_fits(object, into, given, wanted, depth, fuel)
        }
        _ if wanted.beside.is_some() => Misfit::NOTHING,
        (Values::Null, Values::Null)
        | (Values::Boolean, Values::Boolean)
        | (Values::Integer(..) | Values::Number, Values::Number)
        // A number may be a whole one.
        | (Values::Number, Values::Integer(..))
        | (Values::Text, Values::Text | Values::Constant(_))
        | (Values::Constant(_), Values::Text)
        // The names in a map are not known, nor is the length of a list.
        | (Values::Map(_), Values::Object(_))
        | (Values::List(_), Values::Tuple(_)) => Misfit::NOTHING,
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
        (Values::Tuple(items), Values::Tuple(into)) => {
            items_fit(items, into, given, wanted, depth, fuel)
        }
        (Values::Tuple(items), Values::List(into)) => {
            each_item_fits(items, Wanted { values: into, ..wanted }, given, depth, fuel)
        }
        (Values::List(item), Values::List(into)) => {
            let into = Wanted { values: into, ..wanted };
            // An empty list fits.
            item_fits(item, into, given, depth, fuel).at_most_sometimes()
        }
        // serde reads a struct from a list of its fields, too.
        (Values::List(_) | Values::Tuple(_), Values::Object(_)) => {
            Misfit::sometimes(Reason::Kind("an array", "an object"))
        }
        (Values::Map(values), Values::Map(into)) => {
            let inner = Wanted { values: into, is_whole: true, ..wanted };
            fits(Given { values, ..given }, inner, depth, fuel).at_most_sometimes()
        }
        // Some members are those of other fields, or the tag; of a unit within a variant that is
        // tagged internally, only the tag is there.
        (Values::Object(_), Values::Map(_) | Values::Null) if !wanted.is_whole => Misfit::NOTHING,
        (Values::Object(object), Values::Map(into)) => {
            let inner = Wanted { values: into, is_whole: true, ..wanted };
            members_fit(object, given, inner, depth, fuel)
        }
        (values, other) => Misfit::never(Reason::Kind(kind(values), kind(other))),
    }
}

/// If the items of two tuples fit.
const fn items_fit<'v>(
    items: &'v [&'v Values<'v>],
    into: &'v [&'v Values<'v>],
    given: Given<'_, 'v>,
    wanted: Wanted<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    if items.len() != into.len() {
        return Misfit::never(Reason::Length);
    }
    let (mut misfit, mut items, mut into) = (Misfit::NOTHING, items, into);
    while let ([item, items_after @ ..], [other, into_after @ ..]) = (items, into) {
        let inner = item_fits(item, Wanted { values: other, ..wanted }, given, depth, fuel);
        (misfit, items, into) = (misfit.and(inner), items_after, into_after);
    }
    misfit
}

/// If the items of a tuple fit those of a list.
const fn each_item_fits<'v>(
    items: &'v [&'v Values<'v>],
    into: Wanted<'_, 'v>,
    given: Given<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let (mut misfit, mut items) = (Misfit::NOTHING, items);
    while let [item, after @ ..] = items {
        (misfit, items) = (misfit.and(item_fits(item, into, given, depth, fuel)), after);
    }
    misfit
}

/// If an item fits another one.
const fn item_fits<'v>(
    values: &'v Values<'v>,
    into: Wanted<'_, 'v>,
    given: Given<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Misfit<'v> {
    let wanted = Wanted { is_whole: true, ..into };
    fits(Given { values, ..given }, wanted, depth, fuel).within(ITEM)
}
