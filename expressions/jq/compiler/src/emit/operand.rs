//! Values in emitted code, before it is decided whether they are borrowed, moved or copied.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::code::{Code, Exit, Ref, Value};
use super::emitter::Emitter;
use super::literal::Constant;
use crate::plan::{List, Repr};

/// A value in emitted code.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A constant that costs nothing to make.
    Constant(Constant),
    /// A value that something else has.
    Borrowed(Reference),
    /// A reference that has to be evaluated once, in place. So has the code of other variants.
    BorrowedOnce(Code<Ref>),
    /// A local of type `Value`; whether this is its last use.
    Local { name: Ident, is_last: bool },
    /// A value that is made.
    Once(Code<Value>),
    /// The same, where making it may fail.
    Tried(Code<Result<Value, Exit>>),
    /// A condition.
    Truth(Code<bool>),
    /// A local of type `bool`.
    Flag(Ident),
    /// A local list in place of an array, which has no form as a value.
    View { name: Ident, list: List },
    /// An entry of `to_entries`, by its parts.
    Entry { key: Box<Self>, value: Box<Self> },
}

/// A reference that costs nothing.
#[derive(Clone, Debug)]
pub(super) enum Reference {
    /// A local of type `&Value`.
    Name(Ident),
    /// To a local or a static of type `Value`.
    To(Ident),
}

impl Reference {
    /// A copy of the value. It is one of the place itself: of `&name` it would be a reference.
    pub(super) fn cloned(&self) -> Code<Value> {
        let (Self::Name(name) | Self::To(name)) = self;
        code!(#name.clone())
    }
}

impl ToTokens for Reference {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Name(name) => quote!(#name),
            Self::To(name) => quote!(&#name),
        });
    }
}

/// The reason for which a list is never used as a value.
const LIST: &str = "the plan lets no filter have a list that needs a value";

impl Operand {
    /// A local that nothing else uses.
    pub(super) fn local(name: &Ident) -> Self {
        Self::Local { name: name.clone(), is_last: true }
    }

    /// A local of type `&Value`.
    pub(super) fn reference(name: &Ident) -> Self {
        Self::Borrowed(Reference::Name(name.clone()))
    }

