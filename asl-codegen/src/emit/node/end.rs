//! End and Fail: end their scope, with success or an error.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::data::{Body, jsonata};
use crate::ir::{End, Expr, Fail};

/// Enters an End node: its data becomes the output of its scope.
pub(super) fn enter(body: &mut Body<'_>, node: &End) -> TokenStream {
    body.select(&node.input);
    body.note_data("AfterInputPath");
    body.select(&node.output);
    body.replace_data(node.output_value.as_ref(), "OUTPUT");
    quote!(Ok(Step::End))
}

/// Enters a Fail node.
pub(super) fn fail(body: &mut Body<'_>, node: &Fail) -> TokenStream {
    body.note_data("AfterInputPath");
    if let (Some(error), Some(cause)) =
        (constant(node.error.as_ref()), constant(node.cause.as_ref()))
    {
        return quote!(Err(fail(#error, #cause)));
    }
    let mut computed = |expression: &Option<Expr>, slot| match expression {
        None => quote!(None),
        Some(expression) => {
            let value = match expression.as_jsonata() {
                Some(expression) => jsonata::field(body, expression, "text"),
                None => body.computed(expression, slot),
            };
            quote!(Some(#value))
        }
    };
    let (error, cause) = (computed(&node.error, "ERROR"), computed(&node.cause, "CAUSE"));
    quote!(Err(fail_with(#error, #cause)))
}

/// An optional constant text; `None` if it is computed.
fn constant(expression: Option<&Expr>) -> Option<TokenStream> {
    let Some(expression) = expression else { return Some(quote!(None)) };
    expression.constant_text().map(|text| quote!(Some(#text)))
}
