//! Calls of intrinsic functions as calls of the runtime's.
//!
//! The outermost call is a closure in `called(..)`, so that whatever fails within names the call as
//! written.

use proc_macro2::{Ident, Literal as Token, Span, TokenStream};
use quote::quote;

use super::literal::Statics;
use super::{Body, Held};
use crate::emit::paths::Lookup;
use crate::expr::intrinsics::{Argument, Call, Function, Intrinsic};
use crate::expr::jsonpath::emit::steps;
use crate::options::Profile;

impl Body<'_> {
    /// A call as an expression of type `Value`.
    pub(in crate::emit) fn call(
        &mut self,
        call: &Call,
        root: &TokenStream,
        statics: &mut Statics<'_>,
    ) -> TokenStream {
        let (text, made) = (&call.text, self.inner_call(call, root, statics));
        let called = match self.profile() {
            Profile::Aws => quote!(intrinsics::called),
            Profile::Spec => quote!(intrinsics::called_by_specification),
        };
        match call.function {
            Function::Uuid if looked_up(call).next().is_none() => made,
            Function::Uuid | Function::Array if call.refused.is_none() => {
                quote!(#called(#text, || Ok(#made))?)
            }
            Function::Uuid
            | Function::Array
            | Function::Format
            | Function::StringToJson
            | Function::JsonToString
            | Function::ArrayPartition
            | Function::ArrayContains
            | Function::ArrayRange
            | Function::ArrayGetItem
            | Function::ArrayLength
            | Function::ArrayUnique
            | Function::Base64Encode
            | Function::Base64Decode
            | Function::Hash
            | Function::JsonMerge
            | Function::MathRandom
            | Function::MathAdd
            | Function::StringSplit => quote!(#called(#text, || #made)?),
        }
    }

    /// A call without what names it: of type `Result<Value, Failed>`, or `Value` where it is
    /// [`infallible`].
    #[expect(clippy::too_many_lines, reason = "one arm for each intrinsic function")]
    fn inner_call(
        &mut self,
        call: &Call,
        root: &TokenStream,
        statics: &mut Statics<'_>,
    ) -> TokenStream {
        if let Some(cause) = &call.refused {
            let arguments: Vec<_> =
                looked_up(call).map(|argument| self.argument(argument, root, statics)).collect();
            return quote!(intrinsics::refuse(#cause, [#(#arguments),*]));
        }
        if let (Function::Format, Some((_, values)), false) =
            (call.function, call.arguments.split_first(), call.texts.is_empty())
        {
            let texts = &call.texts;
            let values: Vec<_> =
                values.iter().map(|value| self.argument(value, root, statics)).collect();
            return quote!(intrinsics::format(&[#(#texts),*], [#(#values),*]));
        }
        if call.function == Function::Array {
            let items = call
                .arguments
                .iter()
                .map(|argument| self.argument_held(argument, root, statics).value());
            let items: Vec<_> = items.collect();
            return quote!(array([#(#items),*]));
        }
        let arguments: Vec<_> =
            call.arguments.iter().map(|argument| self.argument(argument, root, statics)).collect();
        match call.function {
            Function::Array => unreachable!("made above"),
            Function::Format => {
                let (template, values) =
                    arguments.split_first().unwrap_or_else(|| unreachable!("checked: a template"));
                quote!(intrinsics::format_of(#template, [#(#values),*]))
            }
            Function::Uuid => {
                let (cx, number) = self.chance(call);
                let made = quote!(intrinsics::uuid(#cx, #number));
                // It ignores its arguments, but a path that finds nothing fails before.
                let arguments: Vec<_> = looked_up(call)
                    .map(|argument| self.argument(argument, root, statics))
                    .collect();
                if arguments.is_empty() {
                    made
                } else {
                    quote!({ let _ = [#(#arguments),*]; #made })
                }
            }
            Function::MathRandom if arguments.len() > 2 => {
                quote!(intrinsics::math_random_of(#(#arguments),*))
            }
            Function::MathRandom => {
                let (cx, number) = self.chance(call);
                quote!(intrinsics::math_random(#(#arguments,)* #cx, #number))
            }
            Function::StringToJson
            | Function::JsonToString
            | Function::ArrayPartition
            | Function::ArrayContains
            | Function::ArrayRange
            | Function::ArrayGetItem
            | Function::ArrayLength
            | Function::ArrayUnique
            | Function::Base64Encode
            | Function::Base64Decode
            | Function::Hash
            | Function::JsonMerge
            | Function::MathAdd
            | Function::StringSplit => {
                let function = Ident::new(Intrinsic::of(call.function).native, Span::call_site());
                quote!(intrinsics::#function(#(#arguments),*))
            }
        }
    }

    /// The state of a random call.
    fn chance(&mut self, call: &Call) -> (TokenStream, Token) {
        self.uses().random = true;
        (self.cx(), Token::u32_unsuffixed(call.number))
    }

    /// An argument as an expression of type `&Value`.
    fn argument(
        &mut self,
        argument: &Argument,
        root: &TokenStream,
        statics: &mut Statics<'_>,
    ) -> TokenStream {
        self.argument_held(argument, root, statics).reference()
    }

    fn argument_held(
        &mut self,
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
                self.found_by(path, root, Lookup::Plain, check)
            }
            Argument::Call(call) => {
                let made = self.inner_call(call, root, statics);
                Held::made(if infallible(call) { made } else { quote!(#made?) })
            }
        }
    }
}

/// The arguments that fail before the function does.
fn looked_up(call: &Call) -> impl Iterator<Item = &Argument> {
    call.arguments.iter().filter(|argument| match argument {
        Argument::Path(_) | Argument::Call(_) => true,
        Argument::Literal(_) | Argument::Overflow => false,
    })
}

/// True if nothing can go wrong in a function itself.
fn infallible(call: &Call) -> bool {
    matches!(call.function, Function::Uuid | Function::Array) && call.refused.is_none()
}
