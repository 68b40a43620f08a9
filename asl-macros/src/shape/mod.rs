//! `#[derive(Shape)]`: the JSON values of a type, as serde's own attributes say.
//!
//! - `written`, `read`: the values that serde writes for the type, and that it reads into it.
//! - `fields`: members and items.
//! - `set`: the values as data, and their code.
//! - `both`: structs with the same members in both directions, by one constant.
//! - `own`: fields whose type is the type itself.
//! - `attributes`: `#[shape(..)]`.
//! - `lint`: a warning for what is not known.

mod attributes;
mod both;
mod fields;
mod lint;
mod own;
mod read;
mod set;
mod written;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde_derive_internals::ast::Container;
use serde_derive_internals::{Ctxt, Derive};
use syn::{DeriveInput, GenericParam, Ident, Type, parse_quote};

use attributes::{Instead, OfType};
use fields::Direction;
use set::Set;

/// The implementation of `Shape` for a type.
pub(super) fn expand(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let OfType { runtime, instead } = OfType::read(&input)?;
    let (code, lint) = match instead {
        Some(Instead::Any) => {
            let may_be_absent = quote!(
                const MAY_BE_ABSENT: bool = true;
            );
            (of_shape(&input, codes(&Set::Any, &Set::Any), Some(&may_be_absent)), None)
        }
        Some(Instead::As(of)) => {
            let (may_be_absent, set) = (may_be_absent(&of), Set::OfType(*of));
            (of_shape(&input, codes(&set, &set), Some(&may_be_absent)), None)
        }
        None => derived(&input),
    };
    // Each name takes three tokens instead of six or more.
    Ok(quote! {
        const _: () = {
            #[allow(unused_imports, reason = "all fields may be of types with shapes")]
            use #runtime::shape::{self as __shape, NoShape as _};

            #code
        };
        #lint
    })
}

/// The code of what is written, and of what is read.
fn codes(written: &Set, read: &Set) -> [TokenStream; 2] {
    [written.code(Direction::Written), read.code(Direction::Read)]
}

/// The implementation of `Shape`, from the code of what is written and read.
fn of_shape(
    input: &DeriveInput,
    [written, read]: [TokenStream; 2],
    may_be_absent: Option<&TokenStream>,
) -> TokenStream {
    let constants = quote! {
        const WRITTEN: &'static __shape::Values<'static> = #written;
        const READ: &'static __shape::Values<'static> = #read;
        #may_be_absent
    };
    implementation(input, &quote!(__shape::Shape), None, &constants)
}

/// The implementation of a trait for a type, the types of whose parameters must have shapes.
fn implementation(
    input: &DeriveInput,
    of: &TokenStream,
    parameter: Option<GenericParam>,
    constants: &TokenStream,
) -> TokenStream {
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(__shape::Shape));
    }
    generics.params.extend(parameter);
    let (parameters, _, bounds) = generics.split_for_impl();
    let (name, (_, arguments, _)) = (&input.ident, input.generics.split_for_impl());
    quote! {
        #[automatically_derived]
        impl #parameters #of for #name #arguments #bounds {
            #constants
        }
    }
}

/// The code that serde's attributes give, and a warning for what they leave open.
fn derived(input: &DeriveInput) -> (TokenStream, Option<TokenStream>) {
    let read = container(input, Derive::Deserialize);
    let lint = read.as_ref().and_then(lint::warning);
    // Both ways of reading the attributes differ in faults, and in the field that is held.
    let plain = read.as_ref().filter(|read| !read.attrs.transparent());
    let own = if plain.is_none() { container(input, Derive::Serialize) } else { None };
    let of_written = plain.or(own.as_ref()).map_or(Set::Any, written::values);
    let of_read = read.as_ref().map_or(Set::Any, read::values);

    let text = input.ident.to_string();
    let named = |values: TokenStream| {
        quote! {
            &__shape::Values::Named(
                __shape::Name {
                    id: __shape::type_id(::core::concat!(::core::module_path!(), "::", #text)),
                    text: #text,
                },
                #values,
            )
        }
    };
    let fields = plain.map_or(0, |plain| plain.data.all_fields().count());
    if let Some(both) = both::code(&of_written, &of_read, fields) {
        let (both, of) = (named(both), quote!(__shape::Fields<__W>));
        let both = quote!(const VALUES: &'static __shape::Values<'static> = #both;);
        let both = implementation(input, &of, Some(parse_quote!(__W: __shape::Way)), &both);
        let calls = [quote!(__shape::written::<Self>()), quote!(__shape::read::<Self>())];
        let shape = of_shape(input, calls, None);
        return (quote!(#both #shape), lint);
    }
    let mut fields = read.iter().flat_map(|read| read.data.all_fields());
    let held = fields.find(|field| field.attrs.transparent());
    let may_be_absent = held.map(|field| may_be_absent(field.ty));
    (of_shape(input, codes(&of_written, &of_read).map(named), may_be_absent.as_ref()), lint)
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
fn may_be_absent(of: &Type) -> TokenStream {
    quote! {
        const MAY_BE_ABSENT: bool = ::core::matches!(
            __shape::ShapeOf::<#of>::OF.presence(),
            __shape::Presence::Sometimes
        );
    }
}
