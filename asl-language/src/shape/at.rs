//! The kinds of the values at a path.

use super::kinds::Kinds;
use super::names::member_of;
use super::scope::Scope;
use super::values::{Member, Object, Others, Presence, Step, Values};

/// Number of parts of shapes that one question looks at; what is beyond is not known. Types are
/// walked within rustc, which must not take long either.
pub(super) const FUEL: u32 = 20_000;
/// Depth to which types within types are walked. rustc allows 128 calls within each other, and a step
/// takes up to three.
pub(super) const DEPTH: u32 = 32;

/// The depth that is left within a part; returns the last argument if it is too deep, or too much has
/// been looked at. A function would be a tenth of the calls that rustc makes for shapes.
macro_rules! deeper {
    ($depth:expr, $fuel:expr, $unknown:expr) => {{
        if $depth == 0 || *$fuel == 0 {
            return $unknown;
        }
        *$fuel -= 1;
        $depth - 1
    }};
}
pub(super) use deeper;

impl Kinds {
    /// The kinds of the values at a path within a set.
    pub const fn at<'v>(values: &'v Values<'v>, path: &'v [Step<'v>]) -> Self {
        let mut fuel = FUEL;
        let rest = Rest { steps: path, then: None, in_items: false };
        walk(values, None, Some(&rest), DEPTH, &mut fuel)
    }
}

/// The steps that are left.
#[derive(Clone, Copy)]
pub(super) struct Rest<'s, 'v> {
    pub(super) steps: &'s [Step<'v>],
    pub(super) then: Option<&'s Self>,
    /// True within the items of an array. That a text among those of all items is not another one
    /// says nothing of a single item.
    pub(super) in_items: bool,
}

impl<'s, 'v> Rest<'s, 'v> {
    /// The next step and the steps after it.
    pub(super) const fn next(&self) -> Option<(Step<'v>, Self)> {
        let (mut left, mut in_items) = (self, self.in_items);
        loop {
            if let [step, after @ ..] = left.steps {
                return Some((*step, Self { steps: after, then: left.then, in_items }));
            }
            let Some(then) = left.then else { return None };
            left = then;
            in_items |= left.in_items;
        }
    }

    /// The kinds if there is no value, which are none if the next step leaves that out.
    pub(super) const fn absent(&self) -> Kinds {
        match self.as_null() {
            Absent::Null(rest) => walk(&Values::Null, None, Some(&rest), DEPTH, &mut { FUEL }),
            Absent::LeftOut => Kinds::NONE,
            Absent::Missing => Kinds::ABSENT,
        }
    }

    /// The kinds of a part of maps or lists. They may be empty, and who reads a part of them knows it:
    /// that says something only where the next step reads a missing part as null.
    const fn or_null(&self, kinds: Kinds) -> Kinds {
        match self.as_null() {
            Absent::Null(_) => kinds.or(self.absent()),
            Absent::LeftOut | Absent::Missing => kinds,
        }
    }

    /// The part that is not there, as the next steps read it.
    pub(super) const fn as_null(&self) -> Absent<'s, 'v> {
        match self.next() {
            Some((Step::Only(kinds), _)) if !kinds.includes(Kinds::ABSENT) => Absent::LeftOut,
            Some((Step::Only(_) | Step::Tagged(..), after)) => after.as_null(),
            Some((Step::OrNull, after)) => Absent::Null(after),
            _ => Absent::Missing,
        }
    }
}

/// A part that is not there.
#[derive(Clone, Copy)]
pub(super) enum Absent<'s, 'v> {
    /// It is read as `null`, of which these steps are left.
    Null(Rest<'s, 'v>),
    /// Such values are left out.
    LeftOut,
    /// It is missing.
    Missing,
}

const fn walk<'v>(
    values: &'v Values<'v>,
    scope: Option<&Scope<'_, 'v>>,
    rest: Option<&Rest<'_, 'v>>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    let depth = deeper!(depth, fuel, Kinds::UNKNOWN);
    match values {
        Values::Any => return Kinds::UNKNOWN,
        Values::Never => return Kinds::NONE,
        Values::OneOf(sets) => return any_of(sets, scope, rest, depth, fuel),
        Values::At(of, path) => {
            let rest = Rest { steps: path, then: rest, in_items: false };
            return walk(of, None, Some(&rest), depth, fuel);
        }
        Values::Named(name, values) => {
            return walk(values, Some(&Scope::new(*name, values, scope)), rest, depth, fuel);
        }
        Values::Among(sets, values) => {
            return walk(values, Some(&Scope::several(sets, scope)), rest, depth, fuel);
        }
        Values::Own(id) => {
            return match Scope::find(scope, *id) {
                Some((values, scope)) => walk(values, Some(scope), rest, depth, fuel),
                None => Kinds::UNKNOWN,
            };
        }
        Values::Null
        | Values::Boolean
        | Values::Integer(..)
        | Values::Number
        | Values::Text
        | Values::Constant(_)
        | Values::List(_)
        | Values::Tuple(_)
        | Values::Map(_)
        | Values::Object(_) => {}
    }
    let Some(left) = rest else { return kind(values) };
    match left.next() {
        None => kind(values),
        Some((Step::Tagged(_, _, false), after)) if after.in_items => {
            walk(values, scope, Some(&after), depth, fuel)
        }
        Some((step, _)) if step.leaves_out(values) => Kinds::NONE,
        Some((Step::Only(_) | Step::Tagged(..) | Step::OrNull, after)) => {
            walk(values, scope, Some(&after), depth, fuel)
        }
        Some((step, after)) => part(values, step, scope, &after, depth, fuel),
    }
}

