//! Calls of built-ins that give texts, as values of Rust.

use asl_language::jsonata::Representation;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::operator::is_plain;
use super::value::emit_operand;
use crate::tree::{Call, Kind, Node};

/// A call of a built-in that gives a text, an expression of type `Words`.
pub(super) fn emit_words(emitter: &mut Emitter<'_>, node: &Node) -> Option<TokenStream> {
    let Kind::Call(call) = &node.kind else { return None };
    if !is_plain(node) || emitter.level_check(node).is_some() {
        return None;
    }
    emit_words_of_call(emitter, call)
}

/// The same without a check of its level.
pub(super) fn emit_words_of_call(emitter: &mut Emitter<'_>, call: &Call) -> Option<TokenStream> {
    let built_in = emitter.names.built_in(&call.callee)?;
    let (text, rest) = call.arguments.split_first()?;
    if built_in.representation != Representation::Text
        || !built_in.takes_without_context(call.arguments.len())
    {
        return None;
    }
    let text = emit_words(emitter, text).unwrap_or_else(|| {
        let text = emit_operand(emitter, text);
        quote!(functions::Words::from(#text))
    });
    let rest: Vec<TokenStream> =
        rest.iter().map(|argument| emit_operand(emitter, argument)).collect();
    let context = emitter.context();
    let function = format_ident!("{}_words", built_in.id.function());
    Some(quote!(functions::#function(cx, #context, #text, [#(#rest),*])?))
}
