//! Descends into a document that is changed in place, along paths that the program spells out.
//!
//! jq finds the paths in the original document. Following them in the document that is being
//! changed finds the same ones only if no change affects a part that is read later: each step leads
//! to separate parts, and conditions read a part before it is changed. Filters with several outputs
//! on the way, or that could lead to a place twice, are not changed in place.
#![expect(clippy::wildcard_enum_match_arm, reason = "`is_place` lists all kinds")]

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::disjoint::are_disjoint;
use crate::emit::control::is_empty;
use crate::emit::emitter::{At, Emitter};
use crate::emit::operand::Operand;
use crate::emit::operators::emit_condition;
use crate::emit::scope::{Code, Scope};
use crate::parts::commas;
use crate::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// The treatment of steps that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    Strict,
    /// Within `?`.
    Optional,
}

/// Makes the code for the value that was reached, an expression of type `Result<Fate, Exit>`, from a
/// local of type `&mut Value`.
type Reached<'k> = &'k mut dyn FnMut(&Ident) -> TokenStream;

/// A place in the document that is changed: a local of type `&mut Value`, and the steps from it.
#[derive(Clone)]
pub(super) struct Descent {
    pub(super) here: Ident,
    pub(super) steps: Steps,
}

impl Descent {
    /// The same at another place.
    fn to(&self, here: &Ident) -> Self {
        Self { here: here.clone(), steps: self.steps }
    }
}

/// True if what a filter leads to can be changed in place.
pub(super) fn is_place<'p>(at: &At<'p>, filter: &'p Filter) -> bool {
    match &filter.kind {
        Kind::Identity => true,
        Kind::Field(target, _) | Kind::Iterate(target) => is_place(at, target),
        Kind::Index(target, index) => is_place(at, target) && at.has_one(index),
        Kind::Slice(target, from, to) => {
            let mut bounds = from.iter().chain(to);
            is_place(at, target) && bounds.all(|bound| at.has_one(bound))
        }
        Kind::Pipe(left, right) => is_place(at, left) && is_place(at, right),
        Kind::Comma(..) => are_disjoint(&commas(filter)),
        Kind::Try(body, None) => is_chain(body),
        Kind::If(branches, otherwise) => {
            let mut conditions = branches.iter().map(|(condition, _)| condition);
            let mut ways =
                branches.iter().map(|(_, way)| way).chain(otherwise.iter().map(|way| &**way));
            conditions.all(|condition| at.has_one(condition)) && ways.all(|way| is_place(at, way))
        }
        Kind::Call(Callee::Definition(definition), arguments) => {
            inner_scope(at, *definition, arguments).is_some_and(|inner| {
                is_place(&at.scoped(&inner), &at.emitter.definition(*definition).body)
            })
        }
        Kind::Call(Callee::Parameter(of, index), _) => {
            match &at.scope.parameter((*of, *index)).code {
                Code::Inline(filter, inner) => is_place(&at.scoped(inner), filter),
                Code::One(_) | Code::Many { .. } | Code::Paths { .. } => false,
            }
        }
        Kind::Call(Callee::Special(_), _) => is_empty(filter),
        Kind::RecurseDefault
        | Kind::Literal(_)
        | Kind::Interpolated { .. }
        | Kind::Format(_)
        | Kind::Try(..)
        | Kind::Negate(_)
        | Kind::Arithmetic(..)
        | Kind::Compare(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Alternative(..)
        | Kind::Assign(..)
        | Kind::Reduce(_)
        | Kind::Foreach(..)
        | Kind::Bind { .. }
        | Kind::Label(..)
        | Kind::Break(_)
        | Kind::Variable(_)
        | Kind::Call(Callee::Native(_), _)
        | Kind::Object(_)
        | Kind::Array(_) => false,
    }
}