/// The kinds at a path within one of the sets.
const fn any_of<'v>(
    sets: &'v [&'v Values<'v>],
    scope: Option<&Scope<'_, 'v>>,
    rest: Option<&Rest<'_, 'v>>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    let (mut kinds, mut sets) = (Kinds::NONE, sets);
    while let [set, after @ ..] = sets {
        kinds = kinds.or(walk(set, scope, rest, depth, fuel));
        sets = after;
    }
    kinds
}

/// The kind of a set whose values have one.
pub(super) const fn kind(values: &Values<'_>) -> Kinds {
    match values {
        Values::Null => Kinds::NULL,
        Values::Boolean => Kinds::BOOLEAN,
        Values::Integer(..) | Values::Number => Kinds::NUMBER,
        Values::Text | Values::Constant(_) => Kinds::TEXT,
        Values::List(_) | Values::Tuple(_) => Kinds::LIST,
        Values::Map(_) | Values::Object(_) => Kinds::OBJECT,
        Values::Never => Kinds::NONE,
        Values::Any
        | Values::OneOf(_)
        | Values::Named(..)
        | Values::Own(_)
        | Values::Among(..)
        | Values::At(..) => Kinds::UNKNOWN,
    }
}

/// The kinds at a path within a part of the values.
const fn part<'v>(
    values: &'v Values<'v>,
    step: Step<'v>,
    scope: Option<&Scope<'_, 'v>>,
    after: &Rest<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    match (step, values) {
        (Step::Member(name) | Step::Each(name), Values::Object(object)) => {
            let own = object.own_member(name);
            member(object, (name, own), scope, Some(after), depth, fuel)
        }
        (Step::Member(_) | Step::Each(_), Values::Map(values))
        | (Step::Item, Values::List(values)) => {
            after.or_null(walk(values, scope, Some(after), depth, fuel))
        }
        (Step::Each(_), Values::List(values)) => {
            let (step, then) = ([step], Some(after));
            let rest = Rest { steps: &step, then, in_items: true };
            of_each(walk(values, scope, Some(&rest), depth, fuel))
        }
        (Step::Each(_), Values::Tuple(items)) => {
            let (step, then) = ([step], Some(after));
            let rest = Rest { steps: &step, then, in_items: true };
            of_each(any_of(items, scope, Some(&rest), depth, fuel))
        }
        (Step::Item, Values::Tuple(items)) => {
            after.or_null(any_of(items, scope, Some(after), depth, fuel))
        }
        _ => after.absent(),
    }
}

/// The kinds of what is found in the items of a list: one value is itself, several are a list.
const fn of_each(of_items: Kinds) -> Kinds {
    if of_items.is_within(Kinds::ABSENT) && !of_items.includes(Kinds::UNKNOWN) {
        return of_items;
    }
    // Items without it are left out. Who reads the others knows that.
    of_items.and(Kinds::ABSENT.others().or(Kinds::UNKNOWN)).or(Kinds::LIST)
}

/// The kinds at a path within a member of an object: that of this name, which is the second one if the
/// object itself has it.
pub(super) const fn member<'v>(
    object: &'v Object<'v>,
    (name, own): (&'v str, Option<&'v Member<'v>>),
    scope: Option<&Scope<'_, 'v>>,
    after: Option<&Rest<'_, 'v>>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    if let Some(member) = own {
        let kinds = walk(member.values, scope, after, depth, fuel);
        return match member.presence {
            Presence::Always => kinds,
            Presence::Sometimes => kinds.or(absent(after)),
            Presence::Unknown => kinds.or(Kinds::UNKNOWN),
        };
    }
    let step = [Step::Member(name)];
    let rest = Rest { steps: &step, then: after, in_items: false };
    let (mut kinds, mut flattened) = (Kinds::NONE, object.flattened);
    while let [set, others @ ..] = flattened {
        let found = walk(set, scope, Some(&rest), depth, fuel);
        if !found.is_within(Kinds::ABSENT) && !found.may_be(Kinds::ABSENT) {
            return found;
        }
        kinds = kinds.or(found);
        flattened = others;
    }
    match object.others {
        // It may be in what is not known.
        Others::None | Others::Denied if kinds.includes(Kinds::UNKNOWN) => kinds,
        Others::None | Others::Denied => kinds.or(absent(after)),
        Others::Any => kinds.or(Kinds::UNKNOWN),
    }
}

