//! Calls in path mode.

use asl_language::jq::{BuiltInId, Special};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::step::emit_path_recurse;
use super::{Spot, emit_each_path, emit_filter_paths, emit_path_made};
use crate::emit::call::with_arguments;
use crate::emit::emitter::{At, Emitter, Next, emitting, spent, spent_besides};
use crate::emit::functions::{Mode, function_name, function_scope, with_closures};
use crate::emit::operand::Reference;
use crate::emit::special::emit_limited;
use crate::emit::value::emit_combinations;
use crate::plan::{Closure, Code};
use crate::syntax::{Callee, DefinitionId, Filter};

pub(in crate::emit) fn emit_path_call<'p>(
    at: &At<'p, Spot>,
    filter: &'p Filter,
    callee: Callee,
    arguments: &'p [Filter],
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    match callee {
        Callee::Definition(definition) => emit_path_definition(at, definition, arguments, next),
        Callee::Parameter(of, index) => {
            let code = at.scope.parameter((of, index)).code.clone();
            match code {
                Code::Inline(argument, inner) => {
                    emit_filter_paths(&at.scoped(&inner), argument, next)
                }
                Code::Closure { kind: Closure::Paths, name, is_local } => {
                    let (trail, value, taken) = handed(at, next);
                    let called = quote!(#name(#trail, #value, #taken));
                    if is_local { quote!(#called?;) } else { quote!(cx.deeper(&mut || #called)?;) }
                }
                Code::Closure { .. } => emit_path_made(at, filter, next),
            }
        }
        Callee::Native(native) if native.is(BuiltInId::GetPath) => {
            emit_path_getpath(at, arguments, next)
        }
        Callee::Native(_) => emit_path_made(at, filter, next),
        Callee::Special(special) => emit_path_special(at, special, filter, arguments, next),
    }
}

/// A definition in path mode: part of its caller, or a function. What calls itself is never a
/// loop here: the trails of its turns are on the stack.
fn emit_path_definition<'p>(
    at: &At<'p, Spot>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (facts, input) = (at.emitter.facts.analysis.of(definition), at.on(at.input.operand()));
    if facts.is_inline && !facts.is_loop {
        let body = &at.emitter.facts.definition(definition).body;
        return with_arguments(&input, definition, arguments, true, &mut |inner| {
            emit_filter_paths(&at.scoped(&inner.scope), body, next)
        });
    }
    let function = function_name(at.emitter, definition, Mode::Paths);
    with_closures(&input, definition, arguments, true, &mut |_, arguments| {
        let (trail, value, taken) = handed(at, next);
        quote!(#function(cx, #trail, #value #(, #arguments)*, #taken)?;)
    })
}

/// The function of a definition that is called in path mode.
pub(in crate::emit) fn emit_paths_function<'p>(
    emitter: &'p Emitter<'p>,
    definition: DefinitionId,
    name: &Ident,
) -> TokenStream {
    let made = emitter.facts.definition(definition);
    let (parameters, scope) = function_scope(emitter, definition, true);
    let [trail, input, emit] = ["at", "input", "emit"].map(|word| emitter.fresh(word));
    let at = At { emitter, input: Spot::of(emitter, &trail, &input), scope };
    let body =
        emitting(&quote!(#emit), &quote!(#emit), |next| emit_filter_paths(&at, &made.body, next));
    let body = quote!(#body Ok(()));
    let body = if made.is_recursive || made.is_apart {
        let steps = spent_besides(&body);
        quote!(#steps cx.deeper(&mut || -> Flow { #body }))
    } else {
        let steps = spent(&body);
        quote!(#steps #body)
    };
    let doc = format!(" `def {}` in path mode", made.name);
    quote! {
        #[doc = #doc]
        fn #name(
            cx: &Cx,
            #trail: &Trail<'_>,
            #input: &Value
            #(, #parameters)*,
            #emit: &mut EmitPath<'_>,
        ) -> Flow {
            #body
        }
    }
}

fn emit_path_special<'p>(
    at: &At<'p, Spot>,
    special: Special,
    filter: &'p Filter,
    arguments: &'p [Filter],
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    match (special, arguments) {
        (Special::Recurse, _) => emit_path_recurse(at, next),
        (Special::First, [filter]) => emit_path_first(at, filter, next),
        (Special::Limit, [count, filter]) => emit_path_limit(at, count, filter, next),
        _ => emit_path_made(at, filter, next),
    }
}

fn emit_path_getpath<'p>(
    at: &At<'p, Spot>,
    arguments: &'p [Filter],
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let arguments: Vec<&'p Filter> = arguments.iter().collect();
    emit_combinations(&at.on(at.input.operand()), &arguments, &mut |path| {
        let Some(path) = path.first() else { unreachable!("it has one argument") };
        let (path, (trail, value, taken)) = (path.borrow(), handed(at, next));
        quote!(paths::emit_getpath(cx, #trail, #value, #path, #taken)?;)
    })
}

/// `first(f)`
fn emit_path_first<'p>(
    at: &At<'p, Spot>,
    filter: &'p Filter,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (is_over, flow) = (at.emitter.fresh("is_over"), at.emitter.fresh("flow"));
    let search = emit_each_path(at, filter, &mut |spot| {
        let taken = next.make(spot);
        quote!(#taken #is_over = true; return Err(stop());)
    });
    quote! {
        let mut #is_over = false;
        let #flow = (|| -> Flow { #search Ok(()) })();
        stopped(#is_over, #flow)?;
    }
}

/// `limit(count; f)`
fn emit_path_limit<'p>(
    at: &At<'p, Spot>,
    count: &'p Filter,
    filter: &'p Filter,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_limited(&at.on(at.input.operand()), count, &mut |counted| {
        let mut next = |spot| counted(next.make(spot));
        emit_each_path(at, filter, &mut next)
    })
}

/// The arguments of functions in path mode: trail, value and the consumer of the outputs.
fn handed<'a>(
    at: &'a At<'_, Spot>,
    next: &mut Next<'_, Spot>,
) -> (TokenStream, &'a Reference, TokenStream) {
    (at.input.at(), &at.input.value, at.emitter.consumer(next))
}
