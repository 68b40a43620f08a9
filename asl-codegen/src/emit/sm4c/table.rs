//! The rows that only machines in SM4C have.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::super::{Context, docs};
use super::{handlers, word};
use crate::expr::tokens;
use crate::ir::{
    Await, Effect, ErrorHandler, EventDefinition, EventGroup, Expr, ForEach, Fork, Form, Input,
    Invoke, Jitter, Join, Limit, Literal, Node, NodeId, NodeKind, RetryPolicy, Sm4c, TaskCall,
};
use crate::options::Options;

/// The row of the machine and those of its nodes, with the functions that only they name; nothing
/// in ASL.
pub(in super::super) fn tables(context: &Context<'_>) -> TokenStream {
    let Some(sm4c) = &context.machine.sm4c else { return TokenStream::new() };
    let (name, version) = (&sm4c.name, &sm4c.version);
    let description = optional(context.machine.comment.as_ref().map(|text| quote!(#text)));
    let timeout = millis(sm4c.timeout_millis);
    let on_timeout = optional(sm4c.on_timeout.map(|node| context.names.node(node)));
    let expressions = expression_limits(context.options);
    let events = sm4c.events.iter().map(event);
    let rows = (0..)
        .zip(&context.machine.nodes)
        .map(|(number, _)| context.names.extra_row(NodeId(number)));
    let (handlers, handled) = handlers::handled(context);
    let (conditions, matches) = handlers::matches(context);
    quote! {
        /// What only machines in SM4C have.
        static SM4C: Sm4cRow = Sm4cRow {
            name: #name,
            version: #version,
            description: #description,
            timeout_millis: #timeout,
            on_timeout: #on_timeout,
            expressions: #expressions,
            events: &[#(#events),*],
            nodes: &[#(#rows),*],
            #handled,
            #matches,
        };

        #handlers
        #conditions
    }
}

/// The limits of each expression: those that the options name, the usual ones otherwise.
fn expression_limits(options: &Options) -> TokenStream {
    let given = |name: &str, count: Option<u64>| {
        let (name, count) = (format_ident!("{name}"), count.map(Token::u64_unsuffixed)?);
        Some(quote!(#name: #count,))
    };
    let (steps, bytes) =
        (given("steps", options.expression_steps), given("bytes", options.expression_bytes));
    match (steps, bytes) {
        (None, None) => quote!(ExpressionLimits::USUAL),
        (Some(steps), Some(bytes)) => quote!(ExpressionLimits { #steps #bytes }),
        (steps, bytes) => quote!(ExpressionLimits { #steps #bytes ..ExpressionLimits::USUAL }),
    }
}

/// The row of a node, as a constant of its own.
pub(in super::super) fn rows(context: &Context<'_>, id: NodeId, node: &Node) -> TokenStream {
    let Some(sm4c) = &context.machine.sm4c else { return TokenStream::new() };
    let constant = context.names.extra_row(id);
    let doc = docs::line(&format!("What else a node of {} has.", docs::state_name(context, id)));
    let is_entry = context.entries.contains(&id);
    let action = optional(node.action.as_ref().map(|action| {
        let (name, kind) =
            (optional(action.name.as_ref().map(|name| quote!(#name))), word(action.kind));
        quote!(ActionRow { name: #name, kind: #kind })
    }));
    let handlers = node.handlers.iter().map(|handler| self::handler(sm4c, handler));
    let work = work(context, node);
    quote! {
        #doc
        const #constant: Sm4cNode = Sm4cNode {
            is_entry: #is_entry,
            action: #action,
            handlers: &[#(#handlers),*],
            work: #work,
        };
    }
}

fn work(context: &Context<'_>, node: &Node) -> TokenStream {
    match &node.kind {
        NodeKind::Invoke(Invoke { effect: Effect::Task(call), input, .. }) => {
            self::call(context, call, input)
        }
        NodeKind::Fork(Fork { join, window, keys, .. }) => {
            fork(*join, *window, keys.as_deref().unwrap_or_default())
        }
        NodeKind::ForEach(ForEach { join, window, .. }) => {
            let window = match window {
                Limit::Fixed(window) => *window,
                Limit::At(_) => unreachable!("the definition itself says how many"),
            };
            fork(*join, window, &[])
        }
        NodeKind::Await(wait) => self::wait(wait),
        NodeKind::Invoke(Invoke { effect: Effect::Wait(_), .. })
        | NodeKind::Eval(_)
        | NodeKind::Branch(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => quote!(Work::Plain),
    }
}

fn call(context: &Context<'_>, call: &TaskCall, input: &Input) -> TokenStream {
    let task = context.machine.tasks.get(call.task.index());
    let task = task.unwrap_or_else(|| unreachable!("every task is in the list"));
    let name = if task.form == Form::Event {
        event_name(input).unwrap_or_default()
    } else {
        task.function.as_deref().unwrap_or(&task.resource.value)
    };
    let (null_after, detached) = (millis(call.null_after), call.detached);
    quote!(Work::Call(CallRow { name: #name, null_after: #null_after, detached: #detached }))
}

/// The name of the event that a node sends.
fn event_name<'l>(input: &'l Input) -> Option<&'l str> {
    let text = |literal: &'l Literal| {
        if let Literal::String(text) = literal { Some(text.as_str()) } else { None }
    };
    match input.template.as_ref()? {
        Expr::Object(members) => {
            members.iter().find(|(key, _)| key == "name").and_then(|(_, value)| match value {
                Expr::Literal(literal) => text(literal),
                Expr::Path { .. }
                | Expr::Call { .. }
                | Expr::Jq(_)
                | Expr::Object(_)
                | Expr::Array(_) => None,
            })
        }
        Expr::Literal(Literal::Object(members)) => {
            members.iter().find(|(key, _)| key == "name").and_then(|(_, value)| text(value))
        }
        Expr::Literal(_) | Expr::Path { .. } | Expr::Call { .. } | Expr::Jq(_) | Expr::Array(_) => {
            None
        }
    }
}

fn fork(join: Join, window: u32, keys: &[String]) -> TokenStream {
    let join = match join {
        Join::All => quote!(Join::All),
        Join::Settled => quote!(Join::Settled),
        Join::First => quote!(Join::First),
        Join::Count(count) => {
            let count = Token::u32_unsuffixed(count);
            quote!(Join::Count(#count))
        }
    };
    let window = Token::u32_unsuffixed(window);
    quote!(Work::Fork(ForkRow { join: #join, window: #window, keys: &[#(#keys),*] }))
}

fn wait(wait: &Await) -> TokenStream {
    let group = |group: &EventGroup| {
        let events = group.events.iter().map(|event| Token::u32_unsuffixed(*event));
        let has_condition = group.condition.is_some();
        quote!(GroupRow { events: &[#(#events),*], has_condition: #has_condition })
    };
    let transitions = wait.transitions.iter().map(|transition| {
        let groups = transition.groups.iter().map(group);
        quote!(&[#(#groups),*])
    });
    let timeout = millis(wait.timeout.as_ref().map(|(millis, _)| *millis));
    quote!(Work::Await(AwaitRow { transitions: &[#(#transitions),*], timeout: #timeout }))
}

fn event(event: &EventDefinition) -> TokenStream {
    let name = &event.name.value;
    let (source, kind) = (&event.source, &event.kind);
    let source = optional(source.as_ref().map(|text| quote!(#text)));
    let kind = optional(kind.as_ref().map(|text| quote!(#text)));
    let correlation = event.correlation.iter().map(|(name, value)| quote!((#name, #value)));
    quote!(EventRow { name: #name, source: #source, kind: #kind, correlation: &[#(#correlation),*] })
}

fn handler(sm4c: &Sm4c, handler: &ErrorHandler) -> TokenStream {
    let policy = handler.policy.and_then(|policy| sm4c.policies.get(policy as usize));
    let retry = optional(policy.map(self::policy));
    quote!(HandlerRow { retry: #retry })
}

fn policy(policy: &RetryPolicy) -> TokenStream {
    let attempts = Token::u32_unsuffixed(policy.max_attempts);
    let (delay, most, increment) = (
        millis(policy.delay_millis),
        millis(policy.max_delay_millis),
        millis(policy.increment_millis),
    );
    let multiplier = optional(policy.multiplier.map(tokens::float));
    let jitter = optional(policy.jitter.map(|jitter| match jitter {
        Jitter::Fraction(part) => {
            let part = tokens::float(part);
            quote!(Jitter::Fraction(#part))
        }
        Jitter::Millis(millis) => {
            let millis = Token::u64_unsuffixed(millis);
            quote!(Jitter::Millis(#millis))
        }
    }));
    quote! {
        RetryRow {
            max_attempts: #attempts,
            delay: #delay,
            max_delay: #most,
            increment: #increment,
            multiplier: #multiplier,
            jitter: #jitter,
        }
    }
}

fn millis(millis: Option<u64>) -> TokenStream {
    optional(millis.map(|millis| {
        let millis = Token::u64_unsuffixed(millis);
        quote!(#millis)
    }))
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