/// The kinds if there is no value, of which these steps are left.
const fn absent(rest: Option<&Rest<'_, '_>>) -> Kinds {
    match rest {
        Some(rest) => rest.absent(),
        None => Kinds::ABSENT,
    }
}

/// The part of values in which a path finds nothing.
#[derive(Clone, Copy)]
pub(super) enum Missing<'v> {
    /// An object without a member of this name, and the name of its type.
    Member(Object<'v>, Option<&'v str>, &'v str),
    /// What is at this path, which has no members, or no items.
    Part(&'v [Step<'v>]),
}

/// Where the path ends that finds nothing; none if that is not known.
pub(super) const fn missing<'v>(
    values: &'v Values<'v>,
    path: &'v [Step<'v>],
) -> Option<Missing<'v>> {
    let mut length = 0;
    while length < path.len() {
        let (before, after) = path.split_at(length);
        let (reached, _) = path.split_at(length + 1);
        let [step, ..] = after else { return None };
        if !matches!(step, Step::Only(_) | Step::Tagged(..) | Step::OrNull)
            && Kinds::at(values, reached).is_within(Kinds::ABSENT)
        {
            if let Step::Member(member) | Step::Each(member) = step
                && let Some((object, of)) =
                    some_object(values, before, matches!(step, Step::Each(_)))
            {
                return Some(Missing::Member(*object, of, member));
            }
            return Some(Missing::Part(before));
        }
        length += 1;
    }
    None
}

/// The name of the type of the object that has the last member of a path, and that member.
pub(super) const fn owner<'v>(
    values: &'v Values<'v>,
    path: &'v [Step<'v>],
) -> Option<(Option<&'v str>, &'v str)> {
    let mut path = path;
    while let [before @ .., step] = path {
        if let Step::Member(member) | Step::Each(member) = step {
            let object = some_object(values, before, matches!(step, Step::Each(_)));
            return match object {
                Some((_, of)) => Some((of, member)),
                None => Some((None, member)),
            };
        }
        path = before;
    }
    None
}

/// If the last step of a path, besides what narrows the value, leads to an item.
pub(super) const fn is_item(path: &[Step<'_>]) -> bool {
    let mut path = path;
    while let [before @ .., step] = path {
        match step {
            Step::Only(_) | Step::Tagged(..) | Step::OrNull => path = before,
            Step::Item => return true,
            Step::Member(_) | Step::Each(_) => return false,
        }
    }
    false
}

/// One of several sets, of values that the next steps do not leave out.
const fn of_which<'v>(sets: &'v [&'v Values<'v>], path: &[Step<'_>]) -> Option<&'v Values<'v>> {
    let mut sets = sets;
    while let [set, others @ ..] = sets {
        if !matches!(set, Values::Null) && !is_left_out(set, path) {
            return Some(set);
        }
        sets = others;
    }
    None
}

/// If the steps that lead to the same value leave all values of a set out.
const fn is_left_out(values: &Values<'_>, path: &[Step<'_>]) -> bool {
    let mut path = path;
    while let [step @ (Step::Only(_) | Step::Tagged(..) | Step::OrNull), after @ ..] = path {
        if step.leaves_out(values) {
            return true;
        }
        path = after;
    }
    false
}

/// Some object at a path, or in the items of an array there, and the name of its type.
const fn some_object<'v>(
    values: &'v Values<'v>,
    path: &'v [Step<'v>],
    in_items: bool,
) -> Option<(&'v Object<'v>, Option<&'v str>)> {
    let (mut values, mut path, mut fuel, mut of) = (values, path, DEPTH, None);
    while fuel > 0 {
        fuel -= 1;
        match (values, path) {
            (Values::Named(name, inner), _) => (values, of) = (inner, Some(name.text)),
            (Values::At(inner, []), _) | (Values::List(inner), [Step::Each(_), ..]) => {
                values = inner;
            }
            (Values::List(inner), []) if in_items => values = inner,
            (Values::OneOf(sets), _) => {
                let Some(found) = of_which(sets, path) else { return None };
                values = found;
            }
            (Values::Object(object), []) => return Some((object, of)),
            (_, [Step::Only(_) | Step::Tagged(..) | Step::OrNull, after @ ..]) => path = after,
            (Values::List(inner), [Step::Item, after @ ..]) => (values, path) = (inner, after),
            (Values::Map(inner), [Step::Member(_) | Step::Each(_), after @ ..]) => {
                (values, path) = (inner, after);
            }
            (Values::Object(object), [Step::Member(name) | Step::Each(name), after @ ..]) => {
                let Some(found) = member_of(object, name, false) else { return None };
                (values, path) = (found.values, after);
            }
            _ => return None,
        }
    }
    None
}
