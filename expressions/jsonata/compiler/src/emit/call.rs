//! Calls.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Printer;
use super::code::Code;
use super::names::{function_name, local_name, rust_type};
use crate::plan::captures::GroupId;
use crate::plan::direct::Counting;
use crate::plan::native::Native;
use crate::plan::op::{
    Arguments, Chosen, Depth, Local, NativeCall, NativeForm, Op, Picture, Plan, Test,
};
use crate::resolve::VariableId;

impl Printer<'_> {
    pub(super) fn emit_call_op(&mut self, op: &Op) -> Option<Code> {
        let call = match op {
            Op::NativeCall(call) => return Some(self.emit_native_call(call)),
            Op::WordsCall { id, context, text, rest } => {
                let (context, text) = (self.emit(context), self.emit(text));
                let rest = self.emit_all(rest);
                let function = format_ident!("{}_words", id.function());
                quote!(functions::#function(cx, #context, #text, [#(#rest),*]))
            }
            Op::ValueCall { first, callee, name, context, arguments } => {
                // The left side of `~>` is evaluated before the function.
                let first = first.as_ref().map(|first| self.emit(first));
                let (callee, context) = (self.emit(callee), self.emit(context));
                let arguments = self.emit_mutable_arguments(arguments);
                let call = quote!(call::call(cx, #callee, #name, #context, #arguments));
                let Some(first) = first else { return Some(Code::Call(call)) };
                return Some(Code::Call(call).behind(quote!(let first = #first;)));
            }
            Op::Applied { function, arguments } => {
                let function = self.emit(function);
                let arguments = self.emit_mutable_arguments(arguments);
                return Some(quote!(call::applied(cx, #function, #arguments)).into());
            }
            Op::Partial { callee, name, arguments } => {
                return Some(self.emit_partial(callee, name, arguments));
            }
            Op::Apply { left, right, at } => {
                let (left, right) = (self.emit(left), self.emit(right));
                let right = at_level(*at, right);
                quote!(call::apply(cx, #left, #right))
            }
            Op::TailCall { callee, name, arguments } => {
                let (callee, arguments) = (self.emit(callee), self.emit_all(arguments));
                return Some(
                    quote!(call::tail(cx, #callee, #name, Vec::from([#(#arguments),*]))).into(),
                );
            }
            Op::DirectCall { id, group, arity, arguments } => {
                return Some(self.emit_direct_call((*id, *group), *arity, arguments).into());
            }
            Op::NumbersCall { id, group, depth, arguments } => {
                return Some(self.emit_numbers_call((*id, *group), *depth, arguments).into());
            }
            Op::NumbersResult(native, call, name) => {
                let (native, call) = (rust_type(*native), self.emit(call));
                match name {
                    Some(name) => quote!(recursion::named::<#native>(#call, #name)),
                    None => quote!(recursion::value::<#native>(#call)),
                }
            }
            Op::NextTurn { targets, values, counting } => {
                return Some(self.emit_next_turn(targets, values, *counting).into());
            }
            Op::Chosen(chosen) => return Some(self.emit_chosen(chosen).into()),
            _ => return None,
        };
        Some(Code::Call(call))
    }

    fn emit_partial(&mut self, callee: &Plan, name: &str, arguments: &[Option<Plan>]) -> Code {
        let arguments = arguments.iter().map(|argument| match argument {
            Some(argument) => {
                let value = self.emit(argument);
                quote!(Some(#value))
            }
            None => quote!(None),
        });
        let arguments: Vec<TokenStream> = arguments.collect();
        let callee = self.emit(callee);
        Code::Call(quote!(call::partial(cx, #callee, #name, arguments)))
            .behind(quote!(let arguments = Vec::from([#(#arguments),*]);))
    }

    /// Arguments as an array.
    pub(super) fn emit_arguments(&mut self, arguments: &Arguments) -> TokenStream {
        let values = self.emit_all(&arguments.values);
        at_level(arguments.at, quote!([#(#values),*]))
    }

    fn emit_mutable_arguments(&mut self, arguments: &Arguments) -> TokenStream {
        let values = self.emit_all(&arguments.values);
        at_level(arguments.at, quote!(&mut [#(#values),*]))
    }

    fn emit_native_call(&mut self, call: &NativeCall) -> Code {
        let NativeCall { id, form, context, arguments, .. } = call;
        let (context, arguments) = (self.emit(context), self.emit_arguments(arguments));
        let function = function_name(*id);
        Code::Call(match form {
            NativeForm::Value => {
                quote!(call::native(cx, &functions::#function, #context, #arguments))
            }
            NativeForm::Number => {
                quote!(call::number(cx, &functions::#function, #context, #arguments))
            }
            NativeForm::Truth => {
                quote!(call::boolean(cx, &functions::#function, #context, #arguments))
            }
            NativeForm::Contains => {
                quote!(functions::contains_match(cx, #context, #arguments))
            }
            NativeForm::Picture(picture, text) => {
                let kind = match picture {
                    Picture::Date => quote!(DatePicture),
                    Picture::Whole => quote!(WholePicture),
                    Picture::Number => quote!(NumberPicture),
                };
                let by = format_ident!("{}_by", id.function());
                let call = Code::Call(quote! {
                    call::by_picture(
                        cx,
                        &functions::#function,
                        functions::#by,
                        &*PICTURE,
                        #context,
                        #arguments,
                    )
                });
                return call.behind(quote! {
                    static PICTURE: LazyLock<picture::#kind> =
                        LazyLock::new(|| picture::#kind::new(#text));
                });
            }
        })
    }

    fn emit_direct_call(
        &mut self,
        (id, group): (VariableId, Option<GroupId>),
        arity: usize,
        arguments: &Arguments,
    ) -> TokenStream {
        let captures = self.emit_captures(group);
        let values = self.emit_all(&arguments.values);
        let name = self.variable(id);
        if values.len() > arity {
            let places = (0..arity).map(Literal::usize_unsuffixed);
            let cx = at_level(arguments.at, quote!(cx));
            return quote!({
                let arguments = (#(#values),*,);
                #name(#cx #(, #captures)* #(, arguments.#places)*)
            });
        }
        let missing = arity.saturating_sub(values.len());
        let mut all = vec![quote!(cx)];
        all.extend(captures);
        all.extend(values);
        if let Some(last) = all.pop() {
            all.push(at_level(arguments.at, last));
        }
        all.extend(std::iter::repeat_n(quote!(Item::Undefined), missing));
        quote!(#name(#(#all),*))
    }

    /// A call of the form of a function for numbers.
    fn emit_numbers_call(
        &mut self,
        (id, group): (VariableId, Option<GroupId>),
        depth: Option<Depth>,
        arguments: &Arguments,
    ) -> TokenStream {
        let depth = depth.map(|depth| match depth {
            Depth::Parameter => quote!(depth),
            Depth::OfRun => quote!(cx.depth()),
        });
        let mut all = vec![quote!(cx)];
        all.extend(depth);
        all.extend(self.emit_captures(group));
        all.extend(self.emit_all(&arguments.values));
        if let Some(last) = all.pop() {
            all.push(at_level(arguments.at, last));
        }
        let name = self.form_name(id, true);
        quote!(#name(#(#all),*))
    }

    /// The call of a function by itself at its end.
    fn emit_next_turn(
        &mut self,
        targets: &[VariableId],
        values: &[Plan],
        counting: Counting,
    ) -> TokenStream {
        let values = self.emit_all(values);
        let missing = targets.len().saturating_sub(values.len());
        let ignored = values.len().saturating_sub(targets.len());
        let targets = targets.iter().map(|id| self.variable(*id)).map(|name| quote!(#name));
        let targets: Vec<TokenStream> =
            targets.chain(std::iter::repeat_n(quote!(_), ignored)).collect();
        let undefined = std::iter::repeat_n(quote!(Item::Undefined), missing);
        let values: Vec<TokenStream> = values.into_iter().chain(undefined).collect();
        let assignment = match (targets.as_slice(), values.as_slice()) {
            ([target], [value]) => quote!(#target = #value;),
            _ => quote!((#(#targets),*) = (#(#values),*);),
        };
        let step = match counting {
            Counting::Turns => quote!(turns.take_one()?;),
            Counting::InRun | Counting::Depth => quote!(cx.spend(1)?;),
        };
        quote!({
            #assignment
            #step
            continue;
        })
    }

    fn emit_chosen(&mut self, chosen: &Chosen) -> TokenStream {
        let Chosen { given, of_numbers, of_items } = chosen;
        let names: Vec<Ident> =
            (0..given.len()).map(|place| local_name(Local::Argument(place))).collect();
        let values: Vec<TokenStream> = given.iter().map(|given| self.emit(&given.value)).collect();
        let tests = names.iter().zip(given).filter_map(|(name, given)| {
            Some((quote!(Some(#name)), emit_test(&quote!(#name), given.test?)))
        });
        let (patterns, tests): (Vec<_>, Vec<_>) = tests.unzip();
        let (of_numbers, of_items) = (self.emit(of_numbers), self.emit(of_items));
        quote! {
            match (#(#values,)*) {
                (#(#names,)*) => match (#(#tests,)*) {
                    (#(#patterns,)*) => #of_numbers,
                    _ => #of_items,
                },
            }
        }
    }
}

/// The last argument of a function of the runtime that calls functions: notes the level of the
/// call.
pub(super) fn at_level(level: Option<u16>, argument: TokenStream) -> TokenStream {
    let Some(level) = level.map(Literal::u16_unsuffixed) else { return argument };
    quote!(cx.call_at(#level, #argument))
}

/// An argument as an `Option` of the type of its parameter.
pub(super) fn emit_test(argument: &TokenStream, test: Test) -> TokenStream {
    match test {
        Test::Fits { is_wrapped: true } => quote!(Some(Some(#argument))),
        Test::Fits { is_wrapped: false } => quote!(Some(#argument)),
        Test::Native { is_certain, is_finite } => {
            let given = if is_certain { quote!(Some(#argument)) } else { argument.clone() };
            if is_finite { quote!(recursion::only_finite(#given)) } else { given }
        }
        Test::View(Native::Finite) => quote!(recursion::finite(#argument)),
        Test::View(Native::Number) => quote!(recursion::number(#argument)),
        Test::View(Native::MaybeNumber | Native::Boolean | Native::MaybeBoolean) => {
            quote!(recursion::maybe_number(#argument))
        }
    }
}
