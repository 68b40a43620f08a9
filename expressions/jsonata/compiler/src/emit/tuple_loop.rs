//! Paths whose steps have variables or parents, as loops within each other: one tuple changes in
//! place, where a list of tuples would be made for each step.

use asl_language::jsonata::signature::Types;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::operator::emit_truth;
use super::passes::failure::can_fail;
use super::path::constant;
use super::reference::tuple_name;
use super::tuple::{
    begins_with_variable, emit_binding, emit_own_frame, emit_start, steps_of_tuples,
};
use super::value::{emit_names_of_context, emit_value};
use crate::resolve::TupleId;
use crate::resolve::paths::{inner_path, tuple_id};
use crate::tree::{Kind, Node, Path, Stage, Step};

/// The items at the end of a path, an expression of type `Item`; `None` if it needs lists. `end`
/// ends a sequence: collapsed or as a whole.
pub(super) fn emit_path(
    emitter: &mut Emitter<'_>,
    path: &Path,
    end: &TokenStream,
) -> Option<TokenStream> {
    if !is_loop(emitter, path) {
        return None;
    }
    let id = tuple_id(path);
    let (items, steps) = emit_inputs(emitter, path);
    let name = tuple_name(id);
    let mut numbers = Vec::new();
    let body = emit_steps(emitter, id, steps, &mut numbers);
    Some(quote!({
        #(let mut #numbers = 0;)*
        let mut results = path::Sequence::default();
        tuple::each_of(cx, #items, &mut |context, #name: &mut Tuple| { #body })?;
        results.#end()?
    }))
}

/// The items that a path begins with, an iterator over views, and the steps of tuples.
fn emit_inputs<'t>(emitter: &mut Emitter<'_>, path: &'t Path) -> (TokenStream, &'t [Step]) {
    let (before, steps) = steps_of_tuples(path);
    if before.is_empty() && !begins_with_variable(path) {
        let context = emitter.context();
        return (quote!(#context.inputs()), steps);
    }
    let (items, steps) = emit_start(emitter, path);
    (quote!(#items.iter().map(Item::view)), steps)
}

/// True if each tuple can go through all steps before the next one does: none needs all tuples, and
/// at most one part can fail. jsonata-js evaluates a step for all tuples before the next step, and
/// the first fault must be the same.
fn is_loop(emitter: &Emitter<'_>, path: &Path) -> bool {
    let (_, steps) = steps_of_tuples(path);
    let is_alone =
        |step: &Step| !matches!(step.node.kind, Kind::Sort(_)) && inner_path(&step.node).is_none();
    let is_test = |stage: &Stage| match stage {
        Stage::Index(_) => true,
        Stage::Filter(filter) => {
            let truth = Types::BOOLEAN.and(Types::MISSING);
            constant(filter).is_none() && emitter.shapes.of(filter).is(truth)
        }
    };
    let stages = || steps.iter().flat_map(|step| &step.stages);
    let failing_steps = steps.iter().filter(|step| can_fail(&step.node)).count();
    let can_stage_fail =
        |stage: &&Stage| matches!(stage, Stage::Filter(filter) if can_fail(filter));
    let failing = failing_steps + stages().filter(can_stage_fail).count();
    steps.iter().all(is_alone) && stages().all(is_test) && failing <= 1
}

/// The steps for the local tuple: statements, and an expression of type `Result<(), Fault>`.
fn emit_steps(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    steps: &[Step],
    numbers: &mut Vec<Ident>,
) -> TokenStream {
    let name = tuple_name(id);
    let Some((step, rest)) = steps.split_first() else {
        return quote!(results.add_flat(cx, context));
    };
    let binds = step.focus.is_some() || !step.stages.is_empty();
    if rest.is_empty() && !binds {
        let found = emit_in_tuple(emitter, id, &step.node, emit_item);
        return quote!(results.add_flat(cx, #found));
    }
    let found = emit_in_tuple(emitter, id, &step.node, emit_item);
    let binding = emit_binding(emitter, id, step);
    let stages: TokenStream =
        step.stages.iter().map(|stage| emit_stage(emitter, id, stage, numbers)).collect();
    let rest = emit_steps(emitter, id, rest, numbers);
    quote! {
        let found = #found;
        tuple::each(
            cx,
            (context, #name),
            found.view(),
            #binding,
            &mut |context, #name: &mut Tuple| { #stages #rest },
        )
    }
}

/// Statements that return from the loop for a tuple that is filtered out.
fn emit_stage(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    stage: &Stage,
    numbers: &mut Vec<Ident>,
) -> TokenStream {
    match stage {
        Stage::Index(index) => {
            let slot = emitter.names.slot(id, &index.text).unwrap_or_default();
            let (name, number) = (tuple_name(id), format_ident!("number_{}", numbers.len()));
            numbers.push(number.clone());
            quote!(#name.number(#slot, &mut #number);)
        }
        Stage::Filter(filter) => {
            let truth = emit_in_tuple(emitter, id, filter, emit_truth);
            quote!(if !#truth { return Ok(()); })
        }
    }
}

/// The result of a step, an expression of type `Found` or `Item`.
fn emit_item(emitter: &mut Emitter<'_>, node: &Node) -> TokenStream {
    match emit_names_of_context(emitter, node) {
        Some(found) => quote!(#found?),
        None => emit_value(emitter, node),
    }
}

/// A node for the local tuple.
fn emit_in_tuple(
    emitter: &mut Emitter<'_>,
    id: TupleId,
    node: &Node,
    emit: impl FnOnce(&mut Emitter<'_>, &Node) -> TokenStream,
) -> TokenStream {
    emitter.in_tuple(id, |emitter| {
        let declarations = emit_own_frame(emitter, node);
        let value = emit(emitter, node);
        if declarations.is_empty() { value } else { quote!({ #declarations #value }) }
    })
}
