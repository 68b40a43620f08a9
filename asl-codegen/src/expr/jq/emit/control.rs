//! Control flow: conditions, alternatives, errors, labels and loops over states.

use asl_language::jq::Special;
use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::{Emitter, Next, spent};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis::Outputs;
use crate::expr::jq::emit::bind::emit_bound_outputs;
use crate::expr::jq::emit::operators::{emit_condition, emit_test};
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::emit::value::emit_filter;
use crate::expr::jq::syntax::{Callee, Filter, Kind, LabelId, Loop};

/// `if c then a elif .. else b end`
pub(super) fn emit_branches<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let parts =
        branches.iter().flat_map(|(condition, branch)| [condition, branch]).chain(otherwise);
    if parts.clone().all(|part| emitter.has_one(part, scope)) {
        let chosen = emit_chosen_value(emitter, branches, otherwise, input, scope);
        return next.make(emitter, Operand::Once(chosen));
    }
    let emptied = branches
        .iter()
        .map(|(_, branch)| branch)
        .chain(otherwise)
        .filter(|branch| is_empty(branch));
    let ways = branches.len() + 1 - emptied.count();
    let only_one_condition =
        branches.iter().all(|(condition, _)| emitter.has_one(condition, scope));
    let chosen = |emitter: &mut Emitter<'p>, next: &mut Next<'_, 'p>| {
        emit_branch(emitter, branches, otherwise, input, scope, &mut |emitter, branch, input| {
            match branch {
                Some(branch) => emit_filter(emitter, branch, input, scope, next),
                None => next.make(emitter, input.clone()),
            }
        })
    };
    if ways <= 1 && only_one_condition {
        return chosen(emitter, next);
    }
    emitter.shared(next, chosen)
}

