//! Await: waits for events from outside or a time-out. SM4C only.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::function::{Function, Role};
use super::target_node;
use crate::emit::Context;
use crate::emit::data::Body;
use crate::ir::{Await, EventGroup, EventTransition, NodeId};

/// The fields of the row that only an Await has.
pub(super) fn row(context: &Context<'_>, node: &Await) -> TokenStream {
    let group = |group: &EventGroup| {
        let events = group.events.iter().map(|event| Token::u32_unsuffixed(*event));
        let has_condition = group.condition.is_some();
        quote!(GroupRow { events: &[#(#events),*], has_condition: #has_condition })
    };
    let groups = node.transitions.iter().map(|transition| {
        let groups = transition.groups.iter().map(group);
        quote!(&[#(#groups),*])
    });
    let targets = node.transitions.iter().map(|event| target_node(context, &event.target));
    let events =
        (!node.transitions.is_empty()).then(|| quote!(.events(&[#(#groups),*], &[#(#targets),*])));
    let timer = node.timeout.as_ref().map(|(millis, target)| {
        let (millis, target) = (Token::u64_unsuffixed(*millis), target_node(context, target));
        quote!(.timer(#millis, #target))
    });
    quote!(#events #timer)
}

/// Takes the transition that events or the time-out select, after the handler of each group has
/// merged its event.
pub(super) fn done(body: &mut Body<'_>, wait: &Await) -> TokenStream {
    let (node, mut arms) = (body.node_constant(), TokenStream::new());
    for (number, transition) in wait.transitions.iter().enumerate() {
        let number = Token::usize_unsuffixed(number);
        let merges = merges(body, transition);
        arms.extend(
            quote!(Some(#number) => { #merges take(const { to_event(&NODES, #node, #number) }) }),
        );
    }
    let otherwise = if wait.timeout.is_some() {
        quote!(take(const { to_timer(&NODES, #node) }))
    } else {
        quote!(no_such_node(&MACHINE, #node))
    };
    if arms.is_empty() {
        return otherwise;
    }
    let result = body.taken("result");
    quote!(match fired(&#result) { #arms _ => #otherwise, })
}

fn merges(body: &mut Body<'_>, transition: &EventTransition) -> TokenStream {
    let mut merges = TokenStream::new();
    for (number, group) in transition.groups.iter().enumerate() {
        let Some(query) = &group.merge else { continue };
        merges.extend(body.merge(query, |body| {
            let (result, number) = (body.taken("result"), Token::usize_unsuffixed(number));
            quote!(event_of(&#result, #number))
        }));
    }
    merges
}

/// The functions that evaluate the conditions of event groups.
pub(super) fn conditions(context: &Context<'_>, id: NodeId, wait: &Await) -> Vec<Function> {
    let node = context.names.node(id);
    let mut functions = Vec::new();
    for (at, transition) in wait.transitions.iter().enumerate() {
        for (number, group) in transition.groups.iter().enumerate() {
            let Some(query) = &group.condition else { continue };
            let mut body = Body::new(context, id);
            let event = (query.program.inputs > 0).then(|| body.taken("event"));
            let holds = body.held(query, event);
            let name = context.names.matches(id, at, number);
            let (at, number) = (Token::usize_unsuffixed(at), Token::usize_unsuffixed(number));
            let pattern = quote!((#node, (#at, #number)));
            functions.push(Function::new(Role::Matches, pattern, name, body, &holds));
        }
    }
    functions
}
