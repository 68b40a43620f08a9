//! Sets of values: constants that refer to the shapes of the user's types.

use proc_macro2::TokenStream;
use quote::quote;

use super::Side;
use crate::check::flow::{Border, Constant, Items, Members, Shape, Step};
use crate::emit::Context;
use asl_language::shape::{Kinds, Presence, hash};

/// A set of values, with what is emitted of it and no more. Equal ones have the same code.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Values {
    Any,
    At(Places),
    Object(Object),
    List(Box<Self>),
    Tuple(Vec<Self>),
    Constant(String),
    Text,
    Integer(i64),
    Number,
    Boolean,
    Null,
    OneOf(Vec<Self>),
}

/// The places from one of which a value comes: for each, the side in whose type it is, and the steps
/// from there.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Places(pub(super) Vec<(Side, Vec<Step>)>);

/// Objects with such members.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Object {
    known: Vec<(String, Presence, Values)>,
    /// The objects whose other members they have.
    flattened: Option<Places>,
    is_open: bool,
}

impl Values {
    /// The values of a shape.
    pub(super) fn of(context: &Context<'_>, shape: &Shape) -> Self {
        let kinds = match shape {
            Shape::Any => return Self::Any,
            Shape::Border(border) => return Self::At(Places::of(context, border)),
            Shape::OneOf(kinds) => kinds,
        };
        let mut sets = Vec::new();
        sets.extend(kinds.object.as_ref().map(|members| Self::object(context, members)));
        sets.extend(kinds.array.as_ref().map(|items| Self::array(context, items)));
        // A number that is not finite is the exception, not the rule.
        sets.extend((kinds.string && !kinds.not_finite).then(|| match &kinds.constant {
            Some(Constant::Text(text)) => Self::Constant(text.to_string()),
            Some(Constant::Integer(_)) | None => Self::Text,
        }));
        sets.extend(kinds.number.then_some(match &kinds.constant {
            Some(Constant::Integer(number)) => Self::Integer(*number),
            Some(Constant::Text(_)) | None => Self::Number,
        }));
        sets.extend(kinds.boolean.then_some(Self::Boolean));
        sets.extend(kinds.null.then_some(Self::Null));
        match sets.pop() {
            Some(only) if sets.is_empty() => only,
            last => {
                sets.extend(last);
                Self::OneOf(sets)
            }
        }
    }

    fn object(context: &Context<'_>, members: &Members) -> Self {
        let known = members.known.iter().map(|(name, member)| {
            (name.clone(), member.presence(), Self::of(context, &member.shape))
        });
        let flattened = members.others.as_ref().map(|border| Places::of(context, border));
        Self::Object(Object { known: known.collect(), flattened, is_open: members.is_open })
    }

    fn array(context: &Context<'_>, items: &Items) -> Self {
        if items.more.is_some() {
            return Self::List(Box::new(Self::of(context, &items.any())));
        }
        Self::Tuple(items.first.iter().map(|item| Self::of(context, item)).collect())
    }

    /// A reference to the set.
    pub(super) fn code(&self, context: &Context<'_>) -> TokenStream {
        let list = |sets: &[Self]| -> Vec<_> { sets.iter().map(|set| set.code(context)).collect() };
        let values = match self {
            Self::Any => quote!(Any),
            Self::At(places) => return places.code(context),
            Self::Object(object) => {
                let object = object.code(context);
                quote!(Object(#object))
            }
            Self::List(items) => {
                let items = items.code(context);
                quote!(List(#items))
            }
            Self::Tuple(items) => {
                let items = list(items);
                quote!(Tuple(&[#(#items),*]))
            }
            Self::Constant(text) => quote!(Constant(#text)),
            Self::Text => quote!(Text),
            Self::Integer(number) => {
                let number = i128::from(*number);
                quote!(Integer(#number, #number))
            }
            Self::Number => quote!(Number),
            Self::Boolean => quote!(Boolean),
            Self::Null => quote!(Null),
            Self::OneOf(sets) => {
                let sets = list(sets);
                quote!(OneOf(&[#(#sets),*]))
            }
        };
        quote!(&shape::Values::#values)
    }
}

impl Places {
    /// The places of a border.
    pub(super) fn of(context: &Context<'_>, border: &Border) -> Self {
        let mut places = Vec::new();
        for place in border.places() {
            let place = (Side::of(context, place.origin), place.steps.clone());
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Self(places)
    }

    /// A reference to the values there.
    pub(super) fn code(&self, context: &Context<'_>) -> TokenStream {
        let sets = self.0.iter().map(|(side, steps)| match side.source(context) {
            Some(source) if steps.is_empty() => source.values,
            Some(source) => {
                let (values, path) = (source.values, path(steps));
                quote!(&shape::Values::At(#values, #path))
            }
            None => quote!(&shape::Values::Any),
        });
        let sets: Vec<_> = sets.collect();
        match sets.as_slice() {
            [set] => set.clone(),
            sets => quote!(&shape::Values::OneOf(&[#(#sets),*])),
        }
    }
}

impl Object {
    fn code(&self, context: &Context<'_>) -> TokenStream {
        let known = self.known.iter().map(|(name, presence, values)| {
            // A literal of the struct, because calls would be rustc's work.
            let (hash, values) = (hash(name), values.code(context));
            let rest = match presence {
                Presence::Always => quote!(ALWAYS),
                Presence::Sometimes => quote!(SOMETIMES),
                Presence::Unknown => quote!(UNKNOWN),
            };
            quote! {
                shape::Member { name: #name, hash: #hash, values: #values, ..shape::Member::#rest }
            }
        });
        let flattened = self.flattened.as_ref().map(|values| {
            let values = values.code(context);
            quote!(flattened: &[#values],)
        });
        let rest = match (self.is_open, &flattened) {
            (true, None) => quote!(OPEN),
            (true, Some(_)) | (false, _) => quote!(CLOSED),
        };
        quote! {
            shape::Object { members: &[#(#known),*], #flattened ..shape::Object::#rest }
        }
    }
}

/// The steps from a value to a part of it.
pub(super) fn path(steps: &[Step]) -> TokenStream {
    let steps = steps.iter().map(|step| match step {
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
