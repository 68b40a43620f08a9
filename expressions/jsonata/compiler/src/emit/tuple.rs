//! Paths whose steps have variables or parents.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Printer;
use super::constant::emit_number;
use super::names::tuple_name;
use super::outcome::emit_ok;
use super::pass::end_name;
use crate::plan::op::{Binding, Body, Op, Source, TupleStage, TupleWalk};
use crate::resolve::TupleId;

impl Printer<'_> {
    pub(super) fn emit_tuple_op(&mut self, op: &Op) -> TokenStream {
        match op {
            Op::TupleStart(items) => {
                let items = self.emit(items);
                quote!(tuple::start(#items))
            }
            Op::TupleStep { id, tuples, binding, body } => {
                let (name, tuples) = (tuple_name(*id), self.emit(tuples));
                let (binding, value) = (emit_binding(*binding), self.emit_for_tuple(*id, body));
                quote! {
                    tuple::step(cx, &#tuples, #binding, &mut |#name: &Tuple| -> Outcome { #value })?
                }
            }
            Op::InnerTuples { id, tuples, slots, body } => {
                let (name, tuples) = (tuple_name(*id), self.emit(tuples));
                let (before, inner) = self.emit_body(body);
                quote! {
                    tuple::step_of_tuples(cx, &#tuples, &[#(#slots),*], &mut |#name: &Tuple| -> Result<Vec<Tuple>, Fault> {
                        let context = #name.item.view();
                        #before Ok(#inner)
                    })?
                }
            }
            Op::TupleNumber(tuples, slot) => {
                let tuples = self.emit(tuples);
                quote!(tuple::number(#tuples, #slot))
            }
            Op::TupleAt(tuples, number) => {
                let (tuples, number) = (self.emit(tuples), emit_number(*number));
                quote!(tuple::at(#tuples, #number))
            }
            Op::TupleFilter { id, tuples, body } => {
                let (name, tuples) = (tuple_name(*id), self.emit(tuples));
                let filter = self.emit_for_tuple(*id, body);
                quote!(tuple::filter(cx, #tuples, &mut |#name: &Tuple| -> Outcome { #filter })?)
            }
            Op::TupleSort { id, tuples, descending, keys } => {
                let (name, tuples) = (tuple_name(*id), self.emit(tuples));
                let keys = self.emit_numbered(*id, keys);
                quote! {
                    tuple::sort(cx, #tuples, &[#(#descending),*], &mut |part: usize, #name: &Tuple| -> Outcome {
                        #keys
                    })?
                }
            }
            Op::TupleGroup { id, tuples, parts } => {
                let (name, tuples) = (tuple_name(*id), self.emit(tuples));
                let count = parts.len() / 2;
                let parts = self.emit_numbered(*id, parts);
                quote! {
                    tuple::group(cx, #tuples, #count, &mut |part: usize, #name: &Tuple| -> Outcome {
                        #parts
                    })?
                }
            }
            Op::TupleItems(tuples) => {
                let tuples = self.emit(tuples);
                quote!(tuple::items(#tuples)?)
            }
            _ => self.emit_function_op(op),
        }
    }

    /// The value of a body by its number, for a tuple.
    fn emit_numbered(&mut self, id: TupleId, bodies: &[Body]) -> TokenStream {
        let values: Vec<TokenStream> =
            bodies.iter().map(|body| self.emit_for_tuple(id, body)).collect();
        let numbers = 0..values.len();
        quote!(match part { #(#numbers => { #values })* _ => Ok(Item::Undefined) })
    }

    /// The value of a body for a tuple.
    fn emit_for_tuple(&mut self, id: TupleId, body: &Body) -> TokenStream {
        let name = tuple_name(id);
        let (before, value) = self.emit_body(body);
        let value = emit_ok(&value);
        quote!(let context = #name.item.view(); #before #value)
    }

    pub(super) fn emit_tuple_loop(
        &mut self,
        (id, inputs, counts): (TupleId, &Source, usize),
        walk: &TupleWalk,
        is_collapsed: bool,
    ) -> TokenStream {
        let items = match inputs {
            Source::Items(items) => {
                let items = self.emit(items);
                quote!(#items.iter().map(Item::view))
            }
            Source::Inputs(context)
            | Source::View(context)
            | Source::Tested(context)
            | Source::At(context, _) => {
                let context = self.emit(context);
                quote!(#context.inputs())
            }
        };
        let name = tuple_name(id);
        let body = self.emit_tuple_walk(id, walk);
        let numbers = (0..counts).map(|number| format_ident!("number_{number}"));
        let end = end_name(is_collapsed);
        quote!({
            #(let mut #numbers = 0;)*
            let mut results = path::Sequence::default();
            tuple::each_of(cx, #items, &mut |context, #name: &mut Tuple| { #body })?;
            results.#end()?
        })
    }

    fn emit_tuple_walk(&mut self, id: TupleId, walk: &TupleWalk) -> TokenStream {
        let name = tuple_name(id);
        match walk {
            TupleWalk::End => quote!(results.add_flat(cx, context)),
            TupleWalk::Last(body) => {
                let found = self.emit_in_tuple(body);
                quote!(results.add_flat(cx, #found))
            }
            TupleWalk::Step { found, binding, stages, rest } => {
                let found = self.emit_in_tuple(found);
                let binding = emit_binding(*binding);
                let stages: TokenStream =
                    stages.iter().map(|stage| self.emit_tuple_stage(id, stage)).collect();
                let rest = self.emit_tuple_walk(id, rest);
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
    fn emit_tuple_stage(&mut self, id: TupleId, stage: &TupleStage) -> TokenStream {
        match stage {
            TupleStage::Number(slot, number) => {
                let (name, number) = (tuple_name(id), format_ident!("number_{number}"));
                quote!(#name.number(#slot, &mut #number);)
            }
            TupleStage::Test(body) => {
                let truth = self.emit_in_tuple(body);
                quote!(if !#truth { return Ok(()); })
            }
        }
    }

    fn emit_in_tuple(&mut self, body: &Body) -> TokenStream {
        let (before, value) = self.emit_body(body);
        if before.is_empty() { value } else { quote!({ #before #value }) }
    }
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
