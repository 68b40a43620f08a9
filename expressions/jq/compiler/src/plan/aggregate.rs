//! Arrays of outputs that only a built-in reads: the outputs are taken one by one, and no array is
//! made.

use asl_language::jq::BuiltInId;

use super::Site;
use crate::parts::commas;
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// `[items] | taker | rest`
#[derive(Clone, Debug)]
pub(crate) struct Aggregate<'p> {
    pub(crate) taker: Taker<'p>,
    pub(crate) items: &'p Filter,
    /// The call whose body is the array, such as `map(f)`.
    pub(crate) call: Option<(DefinitionId, &'p [Filter])>,
    pub(crate) rest: Option<&'p Filter>,
}

/// The way to take the outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Taker<'p> {
    Count,
    Sum,
    /// With this text between them.
    Joined(&'p Literal),
    /// As an object; they may be entries that are no objects.
    Entries,
    Any,
    All,
}

/// `[items] | length`, `add`, `any`, `all`, `from_entries` or `join("text")`, and what comes after
/// it; none for another pipe.
pub(super) fn aggregate<'p>(
    site: &Site<'p>,
    array: &'p Filter,
    taker: &'p Filter,
) -> Option<Aggregate<'p>> {
    let (taker, rest) = match &taker.kind {
        Kind::Pipe(taker, rest) => (&**taker, Some(&**rest)),
        _ => (taker, None),
    };
    let Kind::Call(Callee::Native(native), arguments) = &taker.kind else { return None };
    let taker = match (native.id?, arguments.as_slice()) {
        (BuiltInId::Length, []) => Taker::Count,
        (BuiltInId::Sum, []) => Taker::Sum,
        (BuiltInId::FromEntries, []) => Taker::Entries,
        (BuiltInId::Any, []) => Taker::Any,
        (BuiltInId::All, []) => Taker::All,
        (BuiltInId::Join, [Filter { kind: Kind::Literal(separator @ Literal::String(_)), .. }]) => {
            Taker::Joined(separator)
        }
        _ => return None,
    };
    let (items, call) = match &array.kind {
        Kind::Array(Some(items)) => (&**items, None),
        Kind::Call(Callee::Definition(definition), arguments) => {
            let Kind::Array(Some(items)) = &site.facts.plain_body(*definition)?.kind else {
                return None;
            };
            (&**items, Some((*definition, arguments.as_slice())))
        }
        _ => return None,
    };
    let within = call.map_or_else(|| site.clone(), |(id, arguments)| site.within(id, arguments));
    let is_generator = !commas(items).iter().all(|item| within.has_one(item));
    is_generator.then_some(Aggregate { taker, items, call, rest })
}
