//! `#[derive(Shape)]`: the JSON values of a type, as serde's own attributes say.
//!
//! - `both`: structs with the same members in both directions, by one constant.
//! - `written`, `read`: the values that serde writes for the type, and that it reads into it.
//! - `fields`: members and items.
//! - `own`: fields whose type is the type itself.
//! - `attributes`: `#[shape(..)]`.
//! - `lint`: a warning for what is not known.

mod attributes;
mod both;
mod fields;
mod lint;
mod own;
mod read;
mod written;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde_derive_internals::ast::Container;
use serde_derive_internals::{Ctxt, Derive};
use syn::{DeriveInput, Generics, Ident, Type, parse_quote};

use attributes::{Instead, OfType};

/// The implementation of `Shape` for a type.
pub(super) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let OfType { runtime, instead } = OfType::read(&input)?;
    // Each name takes three tokens instead of six or more.
    let shape = quote!(__shape);
    let Derived { constants, both, lint } = match instead {
        Some(instead) => Derived { constants: same(&instead, &shape), both: None, lint: None },
        None => derived(&input, &shape),
    };
    let name = &input.ident;
    let generics = with_shapes(&input.generics, &shape);
    let (parameters, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = input.generics.split_for_impl();
    Ok(quote! {
        const _: () = {
            #[allow(unused_imports, reason = "all fields may be of types with shapes")]
            use #runtime::shape::{self as #shape, NoShape as _};

            #both

            #[automatically_derived]
            impl #parameters #shape::Shape for #name #arguments #bounds {
                #constants
            }
        };
        #lint
    })
}

/// The parameters of a type, whose types must have shapes.
fn with_shapes(generics: &Generics, shape: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#shape::Shape));
    }
    generics
}

/// The emitted code of a type.
struct Derived {
    /// Those of the implementation.
    constants: TokenStream,
    /// The implementation to which they refer, if both directions have the same members.
    both: Option<TokenStream>,
    /// A warning for what they leave open.
    lint: Option<TokenStream>,
}

/// The constants of a type of which the user says what its values are.
fn same(instead: &Instead, shape: &TokenStream) -> TokenStream {
    let values = quote!(&'static #shape::Values<'static>);
    match instead {
        Instead::Any => quote! {
            const WRITTEN: #values = &#shape::Values::Any;
            const READ: #values = &#shape::Values::Any;
            const MAY_BE_ABSENT: bool = true;
        },
        Instead::As(of) => {
            let may_be_absent = may_be_absent(of, shape);
            quote! {
                const WRITTEN: #values = #shape::ShapeOf::<#of>::OF.written();
                const READ: #values = #shape::ShapeOf::<#of>::OF.read();
                #may_be_absent
            }
        }
    }
}

/// The code that serde's attributes give.
fn derived(input: &DeriveInput, shape: &TokenStream) -> Derived {
    let text = input.ident.to_string();
    let any = || quote!(#shape::Values::Any);
    let name = quote! {
        #shape::Name {
            id: #shape::type_id(::core::concat!(::core::module_path!(), "::", #text)),
            text: #text,
        }
    };
    let read = container(input, Derive::Deserialize);
    let lint = read.as_ref().and_then(lint::warning);
    if let Some(both) = read.as_ref().and_then(|read| both::implementation(read, &name, shape)) {
        let values = quote!(&'static #shape::Values<'static>);
        let constants = quote! {
            const WRITTEN: #values = #shape::written::<Self>();
            const READ: #values = #shape::read::<Self>();
        };
        return Derived { constants, both: Some(both), lint };
    }
    let constant = |constant: &str, values: TokenStream| {
        let constant = Ident::new(constant, Span::call_site());
        quote! {
            const #constant: &'static #shape::Values<'static> =
                &#shape::Values::Named(#name, &#values);
        }
    };
    // Both ways of reading the attributes differ in faults, and in the field that is held.
    let own = match &read {
        Some(read) if !read.attrs.transparent() => None,
        Some(_) | None => container(input, Derive::Serialize),
    };
    let written = own.as_ref().or(read.as_ref().filter(|read| !read.attrs.transparent()));
    let of_written = written.map_or_else(any, |container| written::values(container, shape));
    let of_read = read.as_ref().map_or_else(any, |container| read::values(container, shape));
    let (of_written, of_read) = (constant("WRITTEN", of_written), constant("READ", of_read));
    let held = read.as_ref().filter(|container| container.attrs.transparent());
    let held = held
        .and_then(|container| container.data.all_fields().find(|field| field.attrs.transparent()));
    let may_be_absent = held.map(|field| may_be_absent(field.ty, shape));
    Derived { constants: quote!(#of_written #of_read #may_be_absent), both: None, lint }
}

/// The type as serde sees it. `None` if serde's derive refuses it: it says why.
fn container(input: &DeriveInput, derive: Derive) -> Option<Container<'_>> {
    let context = Ctxt::new();
    let private = Ident::new("__private", Span::call_site());
    let container = Container::from_ast(&context, input, derive, &private);
    context.check().ok()?;
    container
}

/// A type that serde reads as another one may be absent if that one may.
fn may_be_absent(of: &Type, shape: &TokenStream) -> TokenStream {
    quote! {
        const MAY_BE_ABSENT: bool = ::core::matches!(
            #shape::ShapeOf::<#of>::OF.presence(),
            #shape::Presence::Sometimes
        );
    }
}
