//! Takes the place of `meter` if the feature `metrics` is off: measures nothing.

use super::super::core::Core;
use super::super::disk::Disk;
use super::super::{Action, StoreError};

/// No metrics.
pub(super) struct Meter(());

impl Meter {
    pub(super) fn new(_: String) -> Self {
        Self(())
    }

    #[expect(clippy::unused_self, reason = "the other module's method needs it")]
    pub(super) fn commit<D: Disk>(&self, core: &mut Core<D>) -> Result<Vec<Action>, StoreError> {
        core.commit()
    }

    #[expect(clippy::unused_self, reason = "the other module's method needs it")]
    pub(super) const fn show<D: Disk>(&self, _: &Core<D>) {}
}
