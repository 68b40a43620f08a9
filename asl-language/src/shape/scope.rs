//! Types that contain themselves: a constant cannot refer to itself, so their shape has a reference
//! to the type by its id.

use super::values::{Name, Values};

/// The sets with an id around a set of values, the innermost first.
#[derive(Clone, Copy)]
pub struct Scope<'s, 'v> {
    sets: Sets<'v>,
    outer: Option<&'s Self>,
}

#[derive(Clone, Copy)]
enum Sets<'v> {
    /// That of a type.
    One(Name<'v>, &'v Values<'v>),
    /// Those of definitions, by index.
    Several(&'v [&'v Values<'v>]),
}

impl<'s, 'v> Scope<'s, 'v> {
    /// The scope within a type.
    pub const fn new(name: Name<'v>, values: &'v Values<'v>, outer: Option<&'s Self>) -> Self {
        Self { sets: Sets::One(name, values), outer }
    }

    /// The scope within definitions.
    pub const fn several(sets: &'v [&'v Values<'v>], outer: Option<&'s Self>) -> Self {
        Self { sets: Sets::Several(sets), outer }
    }

    /// The identity of the innermost type; none of definitions, of which each is another one.
    pub(super) const fn id(scope: Option<&Self>) -> Option<u64> {
        match scope {
            Some(Self { sets: Sets::One(name, _), .. }) => Some(name.id),
            Some(_) | None => None,
        }
    }

    /// The set of an id, and its scope.
    #[expect(clippy::cast_possible_truncation, reason = "an index is less than a length")]
    pub const fn find(scope: Option<&'s Self>, id: u64) -> Option<(&'v Values<'v>, &'s Self)> {
        let mut scope = scope;
        while let Some(found) = scope {
            match found.sets {
                Sets::One(name, values) if name.id == id => return Some((values, found)),
                Sets::Several(sets) if id < sets.len() as u64 => {
                    if let [values, ..] = sets.split_at(id as usize).1 {
                        return Some((values, found));
                    }
                }
                Sets::One(..) | Sets::Several(_) => {}
            }
            scope = found.outer;
        }
        None
    }
}
