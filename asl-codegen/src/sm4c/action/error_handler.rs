//! `errorHandlers` of an action. Spec section 3.3.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ErrorHandler, Source};
use crate::sm4c::attributes::{self, Entity};
use crate::sm4c::context::Context;
use crate::sm4c::expression::Given;
use crate::sm4c::object::{Object, Read};
use crate::source::Node;

impl<'a> Context<'a> {
    /// The error handlers of an action, in the order they are tried.
    pub(crate) fn error_handlers(&mut self, action: &Object<'a>) -> Vec<ErrorHandler> {
        let nodes = self.list(action, "errorHandlers").unwrap_or_default();
        let handlers: Vec<ErrorHandler> =
            nodes.iter().filter_map(|node| self.error_handler(node, action.state)).collect();
        if handlers.len() == nodes.len() {
            self.never_tried(nodes, &handlers);
        }
        handlers
    }

    fn error_handler(&mut self, node: &'a Node, state: &'a str) -> Option<ErrorHandler> {
        let object = self.object(node, Entity::ErrorHandler, state)?;
        attributes::check(self, &object);
        // The error is the whole input, wherever the action stands.
        let condition = self.query(&object, "condition", Source::Data, Given::Nothing);
        let merge = self.handler(&object, "resultHandler");
        let policy = self.string(&object, "retryPolicy");
        let outline = self.outline;
        let policy =
            policy.and_then(|name| self.reference(&outline.policies.names, name, "retry policy"));
        Some(ErrorHandler { condition, merge, policy, span: object.head })
    }

    /// Reports handlers behind one that takes every error.
    fn never_tried(&mut self, nodes: &'a [Node], handlers: &[ErrorHandler]) {
        let takes_all = |node: &Node| node.member("condition").is_none();
        let Some(first) = nodes.iter().position(takes_all) else { return };
        let taker = handlers.get(first).map(|handler| handler.span);
        for handler in handlers.iter().skip(first + 1) {
            let mut diagnostic = Diagnostic::new(
                Code::NeverTried,
                handler.span,
                "this error handler is never tried",
            )
            .label("a handler further up takes every error")
            .help("put handlers with a `condition` first");
            if let Some(taker) = taker {
                diagnostic = diagnostic.related(taker, "it has no `condition`");
            }
            self.diagnostics.push(diagnostic);
        }
    }
}
