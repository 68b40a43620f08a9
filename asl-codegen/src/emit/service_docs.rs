//! Emits the request and the result of a call of an AWS service, for the documentation of its method.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::Method;
use super::{Context, docs, tasks};
use crate::check::flow::described;
use asl_source::options::Profile;

/// Lines about the call of a method, if AWS's models have it.
pub(super) fn lines(context: &Context<'_>, method: &Method) -> TokenStream {
    let mut lines = TokenStream::new();
    let mut called = tasks::tasks_of(context, method);
    let (Some(task), None) = (called.next(), called.next()) else { return lines };
    if context.machine.profile != Profile::Aws || method.has_envelope {
        return lines;
    }
    let Some((request, result)) = described(task) else { return lines };
    let result = result.map(|result| ("Result", result));
    for (name, shape) in [("Request", request)].into_iter().chain(result) {
        lines.extend(quote!(#[doc = ""]));
        lines.extend(docs::line(&format!("{name}: `{shape}`")));
    }
    lines
}
