//! Literals, regular expressions, and values of another representation.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::Code;
use crate::plan::native::Native;
use crate::plan::op::{Constant, Repr};
use crate::tree::Regex;

/// A value in another representation.
pub(super) fn convert(code: Code, from: Repr, to: Repr) -> Code {
    let converted: fn(TokenStream) -> TokenStream = match (from, to) {
        (Repr::Item, Repr::View) => |value| quote!(Item::view(&#value)),
        (Repr::View, Repr::Item) => |value| quote!(#value.to_item()),
        (Repr::Native(_) | Repr::Words, Repr::Item) => |value| quote!(Item::from(#value)),
        (Repr::View, Repr::Words) => |value| quote!(functions::Words::from(#value)),
        (Repr::Words, Repr::WordsRef) => |value| quote!(&#value),
        (Repr::Native(_), Repr::Finite) => |value| quote!(operators::Finite(#value)),
        (Repr::Native(from), Repr::Native(to)) => {
            let may_miss = |native: Native| native == native.or_missing();
            match (may_miss(from), may_miss(to)) {
                (false, true) => |value| quote!(Some(#value)),
                (true, false) => |value| quote!((#value == Some(true))),
                (true, true) | (false, false) => return code,
            }
        }
        _ => return code,
    };
    converted(code.value()).into()
}

pub(super) fn emit_constant(constant: &Constant, repr: Repr) -> TokenStream {
    match repr {
        Repr::View => {
            let value = match constant {
                Constant::Null => quote!(Value::Null),
                Constant::Bool(value) => quote!(Value::Bool(#value)),
                Constant::Number(number) => emit_constant_number(*number),
                Constant::Text(text) => quote!(Value::String(Text::new_static(#text))),
            };
            // It is made once.
            quote!({
                static CONSTANT: Value = #value;
                View::Value(&CONSTANT)
            })
        }
        Repr::Item => match constant {
            Constant::Null => quote!(construct::null()),
            Constant::Bool(value) => quote!(construct::boolean(#value)),
            Constant::Number(number) => {
                let number = emit_number(*number);
                quote!(construct::number(#number))
            }
            Constant::Text(text) => quote!(construct::text(#text)),
        },
        _ => match constant {
            Constant::Null => quote!(None),
            Constant::Bool(value) => quote!(#value),
            Constant::Number(number) => emit_number(*number),
            Constant::Text(text) => quote!(#text),
        },
    }
}

/// A number as data has it: an integer if it is whole and below 2^53.
fn emit_constant_number(number: f64) -> TokenStream {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
    let int = number as i64;
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        let int = Literal::i64_unsuffixed(int);
        return quote!(Value::Int(#int));
    }
    let number = emit_number(number);
    quote!(Value::Float(#number))
}

/// A number as it is written in Rust.
pub(super) fn emit_number(value: f64) -> TokenStream {
    let digits = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
}

/// A regular expression, which is made once.
pub(super) fn emit_regex_as(regex: &Regex, repr: Repr) -> TokenStream {
    let regex = emit_regex(regex);
    match repr {
        Repr::View => quote!(Item::view(#regex)),
        _ => quote!(Item::clone(#regex)),
    }
}

/// `/pattern/flags`: made once.
fn emit_regex(regex: &Regex) -> TokenStream {
    let pattern = &regex.pattern;
    let flags = [(regex.ignores_case, "i"), (regex.is_multiline, "m")];
    let flags: String = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect();
    quote!({
        static REGEX: LazyLock<Item> = LazyLock::new(|| regex::known(#pattern, #flags));
        &*REGEX
    })
}
