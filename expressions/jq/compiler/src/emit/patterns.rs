//! Searches for patterns that are constants: statics of the program.

use asl_language::jq::{BuiltInId, Native};
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::At;
use super::operand::Operand;
use crate::syntax::{Filter, Kind, Literal};

/// The result of `match_impl` or `sub_text`, if all arguments are constant.
pub(super) fn emit_search(at: &At<'_>, native: Native, arguments: &[Filter]) -> Option<Operand> {
    let [pattern, modifiers, wanted] = arguments else { return None };
    if !(native.is(BuiltInId::MatchImpl) || native.is(BuiltInId::SubText)) {
        return None;
    }
    let (pattern, modifiers) = (constant(at, pattern)?, constant(at, modifiers)?);
    let Kind::Literal(wanted) = &wanted.kind else { return None };
    let pattern = quote!(native::Pattern::new(#pattern, #modifiers));
    let pattern = at.emitter.statics.borrow_mut().item(&quote!(native::Pattern), &pattern);
    let input = at.input.borrow();
    Some(match wanted {
        Literal::String(text) => Operand::Once(quote!(#pattern.replace(cx, #input, #text)?)),
        Literal::Null | Literal::Bool(false) => {
            Operand::Once(quote!(#pattern.matches(cx, #input)?))
        }
        _ => Operand::Truth(quote!(#pattern.is_in(cx, #input)?)),
    })
}

/// A constant as an expression of type `Value`.
fn constant(at: &At<'_>, filter: &Filter) -> Option<TokenStream> {
    let Kind::Literal(literal) = &filter.kind else { return None };
    Some(at.emitter.statics.borrow_mut().operand(literal).value())
}
