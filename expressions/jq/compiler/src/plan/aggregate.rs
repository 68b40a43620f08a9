//! Arrays of outputs that only a built-in reads: the outputs are taken one by one, and no array is
//! made.

use super::facts::Site;
use super::tree::Taker;
use asl_language::jq::BuiltInId;

use crate::parts::commas;
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// `[items] | taker | rest`
#[derive(Clone, Debug)]
pub(super) struct Aggregate<'p> {
    pub(super) taker: Taker<'p>,
    pub(super) items: &'p Filter,
    /// The call whose body is the array, such as `map(f)`.
    pub(super) call: Option<(DefinitionId, &'p [Filter])>,
    pub(super) rest: Option<&'p Filter>,
}

/// `[items] | length`, `add`, `any`, `all`, `from_entries` or `join("text")`, and what comes after
/// it; none for another pipe.
pub(super) fn aggregate<'p>(
    site: &Site<'p>,
    array: &'p Filter,
    taker: &'p Filter,
) -> Option<Aggregate<'p>> {
    let (taker, rest) = taker_of(taker)?;
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

/// The way in which a filter takes an array item by item, and what comes after it.
pub(super) fn taker_of(filter: &Filter) -> Option<(Taker<'_>, Option<&Filter>)> {
    let (taker, rest) = match &filter.kind {
        Kind::Pipe(taker, rest) => (&**taker, Some(&**rest)),
        _ => (filter, None),
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
    Some((taker, rest))
}
