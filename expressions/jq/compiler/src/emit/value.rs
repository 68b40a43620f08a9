//! Filters whose outputs are values, by kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::aggregate::emit_aggregate;
use super::emitter::{At, Next, spent};
use super::operand::Operand;
use crate::emit::bind::emit_bind;
use crate::emit::call::emit_call_of;
use crate::emit::construct::{emit_array, emit_format, emit_interpolated, emit_object};
use crate::emit::control::{
    emit_alternative, emit_branches, emit_foreach, emit_label, emit_optional, emit_reduce,
    emit_try_catch,
};
use crate::emit::operators::{emit_arithmetic, emit_logic, emit_negate};
use crate::emit::update::emit_assign;
use crate::emit::views::{emit_list_items, emit_viewed};
use crate::plan::{self, Part, Stage};
use crate::syntax::{Filter, Kind, Literal};

/// Code that computes the outputs of a filter, each of them followed by what takes it. The
/// input is one that can be used several times, see [`Operand::stable`]; an output need not be.
/// If there is exactly one output, the code that takes it follows all other statements, in no
/// block of their own.
pub(super) fn emit_filter<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    match &filter.kind {
        Kind::Identity => next.make(at.input.clone()),
        Kind::RecurseDefault => emit_recurse(at, next),
        Kind::Literal(literal) => {
            let constant = at.emitter.statics.borrow_mut().operand(literal);
            next.make(constant)
        }
        Kind::Interpolated { format, pieces, filters } => {
            emit_interpolated(at, *format, pieces, filters, next)
        }
        Kind::Format(name) => emit_format(at, *name, next),
        Kind::Field(target, name) => emit_field(at, target, name, next),
        Kind::Index(target, index) => emit_index(at, target, index, next),
        Kind::Slice(target, from, to) => {
            emit_slice(at, target, [from.as_deref(), to.as_deref()], next)
        }
        Kind::Iterate(target) => emit_iterate(at, target, next),
        Kind::Try(body, None) => emit_optional(at, body, next),
        Kind::Try(body, Some(handler)) => emit_try_catch(at, body, handler, next),
        Kind::Pipe(..) => emit_pipe(at, filter, next),
        Kind::Comma(left, right) => at.emitter.shared(next, |next| {
            let left = emit_filter(&at.lent(), left, next);
            let right = emit_filter(at, right, next);
            quote!(#left #right)
        }),
        Kind::Negate(inner) => emit_negate(at, inner, next),
        Kind::Arithmetic(operator, left, right) => {
            emit_arithmetic(at, *operator, left, right, next)
        }
        Kind::Compare(..) | Kind::And(..) | Kind::Or(..) => emit_logic(at, filter, next),
        Kind::Alternative(left, right) => emit_alternative(at, left, right, next),
        Kind::Assign(assignment, path, value) => emit_assign(at, *assignment, path, value, next),
        Kind::If(branches, otherwise) => emit_branches(at, branches, otherwise.as_deref(), next),
        Kind::Reduce(parts) => emit_reduce(at, parts, next),
        Kind::Foreach(parts, extract) => emit_foreach(at, parts, extract.as_deref(), next),
        Kind::Bind { source, patterns, body } => emit_bind(at, source, patterns, body, next),
        Kind::Label(label, body) => {
            emit_label(&at.lent(), *label, &mut |at| emit_filter(at, body, next))
        }
        Kind::Break(label) => {
            let number = at.scope.label(*label);
            quote!(return Err(Exit::Break(#number));)
        }
        Kind::Variable(variable) => next.make(at.variable(*variable)),
        Kind::Call(callee, arguments) => emit_call_of(at, *callee, arguments, next),
        Kind::Object(entries) => emit_object(at, entries, next),
        Kind::Array(items) => emit_array(at, items.as_deref(), next),
    }
}

/// [`emit_filter`] with a closure that makes the code around each output.
pub(super) fn emit_each<'p>(
    at: &At<'p>,
    filter: &'p Filter,
    make: &mut dyn FnMut(Operand) -> TokenStream,
) -> TokenStream {
    emit_filter(at, filter, &mut Next::new(make))
}

/// `left | right`. Stages with one output are statements one after the other.
fn emit_pipe<'p>(at: &At<'p>, filter: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    let (mut filter, mut at, mut before) = (filter, at.clone(), TokenStream::new());
    while let Kind::Pipe(left, right) = &filter.kind {
        let stage = plan::stage(&at.site(), left, right);
        if matches!(stage, Stage::Aggregate(_) | Stage::View(_)) {
            at.note(left, &stage);
        }
        let rest = match stage {
            Stage::One => {
                let (statements, output) = at.only(left);
                let (bound, output) = output.stable(at.emitter, "value");
                before.extend(quote!(#statements #bound));
                (filter, at) = (right, at.on(output));
                continue;
            }
            Stage::Aggregate(aggregate) => emit_aggregate(&at, &aggregate, next),
            Stage::View(view) => emit_viewed(&at, &view, right, next),
            Stage::Loop => emit_each(&at, left, &mut |value| {
                let (bound, value) = value.stable(at.emitter, "value");
                let right = emit_filter(&at.on(value), right, next);
                quote!(#bound #right)
            }),
        };
        return quote!(#before #rest);
    }
    let rest = emit_filter(&at, filter, next);
    quote!(#before #rest)
}

pub(super) fn emit_recurse(at: &At<'_>, next: &mut Next<'_>) -> TokenStream {
    let (input, value) = (at.input.borrow(), at.emitter.fresh("value"));
    let taken = next.make(Operand::reference(&value));
    let steps = spent(&taken);
    quote!(for #value in recurse(#input) { #steps #taken })
}

fn emit_field<'p>(at: &At<'p>, target: &'p Filter, name: &str, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, target, &mut |target| {
        if let (Operand::Entry { key, value }, Some(part)) = (&target, plan::part(name)) {
            return next.make(if part == Part::Key { (**key).clone() } else { (**value).clone() });
        }
        let (before, target) = target.place(at.emitter);
        let rest = next.make(Operand::BorrowedOnce(quote!(field(#target, #name)?)));
        quote!(#before #rest)
    })
}

/// `target[index]`: the index is the outer loop.
fn emit_index<'p>(
    at: &At<'p>,
    target: &'p Filter,
    index: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    match &index.kind {
        Kind::Literal(Literal::String(name)) => {
            return emit_field(at, target, name, next);
        }
        Kind::Literal(Literal::Int(place)) => {
            let place = asl_source::expression::tokens::integer(*place);
            return emit_each(at, target, &mut |target| {
                if let Operand::View { name, .. } = &target {
                    let item = quote!(sort::item(&#name, #place));
                    return next.make(Operand::BorrowedOnce(item));
                }
                let (before, target) = target.place(at.emitter);
                let rest = next.make(Operand::BorrowedOnce(quote!(item(#target, #place)?)));
                quote!(#before #rest)
            });
        }
        _ => {}
    }
    let target_outputs = at.outputs(target);
    emit_each(&at.lent(), index, &mut |index| {
        let (bound, index) = index.stable(at.emitter, "index");
        let index = index.within(target_outputs);
        let rest = emit_each(&at.lent(), target, &mut |target| {
            let (target, index) = (target.borrow(), index.borrow());
            next.make(Operand::Tried(quote!(index(cx, #target, #index))))
        });
        quote!(#bound #rest)
    })
}

/// `target[from:to]`: the lower bound is the outermost loop, the target the innermost.
fn emit_slice<'p>(
    at: &At<'p>,
    target: &'p Filter,
    bounds: [Option<&'p Filter>; 2],
    next: &mut Next<'_>,
) -> TokenStream {
    let filters: Vec<&'p Filter> = bounds.iter().flatten().copied().collect();
    let has_from = bounds.first().is_some_and(Option::is_some);
    emit_combinations(&at.lent(), &filters, &mut |values| {
        let mut values = values.iter().map(|value| {
            let value = value.borrow();
            quote!(Some(#value))
        });
        let from = has_from.then(|| values.next()).flatten().unwrap_or(quote!(None));
        let to = values.next().unwrap_or(quote!(None));
        emit_each(&at.lent(), target, &mut |target| {
            let target = target.borrow();
            next.make(Operand::Tried(quote!(slice(cx, #target, #from, #to))))
        })
    })
}

fn emit_iterate<'p>(at: &At<'p>, target: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    emit_each(&at.lent(), target, &mut |target| {
        if let Operand::View { name, list } = &target {
            return emit_list_items(at, name, *list, &mut |item| next.make(item));
        }
        let (before, target) = target.place(at.emitter);
        let item = at.emitter.fresh("item");
        let taken = next.make(Operand::reference(&item));
        let steps = spent(&taken);
        quote! {
            #before
            for #item in iterate(#target)? {
                #steps
                #taken
            }
        }
    })
}

/// Every combination of the outputs of several filters, the first of them being the outermost
/// loop.
pub(super) fn emit_combinations<'p>(
    at: &At<'p>,
    filters: &[&'p Filter],
    then: &mut dyn FnMut(&[Operand]) -> TokenStream,
) -> TokenStream {
    emit_combinations_with(at, filters, &[], then)
}

fn emit_combinations_with<'p>(
    at: &At<'p>,
    filters: &[&'p Filter],
    values: &[Operand],
    then: &mut dyn FnMut(&[Operand]) -> TokenStream,
) -> TokenStream {
    let Some((first, rest)) = filters.split_first() else { return then(values) };
    let rest_is_one = rest.iter().all(|filter| at.has_one(filter));
    emit_each(at, first, &mut |value| {
        let (bound, value) = value.stable(at.emitter, "value");
        let mut values = values.to_vec();
        values.push(if rest_is_one { value } else { value.lent() });
        let rest = emit_combinations_with(at, rest, &values, then);
        quote!(#bound #rest)
    })
}
