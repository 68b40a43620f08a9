//! The error names that a machine mentions.

use std::collections::HashSet;

use super::{Expr, Machine, NodeKind};
use asl_language::error_names::PREFIX;

impl Machine {
    /// The errors that its own Fail states end with, as far as they are literals.
    pub(crate) fn fail_errors(&self) -> impl Iterator<Item = &str> {
        let errors = self.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Fail(fail) => fail.error.as_ref(),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Fork(_)
            | NodeKind::ForEach(_)
            | NodeKind::Await(_)
            | NodeKind::End(_) => None,
        });
        errors.filter_map(Expr::constant_text)
    }

    /// The error names in retriers, catchers and Fail states that are not the language's own, each
    /// once: first those of retriers and catchers, in the order of the definition.
    pub fn own_errors(&self) -> Vec<&str> {
        let matched = self.nodes.iter().flat_map(|node| {
            let retried = node.kind.retriers().iter().flat_map(|retrier| &retrier.errors);
            let caught = node.kind.catchers().iter().flat_map(|catcher| &catcher.errors);
            retried.chain(caught).map(|name| name.value.as_str())
        });
        let mut known = HashSet::new();
        matched
            .chain(self.fail_errors())
            .filter(|name| !name.starts_with(PREFIX) && !name.is_empty() && known.insert(*name))
            .collect()
    }
}
