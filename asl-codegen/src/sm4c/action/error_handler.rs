//! `errorHandlers` of an action. Spec section 3.3.

use crate::ir::{ErrorHandler, Source};
use crate::sm4c::Object;
use crate::sm4c::attributes::{self, ObjectKind};
use crate::sm4c::context::Context;
use crate::sm4c::expression::{Given, read_handler, read_query};
use crate::sm4c::names::resolve_name;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Node;

/// The error handlers of an action, in the order they are tried.
pub(crate) fn read_error_handlers<'a>(
    context: &mut Context<'a>,
    action: &Object<'a>,
) -> Vec<ErrorHandler> {
    let nodes = action.list("errorHandlers", context.diagnostics).unwrap_or_default();
    let handlers: Vec<ErrorHandler> =
        nodes.iter().filter_map(|node| read_error_handler(context, node, action.state)).collect();
    if handlers.len() == nodes.len() {
        report_never_tried(nodes, &handlers, context.diagnostics);
    }
    handlers
}

fn read_error_handler<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    state: &'a str,
) -> Option<ErrorHandler> {
    let object = Object::read(node, ObjectKind::ErrorHandler, state, context.diagnostics)?;
    attributes::check_attributes(&object, context.diagnostics);
    // The error is the whole input, independent of the action's place.
    let around = context.global_names.pause();
    let condition = read_query(context, &object, "condition", Source::Data, Given::Nothing);
    context.global_names.leave(around);
    let merge = read_handler(context, &object, "resultHandler");
    let policy = object.string("retryPolicy", context.diagnostics);
    let outline = context.outline;
    let policy = policy.and_then(|name| {
        resolve_name(
            &outline.policies.names,
            (name.value(), name.span),
            "retry policy",
            context.diagnostics,
        )
    });
    Some(ErrorHandler { condition, merge, policy, span: object.head })
}

/// Reports handlers after one that handles every error.
fn report_never_tried(nodes: &[Node], handlers: &[ErrorHandler], diagnostics: &mut Diagnostics) {
    let takes_all = |node: &Node| node.member("condition").is_none();
    let Some(first) = nodes.iter().position(takes_all) else { return };
    let taker = handlers.get(first).map(|handler| handler.span);
    for handler in handlers.iter().skip(first + 1) {
        let mut diagnostic =
            Diagnostic::new(Code::NeverTried, handler.span, "this error handler is never tried")
                .label("a handler further up takes every error")
                .help("put handlers with a `condition` first");
        if let Some(taker) = taker {
            diagnostic = diagnostic.related(taker, "it has no `condition`");
        }
        diagnostics.push(diagnostic);
    }
}
