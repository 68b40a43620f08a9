//! Takes the place of `meter` if the feature `metrics` is off.

use std::time::Duration;

pub(crate) struct Meter;

#[expect(clippy::unused_self, reason = "as with the feature")]
impl Meter {
    pub(crate) fn new(_: &str) -> Self {
        Self
    }

    pub(crate) fn owned(&self, _: usize) {}

    pub(crate) fn taken(&self, _: bool) {}

    pub(crate) fn lost(&self, _: usize) {}

    pub(crate) fn renewed(&self, _: Duration) {}
}
