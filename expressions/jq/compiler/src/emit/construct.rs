//! Filters that make values: arrays, objects, strings with values in them, formats.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::{At, Next};
use super::operand::Operand;
use crate::emit::value::{emit_combinations, emit_each};
use crate::plan::{self, Items};
use crate::syntax::{Filter, Format, Kind, Literal};

/// `[items]`: of items known in number an expression, else a list that grows.
pub(super) fn emit_array<'p>(
    at: &At<'p>,
    items: Option<&'p Filter>,
    next: &mut Next<'_>,
) -> TokenStream {
    let Some(items) = items else {
        return next.make(Operand::Constant(quote!(Value::Array(Array::Static(&[])))));
    };
    if let Items::Known(each) = plan::items(&at.site(), items) {
        let values: Vec<TokenStream> = each.iter().map(|item| at.lent().one(item)).collect();
        return next.make(Operand::Tried(quote!(array(cx, Vec::from([#(#values),*])))));
    }
    let name = at.emitter.fresh("items");
    let filled = emit_each(&at.lent(), items, &mut |item| {
        let item = item.value();
        quote!(collect(cx, &mut #name, #item)?;)
    });
    let rest = next.make(Operand::Tried(quote!(collected(cx, #name))));
    quote! {
        let mut #name: Vec<Value> = Vec::new();
        #filled
        #rest
    }
}

/// `{key: value}`: the first key is the outermost loop.
pub(super) fn emit_object<'p>(
    at: &At<'p>,
    entries: &'p [(Filter, Filter)],
    next: &mut Next<'_>,
) -> TokenStream {
    if entries.is_empty() {
        return next.make(Operand::Constant(quote!(Value::Object(Object::Static(&[])))));
    }
    let literal = |key: &'p Filter| match &key.kind {
        Kind::Literal(Literal::String(name)) => Some(name),
        _ => None,
    };
    let all_literal = entries.iter().all(|(key, _)| literal(key).is_some());
    // A key that is computed is checked before its value is.
    let filters = entries
        .iter()
        .flat_map(|(key, value)| literal(key).is_none().then_some(key).into_iter().chain([value]));
    let filters: Vec<&'p Filter> = filters.collect();
    emit_combinations(&at.lent(), &filters, &mut |values| {
        let mut values = values.iter();
        let mut value = || values.next().map(Operand::value).unwrap_or_default();
        let entries: Vec<TokenStream> = entries
            .iter()
            .map(|(key, _)| match literal(key) {
                Some(name) if all_literal => {
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
            })
            .collect();
        let function = format_ident!("{}", if all_literal { "object" } else { "object_of" });
        next.make(Operand::Tried(quote!(#function(cx, [#(#entries),*]))))
    })
}

impl Format {
    /// The name of its function in the runtime.
    fn function(self) -> Ident {
        format_ident!("format_{}", self.name)
    }
}

/// `"..\(filter).."`: the last filter is the outermost loop.
pub(super) fn emit_interpolated<'p>(
    at: &At<'p>,
    format: Option<Format>,
    pieces: &'p [String],
    filters: &'p [Filter],
    next: &mut Next<'_>,
) -> TokenStream {
    let last_first: Vec<&'p Filter> = filters.iter().rev().collect();
    emit_combinations(&at.lent(), &last_first, &mut |values| {
        let (mut before, mut texts) = (TokenStream::new(), Vec::new());
        for value in values {
            let value = value.borrow();
            let Some(format) = format else {
                texts.push(value);
                continue;
            };
            let (text, function) = (at.emitter.fresh("text"), format.function());
            before.extend(quote!(let #text = native::#function(cx, #value)?;));
            texts.push(quote!(&#text));
        }
        texts.reverse();
        let rest =
            next.make(Operand::Tried(quote!(interpolated(cx, &[#(#pieces),*], &[#(#texts),*]))));
        quote!(#before #rest)
    })
}

/// `@name`
pub(super) fn emit_format(at: &At<'_>, format: Format, next: &mut Next<'_>) -> TokenStream {
    let (function, input) = (format.function(), at.input.borrow());
    next.make(Operand::Tried(quote!(native::#function(cx, #input))))
}
