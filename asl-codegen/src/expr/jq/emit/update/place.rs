//! Going down into a document that is changed in place, along paths that the program spells out.
//!
//! jq looks for the paths in the document as it was. Going down into the one that is being changed
//! finds the same ones only where no change touches what is looked at later: each step leads into
//! parts of their own, conditions see a part before it is changed, and whatever has several outputs
//! in the way, or could lead to a place twice, is not done in place.
#![expect(clippy::wildcard_enum_match_arm, reason = "`is_place` lists all kinds")]

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::disjoint::{are_disjoint, commas};
use crate::expr::jq::emit::control::is_empty;
use crate::expr::jq::emit::emitter::Emitter;
use crate::expr::jq::emit::operand::Operand;
use crate::expr::jq::emit::operators::emit_condition;
use crate::expr::jq::emit::scope::{Code, Scope};
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter, Kind, Literal};

/// The treatment of steps that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    Strict,
    /// Within `?`.
    Optional,
}

/// Makes the code for the value that was reached, an expression of type `Result<Fate, Exit>`, from a
/// local of type `&mut Value`.
type Reached<'k, 'p> = &'k mut dyn FnMut(&mut Emitter<'p>, &Ident) -> TokenStream;

/// True if what a filter leads to can be changed in place.
pub(in crate::expr::jq::emit) fn is_place<'p>(
    emitter: &Emitter<'p>,
    filter: &'p Filter,
    scope: &Scope<'p>,
) -> bool {
    match &filter.kind {
        Kind::Identity => true,
        Kind::Field(target, _) | Kind::Iterate(target) => is_place(emitter, target, scope),
        Kind::Index(target, index) => {
            is_place(emitter, target, scope) && emitter.has_one(index, scope)
        }
        Kind::Slice(target, from, to) => {
            let mut bounds = from.iter().chain(to);
            is_place(emitter, target, scope) && bounds.all(|bound| emitter.has_one(bound, scope))
        }
        Kind::Pipe(left, right) => {
            is_place(emitter, left, scope) && is_place(emitter, right, scope)
        }
        Kind::Comma(..) => {
            let mut each = Vec::new();
            commas(filter, &mut each);
            are_disjoint(&each)
        }
        Kind::Try(body, None) => is_chain(body),
        Kind::If(branches, otherwise) => {
            let mut conditions = branches.iter().map(|(condition, _)| condition);
            let mut ways =
                branches.iter().map(|(_, way)| way).chain(otherwise.iter().map(|way| &**way));
            conditions.all(|condition| emitter.has_one(condition, scope))
                && ways.all(|way| is_place(emitter, way, scope))
        }
        Kind::Call(Callee::Definition(definition), arguments) => {
            let definition = *definition;
            inner_scope(emitter, definition, arguments, scope).is_some_and(|inner| {
                is_place(emitter, &emitter.definition(definition).body, &inner)
            })
        }
        Kind::Call(Callee::Parameter(of, index), _) => match &scope.parameter((*of, *index)).code {
            Code::Inline(filter, inner) => is_place(emitter, filter, inner),
            Code::One(_) | Code::Many { .. } | Code::Paths { .. } => false,
        },
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
fn inner_scope<'p>(
    emitter: &Emitter<'p>,
    id: DefinitionId,
    arguments: &'p [Filter],
    scope: &Scope<'p>,
) -> Option<Scope<'p>> {
    let (facts, definition) = (emitter.analysis.of(id), emitter.definition(id));
    let has_values = definition.parameters.iter().any(|parameter| parameter.variable.is_some());
    if !facts.is_inline || facts.is_loop || has_values {
        return None;
    }
    let mut inner = scope.clone();
    for (argument, index) in arguments.iter().zip(0..) {
        inner = inner.with_parameter((id, index), emitter.inlined(argument, scope));
    }
    Some(inner)
}

