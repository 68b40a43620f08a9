//! Emits the request and the result of a call of an AWS service, for the documentation of its method.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs};
use crate::check::flow::described;
use crate::ir::Task;
use asl_source::options::Profile;

/// Lines about the call of a task, if AWS's models have it.
pub(super) fn lines(context: &Context<'_>, task: &Task) -> TokenStream {
    let mut lines = TokenStream::new();
    if context.machine.profile != Profile::Aws {
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