/// The value of one of several branches, each with one output.
fn emit_chosen_value<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    let mut chosen = TokenStream::new();
    for (condition, branch) in branches {
        let (condition, branch) =
            (emit_condition(emitter, condition, input, scope), emitter.one(branch, input, scope));
        chosen.extend(quote!(if #condition { #branch } else));
    }
    let otherwise =
        otherwise.map_or_else(|| input.value(), |filter| emitter.one(filter, input, scope));
    quote!(#chosen { #otherwise })
}

/// The code of the branches, each in the `else` of the one before. `way` makes the code of one; none
/// is the missing `else`, whose output is the input.
pub(super) fn emit_branch<'p>(
    emitter: &mut Emitter<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    input: &Operand,
    scope: &Scope<'p>,
    way: &mut dyn FnMut(&mut Emitter<'p>, Option<&'p Filter>, &Operand) -> TokenStream,
) -> TokenStream {
    let Some(((condition, branch), rest)) = branches.split_first() else {
        return way(emitter, otherwise, input);
    };
    let input = input.within(emitter.outputs(condition, scope));
    emit_test(emitter, condition, &input, scope, &mut |emitter, condition| {
        let branch = way(emitter, Some(branch), &input);
        let rest = emit_branch(emitter, rest, otherwise, &input, scope, way);
        if rest.is_empty() {
            quote!(if #condition { #branch })
        } else {
            quote!(if #condition { #branch } else { #rest })
        }
    })
}

/// `left // right`: the outputs of the left side that are true, or else those of the right
/// side.
pub(super) fn emit_alternative<'p>(
    emitter: &mut Emitter<'p>,
    left: &'p Filter,
    right: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (input, left_outputs) = (&input.lent(), emitter.outputs(left, scope));
    if left_outputs != Outputs::Many && emitter.has_one(right, scope) {
        return emit_first_true(emitter, left, left_outputs, right, input, scope, next);
    }
    let found = emitter.fresh("found");
    emitter.shared(next, |emitter, next| {
        let left = emit_each(emitter, left, input, scope, &mut |emitter, value| {
            let (bound, value) = value.stable(emitter, "value");
            let condition = value.truth();
            let taken = next.make(emitter, value);
            quote!(#bound if #condition { #found = true; #taken })
        });
        let right = emit_filter(emitter, right, input, scope, next);
        quote!(let mut #found = false; #left if !#found { #right })
    })
}

fn emit_first_true<'p>(
    emitter: &mut Emitter<'p>,
    left: &'p Filter,
    outputs: Outputs,
    right: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let value = emitter.fresh("value");
    if outputs == Outputs::One {
        let (statements, output) = emitter.only(left, input, scope);
        let (bound, output) = output.stable(emitter, "value");
        let (condition, left, right) =
            (output.truth(), output.value(), emitter.one(right, input, scope));
        let rest = next.make(emitter, Operand::local(&value));
        return quote!(#statements #bound let #value = if #condition { #left } else { #right }; #rest);
    }
    let (left, right) = (emitter.maybe(left, input, scope), emitter.one(right, input, scope));
    let rest = next.make(emitter, Operand::local(&value));
    quote! {
        let #value = match #left {
            Some(#value) if is_true(&#value) => #value,
            _ => #right,
        };
        #rest
    }
}

/// `body?`
pub(super) fn emit_optional<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    match &body.kind {
        // No error is made to be thrown away.
        Kind::Field(target, name) if matches!(target.kind, Kind::Identity) => {
            let ((before, place), value) = (input.place(emitter), emitter.fresh("value"));
            let taken = next.make(emitter, Operand::reference(&value));
            quote!(#before if let Some(#value) = field_if(#place, #name) { #taken })
        }
        Kind::Iterate(target) if matches!(target.kind, Kind::Identity) => {
            let ((before, place), item) = (input.place(emitter), emitter.fresh("item"));
            let taken = next.make(emitter, Operand::reference(&item));
            let steps = spent(&taken);
            quote!(#before for #item in iterate_if(#place) { #steps #taken })
        }
        _ if emitter.outputs(body, scope) == Outputs::Many => {
            let (run, emit) =
                (guarded_closure(emitter, body, input, scope), emitter.consumer(next));
            quote!(attempt(#run, #emit)?;)
        }
        _ => {
            let (body, value) =
                (guarded_option(emitter, body, input, scope), emitter.fresh("value"));
            let taken = next.make(emitter, Operand::local(&value));
            quote!(if let Ok(Some(#value)) = caught(#body)? { #taken })
        }
    }
}

/// A generator as a closure for `attempt`.
fn guarded_closure<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    let emit = emitter.fresh("emit");
    let body = emitter.emitting(&quote!(#emit), &quote!(#emit), |emitter, next| {
        emit_filter(emitter, body, &input.lent(), scope, next)
    });
    quote!(|#emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
}

/// A filter with at most one output, as an expression of type `Result<Option<Value>, Exit>`.
fn guarded_option<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    let body = emitter.maybe(body, &input.lent(), scope);
    quote!((|| -> Result<Option<Value>, Exit> { Ok(#body) })())
}

/// `try body catch handler`
pub(super) fn emit_try_catch<'p>(
    emitter: &mut Emitter<'p>,
    body: &'p Filter,
    handler: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (body_outputs, error) = (emitter.outputs(body, scope), emitter.fresh("error"));
    let caught = Operand::local(&error);
    if body_outputs == Outputs::One && emitter.has_one(handler, scope) {
        let (statements, output) = emitter.only(body, &input.lent(), scope);
        let (value, handler) = (output.value(), emitter.one(handler, &caught, scope));
        let result = emitter.fresh("value");
        let rest = next.make(emitter, Operand::local(&result));
        return quote! {
            let #result = match caught((|| -> Result<Value, Exit> { #statements Ok(#value) })())? {
                Ok(#result) => #result,
                Err(#error) => #handler,
            };
            #rest
        };
    }
    emitter.shared(next, |emitter, next| {
        if body_outputs == Outputs::Many {
            let (run, emit) =
                (guarded_closure(emitter, body, input, scope), emitter.consumer(next));
            let handler = emit_filter(emitter, handler, &caught, scope, next);
            return quote!(if let Some(#error) = attempt(#run, #emit)? { #handler });
        }
        let (body, value) = (guarded_option(emitter, body, input, scope), emitter.fresh("value"));
        let taken = next.make(emitter, Operand::local(&value));
        let handler = emit_filter(emitter, handler, &caught, scope, next);
        quote! {
            match caught(#body)? {
                Ok(Some(#value)) => { #taken }
                Ok(None) => {}
                Err(#error) => { #handler }
            }
        }
    })
}

/// `label $name | body`
pub(super) fn emit_label<'p>(
    emitter: &mut Emitter<'p>,
    label: LabelId,
    scope: &Scope<'p>,
    body: &mut dyn FnMut(&mut Emitter<'p>, &Scope<'p>) -> TokenStream,
) -> TokenStream {
    let number = emitter.fresh("label");
    let body = body(emitter, &scope.with_label(label, &number));
    quote! {
        let #number = cx.label();
        unlabelled(#number, (|| -> Flow { #body Ok(()) })())?;
    }
}

/// `reduce source as $x (init; update)`: the state is moved from turn to turn.
pub(super) fn emit_reduce<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, &parts.init, &input.lent(), scope, &mut |emitter, init| {
        let (state, init) = (emitter.fresh("state"), init.value());
        let turns = emit_bound_outputs(
            emitter,
            &parts.source,
            &parts.patterns,
            &input.lent(),
            scope,
            &mut |emitter, scope| {
                let old = emitter.fresh("state");
                let new = if emitter.has_one(&parts.update, scope) {
                    emitter.one(&parts.update, &Operand::local(&old), scope)
                } else {
                    emit_last_of(emitter, &parts.update, &Operand::local(&old), scope)
                };
                quote!(let #old = take(&mut #state); #state = #new;)
            },
        );
        let rest = next.make(emitter, Operand::local(&state));
        quote!(let mut #state = #init; #turns #rest)
    })
}

/// The last output of a filter, or null, as an expression of type `Value`.
fn emit_last_of<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
) -> TokenStream {
    let last = emitter.fresh("last");
    let statements = emit_each(emitter, filter, input, scope, &mut |_, value| {
        let value = value.value();
        quote!(#last = #value;)
    });
    quote!({ let mut #last = Value::Null; #statements #last })
}

/// `foreach source as $x (init; update; extract)`: each output of the update is a state.
pub(super) fn emit_foreach<'p>(
    emitter: &mut Emitter<'p>,
    parts: &'p Loop,
    extract: Option<&'p Filter>,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, &parts.init, &input.lent(), scope, &mut |emitter, init| {
        let (state, init) = (emitter.fresh("state"), init.value());
        let turns = emit_bound_outputs(
            emitter,
            &parts.source,
            &parts.patterns,
            &input.lent(),
            scope,
            &mut |emitter, scope| {
                let old = emitter.fresh("state");
                let turn = emit_each(
                    emitter,
                    &parts.update,
                    &Operand::local(&old),
                    scope,
                    &mut |emitter, new| {
                        let new = new.value();
                        let output = Operand::Local { name: state.clone(), is_last: false };
                        let taken = match extract {
                            Some(extract) => emit_filter(emitter, extract, &output, scope, next),
                            None => next.make(emitter, output),
                        };
                        quote!(#state = #new; #taken)
                    },
                );
                quote!(let #old = take(&mut #state); #turn)
            },
        );
        quote!(let mut #state = #init; #turns)
    })
}

/// True if a filter has no output at all.
pub(super) fn is_empty(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Call(Callee::Special(Special::Empty), _))
}
