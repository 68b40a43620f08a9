//! Emits the treatment of a node's result, and of an error that it catches.

use proc_macro2::Literal as Token;
use quote::quote;

use super::eval::pass_on;
use super::function::{Function, Role};
use super::invoke::is_wait;
use super::{await_events, exit};
use crate::emit::Context;
use crate::emit::data::{Body, Held};
use crate::ir::{
    Assignment, Catcher, Eval, Expr, ForEach, Fork, Invoke, Node, NodeId, NodeKind, Output, Place,
};

/// The function that takes the result of a node that waits.
pub(super) fn done(context: &Context<'_>, id: NodeId, node: &Node) -> Option<Function> {
    let mut body = Body::new(context, id);
    let last = match &node.kind {
        NodeKind::Invoke(Invoke { effect, input, output, exit, .. })
            if is_wait(effect) && !context.is_sm4c() =>
        {
            // The result of a wait is its input.
            pass_on(&mut body, input, output);
            self::exit(&mut body, exit)
        }
        NodeKind::Eval(Eval { output, exit, .. })
            if matches!(output.place, Place::Merge(_)) || !node.handlers.is_empty() =>
        {
            take(&mut body, output);
            self::exit(&mut body, exit)
        }
        NodeKind::Invoke(Invoke { output, exit, .. })
        | NodeKind::Fork(Fork { output, exit, .. })
        | NodeKind::ForEach(ForEach { output, exit, .. }) => {
            take(&mut body, output);
            self::exit(&mut body, exit)
        }
        NodeKind::Await(wait) => await_events::done(&mut body, wait),
        NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::End(_) | NodeKind::Fail(_) => {
            return None;
        }
    };
    let (pattern, name) = (context.names.node(id), context.names.done(id));
    Some(Function::new(Role::Done, pattern, name, body, &last))
}

/// Puts a result at its place.
fn take(body: &mut Body<'_>, output: &Output) {
    if body.context().is_sm4c() {
        return take_sm4c(body, output);
    }
    let is_taken = body.inspects() || uses_result(output);
    let result = is_taken.then(|| Held::free(body.taken("result")));
    body.output(output, result);
}

/// Merges a result into the global data, or replaces the node's data by it.
fn take_sm4c(body: &mut Body<'_>, output: &Output) {
    match &output.place {
        Place::Merge(query) => {
            let merge = body.merge(query, |body| {
                let result = body.taken("result");
                quote!(&#result)
            });
            body.push(merge);
        }
        Place::Whole => {
            let (data, result) = (body.data_to_change(), body.taken("result"));
            body.push(quote!(*#data = #result;));
        }
        Place::Discard | Place::At(_) => {}
    }
}

/// Returns true if a result is kept, or read in a way that could fail.
fn uses_result(output: &Output) -> bool {
    match &output.template {
        Some(template) if template.reads_data() => true,
        Some(_) => assigns_it(&output.assign),
        None => !matches!(output.place, Place::Discard) || assigns_it(&output.assign),
    }
}

/// Returns true if an `Assign` reads the result.
fn assigns_it(assign: &[Assignment]) -> bool {
    assign.iter().any(|assignment| assignment.value.reads_data())
}

/// The functions that take an error, one for each catcher.
pub(super) fn caught<'a>(
    context: &'a Context<'a>,
    id: NodeId,
    kind: &NodeKind,
) -> impl Iterator<Item = Function> {
    kind.catchers()
        .iter()
        .enumerate()
        .map(move |(number, catcher)| caught_by(context, id, number, catcher))
}

fn caught_by(context: &Context<'_>, id: NodeId, number: usize, catcher: &Catcher) -> Function {
    let mut body = Body::new(context, id);
    let is_kept = !matches!(catcher.place, Place::Discard);
    let reads = catcher.output_value.as_ref().is_some_and(Expr::reads_data);
    let is_kept = is_kept && catcher.output_value.is_none();
    let is_read = is_kept || reads || assigns_it(&catcher.assign);
    let error = is_read.then(|| Held::free(body.taken("error")));
    let error = body.compute_assigned(&catcher.assign, error);
    match &catcher.output_value {
        Some(output_value) => {
            let root = error.map(Held::reference).unwrap_or_default();
            let output = body.template(output_value, "CAUGHT", &root).shallow();
            let data = body.data_to_change();
            body.push(quote!(*#data = #output;));
        }
        None if is_kept => body.put(&catcher.place, error),
        None => {}
    }
    body.assign_computed(&catcher.assign);
    let (node, index) = (context.names.node(id), Token::usize_unsuffixed(number));
    let exit = quote!(take(const { to_caught(&NODES, #node, #index) }));
    let name = context.names.caught(id, number);
    Function::new(Role::Caught, quote!((#node, #index)), name, body, &exit)
}
