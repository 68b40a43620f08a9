//! Catchers. ASL: "Fallback states".

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::state::StateObject;
use crate::diagnostics::Code;
use crate::ir::{Catcher, Target};
use crate::source::Node;

impl<'a> Context<'a> {
    /// The catchers of a state, in order.
    pub(crate) fn catchers(&mut self, state: &StateObject<'a>) -> Vec<Catcher> {
        let catchers = self.list(&state.object, "Catch").unwrap_or_default();
        catchers.iter().filter_map(|catcher| self.catcher(catcher, state)).collect()
    }

    fn catcher(&mut self, node: &'a Node, state: &StateObject<'a>) -> Option<Catcher> {
        let object = self.object(node, Place::Catcher, state.object.state)?;
        self.check_fields(&object);
        self.comment(&object);
        let errors = self.error_names(&object);
        let target = match self.required_string(&object, "Next") {
            Some(next) => {
                self.target(&next.text.value, next.span, state.scope, Code::UnknownTarget)
            }
            None => Target { node: None, span: object.head },
        };
        Some(Catcher {
            errors,
            target,
            place: self.result_path(&object),
            assign: self.assign(&object),
            span: node.span,
        })
    }
}
