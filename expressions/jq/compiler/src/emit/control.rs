//! Control flow: conditions, alternatives, errors, labels and loops over states.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{At, Next, emitting, spent};
use super::numbers::emit_number_turn;
use super::operand::Operand;
use crate::analysis::Outputs;
use crate::emit::bind::emit_bound_outputs;
use crate::emit::operators::{emit_condition, emit_test};
use crate::emit::value::{emit_each, emit_filter};
use crate::plan::{self, Alternative, Attempt, Ways};
use crate::syntax::{Filter, LabelId, Loop};

/// `if c then a elif .. else b end`
pub(super) fn emit_branches<'p>(
    at: &At<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    next: &mut Next<'_>,
) -> TokenStream {
    let chosen = |next: &mut Next<'_>| {
        emit_branch(at, branches, otherwise, &mut |at, branch| match branch {
            Some(branch) => emit_filter(at, branch, next),
            None => next.make(at.input.clone()),
        })
    };
    match plan::ways(&at.site(), branches, otherwise) {
        Ways::Value => next.make(Operand::Once(emit_chosen_value(at, branches, otherwise))),
        Ways::Single => chosen(next),
        Ways::Shared => at.emitter.shared(next, chosen),
    }
}

/// The value of one of several branches, each with one output.
fn emit_chosen_value<'p>(
    at: &At<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
) -> TokenStream {
    let mut chosen = TokenStream::new();
    for (condition, branch) in branches {
        let (condition, branch) = (emit_condition(at, condition), at.one(branch));
        chosen.extend(quote!(if #condition { #branch } else));
    }
    let otherwise = otherwise.map_or_else(|| at.input.value(), |filter| at.one(filter));
    quote!(#chosen { #otherwise })
}

/// The code of the branches, each in the `else` of the one before. `way` makes the code of one; none
/// is the missing `else`, whose output is the input.
pub(super) fn emit_branch<'p>(
    at: &At<'p>,
    branches: &'p [(Filter, Filter)],
    otherwise: Option<&'p Filter>,
    way: &mut dyn FnMut(&At<'p>, Option<&'p Filter>) -> TokenStream,
) -> TokenStream {
    let Some(((condition, branch), rest)) = branches.split_first() else {
        return way(at, otherwise);
    };
    let at = &at.on(at.input.within(at.outputs(condition)));
    emit_test(at, condition, &mut |condition| {
        let branch = way(at, Some(branch));
        let rest = emit_branch(at, rest, otherwise, way);
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
    at: &At<'p>,
    left: &'p Filter,
    right: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let at = &at.lent();
    let plan = plan::alternative(&at.site(), left, right);
    if plan != Alternative::Shared {
        return emit_first_true(at, left, plan, right, next);
    }
    let found = at.emitter.fresh("found");
    at.emitter.shared(next, |next| {
        let left = emit_each(at, left, &mut |value| {
            let (bound, value) = value.stable(at.emitter, "value");
            let condition = value.truth();
            let taken = next.make(value);
            quote!(#bound if #condition { #found = true; #taken })
        });
        let right = emit_filter(at, right, next);
        quote!(let mut #found = false; #left if !#found { #right })
    })
}

fn emit_first_true<'p>(
    at: &At<'p>,
    left: &'p Filter,
    plan: Alternative,
    right: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let value = at.emitter.fresh("value");
    if plan == Alternative::Value {
        let (statements, output) = at.only(left);
        let (bound, output) = output.stable(at.emitter, "value");
        let (condition, left, right) = (output.truth(), output.value(), at.one(right));
        let rest = next.make(Operand::local(&value));
        return quote!(#statements #bound let #value = if #condition { #left } else { #right }; #rest);
    }
    let (left, right) = (at.maybe(left), at.one(right));
    let rest = next.make(Operand::local(&value));
    quote! {
        let #value = match #left {
            Some(#value) if is_true(&#value) => #value,
            _ => #right,
        };
        #rest
    }
}

/// `body?`
pub(super) fn emit_optional<'p>(at: &At<'p>, body: &'p Filter, next: &mut Next<'_>) -> TokenStream {
    match plan::attempt(&at.site(), body) {
        Attempt::Field(name) => {
            let ((before, place), value) = (at.input.place(at.emitter), at.emitter.fresh("value"));
            let taken = next.make(Operand::reference(&value));
            quote!(#before if let Some(#value) = field_if(#place, #name) { #taken })
        }
        Attempt::Items => {
            let ((before, place), item) = (at.input.place(at.emitter), at.emitter.fresh("item"));
            let taken = next.make(Operand::reference(&item));
            let steps = spent(&taken);
            quote!(#before for #item in iterate_if(#place) { #steps #taken })
        }
        Attempt::Closure => {
            let (run, emit) = (guarded_closure(at, body), at.emitter.consumer(next));
            quote!(attempt(#run, #emit)?;)
        }
        Attempt::Value => {
            let (body, value) = (guarded_option(at, body), at.emitter.fresh("value"));
            let taken = next.make(Operand::local(&value));
            quote!(if let Ok(Some(#value)) = caught(#body)? { #taken })
        }
    }
}

/// A generator as a closure for `attempt`.
fn guarded_closure<'p>(at: &At<'p>, body: &'p Filter) -> TokenStream {
    let emit = at.emitter.fresh("emit");
    let body = emitting(&quote!(#emit), &quote!(#emit), |next| emit_filter(&at.lent(), body, next));
    quote!(|#emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
}

/// A filter with at most one output, as an expression of type `Result<Option<Value>, Exit>`.
fn guarded_option<'p>(at: &At<'p>, body: &'p Filter) -> TokenStream {
    let body = at.lent().maybe(body);
    quote!((|| -> Result<Option<Value>, Exit> { Ok(#body) })())
}

/// `try body catch handler`
pub(super) fn emit_try_catch<'p>(
    at: &At<'p>,
    body: &'p Filter,
    handler: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let (plan, error) = (plan::caught(&at.site(), body, handler), at.emitter.fresh("error"));
    let caught = Operand::local(&error);
    if plan == Outputs::One {
        let (statements, output) = at.lent().only(body);
        let (value, handler) = (output.value(), at.on(caught.clone()).one(handler));
        let result = at.emitter.fresh("value");
        let rest = next.make(Operand::local(&result));
        return quote! {
            let #result = match caught((|| -> Result<Value, Exit> { #statements Ok(#value) })())? {
                Ok(#result) => #result,
                Err(#error) => #handler,
            };
            #rest
        };
    }
    at.emitter.shared(next, |next| {
        if plan == Outputs::Many {
            let (run, emit) = (guarded_closure(at, body), at.emitter.consumer(next));
            let handler = emit_filter(&at.on(caught.clone()), handler, next);
            return quote!(if let Some(#error) = attempt(#run, #emit)? { #handler });
        }
        let (body, value) = (guarded_option(at, body), at.emitter.fresh("value"));
        let taken = next.make(Operand::local(&value));
        let handler = emit_filter(&at.on(caught.clone()), handler, next);
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
pub(super) fn emit_label<'p, I: Clone>(
    at: &At<'p, I>,
    label: LabelId,
    body: &mut dyn FnMut(&At<'p, I>) -> TokenStream,
) -> TokenStream {
    let number = at.emitter.fresh("label");
    let body = body(&at.scoped(&at.scope.with_label(label, &number)));
    quote! {
        let #number = cx.label();
        unlabelled(#number, (|| -> Flow { #body Ok(()) })())?;
    }
}

/// `reduce source as $x (init; update)`: the state is moved from turn to turn.
pub(super) fn emit_reduce<'p>(at: &At<'p>, parts: &'p Loop, next: &mut Next<'_>) -> TokenStream {
    let at = at.lent();
    let number = plan::number_turn(&at.site(), parts);
    if let Some(term) = &number {
        at.note(&parts.update, &format_args!("the state is a number of Rust: {term}"));
    }
    emit_each(&at, &parts.init, &mut |init| {
        let (state, init) = (at.emitter.fresh("state"), init.value());
        let turns =
            emit_bound_outputs(&at, &parts.source, &parts.patterns, &mut |at| match &number {
                Some(number) => emit_number_turn(at, &state, number),
                None => emit_turn(at, &state, &parts.update),
            });
        if number.is_some() {
            let rest = next.make(Operand::Once(quote!(#state.take(cx))));
            return quote!(let mut #state = State::new(#init); #turns #rest);
        }
        let rest = next.make(Operand::local(&state));
        quote!(let mut #state = #init; #turns #rest)
    })
}

/// A turn of a `reduce` with a state of any kind.
fn emit_turn<'p>(at: &At<'p>, state: &Ident, update: &'p Filter) -> TokenStream {
    let old = at.emitter.fresh("state");
    let at = at.on(Operand::local(&old));
    let new = if at.has_one(update) { at.one(update) } else { emit_last_of(&at, update) };
    quote!(let #old = take(&mut #state); #state = #new;)
}

/// The last output of a filter, or null, as an expression of type `Value`.
fn emit_last_of<'p>(at: &At<'p>, filter: &'p Filter) -> TokenStream {
    let last = at.emitter.fresh("last");
    let statements = emit_each(at, filter, &mut |value| {
        let value = value.value();
        quote!(#last = #value;)
    });
    quote!({ let mut #last = Value::Null; #statements #last })
}

/// `foreach source as $x (init; update; extract)`: each output of the update is a state.
pub(super) fn emit_foreach<'p>(
    at: &At<'p>,
    parts: &'p Loop,
    extract: Option<&'p Filter>,
    next: &mut Next<'_>,
) -> TokenStream {
    let at = at.lent();
    emit_each(&at, &parts.init, &mut |init| {
        let (state, init) = (at.emitter.fresh("state"), init.value());
        let turns = emit_bound_outputs(&at, &parts.source, &parts.patterns, &mut |at| {
            let old = at.emitter.fresh("state");
            let turn = emit_each(&at.on(Operand::local(&old)), &parts.update, &mut |new| {
                let new = new.value();
                let output = Operand::Local { name: state.clone(), is_last: false };
                let taken = match extract {
                    Some(extract) => emit_filter(&at.on(output), extract, next),
                    None => next.make(output),
                };
                quote!(#state = #new; #taken)
            });
            quote!(let #old = take(&mut #state); #turn)
        });
        quote!(let mut #state = #init; #turns)
    })
}
