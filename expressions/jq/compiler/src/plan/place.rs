//! Paths that the program spells out: a document is changed in place along them.
//!
//! jq finds the paths in the original document. Following them in the document that is being
//! changed finds the same ones only if no change affects a part that is read later: each step leads
//! to separate parts, and conditions read a part before it is changed. Filters with several outputs
//! on the way, or that could lead to a place twice, are not changed in place.

use super::disjoint::are_disjoint;
use super::facts::Site;
use super::facts::is_empty;
use super::scope::{Code, Scope};
use crate::parts::commas;
use crate::syntax::{Callee, Filter, Kind, Literal};

/// The way to the values that are changed.
#[derive(Clone)]
pub(super) enum Place<'p> {
    Here,
    Field(Box<Self>, &'p str),
    Each(Box<Self>),
    Index(Box<Self>, Key<'p>),
    Slice(Box<Self>, [Option<Key<'p>>; 2]),
    Pipe(Box<Self>, Box<Self>),
    /// Several places that are apart.
    Parts(Vec<Self>),
    /// Steps that cannot be taken are not.
    Optional(Box<Self>),
    /// Conditions and ways, and the way without a condition.
    Ways {
        ways: Vec<(&'p Filter, Self)>,
        otherwise: Box<Self>,
        is_shared: bool,
    },
    /// With other meanings of names.
    Within(Scope<'p>, Box<Self>),
    Nowhere,
}

/// A key, computed before the document is changed.
#[derive(Clone, Copy)]
pub(super) enum Key<'p> {
    /// A constant or a variable.
    Known(&'p Filter),
    Computed(&'p Filter),
}

/// The way to what a filter leads to, if that can be changed in place.
pub(super) fn place<'p>(site: &Site<'p>, filter: &'p Filter) -> Option<Place<'p>> {
    let boxed = |filter| Some(Box::new(place(site, filter)?));
    Some(match &filter.kind {
        Kind::Identity => Place::Here,
        Kind::Field(target, name) => Place::Field(boxed(target)?, name),
        Kind::Iterate(target) => Place::Each(boxed(target)?),
        Kind::Index(target, index) => match &index.kind {
            Kind::Literal(Literal::String(name)) => Place::Field(boxed(target)?, name),
            _ => Place::Index(boxed(target)?, key(site, index)?),
        },
        Kind::Slice(target, from, to) => {
            let bound = |bound: &'p Option<Box<Filter>>| match bound {
                Some(bound) => key(site, bound).map(Some),
                None => Some(None),
            };
            Place::Slice(boxed(target)?, [bound(from)?, bound(to)?])
        }
        Kind::Pipe(left, right) => Place::Pipe(boxed(left)?, boxed(right)?),
        Kind::Comma(..) if are_disjoint(&commas(filter)) => {
            let parts = commas(filter).into_iter().map(|part| place(site, part));
            Place::Parts(parts.collect::<Option<_>>()?)
        }
        Kind::Try(body, None) if is_chain(body) => Place::Optional(boxed(body)?),
        Kind::If(branches, otherwise) => return ways(site, branches, otherwise.as_deref()),
        Kind::Call(Callee::Definition(id), arguments) => {
            let body = site.facts.plain_body(*id)?;
            let mut inner = site.scope.clone();
            for (argument, index) in arguments.iter().zip(0..) {
                let argument = site.facts.inlined(argument, &site.scope);
                inner = inner.with_parameter((*id, index), argument);
            }
            return within(site, inner, body);
        }
        Kind::Call(Callee::Parameter(of, index), _) => {
            match &site.scope.parameter((*of, *index)).code {
                Code::Inline(filter, inner) => return within(site, inner.clone(), filter),
                Code::Closure(_) => return None,
            }
        }
        _ if is_empty(filter) => Place::Nowhere,
        _ => return None,
    })
}

fn within<'p>(site: &Site<'p>, scope: Scope<'p>, filter: &'p Filter) -> Option<Place<'p>> {
    let inner = place(&site.scoped(scope.clone()), filter)?;
    Some(Place::Within(scope, Box::new(inner)))
}

fn ways<'p>(
    site: &Site<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
) -> Option<Place<'p>> {
    let ways = branches
        .iter()
        .map(|(condition, way)| site.has_one(condition).then_some(condition).zip(place(site, way)));
    let ways = ways.collect::<Option<_>>()?;
    let filters = branches.iter().map(|(_, way)| way).chain(otherwise);
    let empty = filters.filter(|way| is_empty(way)).count();
    let otherwise = Box::new(otherwise.map_or(Some(Place::Here), |way| place(site, way))?);
    Some(Place::Ways { ways, otherwise, is_shared: branches.len() + 1 - empty > 1 })
}

fn key<'p>(site: &Site<'p>, filter: &'p Filter) -> Option<Key<'p>> {
    site.has_one(filter).then_some(match filter.kind {
        Kind::Literal(_) | Kind::Variable(_) => Key::Known(filter),
        _ => Key::Computed(filter),
    })
}

/// True if a filter is a chain of steps from its input, none of which can fail but for what it is
/// taken from.
fn is_chain(filter: &Filter) -> bool {
    let is_known = |filter: &Filter| matches!(filter.kind, Kind::Literal(_) | Kind::Variable(_));
    match &filter.kind {
        Kind::Identity => true,
        Kind::Field(target, _) | Kind::Iterate(target) => is_chain(target),
        Kind::Index(target, index) => is_chain(target) && is_known(index),
        Kind::Slice(target, from, to) => {
            is_chain(target) && from.iter().chain(to).all(|bound| is_known(bound))
        }
        _ => false,
    }
}
