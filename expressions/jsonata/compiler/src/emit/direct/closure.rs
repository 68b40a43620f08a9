//! Functions that another function makes, and functions of Rust in place of their calls in a loop.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Declaration, emit_body, emit_form, emit_own_context};
use crate::emit::block::emit_bound;
use crate::emit::emitter::{Around, Capture, Emitter};
use crate::emit::reference::{variable, variable_name};
use crate::resolve::VariableId;
use crate::tree::{Call, Kind, Node};

/// `$three := $add(3)`: the locals that keep the arguments of the call. The call itself makes
/// nothing.
pub(in crate::emit) fn emit_kept_arguments(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    statement: &Node,
    call: &Call,
) -> TokenStream {
    let Some(closure) = emitter.names.closures.get(&id) else { return TokenStream::new() };
    let value = match &statement.kind {
        Kind::Bind(_, value) => value,
        _ => statement,
    };
    let check = emitter.level_check(value);
    let mut arguments = call.arguments.iter();
    let kept = closure.kept.iter().map(|(_, kept)| match arguments.next() {
        Some(argument) => emit_bound(emitter, *kept, argument),
        None => {
            let name = variable_name(emitter, *kept);
            quote!(let #name = Item::Undefined;)
        }
    });
    let kept: TokenStream = kept.collect();
    let body_check = emitter.function(closure.maker).and_then(|(_, maker)| {
        emitter.in_place(value.level.of_calls(), |emitter| emitter.level_check(&maker.body))
    });
    quote!(#check #kept #body_check)
}

/// Statements in the body of a function that another one made: the parameters of that function.
pub(in crate::emit) fn emit_kept_values(emitter: &mut Emitter<'_>, id: VariableId) -> TokenStream {
    let Some(closure) = emitter.names.closures.get(&id) else { return TokenStream::new() };
    let values = closure.kept.iter().map(|(parameter, kept)| {
        let native = emitter.native(*kept);
        emitter.set_native(*parameter, native);
        let name = variable_name(emitter, *parameter);
        let kept = variable(emitter, *kept);
        let view = native.is_none().then(|| quote!(.view()));
        quote!(let #name = #kept #view;)
    });
    values.collect()
}

/// The function that another one made, for calls of it.
pub(in crate::emit) fn emit_closure(emitter: &mut Emitter<'_>, id: VariableId) -> TokenStream {
    let names = emitter.names;
    let Some(closure) = names.closures.get(&id) else { return TokenStream::new() };
    let Some((node, lambda)) = emitter.function(id) else { return TokenStream::new() };
    let Some(maker) = emitter.declared(closure.maker) else { return TokenStream::new() };
    let declaration = Declaration { id, node, lambda };
    // Its body is inside of the function that made it.
    let (function, _) = emitter.in_function(Around::Loop, |emitter| {
        emitter.in_context_of(&maker, |emitter| {
            emitter.declare(&[id], Vec::new(), None);
            let (_, mut captures) = emitter
                .in_function(Around::Direct, |emitter| emit_body(emitter, &declaration, None));
            emitter.forget_calls(id);
            for (parameter, _) in &closure.kept {
                captures.remove(&Capture::Variable(*parameter));
            }
            let has_context = captures.remove(&Capture::Context);
            let context = maker.context.filter(|_| has_context);
            captures.extend(context.map(Capture::FunctionContext));
            let captures = captures.into_iter();
            let captures = captures.map(|capture| (capture, emitter.level_of(capture))).collect();
            emitter.declare(&[id], captures, context);
            emit_form(emitter, &declaration, None)
        })
    });
    function
}

/// Makes the body of a function of Rust in place of its call at a level; gives also the statements
/// that come before it.
pub(in crate::emit) fn in_place_of<T>(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    level: u16,
    make: impl FnOnce(&mut Emitter<'_>) -> T,
) -> Option<(TokenStream, T)> {
    let declared = emitter.declared(id)?;
    let inside = |emitter: &mut Emitter<'_>| {
        // The types of a maker's parameters are those of this function only.
        emitter.with_natives(&[], |emitter| {
            emitter.in_place(level, |emitter| {
                let context = emit_own_context(&declared);
                let kept = emit_kept_values(emitter, id);
                let (made, _) =
                    emitter.in_context(|emitter| emitter.in_context_of(&declared, make));
                (quote!(#context #kept), made)
            })
        })
    };
    let is_made = emitter.names.closures.contains_key(&id);
    Some(if is_made { emitter.in_function(Around::Loop, inside).0 } else { inside(emitter) })
}
