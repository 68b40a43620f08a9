//! Filters whose outputs are values, by kind.

use proc_macro2::TokenStream;
use quote::quote;

use super::aggregate::emit_aggregate;
use super::bind::emit_bind;
use super::call::{emit_call, emit_inline, emit_native, emit_search, emit_use};
use super::construct::{emit_array, emit_format, emit_growing, emit_interpolated, emit_object};
use super::control::{
    emit_alternative, emit_attempt, emit_branches, emit_caught, emit_choice, emit_first_true,
    emit_foreach, emit_label, emit_reduce,
};
use super::emitter::{At, Next};
use super::literal::Constant;
use super::loops::emit_loop;
use super::numbers::emit_numbers;
use super::operand::Operand;
use super::operators::{
    emit_calculation, emit_comparison, emit_condition, emit_connective, emit_negate,
};
use super::paths::emit_paths_of;
use super::special::{emit_first, emit_is_empty, emit_last, emit_limit, emit_range};
use super::update::{emit_delete, emit_update};
use super::views::{emit_changed_entry, emit_keyed_native, emit_list_items, emit_viewed};
use crate::plan::tree::{Bounds, Node, Op};
use crate::plan::{Part, Repr};

/// Code that computes the outputs of a filter, each of them followed by what takes it. The
/// input is one that can be used several times, see [`Operand::stable`]; an output need not be.
/// If there is exactly one output, the code that takes it follows all other statements, in no
/// block of their own.
pub(super) fn emit_node(at: &At<'_>, node: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    let at = &at.lent_if(node.lends);
    at.emitter.note_filter();
    check(&at.input, &node.input, node);
    match &node.op {
        Op::Both(left, right) => at.emitter.shared(next, |next| {
            let left = emit_node(at, left, next);
            let right = emit_node(at, right, next);
            quote!(#left #right)
        }),
        Op::Stages(stages, last) => emit_stages(at, stages, last, next),
        Op::Each(left, right) => emit_each(at, left, &mut |value| {
            let (bound, value) = value.stable(at.emitter, "value");
            let right = emit_node(&at.on(value), right, next);
            quote!(#bound #right)
        }),
        Op::Aggregate(aggregate) => emit_aggregate(at, aggregate, next),
        Op::View(view) => emit_viewed(at, view, next),
        Op::AttemptField(_) | Op::AttemptItems | Op::AttemptValue(_) | Op::AttemptMany(_) => {
            emit_attempt(at, &node.op, next)
        }
        Op::Caught { result, body, handler } => emit_caught(at, *result, body, handler, next),
        Op::FirstTrue(left, right) => emit_first_true(at, left, right, next),
        Op::FirstTrueIfAny(..) | Op::Alternative(..) => emit_alternative(at, &node.op, next),
        Op::Choose(ways, otherwise) => emit_choice(at, ways, otherwise, next),
        Op::Branches(branches) => emit_branches(at, branches, next),
        Op::Reduce(reduce) => emit_reduce(at, reduce, next),
        Op::Foreach(foreach) => emit_foreach(at, foreach, next),
        Op::Bind(bind) => emit_bind(at, bind, next),
        Op::Label(slot, body) => emit_label(at.emitter, *slot, &mut || emit_node(at, body, next)),
        Op::Inline(arguments, body) => emit_inline(at, arguments, body, next),
        Op::Loop(looped) => emit_loop(at, looped, next),
        Op::Call(call) => emit_call(at, call, next),
        Op::Use(closure) => emit_use(at, *closure, next),
        _ => emit_part(at, &node.op, next),
    }
}

/// The kinds that look into their input or compute with it.
fn emit_part(at: &At<'_>, op: &Op<'_>, next: &mut Next<'_>) -> TokenStream {
    match op {
        Op::Recurse => emit_recurse(at, next),
        Op::Field(..) | Op::Part(..) | Op::Item(..) | Op::ListItem(..) => emit_look(at, op, next),
        Op::Index { target, index } => emit_index(at, target, index, next),
        Op::Slice { target, bounds } => emit_slice(at, target, bounds, next),
        Op::Iterate(target) => emit_iterate(at, target, next),
        Op::IterateList(target, list) => emit_each(at, target, &mut |target| {
            let Operand::View { name, .. } = &target else { unreachable!("it is a list") };
            emit_list_items(at, name, *list, &mut |item| next.make(item))
        }),
        Op::Negate(inner) => emit_negate(at, inner, next),
        Op::Numbers(term) => {
            let (statements, number) = emit_numbers(at, term);
            let rest = next.make(Operand::Once(number));
            quote!(#statements #rest)
        }
        Op::Calculate { operator, left, right, owns } => {
            emit_calculation(at, *operator, [left, right], *owns, next)
        }
        Op::Condition(condition) => {
            let condition = emit_condition(at, condition);
            next.make(Operand::Truth(condition))
        }
        Op::Compare(comparison, left, right) => emit_comparison(at, *comparison, left, right, next),
        Op::Connect { left, right, decides } => emit_connective(at, left, right, *decides, next),
        Op::ChangedEntry { part, assignment, value } => {
            emit_changed_entry(at, *part, *assignment, value, next)
        }
        Op::Update(update) => emit_update(at, update, next),
        Op::Delete(way) => emit_delete(at, way, next),
        Op::Native { native, arguments, is_in_place } => {
            emit_native(at, *native, arguments, *is_in_place, next)
        }
        Op::Keyed(native, keys) => emit_keyed_native(at, *native, keys, next),
        Op::Search(search) => next.make(emit_search(at, search)),
        Op::Range(bounds) => emit_range(at, bounds, next),
        Op::First(filter) => emit_first(at, filter, next),
        Op::Last(filter) => emit_last(at, filter, next),
        Op::Limit(count, filter) => emit_limit(at, count, filter, next),
        Op::IsEmpty(filter) => emit_is_empty(at, filter, next),
        Op::Paths(paths) => emit_paths_of(at, paths, next),
        Op::ToStream => {
            let (input, emit) = (at.input.borrow(), at.emitter.consumer(next));
            quote!(paths::tostream(cx, #input, #emit)?;)
        }
        Op::Interpolated { format, pieces, filters } => {
            emit_interpolated(at, *format, pieces, filters, next)
        }
        Op::Format(name) => emit_format(at, *name, next),
        Op::Object { keys, parts } => emit_object(at, keys, parts, next),
        Op::Array(items) => emit_array(at, items, next),
        Op::Growing(items) => emit_growing(at, items, next),
        _ => emit_leaf(at, op, next),
    }
}

/// The kinds without parts.
fn emit_leaf(at: &At<'_>, op: &Op<'_>, next: &mut Next<'_>) -> TokenStream {
    let operand = match op {
        Op::Input => at.input.clone(),
        Op::Constant(literal) => at.emitter.statics.borrow_mut().operand(literal),
        Op::EmptyArray => Operand::Constant(Constant::empty_array()),
        Op::EmptyObject => Operand::Constant(Constant::empty_object()),
        Op::Variable(variable) => at.emitter.variable(*variable),
        Op::ListLength => {
            let Operand::View { name, .. } = &at.input else { unreachable!("it is a list") };
            Operand::Once(code!(Value::Int(#name.len() as i64)))
        }
        Op::Not => {
            let condition = at.input.truth();
            Operand::Truth(code!(!#condition))
        }
        Op::Break(label) => {
            let number = at.emitter.local(*label);
            return quote!(return Err(Exit::Break(#number)););
        }
        Op::Error => {
            let error = at.input.value();
            return quote!(return Err(Exit::Error(#error)););
        }
        _ => return TokenStream::new(),
    };
    next.make(operand)
}

/// [`emit_node`] with a closure that makes the code around each output.
pub(super) fn emit_each(
    at: &At<'_>,
    node: &Node<'_>,
    make: &mut dyn FnMut(Operand) -> TokenStream,
) -> TokenStream {
    let mut make = |output: Operand| {
        check(&output, &node.output, node);
        make(output)
    };
    emit_node(at, node, &mut Next::new(&mut make))
}

/// Compares an operand with what is planned, in tests. The code behind an error is never run: its
/// input is a constant, whatever it would be.
fn check(operand: &Operand, planned: &Repr, node: &Node<'_>) {
    if cfg!(test) && !matches!(operand, Operand::Constant(_)) {
        assert_eq!(operand.repr(), *planned, "{:?}", node.op);
    }
}

/// Statements one after the other.
fn emit_stages(
    at: &At<'_>,
    stages: &[Node<'_>],
    last: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let (mut at, mut before) = (at.clone(), TokenStream::new());
    for stage in stages {
        let (statements, output) = at.only(stage);
        let (bound, output) = output.stable(at.emitter, "value");
        before.extend(quote!(#statements #bound));
        at = at.on(output);
    }
    let rest = emit_node(&at, last, next);
    quote!(#before #rest)
}

fn emit_recurse(at: &At<'_>, next: &mut Next<'_>) -> TokenStream {
    let (input, value) = (at.input.borrow(), at.emitter.fresh("value"));
    let (steps, taken) = at.emitter.spent(|| next.make(Operand::reference(&value)));
    quote!(for #value in recurse(#input) { #steps #taken })
}

/// A look at a member or an item.
fn emit_look(at: &At<'_>, op: &Op<'_>, next: &mut Next<'_>) -> TokenStream {
    match op {
        Op::Part(target, part) => emit_each(at, target, &mut |target| {
            let Operand::Entry { key, value } = &target else { unreachable!("it is an entry") };
            next.make(if *part == Part::Key { (**key).clone() } else { (**value).clone() })
        }),
        Op::Field(target, name) => emit_each(at, target, &mut |target| {
            let (before, target) = target.place(at.emitter);
            let rest = next.make(Operand::BorrowedOnce(code!(field(#target, #name)?)));
            quote!(#before #rest)
        }),
        Op::ListItem(target, place) => emit_each(at, target, &mut |target| {
            let Operand::View { name, .. } = &target else { unreachable!("it is a list") };
            let place = asl_source::expression::tokens::integer(*place);
            next.make(Operand::BorrowedOnce(code!(sort::item(&#name, #place))))
        }),
        Op::Item(target, place) => emit_each(at, target, &mut |target| {
            let place = asl_source::expression::tokens::integer(*place);
            let (before, target) = target.place(at.emitter);
            let rest = next.make(Operand::BorrowedOnce(code!(item(#target, #place)?)));
            quote!(#before #rest)
        }),
        _ => TokenStream::new(),
    }
}

/// `target[index]`: the index is the outer loop.
fn emit_index(
    at: &At<'_>,
    target: &Node<'_>,
    index: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    emit_each(at, index, &mut |index| {
        let (bound, index) = index.stable(at.emitter, "index");
        let rest = emit_each(at, target, &mut |target| {
            let (target, index) = (target.borrow(), index.borrow());
            next.make(Operand::Tried(code!(index(cx, #target, #index))))
        });
        quote!(#bound #rest)
    })
}

/// `target[from:to]`: the lower bound is the outermost loop, the target the innermost.
fn emit_slice(
    at: &At<'_>,
    target: &Node<'_>,
    bounds: &Bounds<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let filters: Vec<&Node<'_>> = bounds.iter().flatten().collect();
    let has_from = bounds.first().is_some_and(Option::is_some);
    emit_combinations(at, &filters, &mut |values| {
        let mut values = values.iter().map(|value| {
            let value = value.borrow();
            quote!(Some(#value))
        });
        let from = has_from.then(|| values.next()).flatten().unwrap_or(quote!(None));
        let to = values.next().unwrap_or(quote!(None));
        emit_each(at, target, &mut |target| {
            let target = target.borrow();
            next.make(Operand::Tried(code!(slice(cx, #target, #from, #to))))
        })
    })
}

fn emit_iterate(at: &At<'_>, target: &Node<'_>, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, target, &mut |target| {
        let (before, target) = target.place(at.emitter);
        let item = at.emitter.fresh("item");
        let (steps, taken) = at.emitter.spent(|| next.make(Operand::reference(&item)));
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
pub(super) fn emit_combinations(
    at: &At<'_>,
    filters: &[&Node<'_>],
    then: &mut dyn FnMut(&[Operand]) -> TokenStream,
) -> TokenStream {
    emit_combinations_with(at, filters, &[], then)
}

fn emit_combinations_with(
    at: &At<'_>,
    filters: &[&Node<'_>],
    values: &[Operand],
    then: &mut dyn FnMut(&[Operand]) -> TokenStream,
) -> TokenStream {
    let Some((first, rest)) = filters.split_first() else { return then(values) };
    let rest_is_one = rest.iter().all(|filter| filter.has_one());
    emit_each(at, first, &mut |value| {
        let (bound, value) = value.stable(at.emitter, "value");
        let mut values = values.to_vec();
        values.push(value.lent_if(!rest_is_one));
        let rest = emit_combinations_with(at, rest, &values, then);
        quote!(#bound #rest)
    })
}
