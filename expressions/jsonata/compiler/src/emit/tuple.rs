//! Paths whose steps have variables or parents.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Printer;
use super::code::Code;
use super::constant::emit_number;
use super::names::tuple_name;
use super::pass::end_name;
use crate::plan::op::{Binding, Body, Op, Plan, Source, TupleStage, TupleWalk};
use crate::resolve::TupleId;

pub(super) fn emit_tuple_op(printer: &mut Printer<'_>, op: &Op) -> Option<Code> {
    let call = match op {
        Op::TupleStart(items) => {
            let items = printer.emit(items);
            return Some(quote!(tuple::start(#items)).into());
        }
        Op::TupleStep { id, tuples, binding, body } => {
            let (name, tuples) = (tuple_name(*id), printer.emit(tuples));
            let (binding, value) = (emit_binding(*binding), emit_for_tuple(printer, *id, body));
            quote! {
                tuple::step(cx, &#tuples, #binding, &mut |#name: &Tuple| -> Outcome { #value })
            }
        }
        Op::InnerTuples { id, tuples, slots, body } => {
            emit_inner_tuples(printer, *id, (tuples, slots), body)
        }
        Op::TupleNumber(tuples, slot) => {
            let tuples = printer.emit(tuples);
            return Some(quote!(tuple::number(#tuples, #slot)).into());
        }
        Op::TupleAt(tuples, number) => {
            let (tuples, number) = (printer.emit(tuples), emit_number(*number));
            return Some(quote!(tuple::at(#tuples, #number)).into());
        }
        Op::TupleFilter { id, tuples, body } => {
            let (name, tuples) = (tuple_name(*id), printer.emit(tuples));
            let filter = emit_for_tuple(printer, *id, body);
            quote!(tuple::filter(cx, #tuples, &mut |#name: &Tuple| -> Outcome { #filter }))
        }
        Op::TupleSort { id, tuples, descending, keys } => {
            let (name, tuples) = (tuple_name(*id), printer.emit(tuples));
            let keys = emit_numbered(printer, *id, keys);
            quote! {
                tuple::sort(cx, #tuples, &[#(#descending),*], &mut |part: usize, #name: &Tuple| -> Outcome {
                    #keys
                })
            }
        }
        Op::TupleGroup { id, tuples, parts } => {
            let (name, tuples) = (tuple_name(*id), printer.emit(tuples));
            let count = parts.len() / 2;
            let parts = emit_numbered(printer, *id, parts);
            quote! {
                tuple::group(cx, #tuples, #count, &mut |part: usize, #name: &Tuple| -> Outcome {
                    #parts
                })
            }
        }
        Op::TupleItems(tuples, _) => {
            let tuples = printer.emit(tuples);
            quote!(tuple::items(#tuples))
        }
        _ => return None,
    };
    Some(Code::Call(call))
}

fn emit_inner_tuples(
    printer: &mut Printer<'_>,
    id: TupleId,
    (tuples, slots): (&Plan, &[usize]),
    body: &Body,
) -> TokenStream {
    let (name, tuples) = (tuple_name(id), printer.emit(tuples));
    let (before, inner) = printer.emit_body(body);
    let inner = inner.value();
    quote! {
        tuple::step_of_tuples(cx, &#tuples, &[#(#slots),*], &mut |#name: &Tuple| -> Result<Vec<Tuple>, Fault> {
            let context = #name.item.view();
            #before Ok(#inner)
        })
    }
}

/// The value of a body by its number, for a tuple.
fn emit_numbered(printer: &mut Printer<'_>, id: TupleId, bodies: &[Body]) -> TokenStream {
    let values: Vec<TokenStream> =
        bodies.iter().map(|body| emit_for_tuple(printer, id, body)).collect();
    let numbers = 0..values.len();
    quote!(match part { #(#numbers => { #values })* _ => Ok(Item::Undefined) })
}

/// The value of a body for a tuple.
fn emit_for_tuple(printer: &mut Printer<'_>, id: TupleId, body: &Body) -> TokenStream {
    let name = tuple_name(id);
    let (before, value) = printer.emit_body(body);
    let value = value.outcome();
    quote!(let context = #name.item.view(); #before #value)
}

pub(super) fn emit_tuple_loop(
    printer: &mut Printer<'_>,
    (id, inputs, counts): (TupleId, &Source, usize),
    walk: &TupleWalk,
    is_collapsed: bool,
) -> Code {
    let items = match inputs {
        Source::Items(items, _) => {
            let items = printer.emit(items);
            quote!(#items.iter().map(Item::view))
        }
        Source::Inputs(context)
        | Source::View(context)
        | Source::Tested(context)
        | Source::At(context, _) => {
            let context = printer.emit(context);
            quote!(#context.inputs())
        }
    };
    let name = tuple_name(id);
    let body = emit_tuple_walk(printer, id, walk);
    let numbers = (0..counts).map(|number| format_ident!("number_{number}"));
    let end = end_name(is_collapsed);
    Code::Call(quote!(results.#end())).behind(quote! {
        #(let mut #numbers = 0;)*
        let mut results = path::Sequence::default();
        tuple::each_of(cx, #items, &mut |context, #name: &mut Tuple| { #body })?;
    })
}

fn emit_tuple_walk(printer: &mut Printer<'_>, id: TupleId, walk: &TupleWalk) -> TokenStream {
    let name = tuple_name(id);
    match walk {
        TupleWalk::End => quote!(results.add_flat(cx, context)),
        TupleWalk::Last(body) => {
            let found = emit_in_tuple(printer, body);
            quote!(results.add_flat(cx, #found))
        }
        TupleWalk::Step { found, binding, stages, rest } => {
            let found = emit_in_tuple(printer, found);
            let binding = emit_binding(*binding);
            let stages: TokenStream =
                stages.iter().map(|stage| emit_tuple_stage(printer, id, stage)).collect();
            let rest = emit_tuple_walk(printer, id, rest);
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
    }
}

/// Statements that return from the loop for a tuple that is filtered out.
fn emit_tuple_stage(printer: &mut Printer<'_>, id: TupleId, stage: &TupleStage) -> TokenStream {
    match stage {
        TupleStage::Number(slot, number) => {
            let (name, number) = (tuple_name(id), format_ident!("number_{number}"));
            quote!(#name.number(#slot, &mut #number);)
        }
        TupleStage::Test(body) => {
            let truth = emit_in_tuple(printer, body);
            quote!(if !#truth { return Ok(()); })
        }
    }
}

fn emit_in_tuple(printer: &mut Printer<'_>, body: &Body) -> TokenStream {
    let (before, value) = printer.emit_body(body);
    if body.before.is_empty() { value.value() } else { value.behind(before).value() }
}

/// The slots that a step sets.
fn emit_binding(binding: Binding) -> TokenStream {
    let slot = |slot: Option<usize>| match slot {
        Some(slot) => quote!(Some(#slot)),
        None => quote!(None),
    };
    let [focus, index, parent] = [binding.focus, binding.index, binding.parent].map(slot);
    quote!(tuple::Binding { focus: #focus, index: #index, parent: #parent })
}
