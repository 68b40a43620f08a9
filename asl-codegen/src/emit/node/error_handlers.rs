//! The error handlers of nodes. SM4C only.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::function::{Function, Role};
use super::row::defaults;
use crate::emit::Context;
use crate::emit::data::Body;
use crate::ir::{ErrorHandler, Jitter, Node, NodeId, RetryPolicy, Sm4c};
use asl_source::expression::tokens;

/// The error handlers in a node's row.
pub(super) fn row(sm4c: &Sm4c, node: &Node) -> Option<TokenStream> {
    let handlers = node.handlers.iter().map(|handler| self::handler(sm4c, handler));
    (!node.handlers.is_empty()).then(|| quote!(.handlers(&[#(#handlers),*])))
}

fn handler(sm4c: &Sm4c, handler: &ErrorHandler) -> TokenStream {
    match handler.policy.and_then(|policy| sm4c.policies.get(policy as usize)) {
        None => quote!(HandlerRow { retry: None }),
        Some(policy) => {
            let policy = self::policy(policy);
            quote!(HandlerRow { retry: Some(#policy) })
        }
    }
}

fn policy(policy: &RetryPolicy) -> TokenStream {
    let millis = |name: &str, millis: Option<u64>| {
        let (name, millis) = (quote::format_ident!("{name}"), Token::u64_unsuffixed(millis?));
        Some(quote!(#name: Some(#millis),))
    };
    let attempts = Token::u32_unsuffixed(policy.max_attempts);
    let delay = millis("delay", policy.delay_millis);
    let max_delay = millis("max_delay", policy.max_delay_millis);
    let increment = millis("increment", policy.increment_millis);
    let multiplier = policy.multiplier.map(tokens::float).map(|by| quote!(multiplier: Some(#by),));
    let jitter = policy.jitter.map(|jitter| match jitter {
        Jitter::Fraction(part) => {
            let part = tokens::float(part);
            quote!(jitter: Some(Jitter::Fraction(#part)),)
        }
        Jitter::Millis(millis) => {
            let millis = Token::u64_unsuffixed(millis);
            quote!(jitter: Some(Jitter::Millis(#millis)),)
        }
    });
    let fields = [delay, max_delay, increment, multiplier, jitter];
    let defaults = defaults(&fields, "RetryRow", "NONE");
    let fields = fields.iter().flatten();
    quote!(RetryRow { max_attempts: #attempts, #(#fields)* #defaults })
}

/// The function that finds the handler of an error and merges the error into the data.
pub(super) fn handled(context: &Context<'_>, id: NodeId, node: &Node) -> Option<Function> {
    if node.handlers.is_empty() {
        return None;
    }
    let mut body = Body::new(context, id);
    let mut is_open = true;
    for (number, handler) in node.handlers.iter().enumerate() {
        let number = Token::usize_unsuffixed(number);
        let condition = handler.condition.as_ref().map(|query| {
            let error = body.taken("error");
            body.holds_of(query, &error)
        });
        let merge =
            handler.merge.as_ref().map(|query| body.merge(query, |body| body.taken("error")));
        match condition {
            Some(condition) => {
                body.push(quote!(if #condition { #merge return Ok(Some(#number)); }));
            }
            None => {
                body.push(quote!(#merge Ok(Some(#number))));
                is_open = false;
                break;
            }
        }
    }
    let last = if is_open { quote!(Ok(None)) } else { TokenStream::new() };
    let (pattern, name) = (context.names.node(id), context.names.handled(id));
    Some(Function::new(Role::Handled, pattern, name, body, &last))
}
