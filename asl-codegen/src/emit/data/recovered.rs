//! The output of nodes with retriers or catchers, which need the data as they were before the
//! failure: whatever can fail comes before the data change.
//!
//! Writing in place and then selecting is faster, so only those nodes do otherwise, and of them only
//! those whose failure something can match.

use quote::quote;

use super::output::{computed_first, put_at, segments};
use super::{Body, Held};
use crate::expr::jsonpath::{Path, ReferencePath, Root};
use crate::ir::{Assignment, NodeKind, Place, Selection};
use asl_source::options::{Limits, Profile};

impl Body<'_> {
    /// Returns true if retriers or catchers may see the data after the node has failed.
    fn is_recovered(&self) -> bool {
        let nodes = &self.context().machine.nodes;
        let kind = nodes.get(self.node().index()).map(|node| &node.kind);
        kind.is_some_and(|kind: &NodeKind| {
            !kind.retriers().is_empty() || !kind.catchers().is_empty()
        })
    }

    /// Returns true if the data must stay as they are until the whole output was made. As recorded,
    /// nothing can catch a failure of these stages on AWS.
    pub(super) fn keeps_data(&self) -> bool {
        self.profile() == Profile::Spec && self.is_recovered()
    }

    /// Returns true if variables that are too large are a failure that something can catch.
    fn checks_assigned(&self, assign: &[Assignment]) -> bool {
        let is_matched =
            self.profile() == Profile::Spec || self.context().machine.limits == Limits::Aws;
        is_matched && !assign.is_empty() && self.is_recovered()
    }

    /// Refuses variables that are too large, before the data change.
    pub(super) fn check_assigned(&mut self, assign: &[Assignment]) {
        if self.checks_assigned(assign) {
            let cx = self.cx();
            self.push(quote!(check_assigned(#cx, &variables)?;));
        }
    }

    /// Assigns the computed values.
    pub(in crate::emit) fn assign_computed(&mut self, assign: &[Assignment]) {
        if assign.is_empty() {
            return;
        }
        let cx = self.cx_mut();
        self.push(if self.checks_assigned(assign) {
            quote!(assign_checked(#cx, variables);)
        } else {
            quote!(assign(#cx, variables)?;)
        });
    }

    /// Writes a value at its place and selects the output, and changes the data as the last thing.
    pub(super) fn put_last(&mut self, place: &Place, select: &Selection, value: Option<Held>) {
        match (place, value, select) {
            (Place::Merge(_), _, _) => unreachable!("only machines in SM4C have it"),
            (Place::Discard, _, _) | (Place::Whole, None, _) => {}
            (Place::Whole, Some(value), Selection::Path(path)) => {
                let made = value.value();
                self.push(quote!(let made = #made;));
                return self.select_made(path);
            }
            (Place::Whole, Some(value), Selection::Whole | Selection::Nothing) => {
                let (data, value) = (self.data_to_change(), value.value());
                self.push(quote!(*#data = within(#value)?;));
            }
            (Place::At(at), value, Selection::Path(path)) => {
                let data = self.data();
                let value = value.unwrap_or_else(|| Held::borrowed(data.clone()));
                let put = put_at(&quote!(&mut made), at, value);
                self.push(quote!(let mut made = #data.clone(); #put));
                return self.select_made(path);
            }
            (Place::At(at), value, Selection::Whole | Selection::Nothing) => {
                self.put_within(at, value);
            }
        }
        self.note_data("AfterResultPath");
        self.select(select);
    }

    /// Writes a value at its place, unless the data would become too large.
    fn put_within(&mut self, path: &ReferencePath, value: Option<Held>) {
        let data = self.data_to_change();
        let value = value.unwrap_or_else(|| Held::borrowed(data.clone()));
        let (before, value) = computed_first(value);
        let steps = segments(&path.steps);
        self.push(quote!(#before put_within(#data, #steps, #value)?;));
    }

    /// Replaces the data by what a path selects of the local `made`.
    fn select_made(&mut self, path: &Path) {
        let stage = self.inspects().then(|| quote!(note(Stage::AfterResultPath, &made);));
        let output = (path.root == Root::Data).then(|| quote!(let output = &made;));
        let unused = output.is_none().then(|| quote!(let _ = made;));
        self.push(quote!(#stage #output #unused));
        let found = self.found(path, &quote!(output));
        let (data, value) = (self.data_to_change(), found.value());
        self.push(quote!(*#data = within(#value)?;));
    }
}
