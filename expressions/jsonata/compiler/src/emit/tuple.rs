//! Paths whose steps have variables or parents.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::block::{emit_declarations, emit_statements};
use super::emitter::Emitter;
use super::outcome::emit_ok;
use super::path::{constant, emit_items};
use super::reference::tuple_name;
use super::tuple_loop;
use super::value::{emit_number, emit_value};
use crate::resolve::TupleId;
use crate::resolve::paths::{frame_key, inner_names, inner_path, parent_name, tuple_id};
use crate::tree::{Group, Kind, Node, Path, SortTerm, Stage, Step};

/// A path: an expression of type `Item`, perhaps a sequence that has not collapsed.
pub(super) fn emit_path(
    emitter: &mut Emitter<'_>,
    path: &Path,
    group: Option<&Group>,
) -> TokenStream {
    if group.is_none()
        && let Some(items) = tuple_loop::emit_path(emitter, path, &quote!(whole))
    {
        return if path.keeps_singleton { quote!(path::keep_singleton(#items)?) } else { items };
    }
    let tuples = emit_tuples(emitter, path);
    if let Some(group) = group {
        return emit_group(emitter, tuple_id(path), group, &tuples);
    }
    let items = quote!(tuple::items(#tuples)?);
    if path.keeps_singleton { quote!(path::keep_singleton(#items)?) } else { items }
}

/// A node that gives the tuples of a path, with its predicates and its group.
pub(super) fn emit_filtered(emitter: &mut Emitter<'_>, node: &Node, id: TupleId) -> TokenStream {
    let mut tuples = emit_inner(emitter, node);
    for predicate in &node.predicates {
        tuples = emit_filter(emitter, id, predicate, &tuples);
    }
    match &node.group {
        Some(group) => emit_group(emitter, id, group, &tuples),
        None => quote!(tuple::items(#tuples)?),
    }
}

fn emit_group(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    group: &Group,
    tuples: &TokenStream,
) -> TokenStream {
    let parts = group.entries.iter().flat_map(|(key, value)| [key, value]);
    let parts = emit_numbered(emitter, id, parts);
    let (name, count) = (tuple_name(id), group.entries.len());
    quote! {
        tuple::group(cx, #tuples, #count, &mut |part: usize, #name: &Tuple| -> Outcome {
            #parts
        })?
    }
}

/// The value of a node by its number, for a tuple: the statements of a function that gives an
/// `Outcome`.
fn emit_numbered<'t>(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    nodes: impl IntoIterator<Item = &'t Node>,
) -> TokenStream {
    let values: Vec<TokenStream> =
        nodes.into_iter().map(|node| emit_for_tuple(emitter, id, node)).collect();
    let numbers = 0..values.len();
    quote!(match part { #(#numbers => { #values })* _ => Ok(Item::Undefined) })
}

/// The tuples at the end of a path, an expression of type `Vec<Tuple>`.
fn emit_tuples(emitter: &mut Emitter<'_>, path: &Path) -> TokenStream {
    let id = tuple_id(path);
    let (items, steps) = emit_start(emitter, path);
    let mut tuples = quote!(tuple::start(#items));
    for step in steps {
        tuples = emit_step(emitter, id, step, &tuples);
        for stage in &step.stages {
            tuples = emit_stage(emitter, id, stage, &tuples);
        }
    }
    tuples
}

/// The items that the steps of tuples begin with, an expression of type `Vec<Item>`, and these
/// steps.
pub(super) fn emit_start<'t>(
    emitter: &mut Emitter<'_>,
    path: &'t Path,
) -> (TokenStream, &'t [Step]) {
    let (before, steps) = steps_of_tuples(path);
    let items = if before.is_empty() && begins_with_variable(path) {
        // A variable is evaluated once, whatever the context is.
        let context = emitter.context_value();
        quote!(Vec::from([#context.to_item()]))
    } else {
        emit_items(emitter, before)
    };
    (items, steps)
}

pub(super) fn begins_with_variable(path: &Path) -> bool {
    path.steps.first().is_some_and(|step| matches!(step.node.kind, Kind::Variable(_)))
}

/// The steps before those of tuples, and these.
pub(super) fn steps_of_tuples(path: &Path) -> (&[Step], &[Step]) {
    let first = path.steps.iter().position(|step| step.is_tuple).unwrap_or(0);
    // jsonata-js binds nothing at a first step that is an array constructor.
    let is_cons = path.steps.first().is_some_and(|step| step.node.is_cons());
    let first = if is_cons { first.max(1) } else { first };
    path.steps.split_at_checked(first).unwrap_or((&path.steps, &[]))
}

fn emit_step(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    step: &Step,
    tuples: &TokenStream,
) -> TokenStream {
    let name = tuple_name(id);
    if let Kind::Sort(terms) = &step.node.kind {
        return emit_sort(emitter, id, step, terms, tuples);
    }
    if inner_path(&step.node).is_some() && step.node.predicates.is_empty() {
        let slots = inner_names(&step.node);
        let slots: Vec<usize> =
            slots.iter().filter_map(|name| emitter.names.slot(id, name)).collect();
        let inner = emitter.in_tuple(id, |emitter| {
            let declarations = emit_own_frame(emitter, &step.node);
            let inner = emit_inner(emitter, &step.node);
            quote!(#declarations Ok(#inner))
        });
        return quote! {
            tuple::step_of_tuples(cx, &#tuples, &[#(#slots),*], &mut |#name: &Tuple| -> Result<Vec<Tuple>, Fault> {
                let context = #name.item.view();
                #inner
            })?
        };
    }
    let binding = emit_binding(emitter, id, step);
    let value = emit_for_tuple(emitter, id, &step.node);
    quote! {
        tuple::step(cx, &#tuples, #binding, &mut |#name: &Tuple| -> Outcome { #value })?
    }
}

/// The tuples of a step that is a path of tuples, perhaps in a block.
fn emit_inner(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    let tuples = emit_inner_tuples(emitter, node);
    match emitter.level_check(node) {
        Some(check) => quote!({ #check #tuples }),
        None => tuples,
    }
}

fn emit_inner_tuples(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match &node.kind {
        Kind::Path(path) => emit_tuples(emitter, path),
        Kind::Block { expressions, .. } => {
            emit_statements(emitter, node, expressions, &mut emit_inner)
                .unwrap_or_else(|| quote!(Vec::new()))
        }
        _ => quote!(Vec::new()),
    }
}

/// The slots that a step sets.
pub(super) fn emit_binding(emitter: &Emitter<'_>, id: TupleId, step: &Step) -> TokenStream {
    let slot = |name: Option<String>| match name.and_then(|name| emitter.names.slot(id, &name)) {
        Some(slot) => quote!(Some(#slot)),
        None => quote!(None),
    };
    let focus = slot(step.focus.clone());
    let index = slot(step.index.clone());
    let parent = slot(step.label.map(parent_name));
    quote!(tuple::Binding { focus: #focus, index: #index, parent: #parent })
}

/// The value of a node for a tuple: the statements of a function that gives an `Outcome`.
fn emit_for_tuple(emitter: &mut Emitter<'_>, id: TupleId, node: &Node) -> TokenStream {
    let name = tuple_name(id);
    emitter.in_tuple(id, |emitter| {
        let declarations = emit_own_frame(emitter, node);
        let value = emit_ok(&emit_value(emitter, node));
        quote!(let context = #name.item.view(); #declarations #value)
    })
}

pub(super) fn emit_own_frame(emitter: &Emitter<'_>, node: &Node) -> TokenStream {
    let ids = emitter.names.frames.get(&frame_key(node)).cloned().unwrap_or_default();
    emit_declarations(emitter, &ids)
}

fn emit_stage(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    stage: &Stage,
    tuples: &TokenStream,
) -> TokenStream {
    let filter = match stage {
        Stage::Index(name) => {
            let slot = emitter.names.slot(id, &name.text).unwrap_or_default();
            return quote!(tuple::number(#tuples, #slot));
        }
        Stage::Filter(filter) => filter,
    };
    emit_filter(emitter, id, filter, tuples)
}

fn emit_filter(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    filter: &Node,
    tuples: &TokenStream,
) -> TokenStream {
    if let Some(number) = constant(filter) {
        let number = emit_number(number);
        return quote!(tuple::at(#tuples, #number));
    }
    let name: Ident = tuple_name(id);
    let filter = emit_for_tuple(emitter, id, filter);
    quote!(tuple::filter(cx, #tuples, &mut |#name: &Tuple| -> Outcome { #filter })?)
}

fn emit_sort(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    step: &Step,
    terms: &[SortTerm],
    tuples: &TokenStream,
) -> TokenStream {
    let name = tuple_name(id);
    let descending = terms.iter().map(|term| term.is_descending);
    let keys = emit_numbered(emitter, id, terms.iter().map(|term| &term.key));
    let sorted = quote! {
        tuple::sort(cx, #tuples, &[#(#descending),*], &mut |part: usize, #name: &Tuple| -> Outcome {
            #keys
        })?
    };
    match step.index.as_ref().and_then(|index| emitter.names.slot(id, index)) {
        Some(slot) => quote!(tuple::number(#sorted, #slot)),
        None => sorted,
    }
}
