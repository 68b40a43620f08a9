//! Emits the code of nodes, with one file per kind: its row in the table, and the functions that
//! enter it and take its results.
//!
//! `function` has the common parts of all functions and the dispatchers that call them by node;
//! `row` has the common parts of rows; `result` handles results and caught errors.

mod await_events;
mod branch;
mod condition;
mod end;
mod error_handlers;
mod eval;
mod for_each;
mod fork;
mod function;
mod invoke;
mod result;
mod row;

use proc_macro2::TokenStream;
use quote::quote;

use super::data::{Body, Uses};
use super::{Context, docs};
use crate::ir::{Exit, Node, NodeId, NodeKind, Target};
use function::{Dispatcher, Function, Role};

/// The code of all nodes.
pub(super) struct Nodes {
    /// The rows of the transition table.
    pub(super) rows: Vec<TokenStream>,
    /// The dispatchers and functions.
    pub(super) items: TokenStream,
    /// The fields of the machine's row that name dispatchers.
    pub(super) fields: TokenStream,
    /// The fields of the row that name dispatchers of machines in SM4C.
    pub(super) sm4c_fields: TokenStream,
    /// The sources that the functions read besides the data.
    pub(super) uses: Uses,
}

/// The code of all nodes.
pub(super) fn nodes(context: &Context<'_>) -> Nodes {
    let mut dispatchers = Role::ALL.map(Dispatcher::new);
    let (mut rows, mut code, mut uses) = (Vec::new(), TokenStream::new(), Uses::default());
    for (id, node) in context.nodes() {
        let (row, statics) = row::row(context, id, node);
        rows.push(row);
        code.extend(statics);
        for function in functions(context, id, node) {
            uses.add(function.uses);
            for dispatcher in dispatchers.iter_mut().filter(|all| all.role == function.role) {
                dispatcher.add(&function);
            }
            code.extend(function.into_item());
        }
    }
    let fields = |is_sm4c| -> TokenStream {
        let named = dispatchers.iter().filter(|dispatcher| dispatcher.role.is_sm4c() == is_sm4c);
        named.filter_map(Dispatcher::field).collect()
    };
    let (fields, sm4c_fields) = (fields(false), fields(true));
    let dispatchers = dispatchers.into_iter().filter_map(Dispatcher::into_item);
    Nodes { rows, items: quote!(#(#dispatchers)* #code), fields, sm4c_fields, uses }
}

/// All functions of a node.
fn functions(context: &Context<'_>, id: NodeId, node: &Node) -> Vec<Function> {
    let doc = docs::node(context, id, node);
    let mut functions = vec![enter(context, id, &node.kind).documented(doc)];
    functions.extend(result::done(context, id, node));
    functions.extend(result::caught(context, id, &node.kind));
    match &node.kind {
        NodeKind::ForEach(each) => functions.extend(for_each::item(context, id, each)),
        NodeKind::Await(wait) => functions.extend(await_events::conditions(context, id, wait)),
        NodeKind::Eval(_)
        | NodeKind::Invoke(_)
        | NodeKind::Branch(_)
        | NodeKind::Fork(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => {}
    }
    functions.extend(error_handlers::handled(context, id, node));
    functions
}

/// The function that enters a node.
fn enter(context: &Context<'_>, id: NodeId, kind: &NodeKind) -> Function {
    let mut body = Body::new(context, id);
    body.note_input();
    let last = match kind {
        NodeKind::Eval(node) => eval::enter(&mut body, node),
        NodeKind::Invoke(node) => invoke::enter(&mut body, node),
        NodeKind::Branch(node) => branch::enter(&mut body, node),
        NodeKind::Fork(node) => fork::enter(&mut body, node),
        NodeKind::ForEach(node) => for_each::enter(&mut body, node),
        NodeKind::Await(_) => quote!(Ok(Step::Await)),
        NodeKind::End(node) => end::enter(&mut body, node),
        NodeKind::Fail(node) => end::fail(&mut body, node),
    };
    Function::new(Role::Enter, context.names.node(id), context.names.enter(id), body, &last)
}

/// The final expression of a function: the transition of its node's exit. The table says where it
/// leads.
fn exit(body: &mut Body<'_>, exit: &Exit) -> TokenStream {
    match exit {
        Exit::End | Exit::Next(_) => {
            let node = body.node_constant();
            quote!(take(const { to_next(&NODES, #node) }))
        }
        Exit::Leave => {
            let cx = body.cx();
            quote!(leaving(#cx))
        }
    }
}

/// The constant of a target's node.
fn target_node(context: &Context<'_>, target: &Target) -> TokenStream {
    let node =
        target.node.unwrap_or_else(|| unreachable!("checked: every transition has a target"));
    context.names.node(node)
}
