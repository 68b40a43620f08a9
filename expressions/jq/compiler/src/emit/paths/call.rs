//! Calls in path mode.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Spot, emit_each_path, emit_path_node};
use crate::emit::call::with_arguments;
use crate::emit::emitter::{At, Emitter, Next, emitting};
use crate::emit::functions::{function_name, with_handed};
use crate::emit::operand::Reference;
use crate::emit::special::emit_limited;
use crate::emit::value::emit_each;
use crate::plan::tree::{Arguments, Call, Closure, Function, Node, PathNode};

/// A closure of paths, called with this input.
pub(super) fn emit_path_use(
    at: &At<'_, Spot>,
    closure: Closure,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let name = at.emitter.local(closure.slot);
    let (trail, value, taken) = handed(at, next);
    let called = quote!(#name(#trail, #value, #taken));
    if closure.is_local { quote!(#called?;) } else { quote!(cx.deeper(&mut || #called)?;) }
}

/// A definition in path mode that is part of its caller.
pub(super) fn emit_path_inline(
    at: &At<'_, Spot>,
    arguments: &Arguments<'_>,
    body: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let input = at.on(at.input.operand());
    with_arguments(&input, arguments, &mut || emit_path_node(at, body, next))
}

/// A definition's function in path mode, called with its arguments.
pub(super) fn emit_paths_call(
    at: &At<'_, Spot>,
    call: &Call<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let function = function_name(at.emitter, call);
    with_handed(&at.on(at.input.operand()), call, &mut |arguments| {
        let (trail, value, taken) = handed(at, next);
        quote!(#function(cx, #trail, #value #(, #arguments)*, #taken)?;)
    })
}

/// The function of a definition that is called in path mode.
pub(in crate::emit) fn emit_paths_function(
    emitter: &Emitter<'_>,
    function: &Function<'_>,
    (name, parameters): (&Ident, &[TokenStream]),
    body: &PathNode<'_>,
) -> TokenStream {
    let [trail, input, emit] = ["at", "input", "emit"].map(|word| emitter.fresh(word));
    let at = At { emitter, input: Spot::of(emitter, &trail, &input) };
    let body = || emitting(&quote!(#emit), &quote!(#emit), |next| emit_path_node(&at, body, next));
    let (steps, body) =
        if function.is_deeper { emitter.spent_besides(body) } else { emitter.spent(body) };
    let body = quote!(#body Ok(()));
    let body = if function.is_deeper { quote!(cx.deeper(&mut || -> Flow { #body })) } else { body };
    let doc = format!(" `def {}` in path mode", function.name);
    quote! {
        #[doc = #doc]
        fn #name(
            cx: &Cx,
            #trail: &Trail<'_>,
            #input: &Value
            #(, #parameters)*,
            #emit: &mut EmitPath<'_>,
        ) -> Flow {
            #steps
            #body
        }
    }
}

/// `getpath(path)`
pub(super) fn emit_path_getpath(
    at: &At<'_, Spot>,
    path: &Node<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_each(&at.on(at.input.operand()), path, &mut |path| {
        let (bound, path) = path.stable(at.emitter, "value");
        let (path, (trail, value, taken)) = (path.borrow(), handed(at, next));
        quote!(#bound paths::emit_getpath(cx, #trail, #value, #path, #taken)?;)
    })
}

/// `first(f)`
pub(super) fn emit_path_first(
    at: &At<'_, Spot>,
    body: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (is_over, flow) = (at.emitter.fresh("is_over"), at.emitter.fresh("flow"));
    let search = emit_each_path(at, body, &mut |spot| {
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
pub(super) fn emit_path_limit(
    at: &At<'_, Spot>,
    count: &Node<'_>,
    body: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    emit_limited(&at.on(at.input.operand()), count, &mut |counted| {
        let mut next = |spot| counted(next.make(spot));
        emit_each_path(at, body, &mut next)
    })
}

/// The arguments of functions in path mode: trail, value and the consumer of the outputs.
fn handed<'a>(
    at: &'a At<'_, Spot>,
    next: &mut Next<'_, Spot>,
) -> (TokenStream, &'a Reference, TokenStream) {
    (at.input.at(), &at.input.value, at.emitter.consumer(next))
}
