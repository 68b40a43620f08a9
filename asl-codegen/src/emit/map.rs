//! Map: what it starts with, and what each iteration works on.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::data::{Body, Held};
use super::node::ItemFunction;
use super::{Context, docs};
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{ForEach, Limit, Node, NodeId, NodeKind, Selection};

/// Enters a Map: its items, and how many of them are worked on at a time.
pub(super) fn for_each(body: &mut Body<'_>, node: &ForEach) -> TokenStream {
    let reads_data = |path: &Path| path.root == Root::Data;
    let reads =
        node.items.as_ref().is_none_or(reads_data) || matches!(&node.window, Limit::At(path) if reads_data(path));
    let input = effective_input(body, &node.input, reads);
    let (items, path) = match &node.items {
        None => (Held::borrowed(input.clone()), "$"),
        Some(path) => (body.found(path, &input), path.text.as_str()),
    };
    let items = body.noted("AfterItemsPath", items).value();
    let window = window(body, &node.window, &input);
    quote!(Ok(Step::ForEach(iterate(#items, #path, #window)?)))
}

/// What `InputPath` selects, as an expression of type `&Value` that may stand more than once; nothing if nobody `reads` it.
pub(super) fn effective_input(body: &mut Body<'_>, select: &Selection, reads: bool) -> TokenStream {
    if !reads {
        body.require_input(select);
        return TokenStream::new();
    }
    let selected = body.input_path(select).reference();
    if matches!(select, Selection::Whole) {
        return selected;
    }
    body.push(quote!(let input = #selected;));
    quote!(input)
}

fn window(body: &mut Body<'_>, window: &Limit<u32>, input: &TokenStream) -> TokenStream {
    match window {
        Limit::Fixed(window) => {
            let window = Token::u32_unsuffixed(*window);
            quote!(#window)
        }
        Limit::At(path) => at(body, &quote!(window), path, input),
    }
}

/// What a path finds, read by a function of the runtime.
fn at(body: &mut Body<'_>, read: &TokenStream, path: &Path, input: &TokenStream) -> TokenStream {
    let (found, text) = (body.found(path, input).reference(), &path.text);
    quote!(#read(#found, #text)?)
}

/// The function that makes what an iteration works on, where the definition says how.
pub(super) fn item(context: &Context<'_>, id: NodeId, node: &Node) -> Option<ItemFunction> {
    let NodeKind::ForEach(ForEach { selector: Some(selector), input, .. }) = &node.kind else { return None };
    let mut body = Body::new(context, id);
    let input = effective_input(&mut body, input, selector.reads_data());
    let made = body.template(selector, "SELECTOR", &input).value();
    let doc = docs::line(&format!("What an iteration of {} works on.", docs::state_name(context, id)));
    Some(ItemFunction::new(doc, context.names.item(id), body, &quote!(Ok(#made))))
}
