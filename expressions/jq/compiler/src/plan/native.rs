//! Calls of functions of the runtime.

use super::facts::Site;
use super::repr::Form;
use super::tree::{Search, Wanted};
use asl_language::jq::{BuiltInId, Native};

use super::lists::{Keys, keys};
use crate::syntax::{Filter, Kind, Literal};

/// The code of a call.
#[derive(Clone, Debug)]
pub(super) enum NativeCall<'p> {
    /// `sort_by(key)` and the like: keys with one output need no arrays around them.
    Keyed(Keys<'p>),
    /// A search for a pattern that is a constant: a static of the program.
    Search(Search<'p>),
    /// `length` of a list.
    ListLength,
    /// `setpath` and `delpaths` of an input that nothing else needs: it is changed in place.
    InPlace,
    /// The last argument is the outermost loop.
    Plain,
}

/// The code of a call of a function.
pub(super) fn native<'p>(
    site: &Site<'p>,
    native: Native,
    arguments: &'p [Filter],
    input: Form,
) -> NativeCall<'p> {
    if let Some(keys) = keys(site, native, arguments) {
        return NativeCall::Keyed(keys);
    }
    match native.id {
        Some(BuiltInId::MatchImpl | BuiltInId::SubText) => {
            search(arguments).map_or(NativeCall::Plain, NativeCall::Search)
        }
        Some(BuiltInId::Length) if matches!(input, Form::List(_)) => NativeCall::ListLength,
        Some(BuiltInId::SetPath | BuiltInId::DeletePaths)
            if input == Form::Owned && arguments.iter().all(|argument| site.has_one(argument)) =>
        {
            NativeCall::InPlace
        }
        _ => NativeCall::Plain,
    }
}

fn search(arguments: &[Filter]) -> Option<Search<'_>> {
    let [pattern, modifiers, wanted] = arguments else { return None };
    let (Kind::Literal(pattern), Kind::Literal(modifiers), Kind::Literal(wanted)) =
        (&pattern.kind, &modifiers.kind, &wanted.kind)
    else {
        return None;
    };
    let wanted = match wanted {
        Literal::String(text) => Wanted::Text(text),
        Literal::Null | Literal::Bool(false) => Wanted::Matches,
        _ => Wanted::Truth,
    };
    Some(Search { pattern, modifiers, wanted })
}
