//! Emits calls of intrinsic functions as calls of the runtime's functions.
//!
//! The outermost call is a closure in `called(..)`, so that every failure within it names the call
//! as written.

use proc_macro2::{Ident, Literal as Token, Span, TokenStream};
use quote::quote;

use super::literal::Statics;
use super::{Body, Held};
use crate::emit::paths::Lookup;
use crate::expr::intrinsics::{Argument, Call, Function, Intrinsic};
use crate::expr::jsonpath::emit::steps;
use asl_source::options::Profile;

/// A call as an expression of type `Value`.
pub(super) fn emit_call(
    body: &mut Body<'_>,
    call: &Call,
    root: &TokenStream,
    statics: &mut Statics<'_>,
) -> TokenStream {
    let (text, made) = (&call.text, emit_inner_call(body, call, root, statics));
    let called = match body.profile() {
        Profile::Aws => quote!(intrinsics::called),
        Profile::Spec => quote!(intrinsics::called_by_specification),
    };
    if call.function == Function::Uuid && looked_up(call).next().is_none() {
        made
    } else if is_infallible(call) {
        quote!(#called(#text, || Ok(#made))?)
    } else {
        quote!(#called(#text, || #made)?)
    }
}

/// A call without the closure that names it. Its type is `Result<Value, Failed>`, or `Value` if it
/// [`is_infallible`].
fn emit_inner_call(
    body: &mut Body<'_>,
    call: &Call,
    root: &TokenStream,
    statics: &mut Statics<'_>,
) -> TokenStream {
    if let Some(cause) = &call.refused {
        let arguments = emit_arguments(body, looked_up(call), root, statics);
        return quote!(intrinsics::refuse(#cause, [#(#arguments),*]));
    }
    if call.function == Function::Array {
        let items = call.arguments.iter();
        let items = items.map(|item| hold_argument(body, item, root, statics).value());
        let items: Vec<_> = items.collect();
        return quote!(array([#(#items),*]));
    }
    if call.function == Function::Format {
        return emit_format(body, call, root, statics);
    }
    if call.function == Function::Uuid {
        let (cx, number) = random_state(body, call);
        let made = quote!(intrinsics::uuid(#cx, #number));
        // It ignores its arguments, but a path without a result fails first.
        let arguments = emit_arguments(body, looked_up(call), root, statics);
        return if arguments.is_empty() {
            made
        } else {
            quote!({ let _ = [#(#arguments),*]; #made })
        };
    }
    let arguments = emit_arguments(body, &call.arguments, root, statics);
    let native = if call.function != Function::MathRandom {
        Intrinsic::of(call.function).native
    } else if arguments.len() > 2 {
        "math_random_of"
    } else {
        let (cx, number) = random_state(body, call);
        return quote!(intrinsics::math_random(#(#arguments,)* #cx, #number));
    };
    let native = Ident::new(native, Span::call_site());
    quote!(intrinsics::#native(#(#arguments),*))
}

/// A call of `States.Format`; a constant template is split into its texts.
fn emit_format(
    body: &mut Body<'_>,
    call: &Call,
    root: &TokenStream,
    statics: &mut Statics<'_>,
) -> TokenStream {
    let (template, values) =
        call.arguments.split_first().unwrap_or_else(|| unreachable!("checked: a template"));
    let texts = &call.texts;
    if texts.is_empty() {
        let template = hold_argument(body, template, root, statics).reference();
        let values = emit_arguments(body, values, root, statics);
        return quote!(intrinsics::format_of(#template, [#(#values),*]));
    }
    let values = emit_arguments(body, values, root, statics);
    quote!(intrinsics::format(&[#(#texts),*], [#(#values),*]))
}

/// The state of a random call.
fn random_state(body: &mut Body<'_>, call: &Call) -> (TokenStream, Token) {
    body.uses().random = true;
    (body.cx(), Token::u32_unsuffixed(call.number))
}

/// Arguments as expressions of type `&Value`.
fn emit_arguments<'c>(
    body: &mut Body<'_>,
    arguments: impl IntoIterator<Item = &'c Argument>,
    root: &TokenStream,
    statics: &mut Statics<'_>,
) -> Vec<TokenStream> {
    let arguments = arguments.into_iter();
    arguments.map(|argument| hold_argument(body, argument, root, statics).reference()).collect()
}

fn hold_argument(
    body: &mut Body<'_>,
    argument: &Argument,
    root: &TokenStream,
    statics: &mut Statics<'_>,
) -> Held {
    match argument {
        Argument::Literal(literal) => Held::free(statics.value(literal)),
        Argument::Overflow => unreachable!("the call is refused"),
        Argument::Path(path) => {
            let (text, steps) = (&path.text, steps(path));
            let check = |hits, root| quote!(intrinsics::argument(#hits, #text, #steps, #root));
            body.found_by(path, root, Lookup::Plain, &check)
        }
        Argument::Call(call) => {
            let made = emit_inner_call(body, call, root, statics);
            Held::made(if is_infallible(call) { made } else { quote!(#made?) })
        }
    }
}

/// The arguments that can fail before the function does.
fn looked_up(call: &Call) -> impl Iterator<Item = &Argument> {
    call.arguments.iter().filter(|argument| match argument {
        Argument::Path(_) | Argument::Call(_) => true,
        Argument::Literal(_) | Argument::Overflow => false,
    })
}

/// Returns true if the function itself cannot fail.
fn is_infallible(call: &Call) -> bool {
    matches!(call.function, Function::Uuid | Function::Array) && call.refused.is_none()
}
