//! Filters that make values: arrays, objects, strings with values in them, formats.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::{At, Next};
use super::operand::Operand;
use super::value::{emit_combinations, emit_each};
use crate::plan::tree::Node;
use crate::syntax::Format;

/// `[items]` of items known in number: an expression.
pub(super) fn emit_array(at: &At<'_>, items: &[Node<'_>], next: &mut Next<'_>) -> TokenStream {
    let values: Vec<_> = items.iter().map(|item| at.one(item)).collect();
    next.make(Operand::Tried(code!(array(cx, Vec::from([#(#values),*])))))
}

/// `[items]`: a list that grows.
pub(super) fn emit_growing(at: &At<'_>, items: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    let name = at.emitter.fresh("items");
    let filled = emit_each(at, items, &mut |item| {
        let item = item.value();
        quote!(collect(cx, &mut #name, #item)?;)
    });
    let rest = next.make(Operand::Tried(code!(collected(cx, #name))));
    quote! {
        let mut #name: Vec<Value> = Vec::new();
        #filled
        #rest
    }
}

/// `{key: value}`: the first key is the outermost loop.
pub(super) fn emit_object(
    at: &At<'_>,
    keys: &[Option<&str>],
    parts: &[Node<'_>],
    next: &mut Next<'_>,
) -> TokenStream {
    let all_known = keys.iter().all(Option::is_some);
    let filters: Vec<&Node<'_>> = parts.iter().collect();
    emit_combinations(at, &filters, &mut |values| {
        let mut values = values.iter();
        let mut value = || values.next().map(|value| value.value().tokens()).unwrap_or_default();
        let entries = keys.iter().map(|key| match key {
            Some(name) if all_known => {
                let value = value();
                quote!((#name, #value))
            }
            Some(name) => {
                let value = value();
                quote!((Text::new_static(#name), #value))
            }
            None => {
                let (key, value) = (value(), value());
                quote!((key(&#key)?, #value))
            }
        });
        let entries: Vec<_> = entries.collect();
        let function = format_ident!("{}", if all_known { "object" } else { "object_of" });
        next.make(Operand::Tried(code!(#function(cx, [#(#entries),*]))))
    })
}

impl Format {
    /// The name of its function in the runtime.
    fn function(self) -> Ident {
        format_ident!("format_{}", self.name)
    }
}

/// `"..\(filter).."`: the last filter is the outermost loop.
pub(super) fn emit_interpolated(
    at: &At<'_>,
    format: Option<Format>,
    pieces: &[String],
    filters: &[Node<'_>],
    next: &mut Next<'_>,
) -> TokenStream {
    let last_first: Vec<&Node<'_>> = filters.iter().collect();
    emit_combinations(at, &last_first, &mut |values| {
        let (mut before, mut texts) = (TokenStream::new(), Vec::new());
        for value in values {
            let value = value.borrow();
            let Some(format) = format else {
                texts.push(value);
                continue;
            };
            let (text, function) = (at.emitter.fresh("text"), format.function());
            before.extend(quote!(let #text = native::#function(cx, #value)?;));
            texts.push(code!(&#text));
        }
        texts.reverse();
        let rest =
            next.make(Operand::Tried(code!(interpolated(cx, &[#(#pieces),*], &[#(#texts),*]))));
        quote!(#before #rest)
    })
}

/// `@name`
pub(super) fn emit_format(at: &At<'_>, format: Format, next: &mut Next<'_>) -> TokenStream {
    let (function, input) = (format.function(), at.input.borrow());
    next.make(Operand::Tried(code!(native::#function(cx, #input))))
}
