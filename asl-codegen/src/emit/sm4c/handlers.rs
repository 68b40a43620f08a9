//! Error handlers, and the conditions of event groups: functions of their own behind two
//! dispatchers.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::super::data::{Access, Body, Parts};
use super::super::node::underscored;
use super::super::{Context, docs};
use crate::ir::{Await, Node, NodeId, NodeKind};

/// The functions of all nodes, their dispatcher, and its field of the machine's row.
pub(super) fn handled(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let (mut arms, mut functions) = (TokenStream::new(), TokenStream::new());
    let (mut uses_cx, mut uses_error) = (false, false);
    for (id, node) in nodes(context).filter(|(_, node)| !node.handlers.is_empty()) {
        let (name, pattern) = (context.names.handled(id), context.names.node(id));
        let (function, takes_cx, takes_error) = handler(context, id, node);
        (uses_cx, uses_error) = (uses_cx || takes_cx, uses_error || takes_error);
        let cx = takes_cx.then(|| quote!(cx));
        let arguments = cx.into_iter().chain(takes_error.then(|| quote!(error)));
        arms.extend(quote!(#pattern => #name(#(#arguments),*),));
        functions.extend(function);
    }
    if arms.is_empty() {
        return (TokenStream::new(), quote!(handled: not_handled));
    }
    let (cx, error) = (underscored("cx", uses_cx), underscored("error", uses_error));
    let items = quote! {
        /// Finds the first of a node's error handlers that is meant, and merges the error as it
        /// says.
        fn handled(node: NodeId, #cx: &mut Cx<'_>, #error: &Value) -> Result<Option<u32>, Failed> {
            match node { #arms _ => Ok(None), }
        }

        #functions
    };
    (items, quote!(handled))
}

/// The function of one node's handlers, and whether it takes `cx` and the error.
fn handler(context: &Context<'_>, id: NodeId, node: &Node) -> (TokenStream, bool, bool) {
    let mut body = Body::new(context, id);
    let (mut statements, mut takes_error, mut is_open) = (TokenStream::new(), false, true);
    for (number, handler) in node.handlers.iter().enumerate() {
        let number = Token::usize_unsuffixed(number);
        let condition = handler.condition.as_ref().map(|query| {
            takes_error = true;
            body.holds_of(query, &quote!(error))
        });
        let merge = handler.merge.as_ref().map(|query| {
            body.merge(query, |_| {
                takes_error = true;
                quote!(error)
            })
        });
        match condition {
            Some(condition) => {
                statements.extend(quote!(if #condition { #merge return Ok(Some(#number)); }))
            }
            None => {
                statements.extend(quote!(#merge Ok(Some(#number))));
                is_open = false;
                break;
            }
        }
    }
    let otherwise = is_open.then(|| quote!(Ok(None)));
    let Parts { cx, .. } = body.into_parts();
    let parameter = cx.parameter().into_iter().chain(takes_error.then(|| quote!(error: &Value)));
    let (name, doc) = (
        context.names.handled(id),
        format!("The error handlers of an action of {}.", docs::state_name(context, id)),
    );
    let doc = docs::line(&doc);
    let function = quote! {
        #doc
        fn #name(#(#parameter),*) -> Result<Option<u32>, Failed> {
            #statements
            #otherwise
        }
    };
    (function, cx > Access::None, takes_error)
}

/// The same of the conditions of event groups.
pub(super) fn matches(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let mut conditions = Conditions::default();
    for (id, node) in nodes(context) {
        let NodeKind::Await(wait) = &node.kind else { continue };
        conditions.gather(context, id, wait);
    }
    let Conditions { arms, functions, reads_data, reads_event } = conditions;
    if arms.is_empty() {
        return (TokenStream::new(), quote!(matches: always));
    }
    let (data, event) = (underscored("data", reads_data), underscored("event", reads_event));
    let items = quote! {
        /// Whether the condition of an event group holds.
        fn matches(
            node: NodeId,
            group: (u32, u32),
            #data: &Value,
            cx: &Cx<'_>,
            #event: &Value,
        ) -> Result<bool, Failed> {
            match (node, group) { #arms _ => Ok(true), }
        }

        #functions
    };
    (items, quote!(matches))
}

/// The conditions of all event groups.
#[derive(Default)]
struct Conditions {
    arms: TokenStream,
    functions: TokenStream,
    reads_data: bool,
    reads_event: bool,
}

impl Conditions {
    fn gather(&mut self, context: &Context<'_>, id: NodeId, wait: &Await) {
        let node = context.names.node(id);
        for (at, transition) in wait.transitions.iter().enumerate() {
            for (number, group) in transition.groups.iter().enumerate() {
                let Some(query) = &group.condition else { continue };
                let mut body = Body::new(context, id);
                let holds = body.held(query, Some(quote!(event)));
                let Parts { access, cx, .. } = body.into_parts();
                let name = context.names.matches(id, at, number);
                let data = (access > Access::None).then(|| format_ident!("data"));
                let cx = (cx > Access::None).then(|| format_ident!("cx"));
                let event = (query.program.inputs > 0).then(|| format_ident!("event"));
                (self.reads_data, self.reads_event) =
                    (self.reads_data || data.is_some(), self.reads_event || event.is_some());
                let arguments = data.iter().chain(&cx).chain(&event);
                let parameters = data.iter().map(|name| quote!(#name: &Value));
                let parameters = parameters.chain(cx.iter().map(|name| quote!(#name: &Cx<'_>)));
                let parameters = parameters.chain(event.iter().map(|name| quote!(#name: &Value)));
                let doc = docs::line(&format!(
                    "A condition of events of {}.",
                    docs::state_name(context, id)
                ));
                let (at, number) = (Token::usize_unsuffixed(at), Token::usize_unsuffixed(number));
                self.arms.extend(quote!((#node, (#at, #number)) => #name(#(#arguments),*),));
                self.functions.extend(quote! {
                    #doc
                    fn #name(#(#parameters),*) -> Result<bool, Failed> {
                        #holds
                    }
                });
            }
        }
    }
}

fn nodes<'a>(context: &Context<'a>) -> impl Iterator<Item = (NodeId, &'a Node)> {
    (0..).map(NodeId).zip(&context.machine.nodes)
}
