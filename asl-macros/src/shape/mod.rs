//! `#[derive(Shape)]`: the JSON values of a type, as serde's own attributes say.
//!
//! - `written`, `read`: the values that serde writes for the type, and that it reads into it.
//! - `fields`: members and items.
//! - `own`: fields whose type is the type itself.

mod fields;
mod own;
mod read;
mod written;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde_derive_internals::ast::Container;
use serde_derive_internals::{Ctxt, Derive};
use syn::{DeriveInput, Ident, Path, parse_quote};

/// The implementation of `Shape` for a type.
pub(super) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let runtime = runtime(&input)?;
    let written = of_direction(&input, &runtime, Derive::Serialize);
    let read = of_direction(&input, &runtime, Derive::Deserialize);
    let shape = quote!(#runtime::shape);
    let (name, text) = (&input.ident, input.ident.to_string());
    let may_be_absent = may_be_absent(&input, &shape);
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#shape::Shape));
    }
    let (parameters, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = input.generics.split_for_impl();
    let type_name = quote! {
        #shape::Name {
            id: #shape::type_id(::core::concat!(::core::module_path!(), "::", #text)),
            text: #text,
        }
    };
    Ok(quote! {
        const _: () = {
            #[allow(unused_imports, reason = "all fields may be of types with shapes")]
            use #shape::NoShape as _;

            #[automatically_derived]
            impl #parameters #shape::Shape for #name #arguments #bounds {
                const WRITTEN: &'static #shape::Values<'static> =
                    &#shape::Values::Named(#type_name, &#written);
                const READ: &'static #shape::Values<'static> =
                    &#shape::Values::Named(#type_name, &#read);
                #may_be_absent
            }
        };
    })
}

/// The path of the runtime: that of `#[shape(crate = path)]`, or `::asl_runtime`.
fn runtime(input: &DeriveInput) -> syn::Result<Path> {
    let mut runtime: Path = parse_quote!(::asl_runtime);
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("shape")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error("`shape` takes `crate = path::of::asl_runtime`"));
            }
            runtime = meta.value()?.call(Path::parse_mod_style)?;
            Ok(())
        })?;
    }
    Ok(runtime)
}

/// The values in one direction. What serde's derive refuses is anything: serde says why.
fn of_direction(input: &DeriveInput, runtime: &Path, derive: Derive) -> TokenStream {
    let context = Ctxt::new();
    let private = Ident::new("__private", Span::call_site());
    let container = Container::from_ast(&context, input, derive, &private);
    let shape = quote!(#runtime::shape);
    match (context.check(), container) {
        (Ok(()), Some(container)) => match derive {
            Derive::Serialize => written::values(&container, &shape),
            Derive::Deserialize => read::values(&container, &shape),
        },
        _ => quote!(#shape::Values::Any),
    }
}

/// A type that serde reads as the one that it holds may be absent if that one may.
fn may_be_absent(input: &DeriveInput, shape: &TokenStream) -> Option<TokenStream> {
    let context = Ctxt::new();
    let private = Ident::new("__private", Span::call_site());
    let container = Container::from_ast(&context, input, Derive::Deserialize, &private);
    context.check().ok()?;
    let container = container.filter(|container| container.attrs.transparent())?;
    let held = container.data.all_fields().find(|field| field.attrs.transparent())?.ty;
    Some(quote! {
        const MAY_BE_ABSENT: bool = ::core::matches!(
            #shape::ShapeOf::<#held>::PRESENCE,
            #shape::Presence::Sometimes
        );
    })
}
