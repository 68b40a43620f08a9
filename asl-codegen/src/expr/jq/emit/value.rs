//! Filters whose outputs are values: kind by kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent, spent_besides};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::emit::bind::emit_bind;
use crate::expr::jq::emit::call::emit_call_of;
use crate::expr::jq::emit::construct::{emit_array, emit_format, emit_interpolated, emit_object};
use crate::expr::jq::emit::control::{
    emit_alternative, emit_branches, emit_foreach, emit_label, emit_optional, emit_reduce,
    emit_try_catch,
};
use crate::expr::jq::emit::operators::{emit_arithmetic, emit_logic, emit_negate};
use crate::expr::jq::emit::update::emit_assign;
use crate::expr::jq::syntax::{Filter, Kind, Literal};

/// Code that computes the outputs of a filter, each of them followed by what takes it. The
/// input is one that can be used several times, see [`Operand::stable`]; an output need not be.
/// If there is exactly one output, the code that takes it follows all other statements, in no
/// block of their own.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of filter")]
pub(super) fn emit_filter<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match &filter.kind {
        Kind::Identity => next.make(emitter, input.clone()),
        Kind::RecurseDefault => emit_recurse(emitter, input, next),
        Kind::Literal(literal) => {
            let constant = emitter.statics.operand(literal);
            next.make(emitter, constant)
        }
        Kind::Interpolated { format, pieces, filters } => {
            emit_interpolated(emitter, format.as_deref(), pieces, filters, input, scope, next)
        }
        Kind::Format(name) => emit_format(emitter, name, input, next),
        Kind::Field(target, name) => emit_field(emitter, target, name, input, scope, next),
        Kind::Index(target, index) => emit_index(emitter, target, index, input, scope, next),
        Kind::Slice(target, from, to) => {
            emit_slice(emitter, target, [from.as_deref(), to.as_deref()], input, scope, next)
        }
        Kind::Iterate(target) => emit_iterate(emitter, target, input, scope, next),
        Kind::Try(body, None) => emit_optional(emitter, body, input, scope, next),
        Kind::Try(body, Some(handler)) => {
            emit_try_catch(emitter, body, handler, input, scope, next)
        }
        Kind::Pipe(..) => emit_pipe(emitter, filter, input, scope, next),
        Kind::Comma(left, right) => emitter.shared(next, |emitter, next| {
            let left = emit_filter(emitter, left, &input.lent(), scope, next);
            let right = emit_filter(emitter, right, input, scope, next);
            quote!(#left #right)
        }),
        Kind::Negate(inner) => emit_negate(emitter, inner, input, scope, next),
        Kind::Arithmetic(operator, left, right) => {
            emit_arithmetic(emitter, *operator, left, right, input, scope, next)
        }
        Kind::Compare(..) | Kind::And(..) | Kind::Or(..) => {
            emit_logic(emitter, filter, input, scope, next)
        }
        Kind::Alternative(left, right) => {
            emit_alternative(emitter, left, right, input, scope, next)
        }
        Kind::Assign(assignment, path, value) => {
            emit_assign(emitter, *assignment, path, value, input, scope, next)
        }
        Kind::If(branches, otherwise) => {
            emit_branches(emitter, branches, otherwise.as_deref(), input, scope, next)
        }
        Kind::Reduce(parts) => emit_reduce(emitter, parts, input, scope, next),
        Kind::Foreach(parts, extract) => {
            emit_foreach(emitter, parts, extract.as_deref(), input, scope, next)
        }
        Kind::Bind { source, patterns, body } => {
            emit_bind(emitter, source, patterns, body, input, scope, next)
        }
        Kind::Label(label, body) => emit_label(emitter, *label, scope, &mut |emitter, scope| {
            emit_filter(emitter, body, &input.lent(), scope, next)
        }),
        Kind::Break(label) => {
            let number = scope.label(*label);
            quote!(return Err(Exit::Break(#number));)
        }
        Kind::Variable(variable) => {
            let value = scope.variable(*variable);
            next.make(emitter, value)
        }
        Kind::Call(callee, arguments) => {
            emit_call_of(emitter, *callee, arguments, input, scope, next)
        }
        Kind::Object(entries) => emit_object(emitter, entries, input, scope, next),
        Kind::Array(items) => emit_array(emitter, items.as_deref(), input, scope, next),
    }
}

/// [`emit_filter`] with a closure that makes the code around each output.
pub(super) fn emit_each<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    make: &mut dyn FnMut(&mut Emitter<'p>, Operand) -> TokenStream,
) -> TokenStream {
    emit_filter(emitter, filter, input, scope, &mut Next::new(make))
}

/// `left | right`. Stages with one output are statements one after the other.
fn emit_pipe<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (mut filter, mut input, mut before) = (filter, input.clone(), TokenStream::new());
    while let Kind::Pipe(left, right) = &filter.kind {
        if !emitter.has_one(left, scope) {
            let rest = emit_each(emitter, left, &input, scope, &mut |emitter, value| {
                let (bound, value) = value.stable(emitter, "value");
                let right = emit_filter(emitter, right, &value, scope, next);
                quote!(#bound #right)
            });
            return quote!(#before #rest);
        }
        let (statements, output) = emitter.only(left, &input, scope);
        let (bound, output) = output.stable(emitter, "value");
        before.extend(quote!(#statements #bound));
        (filter, input) = (right, output);
    }
    let rest = emit_filter(emitter, filter, &input, scope, next);
    quote!(#before #rest)
}

pub(super) fn emit_recurse<'p>(
    emitter: &mut Emitter<'p>,
    input: &Operand,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (input, value) = (input.borrow(), emitter.fresh("value"));
    let taken = next.make(emitter, Operand::reference(&value));
    let steps = spent_besides(&taken);
    quote!(recurse(cx, #input, &mut |#value: &Value| -> Flow { #steps #taken Ok(()) })?;)
}

fn emit_field<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    name: &str,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, target, input, scope, &mut |emitter, target| {
        let (before, target) = target.place(emitter);
        let rest = next.make(emitter, Operand::BorrowedOnce(quote!(field(#target, #name)?)));
        quote!(#before #rest)
    })
}

/// `target[index]`: the index is the outer loop.
fn emit_index<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    index: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match &index.kind {
        Kind::Literal(Literal::String(name)) => {
            return emit_field(emitter, target, name, input, scope, next);
        }
        Kind::Literal(Literal::Int(place)) => {
            let place = crate::expr::tokens::integer(*place);
            return emit_each(emitter, target, input, scope, &mut |emitter, target| {
                let (before, target) = target.place(emitter);
                let rest =
                    next.make(emitter, Operand::BorrowedOnce(quote!(item(#target, #place)?)));
                quote!(#before #rest)
            });
        }
        _ => {}
    }
    let target_outputs = emitter.outputs(target, scope);
    let index_outputs = emitter.outputs(index, scope);
    emit_each(emitter, index, &input.lent(), scope, &mut |emitter, index| {
        let (bound, index) = index.stable(emitter, "index");
        let (index, input) = (index.within(target_outputs), input.within(index_outputs).lent());
        let rest = emit_each(emitter, target, &input, scope, &mut |emitter, target| {
            let (target, index) = (target.borrow(), index.borrow());
            next.make(emitter, Operand::Once(quote!(index(cx, #target, #index)?)))
        });
        quote!(#bound #rest)
    })
}

/// `target[from:to]`: the lower bound is the outermost loop, the target the innermost.
fn emit_slice<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    bounds: [Option<&'p Filter>; 2],
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let filters: Vec<&'p Filter> = bounds.iter().flatten().copied().collect();
    let has_from = bounds.first().is_some_and(Option::is_some);
    emit_combinations(emitter, &filters, &input.lent(), scope, &mut |emitter, values| {
        let mut values = values.iter().map(|value| {
            let value = value.borrow();
            quote!(Some(#value))
        });
        let from = has_from.then(|| values.next()).flatten().unwrap_or(quote!(None));
        let to = values.next().unwrap_or(quote!(None));
        emit_each(emitter, target, &input.lent(), scope, &mut |emitter, target| {
            let target = target.borrow();
            next.make(emitter, Operand::Once(quote!(slice(cx, #target, #from, #to)?)))
        })
    })
}

fn emit_iterate<'p>(
    emitter: &mut Emitter<'p>,
    target: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, target, &input.lent(), scope, &mut |emitter, target| {
        let (before, target) = target.place(emitter);
        let item = emitter.fresh("item");
        let taken = next.make(emitter, Operand::reference(&item));
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
    emitter: &mut Emitter<'p>,
    filters: &[&'p Filter],
    input: &Operand,
    scope: &Scope<'p>,
    then: &mut dyn FnMut(&mut Emitter<'p>, &[Operand]) -> TokenStream,
) -> TokenStream {
    emit_combinations_with(emitter, filters, input, scope, &[], then)
}

fn emit_combinations_with<'p>(
    emitter: &mut Emitter<'p>,
    filters: &[&'p Filter],
    input: &Operand,
    scope: &Scope<'p>,
    values: &[Operand],
    then: &mut dyn FnMut(&mut Emitter<'p>, &[Operand]) -> TokenStream,
) -> TokenStream {
    let Some((first, rest)) = filters.split_first() else { return then(emitter, values) };
    let rest_is_one = rest.iter().all(|filter| emitter.has_one(filter, scope));
    emit_each(emitter, first, input, scope, &mut |emitter, value| {
        let (bound, value) = value.stable(emitter, "value");
        let mut values = values.to_vec();
        values.push(if rest_is_one { value } else { value.lent() });
        let rest = emit_combinations_with(emitter, rest, input, scope, &values, then);
        quote!(#bound #rest)
    })
}
