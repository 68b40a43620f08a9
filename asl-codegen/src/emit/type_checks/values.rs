//! Emits sets of values: constants that refer to the shapes of the user's types.

use proc_macro2::TokenStream;
use quote::quote;

use crate::check::flow::{Border, Constant, Member, Place, Shape, Step};
use crate::emit::Context;
use asl_language::shape::{Kinds, Presence, hash};

/// A reference to a set of values.
pub(super) fn values(context: &Context<'_>, shape: &Shape) -> TokenStream {
    let kinds = match shape {
        Shape::Any => return quote!(&shape::Values::Any),
        Shape::Border(border) => return at(context, border),
        Shape::OneOf(kinds) => kinds,
    };
    let mut sets = Vec::new();
    if let Some(members) = &kinds.object {
        let known = members.known.iter().map(|(name, known)| member(context, name, known));
        let flattened = members.others.as_ref().map(|border| {
            let values = at(context, border);
            quote!(flattened: &[#values],)
        });
        let rest = match (members.is_open, &flattened) {
            (true, None) => quote!(OPEN),
            (true, Some(_)) | (false, _) => quote!(CLOSED),
        };
        sets.push(quote! {
            &shape::Values::Object(shape::Object {
                members: &[#(#known),*],
                #flattened
                ..shape::Object::#rest
            })
        });
    }
    if let Some(items) = &kinds.array {
        sets.push(if items.more.is_some() {
            let any = values(context, &items.any());
            quote!(&shape::Values::List(#any))
        } else {
            let first = items.first.iter().map(|item| values(context, item));
            quote!(&shape::Values::Tuple(&[#(#first),*]))
        });
    }
    // A number that is not finite is the exception, not the rule.
    sets.extend((kinds.string && !kinds.not_finite).then(|| match &kinds.constant {
        Some(Constant::Text(text)) => quote!(&shape::Values::Constant(#text)),
        Some(Constant::Integer(_)) | None => quote!(&shape::Values::Text),
    }));
    sets.extend(kinds.number.then(|| match &kinds.constant {
        Some(Constant::Integer(number)) => {
            let number = i128::from(*number);
            quote!(&shape::Values::Integer(#number, #number))
        }
        Some(Constant::Text(_)) | None => quote!(&shape::Values::Number),
    }));
    sets.extend(kinds.boolean.then(|| quote!(&shape::Values::Boolean)));
    sets.extend(kinds.null.then(|| quote!(&shape::Values::Null)));
    one_of(&sets)
}

/// A member of an object: a literal of the struct, because calls would be rustc's work.
fn member(context: &Context<'_>, name: &str, member: &Member) -> TokenStream {
    let (hash, values) = (hash(name), values(context, &member.shape));
    let rest = match member.presence() {
        Presence::Always => quote!(ALWAYS),
        Presence::Sometimes => quote!(SOMETIMES),
        Presence::Unknown => quote!(UNKNOWN),
    };
    quote! {
        shape::Member { name: #name, hash: #hash, values: #values, ..shape::Member::#rest }
    }
}

/// A reference to the values that are in one of these sets.
fn one_of(sets: &[TokenStream]) -> TokenStream {
    match sets {
        [set] => set.clone(),
        _ => quote!(&shape::Values::OneOf(&[#(#sets),*])),
    }
}

/// A reference to the values at the places of borders' types.
pub(super) fn at(context: &Context<'_>, border: &Border) -> TokenStream {
    let sets = border.places().map(|place| match super::origin(context, place.origin) {
        Some(named) if place.steps.is_empty() => named.values,
        Some(named) => {
            let (values, path) = (named.values, path(place));
            quote!(&shape::Values::At(#values, #path))
        }
        None => quote!(&shape::Values::Any),
    });
    one_of(&sets.collect::<Vec<_>>())
}

/// The steps from a border's type to a place.
pub(super) fn path(place: &Place) -> TokenStream {
    let steps = place.steps.iter().map(|step| match step {
        Step::Member(name) => quote!(shape::Step::Member(#name)),
        Step::Each(name) => quote!(shape::Step::Each(#name)),
        Step::Item => quote!(shape::Step::Item),
        Step::Only(only) => {
            let kinds = kinds(*only);
            quote!(shape::Step::Only(#kinds))
        }
        Step::OrNull => quote!(shape::Step::OrNull),
        Step::Tagged(name, text, is) => quote!(shape::Step::Tagged(#name, #text, #is)),
    });
    quote!(&[#(#steps),*])
}

/// A set of kinds.
pub(super) fn kinds(kinds: Kinds) -> TokenStream {
    let names = [
        (Kinds::ABSENT, quote!(ABSENT)),
        (Kinds::NULL, quote!(NULL)),
        (Kinds::BOOLEAN, quote!(BOOLEAN)),
        (Kinds::NUMBER, quote!(NUMBER)),
        (Kinds::TEXT, quote!(TEXT)),
        (Kinds::LIST, quote!(LIST)),
        (Kinds::OBJECT, quote!(OBJECT)),
    ];
    let mut names =
        names.into_iter().filter(|(kind, _)| kinds.includes(*kind)).map(|(_, name)| name);
    let first = names.next().unwrap_or_else(|| quote!(NONE));
    quote!(shape::Kinds::#first #(.or(shape::Kinds::#names))*)
}
