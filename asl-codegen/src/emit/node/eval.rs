//! Eval: computes data and continues. Pass; in SM4C filters, `injectData` and the inputs of
//! actions.

use proc_macro2::TokenStream;
use quote::quote;

use super::exit;
use crate::emit::data::Body;
use crate::ir::{Eval, Expr, Input, Output, Place};

/// Enters the node: a result replaces its input.
pub(super) fn enter(body: &mut Body<'_>, node: &Eval) -> TokenStream {
    if body.context().is_sm4c() {
        return enter_sm4c(body, node);
    }
    match &node.result {
        None => pass_on(body, &node.input, &node.output),
        Some(result) => {
            body.require(&node.input.select);
            body.constant(result, &node.output);
        }
    }
    exit(body, &node.exit)
}

/// Emits a node whose input is its result.
pub(super) fn pass_on(body: &mut Body<'_>, input: &Input, output: &Output) {
    let is_dropped = output.template.is_none()
        && output.assign.is_empty()
        && matches!(output.place, Place::Discard);
    if is_dropped && !body.inspects() {
        body.discard(input);
        return body.select(&output.select);
    }
    let is_whole = input.is_whole() && !body.inspects();
    let result = if is_whole { None } else { Some(body.input(input)) };
    body.output(output, result);
}

/// Computes the value of an action, the view of a state, or nothing.
fn enter_sm4c(body: &mut Body<'_>, node: &Eval) -> TokenStream {
    if node.leave_for.is_some() {
        let (cx, node) = (body.cx_to_change(), body.node_constant());
        body.push(quote!(leave_for(#cx, const { after_exit(&NODES, #node) });));
    }
    let made = node.input.template.as_ref().map(|_| body.input(&node.input).value());
    let made = match (made, &node.output.template) {
        (Some(arguments), Some(Expr::Jq(function))) => {
            body.push(quote!(let arguments = #arguments;));
            Some(body.query_over(function, quote!(&arguments)))
        }
        (made, _) => made,
    };
    match (made, &node.output.place) {
        (Some(made), Place::Merge(_)) => return quote!(Ok(Step::Done(#made))),
        (Some(made), Place::Discard) => body.push(quote!(let _ = #made;)),
        (Some(made), Place::Whole | Place::At(_)) => {
            let data = body.data_to_change();
            body.push(quote!(*#data = #made;));
        }
        (None, _) => {}
    }
    exit(body, &node.exit)
}
