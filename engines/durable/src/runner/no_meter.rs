//! Takes the place of `meter` if the feature `metrics` is off: measures nothing.

use std::path::Path;

use super::super::core::Core;
use super::super::disk::RealDisk;
use super::super::{Action, StoreError};

/// No metrics.
pub(super) struct Meter(());

impl Meter {
    pub(super) const fn new(_: &Path) -> Self {
        Self(())
    }

    #[expect(clippy::unused_self, reason = "the other module's method needs it")]
    pub(super) fn commit(&self, core: &mut Core<RealDisk>) -> Result<Vec<Action>, StoreError> {
        core.commit()
    }

    #[expect(clippy::unused_self, reason = "the other module's method needs it")]
    pub(super) const fn show(&self, _: &Core<RealDisk>) {}
}