/// Goes down from `here`, a local of type `&mut Value`, to what a filter leads to, and changes
/// it there. An expression of type `Result<Fate, Exit>`: what becomes of `here` itself.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of filter")]
pub(in crate::expr::jq::emit) fn emit_in_place<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    match &filter.kind {
        Kind::Field(target, name) => {
            emit_in_place(emitter, target, here, steps, scope, &mut |emitter, here| {
                emit_step_down(emitter, "field", steps, here, &quote!(cx, #here, #name), reached)
            })
        }
        Kind::Iterate(target) => {
            emit_in_place(emitter, target, here, steps, scope, &mut |emitter, here| {
                emit_step_down(emitter, "each", steps, here, &quote!(cx, #here), reached)
            })
        }
        Kind::Index(target, index) => {
            emit_index_in_place(emitter, target, index, here, steps, scope, reached)
        }
        Kind::Slice(target, from, to) => emit_slice_in_place(
            emitter,
            target,
            [from.as_deref(), to.as_deref()],
            here,
            steps,
            scope,
            reached,
        ),
        Kind::Pipe(left, right) => {
            emit_in_place(emitter, left, here, steps, scope, &mut |emitter, here| {
                emit_in_place(emitter, right, here, steps, scope, reached)
            })
        }
        Kind::Comma(..) => emit_parts_in_place(emitter, filter, here, steps, scope, reached),
        Kind::Try(body, _) => emit_in_place(emitter, body, here, Steps::Optional, scope, reached),
        Kind::If(branches, otherwise) => emit_branches_in_place(
            emitter,
            branches,
            otherwise.as_deref(),
            here,
            steps,
            scope,
            reached,
        ),
        Kind::Call(Callee::Definition(definition), arguments) => {
            let Some(inner) = inner_scope(emitter, *definition, arguments, scope) else {
                unreachable!("it is a place")
            };
            emit_in_place(
                emitter,
                &emitter.definition(*definition).body,
                here,
                steps,
                &inner,
                reached,
            )
        }
        Kind::Call(Callee::Parameter(of, index), _) => {
            match scope.parameter((*of, *index)).code.clone() {
                Code::Inline(filter, inner) => {
                    emit_in_place(emitter, filter, here, steps, &inner, reached)
                }
                Code::One(_) | Code::Many { .. } | Code::Paths { .. } => {
                    unreachable!("it is a place")
                }
            }
        }
        Kind::Call(Callee::Special(_), _) => quote!(Ok::<_, Exit>(paths::Fate::Rests)),
        _ => reached(emitter, here),
    }
}

/// One step down, by a function of the runtime.
fn emit_step_down<'p>(
    emitter: &mut Emitter<'p>,
    function: &str,
    steps: Steps,
    _from: &Ident,
    arguments: &TokenStream,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    let function = match steps {
        Steps::Strict => format_ident!("{function}"),
        Steps::Optional => format_ident!("{function}_if"),
    };
    let part = emitter.fresh("part");
    let changed = reached(emitter, &part);
    quote!(paths::#function(#arguments, |#part: &mut Value| #changed))
}

fn emit_index_in_place<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    index: &'p Filter,
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    if let Kind::Literal(Literal::String(name)) = &index.kind {
        return emit_in_place(emitter, target, here, steps, scope, &mut |emitter, here| {
            emit_step_down(emitter, "field", steps, here, &quote!(cx, #here, #name), reached)
        });
    }
    let (before, key) = emit_key(emitter, index, here, scope);
    let changed = emit_in_place(emitter, target, here, steps, scope, &mut |emitter, here| {
        emit_step_down(emitter, "index", steps, here, &quote!(cx, #here, #key), reached)
    });
    if before.is_empty() { changed } else { quote!({ #before #changed }) }
}

fn emit_slice_in_place<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    bounds: [Option<&'p Filter>; 2],
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    let mut before = TokenStream::new();
    let [from, to] = bounds.map(|bound| match bound {
        None => quote!(None),
        Some(bound) => {
            let (statements, key) = emit_key(emitter, bound, here, scope);
            before.extend(statements);
            quote!(Some(#key))
        }
    });
    let changed = emit_in_place(emitter, target, here, steps, scope, &mut |emitter, here| {
        emit_step_down(emitter, "slice", steps, here, &quote!(cx, #here, (#from, #to)), reached)
    });
    if before.is_empty() { changed } else { quote!({ #before #changed }) }
}

/// A key that is computed before the document is changed, as an expression of type `&Value`.
fn emit_key<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    here: &Ident,
    scope: &Scope<'p>,
) -> (TokenStream, TokenStream) {
    let old = emitter.fresh("old");
    let (statements, key) = emitter.only(filter, &Operand::reference(&old), scope);
    match (&filter.kind, key) {
        (Kind::Literal(_) | Kind::Variable(_), key) => {
            let (before, key) = key.place(emitter);
            (quote!(#statements #before), key)
        }
        (_, key) => {
            let (name, value) = (emitter.fresh("key"), key.value());
            let made = quote!(let #name = { let #old: &Value = &*#here; #statements #value };);
            (made, quote!(&#name))
        }
    }
}

/// Several paths, one after the other.
fn emit_parts_in_place<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    let mut each = Vec::new();
    commas(filter, &mut each);
    let (shared, change) = shared_change(emitter, reached);
    let parts = each.into_iter().map(|part| {
        emit_in_place(emitter, part, here, steps, scope, &mut |_, here| quote!(#change(#here)))
    });
    let parts: Vec<TokenStream> = parts.collect();
    let fate = emitter.fresh("fate");
    quote!({
        #shared
        let mut #fate = paths::Fate::Rests;
        #(#fate = #fate.and(#parts?);)*
        Ok::<_, Exit>(#fate)
    })
}

/// The change of a value that several branches reach, as a closure, and its name.
fn shared_change<'p>(emitter: &mut Emitter<'p>, reached: Reached<'_, 'p>) -> (TokenStream, Ident) {
    let (change, part) = (emitter.fresh("change"), emitter.fresh("part"));
    let changed = reached(emitter, &part);
    (
        quote!(let mut #change = |#part: &mut Value| -> Result<paths::Fate, Exit> { #changed };),
        change,
    )
}

fn emit_branches_in_place<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    let empty =
        branches.iter().map(|(_, way)| way).chain(otherwise).filter(|way| is_empty(way)).count();
    if branches.len() + 1 - empty <= 1 {
        return emit_branch_in_place(emitter, branches, otherwise, here, steps, scope, reached);
    }
    let (shared, change) = shared_change(emitter, reached);
    let changed = emit_branch_in_place(
        emitter,
        branches,
        otherwise,
        here,
        steps,
        scope,
        &mut |_, here| quote!(#change(#here)),
    );
    quote!({ #shared #changed })
}

fn emit_branch_in_place<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    here: &Ident,
    steps: Steps,
    scope: &Scope<'p>,
    reached: Reached<'_, 'p>,
) -> TokenStream {
    let Some(((condition, way), rest)) = branches.split_first() else {
        return match otherwise {
            Some(way) => emit_in_place(emitter, way, here, steps, scope, reached),
            None => reached(emitter, here),
        };
    };
    let old = emitter.fresh("old");
    let condition = emit_condition(emitter, condition, &Operand::reference(&old), scope);
    let way = emit_in_place(emitter, way, here, steps, scope, reached);
    let rest = emit_branch_in_place(emitter, rest, otherwise, here, steps, scope, reached);
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
