//! Emits the row of a machine that only SM4C has.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::Context;
use crate::ir::EventDefinition;
use asl_source::options::Options;

/// The row; empty in ASL. `fields` name the dispatchers that only SM4C has.
pub(super) fn row(context: &Context<'_>, fields: &TokenStream) -> TokenStream {
    let Some(sm4c) = &context.machine.sm4c else { return TokenStream::new() };
    let (name, version) = (&sm4c.name, &sm4c.version);
    let description = context.machine.comment.as_ref();
    let description = description.map(|text| quote!(description: Some(#text),));
    let timeout = sm4c.timeout_millis.map(|millis| {
        let millis = Token::u64_unsuffixed(millis);
        quote!(timeout_millis: Some(#millis),)
    });
    let on_timeout = sm4c.on_timeout.map(|node| {
        let node = context.names.node(node);
        quote!(on_timeout: Some(#node),)
    });
    let expressions = expression_limits(context.options);
    let events = sm4c.events.iter().map(event);
    let events = (!sm4c.events.is_empty()).then(|| quote!(events: &[#(#events),*],));
    quote! {
        /// The parts of machines in SM4C only.
        static SM4C: Sm4cRow = Sm4cRow {
            name: #name,
            version: #version,
            #description
            #timeout
            #on_timeout
            #expressions
            #events
            #fields
            ..Sm4cRow::EMPTY
        };
    }
}

/// The limits of each expression, as given by the options.
fn expression_limits(options: &Options) -> TokenStream {
    let given = |name: &str, count: Option<u64>| {
        let (name, count) = (format_ident!("{name}"), count.map(Token::u64_unsuffixed)?);
        Some(quote!(#name: #count,))
    };
    let (steps, bytes) =
        (given("steps", options.expression_steps), given("bytes", options.expression_bytes));
    match (steps, bytes) {
        (None, None) => TokenStream::new(),
        (Some(steps), Some(bytes)) => quote!(expressions: ExpressionLimits { #steps #bytes },),
        (steps, bytes) => {
            quote!(expressions: ExpressionLimits { #steps #bytes ..ExpressionLimits::USUAL },)
        }
    }
}

fn event(event: &EventDefinition) -> TokenStream {
    let name = &event.name.value;
    let (source, kind) = (&event.source, &event.kind);
    let source = optional(source.as_ref().map(|text| quote!(#text)));
    let kind = optional(kind.as_ref().map(|text| quote!(#text)));
    let correlation = event.correlation.iter().map(|(name, value)| quote!((#name, #value)));
    quote!(EventRow { name: #name, source: #source, kind: #kind, correlation: &[#(#correlation),*] })
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
