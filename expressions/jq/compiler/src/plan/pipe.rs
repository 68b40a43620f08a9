//! Stages of a pipe.

use super::aggregate::aggregate;
use super::lists::view;
use super::{Aggregate, Site, View};
use crate::syntax::Filter;

/// The code of `left | right`.
#[derive(Clone, Debug)]
pub(crate) enum Stage<'p> {
    /// The outputs of an array's generator are taken one by one.
    Aggregate(Aggregate<'p>),
    /// A list takes the place of an array.
    View(View<'p>),
    /// Statements one after the other.
    One,
    /// The right side is within the loop of the left one.
    Loop,
}

/// The code of `left | right`.
pub(crate) fn stage<'p>(site: &Site<'p>, left: &'p Filter, right: &'p Filter) -> Stage<'p> {
    if let Some(aggregate) = aggregate(site, left, right) {
        return Stage::Aggregate(aggregate);
    }
    if let Some(view) = view(site, left, right) {
        return Stage::View(view);
    }
    if site.has_one(left) { Stage::One } else { Stage::Loop }
}
