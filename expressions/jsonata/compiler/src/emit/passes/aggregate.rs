//! `$sum`, `$average`, `$count`, `$max`, `$min` and `$exists` of the items of a loop.

use asl_language::jsonata::Fusion;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{emit_feed, is_source};
use crate::emit::emitter::Emitter;
use crate::emit::native::{Native, native_of};
use crate::tree::{Kind, Node};

/// An aggregate of the items of a loop, an expression of type `Item`.
pub(super) fn emit_aggregate(
    emitter: &mut Emitter<'_>,
    fusion: Fusion,
    array: &Node,
) -> TokenStream {
    if let Some(total) = emit_native_aggregate(emitter, fusion, array) {
        return quote!(Item::from(#total));
    }
    let feed = emit_feed(emitter, array, &format_ident!("results"));
    let (function, is_ahead) =
        if fusion == Fusion::Max { ("max", quote!(>)) } else { ("min", quote!(<)) };
    quote!({
        let mut extreme = functions::Extreme::default();
        let mut results = path::Results::new(#function, |item: View<'_>, _: usize| {
            extreme.add(item, |number, best| number #is_ahead best);
            Ok(())
        });
        #feed
        results.finish()?;
        extreme.finish(#function)?
    })
}

/// `$sum`, `$average`, `$count` and `$exists` of the items of a loop, a number or a Boolean of Rust.
pub(in crate::emit) fn emit_native_aggregate(
    emitter: &mut Emitter<'_>,
    fusion: Fusion,
    array: &Node,
) -> Option<TokenStream> {
    let (function, end) = match fusion {
        Fusion::Sum => ("sum", quote!(sum(has_value)?)),
        Fusion::Average => ("average", quote!(average()?)),
        Fusion::Count => ("count", quote!(count())),
        Fusion::Exists => ("exists", TokenStream::new()),
        _ => return None,
    };
    if !is_source(emitter, array) {
        return None;
    }
    let takes_numbers = fusion != Fusion::Exists && is_path_of_numbers(emitter, array);
    let results = if takes_numbers { NUMBERS } else { "results" };
    let feed = emit_feed(emitter, array, &format_ident!("{results}"));
    if fusion == Fusion::Exists {
        return Some(quote!({
            let mut results = path::Results::new("exists", |_: View<'_>, _: usize| Ok(()));
            #feed
            results.finish()?
        }));
    }
    let (results, has_value) = if takes_numbers {
        (TokenStream::new(), quote!(total.has_value()))
    } else {
        let results = quote! {
            let mut results = path::Results::new(#function, |item: View<'_>, _: usize| {
                total.add(item);
                Ok(())
            });
        };
        (results, quote!(results.finish()?))
    };
    let has_value = match fusion {
        Fusion::Sum => quote!(let has_value = #has_value;),
        _ if takes_numbers => TokenStream::new(),
        _ => quote!(#has_value;),
    };
    Some(quote!({
        let mut total = functions::Total::default();
        #results
        #feed
        #has_value
        total.#end
    }))
}

/// The local that takes the numbers of a path as they are.
pub(super) const NUMBERS: &str = "total";

/// True for a path whose last step gives numbers of Rust.
fn is_path_of_numbers(emitter: &Emitter<'_>, node: &Node) -> bool {
    let Kind::Path(path) = &node.kind else { return false };
    path.steps.last().is_some_and(|step| {
        step.stages.is_empty() && native_of(emitter, &step.node).is_some_and(Native::is_number)
    })
}
