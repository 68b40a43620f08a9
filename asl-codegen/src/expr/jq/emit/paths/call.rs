//! Calls in path mode.

use asl_language::jq::Special;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{PathNext, Spot};
use crate::expr::jq::emit::call::with_arguments;
use crate::expr::jq::emit::emitter::{Emitter, spent, spent_besides};
use crate::expr::jq::emit::functions::Mode;
use crate::expr::jq::emit::functions::{function_name, function_scope, with_closures};
use crate::expr::jq::emit::paths::emit_each_path;
use crate::expr::jq::emit::paths::step::emit_path_recurse;
use crate::expr::jq::emit::paths::{
    emit_filter_paths, emit_path_made, emitting_paths, path_consumer,
};
use crate::expr::jq::emit::scope::{Code, Scope};
use crate::expr::jq::emit::special::emit_limited;
use crate::expr::jq::emit::value::emit_combinations;
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter};

pub(in crate::expr::jq::emit) fn emit_path_call<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    callee: Callee,
    arguments: &'p [Filter],
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    match callee {
        Callee::Definition(definition) => {
            emit_path_definition(emitter, definition, arguments, spot, scope, next)
        }
        Callee::Parameter(of, index) => {
            let code = scope.parameter((of, index)).code.clone();
            match code {
                Code::Inline(argument, inner) => {
                    emit_filter_paths(emitter, argument, spot, &inner, next)
                }
                Code::Paths { name, is_local } => {
                    let (at, value, taken) = (spot.at(), &spot.value, path_consumer(emitter, next));
                    let called = quote!(#name(#at, #value, #taken));
                    if is_local { quote!(#called?;) } else { quote!(cx.deeper(&mut || #called)?;) }
                }
                Code::One(_) | Code::Many { .. } => {
                    emit_path_made(emitter, filter, spot, scope, next)
                }
            }
        }
        Callee::Native("getpath") => emit_path_getpath(emitter, arguments, spot, scope, next),
        Callee::Native(_) => emit_path_made(emitter, filter, spot, scope, next),
        Callee::Special(special) => {
            emit_path_special(emitter, special, filter, arguments, spot, scope, next)
        }
    }
}

/// A definition in path mode: part of its caller, or a function. What calls itself is never a
/// loop here: the trails of its turns are on the stack.
fn emit_path_definition<'p>(
    emitter: &mut Emitter<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let facts = emitter.analysis.of(definition);
    if facts.is_inline && !facts.is_loop {
        let body = &emitter.definition(definition).body;
        return with_arguments(
            emitter,
            definition,
            arguments,
            &spot.operand(),
            scope,
            true,
            &mut |emitter, _, scope| emit_filter_paths(emitter, body, spot, scope, next),
        );
    }
    let function = function_name(emitter, definition, Mode::Paths);
    with_closures(
        emitter,
        definition,
        arguments,
        &spot.operand(),
        scope,
        true,
        &mut |emitter, _, arguments| {
            let (at, value, taken) = (spot.at(), &spot.value, path_consumer(emitter, next));
            quote!(#function(cx, #at, #value #(, #arguments)*, #taken)?;)
        },
    )
}

/// The function of a definition that is called in path mode.
pub(in crate::expr::jq::emit) fn emit_paths_function(
    emitter: &mut Emitter<'_>,
    definition: DefinitionId,
    name: &Ident,
) -> TokenStream {
    let made = emitter.definition(definition);
    let (parameters, scope) = function_scope(emitter, definition, true);
    let [trail, input, emit] = ["at", "input", "emit"].map(|word| emitter.fresh(word));
    let body = emitting_paths(emitter, &quote!(#emit), &quote!(#emit), |emitter, next| {
        emit_filter_paths(emitter, &made.body, &Spot::of(&trail, &input), &scope, next)
    });
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
    emitter: &mut Emitter<'p>,
    special: Special,
    filter: &'p Filter,
    arguments: &'p [Filter],
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    match (special, arguments) {
        (Special::Recurse, _) => emit_path_recurse(emitter, spot, next),
        (Special::First, [filter]) => emit_path_first(emitter, filter, spot, scope, next),
        (Special::Limit, [count, filter]) => {
            emit_path_limit(emitter, count, filter, spot, scope, next)
        }
        (
            Special::Empty
            | Special::Error
            | Special::Not
            | Special::Path
            | Special::Delete
            | Special::ToStream
            | Special::First
            | Special::Last
            | Special::Limit
            | Special::IsEmpty
            | Special::RangeTo
            | Special::Range,
            _,
        ) => emit_path_made(emitter, filter, spot, scope, next),
    }
}

fn emit_path_getpath<'p>(
    emitter: &mut Emitter<'p>,
    arguments: &'p [Filter],
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let arguments: Vec<&'p Filter> = arguments.iter().collect();
    emit_combinations(emitter, &arguments, &spot.operand(), scope, &mut |emitter, path| {
        let Some(path) = path.first() else { unreachable!("it has one argument") };
        let (path, at, value, taken) =
            (path.borrow(), spot.at(), &spot.value, path_consumer(emitter, next));
        quote!(paths::emit_getpath(cx, #at, #value, #path, #taken)?;)
    })
}

/// `first(f)`
fn emit_path_first<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let (is_over, flow) = (emitter.fresh("is_over"), emitter.fresh("flow"));
    let search = emit_each_path(emitter, filter, spot, scope, &mut |emitter, spot| {
        let taken = next.make(emitter, spot);
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
    emitter: &mut Emitter<'p>,
    count: &'p Filter,
    filter: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    emit_limited(emitter, count, &spot.operand(), scope, &mut |emitter, counted| {
        let mut next = |emitter: &mut Emitter<'p>, spot| counted(next.make(emitter, spot));
        emit_each_path(emitter, filter, spot, scope, &mut next)
    })
}
