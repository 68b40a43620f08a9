//! Control flow: conditions, alternatives, errors, labels and loops over states.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::bind::emit_bound_outputs;
use super::code::{Code, Exit, Value};
use super::emitter::{At, Emitter, Next, emitting};
use super::numbers::emit_number_turn;
use super::operand::Operand;
use super::operators::{emit_condition, emit_test};
use super::value::{emit_each, emit_node};
use crate::analysis::Outputs;
use crate::plan::tree::{Branches, Condition, Foreach, Node, Op, Reduce, Slot, Test, Turn};

/// `if c then a elif .. else b end`
pub(super) fn emit_branches<'p>(
    at: &At<'_>,
    branches: &Branches<'p, Node<'p>>,
    next: &mut Next<'_>,
) -> TokenStream {
    let Branches { is_shared, ways, otherwise } = branches;
    let chosen = |next: &mut Next<'_>| {
        let is_nothing = &|node: &Node<'_>| node.is_nothing();
        emit_branch(at, (ways, otherwise), is_nothing, &mut |way| emit_node(at, way, next))
    };
    if *is_shared { at.emitter.shared(next, chosen) } else { chosen(next) }
}

/// The value of one of several branches, each with one output.
pub(super) fn emit_choice(
    at: &At<'_>,
    ways: &[(Condition<'_>, Node<'_>)],
    otherwise: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let mut chosen = TokenStream::new();
    for (condition, way) in ways {
        let (condition, way) = (emit_condition(at, condition), at.one(way));
        chosen.extend(quote!(if #condition { #way } else));
    }
    let otherwise = at.one(otherwise);
    next.make(Operand::Once(code!(#chosen { #otherwise })))
}

/// The code of the branches, each in the `else` of the one before. `emit` makes the code of one.
pub(super) fn emit_branch<N>(
    at: &At<'_>,
    (ways, otherwise): (&[(Test<'_>, N)], &N),
    is_nothing: &dyn Fn(&N) -> bool,
    emit: &mut dyn FnMut(&N) -> TokenStream,
) -> TokenStream {
    let Some(((test, way), rest)) = ways.split_first() else { return emit(otherwise) };
    emit_test(at, test, &mut |condition| {
        let way = emit(way);
        let others = emit_branch(at, (rest, otherwise), is_nothing, emit);
        if rest.is_empty() && is_nothing(otherwise) {
            // In tests only: nothing that does something is left out.
            assert!(!cfg!(test) || others.is_empty(), "{others}");
            quote!(if #condition { #way })
        } else {
            quote!(if #condition { #way } else { #others })
        }
    })
}

/// `left // right`: the outputs of the left side that are true, or else those of the right
/// side.
pub(super) fn emit_alternative(at: &At<'_>, op: &Op<'_>, next: &mut Next<'_>) -> TokenStream {
    match op {
        Op::Alternative(left, right) => {
            let found = at.emitter.fresh("found");
            at.emitter.shared(next, |next| {
                let left = emit_each(at, left, &mut |value| {
                    let (bound, value) = value.stable(at.emitter, "value");
                    let condition = value.truth();
                    let taken = next.make(value);
                    quote!(#bound if #condition { #found = true; #taken })
                });
                let right = emit_node(at, right, next);
                quote!(let mut #found = false; #left if !#found { #right })
            })
        }
        Op::FirstTrueIfAny(left, right) => {
            let value = at.emitter.fresh("value");
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
        _ => TokenStream::new(),
    }
}

/// `left // right` of one output each.
pub(super) fn emit_first_true(
    at: &At<'_>,
    left: &Node<'_>,
    right: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let value = at.emitter.fresh("value");
    let (statements, output) = at.only(left);
    let (bound, output) = output.stable(at.emitter, "value");
    let (condition, left, right) = (output.truth(), output.value(), at.one(right));
    let rest = next.make(Operand::local(&value));
    quote!(#statements #bound let #value = if #condition { #left } else { #right }; #rest)
}

/// `body?`
pub(super) fn emit_attempt(at: &At<'_>, op: &Op<'_>, next: &mut Next<'_>) -> TokenStream {
    match op {
        Op::AttemptField(name) => {
            let ((before, place), value) = (at.input.place(at.emitter), at.emitter.fresh("value"));
            let taken = next.make(Operand::reference(&value));
            quote!(#before if let Some(#value) = field_if(#place, #name) { #taken })
        }
        Op::AttemptItems => {
            let ((before, place), item) = (at.input.place(at.emitter), at.emitter.fresh("item"));
            let (steps, taken) = at.emitter.spent(|| next.make(Operand::reference(&item)));
            quote!(#before for #item in iterate_if(#place) { #steps #taken })
        }
        Op::AttemptMany(body) => {
            let (run, emit) = (guarded_closure(at, body), at.emitter.consumer(next));
            quote!(attempt(#run, #emit)?;)
        }
        Op::AttemptValue(body) => {
            let (body, value) = (guarded_option(at, body), at.emitter.fresh("value"));
            let taken = next.make(Operand::local(&value));
            quote!(if let Ok(Some(#value)) = caught(#body)? { #taken })
        }
        _ => TokenStream::new(),
    }
}

/// A generator as a closure for `attempt`.
fn guarded_closure(at: &At<'_>, body: &Node<'_>) -> TokenStream {
    let emit = at.emitter.fresh("emit");
    let body = emitting(&quote!(#emit), &quote!(#emit), |next| emit_node(at, body, next));
    quote!(|#emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
}

/// A filter with at most one output.
fn guarded_option(at: &At<'_>, body: &Node<'_>) -> Code<Result<Option<Value>, Exit>> {
    let body = at.maybe(body);
    code!((|| -> Result<Option<Value>, Exit> { Ok(#body) })())
}

/// `try body catch handler`
pub(super) fn emit_caught(
    at: &At<'_>,
    result: Outputs,
    body: &Node<'_>,
    handler: &Node<'_>,
    next: &mut Next<'_>,
) -> TokenStream {
    let error = at.emitter.fresh("error");
    let caught = at.on(Operand::local(&error));
    if result == Outputs::One {
        let (statements, output) = at.only(body);
        let (value, handler) = (output.value(), caught.one(handler));
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
        if result == Outputs::Many {
            let (run, emit) = (guarded_closure(at, body), at.emitter.consumer(next));
            let handler = emit_node(&caught, handler, next);
            return quote!(if let Some(#error) = attempt(#run, #emit)? { #handler });
        }
        let (body, value) = (guarded_option(at, body), at.emitter.fresh("value"));
        let taken = next.make(Operand::local(&value));
        let handler = emit_node(&caught, handler, next);
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
pub(super) fn emit_label(
    emitter: &Emitter<'_>,
    label: Slot,
    body: &mut dyn FnMut() -> TokenStream,
) -> TokenStream {
    let number = emitter.fresh("label");
    emitter.name(label, &number);
    let body = body();
    quote! {
        let #number = cx.label();
        unlabelled(#number, (|| -> Flow { #body Ok(()) })())?;
    }
}

/// `reduce source as $x (init; update)`: the state is moved from turn to turn.
pub(super) fn emit_reduce(at: &At<'_>, reduce: &Reduce<'_>, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, &reduce.init, &mut |init| {
        let (state, init) = (at.emitter.fresh("state"), init.value());
        let turns = emit_bound_outputs(at, &reduce.bound, &mut || match &reduce.turn {
            Turn::Number(number) => emit_number_turn(at, &state, number),
            Turn::Value(update) => emit_turn(at, &state, update),
        });
        if matches!(reduce.turn, Turn::Number(_)) {
            let rest = next.make(Operand::Once(code!(#state.take(cx))));
            return quote!(let mut #state = State::new(#init); #turns #rest);
        }
        let rest = next.make(Operand::local(&state));
        quote!(let mut #state = #init; #turns #rest)
    })
}

/// A turn of a `reduce` with a state of any kind.
fn emit_turn(at: &At<'_>, state: &Ident, update: &Node<'_>) -> TokenStream {
    let old = at.emitter.fresh("state");
    let at = at.on(Operand::local(&old));
    let new = if update.has_one() { at.one(update) } else { emit_last_of(&at, update) };
    quote!(let #old = take(&mut #state); #state = #new;)
}

/// The last output of a filter, or null.
fn emit_last_of(at: &At<'_>, node: &Node<'_>) -> Code<Value> {
    let last = at.emitter.fresh("last");
    let statements = emit_each(at, node, &mut |value| {
        let value = value.value();
        quote!(#last = #value;)
    });
    code!({ let mut #last = Value::Null; #statements #last })
}

/// `foreach source as $x (init; update; extract)`: each output of the update is a state.
pub(super) fn emit_foreach(at: &At<'_>, foreach: &Foreach<'_>, next: &mut Next<'_>) -> TokenStream {
    emit_each(at, &foreach.init, &mut |init| {
        let (state, init) = (at.emitter.fresh("state"), init.value());
        let turns = emit_bound_outputs(at, &foreach.bound, &mut || {
            let old = at.emitter.fresh("state");
            let turn = emit_each(&at.on(Operand::local(&old)), &foreach.update, &mut |new| {
                let new = new.value();
                let output = Operand::Local { name: state.clone(), is_last: false };
                let taken = match &foreach.extract {
                    Some(extract) => emit_node(&at.on(output), extract, next),
                    None => next.make(output),
                };
                quote!(#state = #new; #taken)
            });
            quote!(let #old = take(&mut #state); #turn)
        });
        quote!(let mut #state = #init; #turns)
    })
}
