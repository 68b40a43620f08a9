//! The function that takes the result of a node of SM4C, and what its result handler makes of it.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::super::data::Body;
use super::super::node::Function;
use super::super::{Context, docs};
use super::enter::{target_node, way};
use crate::ir::{
    Await, Eval, EventTransition, ForEach, Fork, Invoke, Node, NodeId, NodeKind, Place,
};

/// The function that takes a node's result, if there can be one.
pub(in super::super) fn function(
    context: &Context<'_>,
    id: NodeId,
    node: &Node,
) -> Option<Function> {
    let mut body = Body::new(context, id);
    let (output, exit) = match &node.kind {
        NodeKind::Eval(Eval { output, exit, .. })
            if matches!(output.place, Place::Merge(_)) || !node.handlers.is_empty() =>
        {
            (output, exit)
        }
        NodeKind::Invoke(Invoke { output, exit, .. })
        | NodeKind::Fork(Fork { output, exit, .. })
        | NodeKind::ForEach(ForEach { output, exit, .. }) => (output, exit),
        NodeKind::Await(wait) => {
            let last = happened(&mut body, wait);
            let doc =
                docs::line(&format!("What {} has waited for.", docs::state_name(context, id)));
            return Some(Function::new(doc, context.names.done(id), "result", body, &last));
        }
        NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::End(_) | NodeKind::Fail(_) => {
            return None;
        }
    };
    match &output.place {
        Place::Merge(query) => {
            let merge = body.merge(query, |body| {
                let result = body.taken(&quote!(result));
                quote!(&#result)
            });
            body.push(merge);
        }
        Place::Whole => {
            let (data, result) = (body.data_to_change(), body.taken(&quote!(result)));
            body.push(quote!(*#data = #result;));
        }
        Place::Discard | Place::At(_) => {}
    }
    let last = way(&mut body, exit);
    let doc = docs::line(&format!("The result of an action of {}.", docs::state_name(context, id)));
    Some(Function::new(doc, context.names.done(id), "result", body, &last))
}

/// Goes where events or the time-out lead; first each group's handler merges its event.
fn happened(body: &mut Body<'_>, wait: &Await) -> TokenStream {
    let mut arms = TokenStream::new();
    for (number, transition) in wait.transitions.iter().enumerate() {
        let number = Token::usize_unsuffixed(number);
        let (merges, node) = (merges(body, transition), target_node(body, &transition.target));
        arms.extend(quote!(Some(#number) => { #merges Ok(Step::Goto(#node)) }));
    }
    let otherwise = match &wait.timeout {
        Some((_, target)) => {
            let node = target_node(body, target);
            quote!(Ok(Step::Goto(#node)))
        }
        None => {
            let node = body.node_constant();
            quote!(no_such_node(&MACHINE, #node))
        }
    };
    if arms.is_empty() {
        return otherwise;
    }
    let result = body.taken(&quote!(result));
    quote!(match fired(&#result) { #arms _ => #otherwise, })
}

fn merges(body: &mut Body<'_>, transition: &EventTransition) -> TokenStream {
    let mut merges = TokenStream::new();
    for (number, group) in transition.groups.iter().enumerate() {
        let Some(query) = &group.merge else { continue };
        merges.extend(body.merge(query, |body| {
            let (result, number) = (body.taken(&quote!(result)), Token::usize_unsuffixed(number));
            quote!(event_of(&#result, #number))
        }));
    }
    merges
}
