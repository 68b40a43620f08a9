//! Fields whose type is the type itself: a reference by its id takes its place, since a constant
//! cannot refer to itself, not even through a static, into which rustc looks as well. Types that
//! contain each other cannot be seen here: their user writes `#[shape(any)]` at a field.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the other types of syn have no place for the container's type"
)]

use proc_macro2::TokenStream;
use quote::quote;
use serde_derive_internals::ast::Container;
use syn::punctuated::Punctuated;
use syn::{
    GenericArgument, GenericParam, Path, PathArguments, PathSegment, Token, Type, TypePath,
    parse_quote,
};

/// Types of the standard library that take any type within them.
const HOLDERS: [&str; 14] = [
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "Box",
    "Cell",
    "HashMap",
    "HashSet",
    "LinkedList",
    "Mutex",
    "Option",
    "Rc",
    "RefCell",
    "Vec",
    "VecDeque",
];

/// Types of the standard library without others in them. A field of such a type must be there.
const SCALARS: [&str; 14] = [
    "String", "bool", "char", "f32", "f64", "i16", "i32", "i64", "i8", "u16", "u32", "u64", "u8",
    "usize",
];

/// If a type is one of the standard library that holds no other one.
pub(super) fn is_scalar(of: &Type) -> bool {
    let name = path(of).and_then(Path::get_ident);
    name.is_some_and(|name| SCALARS.iter().any(|scalar| name == scalar))
}

/// The path of a type. A type that a macro was given is in a group.
pub(super) fn path(of: &Type) -> Option<&Path> {
    match serde_derive_internals::ungroup(of) {
        Type::Path(TypePath { qself: None, path, .. }) => Some(path),
        _ => None,
    }
}

/// If a type has only types of the standard library in it: it has a shape.
pub(super) fn is_of_std(of: &Type) -> bool {
    let Some(last) = path(of).and_then(|path| path.segments.last()) else { return false };
    is_scalar(of)
        || HOLDERS.iter().any(|holder| last.ident == holder)
            && arguments(&mut last.clone()).all(|argument| is_of_std(argument))
}

/// The type with a reference where it has the type of the container. `None` if it cannot be
/// replaced there: nothing is known then.
pub(super) fn replaced(of: &Type, container: &Container<'_>) -> Option<Type> {
    let mut of = serde_derive_internals::ungroup(of).clone();
    replace(&mut of, container).then_some(of)
}

/// Returns false if the type has the container's type in a place where it cannot be replaced.
fn replace(of: &mut Type, container: &Container<'_>) -> bool {
    match of {
        Type::Path(TypePath { qself: None, path, .. }) => {
            if is_container(path, container) {
                let text = container.ident.to_string();
                *of = parse_quote! {
                    __shape::Own<{
                        __shape::type_id(::core::concat!(::core::module_path!(), "::", #text))
                    }>
                };
                return true;
            }
            let Some(last) = path.segments.last_mut() else { return true };
            let is_holder = HOLDERS.iter().any(|holder| last.ident == holder);
            arguments(last).all(|argument| {
                if is_holder {
                    replace(argument, container)
                } else {
                    !mentions(argument, container)
                }
            })
        }
        Type::Reference(reference) => replace(&mut reference.elem, container),
        Type::Slice(slice) => replace(&mut slice.elem, container),
        Type::Array(array) => replace(&mut array.elem, container),
        Type::Tuple(tuple) => tuple.elems.iter_mut().all(|item| replace(item, container)),
        Type::Paren(paren) => replace(&mut paren.elem, container),
        Type::Group(group) => replace(&mut group.elem, container),
        other => !mentions(other, container),
    }
}

/// The types between `<` and `>`.
fn arguments(segment: &mut PathSegment) -> impl Iterator<Item = &mut Type> {
    let arguments = match &mut segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&mut arguments.args),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    };
    arguments.into_iter().flat_map(Punctuated::iter_mut).filter_map(|argument| match argument {
        GenericArgument::Type(of) => Some(of),
        _ => None,
    })
}

/// Returns true for `Self`, and for the name of the container with its own parameters.
fn is_container(path: &Path, container: &Container<'_>) -> bool {
    let [segment] = &path.segments.iter().collect::<Vec<_>>()[..] else { return false };
    if segment.ident == "Self" {
        return true;
    }
    if segment.ident != container.ident {
        return false;
    }
    let parameters = &container.generics.params;
    let own: Punctuated<TokenStream, Token![,]> = parameters
        .iter()
        .map(|parameter| match parameter {
            GenericParam::Lifetime(parameter) => {
                let lifetime = &parameter.lifetime;
                quote!(#lifetime)
            }
            GenericParam::Type(parameter) => {
                let name = &parameter.ident;
                quote!(#name)
            }
            GenericParam::Const(parameter) => {
                let name = &parameter.ident;
                quote!(#name)
            }
        })
        .collect();
    let written = match &segment.arguments {
        PathArguments::None => TokenStream::new(),
        PathArguments::AngleBracketed(arguments) => {
            let arguments = &arguments.args;
            quote!(#arguments)
        }
        PathArguments::Parenthesized(_) => return false,
    };
    written.to_string() == quote!(#own).to_string()
}

/// Returns true if the name of the container, or `Self`, is in the type.
fn mentions(of: &Type, container: &Container<'_>) -> bool {
    mentioned(quote!(#of), container)
}

fn mentioned(tokens: TokenStream, container: &Container<'_>) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(name) => name == container.ident || name == "Self",
        proc_macro2::TokenTree::Group(group) => mentioned(group.stream(), container),
        proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => false,
    })
}