    pub(super) fn value(&self) -> Code<Value> {
        match self {
            Self::Borrowed(reference) => reference.cloned(),
            Self::BorrowedOnce(place) => code!(#place.clone()),
            Self::Tried(value) => code!(#value?),
            Self::Local { name, is_last: true } => code!(#name),
            Self::Local { name, is_last: false } => code!(#name.clone()),
            Self::Constant(Constant { value, .. }) | Self::Once(value) => value.clone(),
            Self::Truth(condition) => code!(Value::Bool(#condition)),
            Self::Flag(name) => code!(Value::Bool(#name)),
            Self::Entry { key, value } => {
                let (key, value) = (key.value(), value.value());
                code!(entry(cx, #key, #value)?)
            }
            Self::View { .. } => unreachable!("{LIST}"),
        }
    }

    pub(super) fn result(&self) -> Code<Result<Value, Exit>> {
        match self {
            Self::Tried(value) => value.clone(),
            _ => {
                let value = self.value();
                code!(Ok(#value))
            }
        }
    }

    /// Its truth: false for `null` and `false`.
    pub(super) fn truth(&self) -> Code<bool> {
        match self {
            Self::Truth(condition) => condition.clone(),
            Self::Flag(name) => code!(#name),
            _ => {
                let value = self.borrow();
                code!(is_true(#value))
            }
        }
    }

    /// For a function that gives no part of it back.
    pub(super) fn borrow(&self) -> Code<Ref> {
        match self {
            Self::Borrowed(reference) => code!(#reference),
            Self::BorrowedOnce(place) => place.clone(),
            Self::Tried(value) => code!(&#value?),
            Self::Local { name, .. } => code!(&#name),
            Self::Constant(Constant { value, .. }) | Self::Once(value) => code!(&#value),
            Self::Truth(condition) => code!(&Value::Bool(#condition)),
            Self::Flag(name) => code!(&Value::Bool(#name)),
            Self::View { .. } | Self::Entry { .. } => {
                let value = self.value();
                code!(&#value)
            }
        }
    }

    /// As what can be looked into, with the statements that come before.
    pub(super) fn place(&self, emitter: &Emitter<'_>) -> (TokenStream, Code<Ref>) {
        if let Self::BorrowedOnce(place) = self {
            return (TokenStream::new(), place.clone());
        }
        let (before, reference) = self.referred(emitter);
        (before, code!(#reference))
    }

    /// As a reference, with the statements that come before.
    pub(super) fn referred(&self, emitter: &Emitter<'_>) -> (TokenStream, Reference) {
        match self {
            Self::BorrowedOnce(place) => {
                let name = emitter.fresh("value");
                (quote!(let #name = #place;), Reference::Name(name))
            }
            Self::Constant(constant) => {
                let constant = emitter.statics.borrow_mut().hoisted(constant);
                (TokenStream::new(), Reference::To(constant))
            }
            Self::Borrowed(reference) => (TokenStream::new(), reference.clone()),
            Self::Local { name, .. } => (TokenStream::new(), Reference::To(name.clone())),
            _ => {
                let (name, value) = (emitter.fresh("value"), self.value());
                (quote!(let #name = #value;), Reference::To(name))
            }
        }
    }

    /// The representation that the plan has for it.
    pub(super) fn repr(&self) -> Repr {
        match self {
            Self::Constant(_) => Repr::Constant,
            Self::Borrowed(_) => Repr::Borrowed,
            Self::BorrowedOnce(_) => Repr::Place,
            Self::Local { is_last, .. } => Repr::Local { is_last: *is_last },
            Self::Once(_) | Self::Tried(_) => Repr::Made,
            Self::Truth(_) => Repr::Truth,
            Self::Flag(_) => Repr::Flag,
            Self::View { list, .. } => Repr::List(*list),
            Self::Entry { key, value } => Repr::Entry(Box::new(key.repr()), Box::new(value.repr())),
        }
    }

    /// The same value in a form that can be used more than once, with the statements that make it
    /// so.
    pub(super) fn stable(self, emitter: &Emitter<'_>, word: &str) -> (TokenStream, Self) {
        match self {
            Self::BorrowedOnce(place) => {
                let name = emitter.fresh(word);
                (quote!(let #name = #place;), Self::reference(&name))
            }
            Self::Once(_) | Self::Tried(_) => {
                let (name, value) = (emitter.fresh(word), self.value());
                (quote!(let #name = #value;), Self::local(&name))
            }
            Self::Truth(condition) => {
                let name = emitter.fresh(word);
                (quote!(let #name = #condition;), Self::Flag(name))
            }
            _ => (TokenStream::new(), self),
        }
    }

    /// The same as a local of its own, that borrows from nothing.
    pub(super) fn own(self, emitter: &Emitter<'_>, word: &str) -> (TokenStream, Self) {
        if matches!(
            self,
            Self::Constant(_) | Self::Local { is_last: true, .. } | Self::Truth(_) | Self::Flag(_)
        ) {
            return self.stable(emitter, word);
        }
        let (name, value) = (emitter.fresh(word), self.value());
        (quote!(let #name = #value;), Self::local(&name))
    }

    /// For a use that is not the last one.
    pub(super) fn lent(&self) -> Self {
        match self {
            Self::Local { name, .. } => Self::Local { name: name.clone(), is_last: false },
            Self::Entry { key, value } => {
                Self::Entry { key: Box::new(key.lent()), value: Box::new(value.lent()) }
            }
            _ => self.clone(),
        }
    }

    /// For a use that may not be the last one.
    pub(super) fn lent_if(&self, lends: bool) -> Self {
        if lends { self.lent() } else { self.clone() }
    }
}
