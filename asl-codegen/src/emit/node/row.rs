//! Emits the row of a node in the transition table.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::{await_events, branch, error_handlers, for_each, fork, invoke, target_node};
use crate::emit::Context;
use crate::ir::{Catcher, Effect, Eval, Exit, Invoke, Node, NodeId, NodeKind, Retrier};
use asl_source::expression::tokens;
use asl_source::span::Position;

/// The row, and its statics.
pub(super) fn row(context: &Context<'_>, id: NodeId, node: &Node) -> (TokenStream, TokenStream) {
    let Some(state) = context.state_of(id) else { unreachable!("every node belongs to a state") };
    let (name, start) = (&state.name.value, start(context, &node.kind));
    let Position { line, column } = context.sources.position(state.name.span);
    let (line, column) = (Token::u32_unsuffixed(line), Token::u32_unsuffixed(column));
    let kind = (start == "sm4c").then(|| {
        let kind = format_ident!("{}", kind(&node.kind));
        quote!(, Kind::#kind)
    });
    let start = format_ident!("{start}");
    let (own, statics) = own(context, id, &node.kind);
    let exits = exits(context, &node.kind);
    let retry = list("retry", node.kind.retriers().iter().map(retrier));
    let catch =
        list("catch", node.kind.catchers().iter().map(|catcher| self::catcher(context, catcher)));
    let scope = context.scopes.get(id.index()).map_or(0, |scope| scope.0);
    let scope = (scope > 0).then(|| {
        let scope = Token::u32_unsuffixed(scope);
        quote!(.scope(#scope))
    });
    let sm4c = sm4c(context, id, node);
    let row = quote! {
        Node::#start(#name, (#line, #column) #kind) #own #sm4c #exits #retry #catch #scope
    };
    (row, statics)
}

/// The constructor of a row.
fn start(context: &Context<'_>, kind: &NodeKind) -> &'static str {
    match kind {
        _ if context.is_sm4c() => "sm4c",
        NodeKind::Eval(_) => "pass",
        NodeKind::Invoke(Invoke { effect: Effect::Task(_), .. }) => "task",
        NodeKind::Invoke(Invoke { effect: Effect::Wait(_), .. }) => "wait",
        NodeKind::Branch(_) => "choice",
        NodeKind::Fork(_) => "parallel",
        NodeKind::ForEach(_) => "map",
        NodeKind::Await(_) => unreachable!("only machines in SM4C wait for events"),
        NodeKind::End(_) => "succeed",
        NodeKind::Fail(_) => "fail",
    }
}

/// The kind of a node in SM4C. Kinds with data of their own replace it.
fn kind(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Invoke(Invoke { effect: Effect::Wait(_), .. }) => "WAIT",
        NodeKind::Eval(_) | NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) => {
            "Eval"
        }
        NodeKind::Branch(_) => "Branch",
        NodeKind::Await(_) => "Await",
        NodeKind::End(_) => "End",
        NodeKind::Fail(_) => "Fail",
    }
}

/// The fields that only this kind of node has, and their statics.
fn own(context: &Context<'_>, id: NodeId, kind: &NodeKind) -> (TokenStream, TokenStream) {
    let own = match kind {
        NodeKind::Invoke(node) => invoke::row(context, id, node),
        NodeKind::Branch(node) => branch::row(context, node),
        NodeKind::Fork(node) => fork::row(context, node),
        NodeKind::ForEach(node) => return for_each::row(context, id, node),
        NodeKind::Await(node) => await_events::row(context, node),
        NodeKind::Eval(_) | NodeKind::End(_) | NodeKind::Fail(_) => TokenStream::new(),
    };
    (own, TokenStream::new())
}

/// The exit that the node's function takes. The rows of nodes that only end their scope have it
/// already.
fn exits(context: &Context<'_>, kind: &NodeKind) -> TokenStream {
    let exit = kind.exit().and_then(|exit| match exit {
        Exit::Next(target) => {
            let node = target_node(context, target);
            Some(quote!(.next(#node)))
        }
        Exit::End => Some(quote!(.end())),
        Exit::Leave => None,
    });
    let NodeKind::Eval(Eval { leave_for: Some(target), .. }) = kind else { return quote!(#exit) };
    let node = target_node(context, target);
    quote!(#exit .leave_for(#node))
}

/// The fields of rows that only machines in SM4C have.
fn sm4c(context: &Context<'_>, id: NodeId, node: &Node) -> Option<TokenStream> {
    let sm4c = context.machine.sm4c.as_ref()?;
    let entry = context.entries.contains(&id).then(|| quote!(.entry()));
    let action = node.action.as_ref().map(|action| {
        let kind = action.kind.word();
        match &action.name {
            Some(name) => quote!(.named_action(#kind, #name)),
            None => quote!(.action(#kind)),
        }
    });
    let handlers = error_handlers::row(sm4c, node);
    Some(quote!(#entry #action #handlers))
}

fn list(name: &str, rows: impl ExactSizeIterator<Item = TokenStream>) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    (rows.len() > 0).then(|| quote!(.#name(&[#(#rows),*])))
}

fn catcher(context: &Context<'_>, catcher: &Catcher) -> TokenStream {
    let errors = catcher.errors.iter().map(|error| &error.value);
    let to = target_node(context, &catcher.target);
    quote!(Catcher(&[#(#errors),*], #to))
}

/// The base of a struct expression with optional fields; empty if all fields are given.
pub(super) fn defaults<const N: usize>(
    fields: &[Option<TokenStream>; N],
    kind: &str,
    constant: &str,
) -> Option<TokenStream> {
    let (kind, constant) = (format_ident!("{kind}"), format_ident!("{constant}"));
    fields.iter().any(Option::is_none).then(|| quote!(..#kind::#constant))
}

/// A retrier, without fields that have the specification's defaults.
fn retrier(retrier: &Retrier) -> TokenStream {
    let errors = retrier.errors.iter().map(|error| &error.value);
    let interval = (retrier.interval_seconds != 1).then(|| {
        let seconds = Token::u32_unsuffixed(retrier.interval_seconds);
        quote!(interval_seconds: #seconds,)
    });
    let attempts = (retrier.max_attempts != 3).then(|| {
        let attempts = Token::u32_unsuffixed(retrier.max_attempts);
        quote!(max_attempts: #attempts,)
    });
    let rate = (retrier.backoff_rate.to_bits() != 2.0_f64.to_bits()).then(|| {
        let rate = tokens::float(retrier.backoff_rate);
        quote!(backoff_rate: #rate,)
    });
    let most = retrier.max_delay_seconds.map(|seconds| {
        let seconds = Token::u32_unsuffixed(seconds);
        quote!(max_delay_seconds: Some(#seconds),)
    });
    let jitter = retrier.jitter.then(|| quote!(jitter: true,));
    let fields = [interval, attempts, rate, most, jitter];
    let defaults = defaults(&fields, "Retrier", "DEFAULT");
    let fields = fields.iter().flatten();
    quote!(Retrier { errors: &[#(#errors),*], #(#fields)* #defaults })
}
