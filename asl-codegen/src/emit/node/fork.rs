//! Fork: runs scopes concurrently. Parallel; in SM4C `parallel` and `sequence`.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use crate::emit::Context;
use crate::emit::data::Body;
use crate::ir::{Fork, Join};

/// The fields of the row that only a Fork has.
pub(super) fn row(context: &Context<'_>, node: &Fork) -> TokenStream {
    let starts = node.branches.iter().map(|branch| context.start(*branch));
    let branches = quote!(.branches(&[#(#starts),*]));
    if !context.is_sm4c() {
        return branches;
    }
    let children = children(node.join, node.window);
    let keys = node.keys.as_deref().filter(|keys| !keys.is_empty());
    let keys = keys.map(|keys| quote!(.keys(&[#(#keys),*])));
    quote!(#branches #children #keys)
}

/// The join of a node's children in SM4C, and the maximum number of concurrent ones.
pub(super) fn children(join: Join, window: u32) -> TokenStream {
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
    quote!(.children(#join, #window))
}

/// Enters the node: its branches start with its input.
pub(super) fn enter(body: &mut Body<'_>, node: &Fork) -> TokenStream {
    let input = body.input(&node.input);
    let input = if body.context().is_sm4c() { input.value() } else { input.shallow() };
    quote!(Ok(Step::Fork(#input)))
}