/// The scope within a definition that is part of its caller, if it has no parameters that are
/// values.
fn inner_scope<'p, I>(
    at: &At<'p, I>,
    id: DefinitionId,
    arguments: &'p [Filter],
) -> Option<Scope<'p>> {
    let (facts, definition) = (at.emitter.analysis.of(id), at.emitter.definition(id));
    let has_values = definition.parameters.iter().any(|parameter| parameter.variable.is_some());
    if !facts.is_inline || facts.is_loop || has_values {
        return None;
    }
    let mut inner = at.scope.clone();
    for (argument, index) in arguments.iter().zip(0..) {
        inner = inner.with_parameter((id, index), at.emitter.inlined(argument, &at.scope));
    }
    Some(inner)
}

/// Goes down from `here`, a local of type `&mut Value`, to what a filter leads to, and changes
/// it there. An expression of type `Result<Fate, Exit>`: what becomes of `here` itself.
pub(super) fn emit_in_place<'p>(
    at: &At<'p, Descent>,
    filter: &'p Filter,
    reached: Reached<'_>,
) -> TokenStream {
    match &filter.kind {
        Kind::Field(target, name) => {
            emit_step_in_place(at, target, "field", &quote!(#name,), reached)
        }
        Kind::Iterate(target) => {
            emit_step_in_place(at, target, "each", &TokenStream::new(), reached)
        }
        Kind::Index(target, index) => emit_index_in_place(at, target, index, reached),
        Kind::Slice(target, from, to) => {
            emit_slice_in_place(at, target, [from.as_deref(), to.as_deref()], reached)
        }
        Kind::Pipe(left, right) => emit_in_place(at, left, &mut |here| {
            emit_in_place(&at.on(at.input.to(here)), right, reached)
        }),
        Kind::Comma(..) => emit_parts_in_place(at, filter, reached),
        Kind::Try(body, _) => {
            let optional = Descent { steps: Steps::Optional, ..at.input.clone() };
            emit_in_place(&at.on(optional), body, reached)
        }
        Kind::If(branches, otherwise) => {
            emit_branches_in_place(at, branches, otherwise.as_deref(), reached)
        }
        Kind::Call(Callee::Definition(definition), arguments) => {
            let Some(inner) = inner_scope(at, *definition, arguments) else {
                unreachable!("it is a place")
            };
            let body = &at.emitter.definition(*definition).body;
            emit_in_place(&at.scoped(&inner), body, reached)
        }
        Kind::Call(Callee::Parameter(of, index), _) => {
            match &at.scope.parameter((*of, *index)).code {
                Code::Inline(filter, inner) => emit_in_place(&at.scoped(inner), filter, reached),
                Code::One(_) | Code::Many { .. } | Code::Paths { .. } => {
                    unreachable!("it is a place")
                }
            }
        }
        Kind::Call(Callee::Special(_), _) => quote!(Ok::<_, Exit>(paths::Fate::Rests)),
        _ => reached(&at.input.here),
    }
}

/// One step down, by a function of the runtime.
fn emit_step_in_place<'p>(
    at: &At<'p, Descent>,
    target: &'p Filter,
    function: &str,
    key: &TokenStream,
    reached: Reached<'_>,
) -> TokenStream {
    emit_in_place(at, target, &mut |here| {
        let function = match at.input.steps {
            Steps::Strict => format_ident!("{function}"),
            Steps::Optional => format_ident!("{function}_if"),
        };
        let part = at.emitter.fresh("part");
        let changed = reached(&part);
        quote!(paths::#function(cx, #here, #key |#part: &mut Value| #changed))
    })
}

fn emit_index_in_place<'p>(
    at: &At<'p, Descent>,
    target: &'p Filter,
    index: &'p Filter,
    reached: Reached<'_>,
) -> TokenStream {
    if let Kind::Literal(Literal::String(name)) = &index.kind {
        return emit_step_in_place(at, target, "field", &quote!(#name,), reached);
    }
    let (before, key) = emit_key(at, index);
    let changed = emit_step_in_place(at, target, "index", &quote!(#key,), reached);
    if before.is_empty() { changed } else { quote!({ #before #changed }) }
}

fn emit_slice_in_place<'p>(
    at: &At<'p, Descent>,
    target: &'p Filter,
    bounds: [Option<&'p Filter>; 2],
    reached: Reached<'_>,
) -> TokenStream {
    let mut before = TokenStream::new();
    let [from, to] = bounds.map(|bound| match bound {
        None => quote!(None),
        Some(bound) => {
            let (statements, key) = emit_key(at, bound);
            before.extend(statements);
            quote!(Some(#key))
        }
    });
    let changed = emit_step_in_place(at, target, "slice", &quote!((#from, #to),), reached);
    if before.is_empty() { changed } else { quote!({ #before #changed }) }
}

/// A key that is computed before the document is changed, as an expression of type `&Value`.
fn emit_key<'p>(at: &At<'p, Descent>, filter: &'p Filter) -> (TokenStream, TokenStream) {
    let (old, here) = (at.emitter.fresh("old"), &at.input.here);
    let (statements, key) = at.on(Operand::reference(&old)).only(filter);
    match (&filter.kind, key) {
        (Kind::Literal(_) | Kind::Variable(_), key) => {
            let (before, key) = key.place(at.emitter);
            (quote!(#statements #before), key)
        }
        (_, key) => {
            let (name, value) = (at.emitter.fresh("key"), key.value());
            let made = quote!(let #name = { let #old: &Value = &*#here; #statements #value };);
            (made, quote!(&#name))
        }
    }
}

/// Several paths, one after the other.
fn emit_parts_in_place<'p>(
    at: &At<'p, Descent>,
    filter: &'p Filter,
    reached: Reached<'_>,
) -> TokenStream {
    let (shared, change) = shared_change(at.emitter, reached);
    let call = &mut |here: &Ident| quote!(#change(#here));
    let parts: Vec<_> =
        commas(filter).into_iter().map(|part| emit_in_place(at, part, call)).collect();
    let fate = at.emitter.fresh("fate");
    quote!({
        #shared
        let mut #fate = paths::Fate::Rests;
        #(#fate = #fate.and(#parts?);)*
        Ok::<_, Exit>(#fate)
    })
}

/// The change of a value that several branches reach, as a closure, and its name.
fn shared_change(emitter: &Emitter<'_>, reached: Reached<'_>) -> (TokenStream, Ident) {
    let (change, part) = (emitter.fresh("change"), emitter.fresh("part"));
    let changed = reached(&part);
    (
        quote!(let mut #change = |#part: &mut Value| -> Result<paths::Fate, Exit> { #changed };),
        change,
    )
}

fn emit_branches_in_place<'p>(
    at: &At<'p, Descent>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    reached: Reached<'_>,
) -> TokenStream {
    let empty =
        branches.iter().map(|(_, way)| way).chain(otherwise).filter(|way| is_empty(way)).count();
    if branches.len() + 1 - empty <= 1 {
        return emit_branch_in_place(at, branches, otherwise, reached);
    }
    let (shared, change) = shared_change(at.emitter, reached);
    let call = &mut |here: &Ident| quote!(#change(#here));
    let changed = emit_branch_in_place(at, branches, otherwise, call);
    quote!({ #shared #changed })
}

fn emit_branch_in_place<'p>(
    at: &At<'p, Descent>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    reached: Reached<'_>,
) -> TokenStream {
    let Some(((condition, way), rest)) = branches.split_first() else {
        return match otherwise {
            Some(way) => emit_in_place(at, way, reached),
            None => reached(&at.input.here),
        };
    };
    let (old, here) = (at.emitter.fresh("old"), &at.input.here);
    let condition = emit_condition(&at.on(Operand::reference(&old)), condition);
    let way = emit_in_place(at, way, reached);
    let rest = emit_branch_in_place(at, rest, otherwise, reached);
    quote!({
        let #old: &Value = &*#here;
        if #condition { #way } else { #rest }
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
