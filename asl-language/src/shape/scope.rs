//! Types that contain themselves: a constant cannot refer to itself, so their shape has a reference
//! to the type by its id.

use super::values::{Name, Values};

/// The named types around a set of values, the innermost first.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'v> {
    name: Name<'v>,
    values: &'v Values<'v>,
    outer: Option<&'s Self>,
}

impl<'s, 'v> Scope<'s, 'v> {
    pub(super) const fn new(
        name: Name<'v>,
        values: &'v Values<'v>,
        outer: Option<&'s Self>,
    ) -> Self {
        Self { name, values, outer }
    }

    /// The identity of the innermost type.
    pub(super) const fn id(&self) -> u64 {
        self.name.id
    }

    /// The values of a type around, in its scope.
    pub(super) const fn find(
        scope: Option<&'s Self>,
        id: u64,
    ) -> Option<(&'v Values<'v>, &'s Self)> {
        let mut scope = scope;
        while let Some(found) = scope {
            if found.name.id == id {
                return Some((found.values, found));
            }
            scope = found.outer;
        }
        None
    }
}
