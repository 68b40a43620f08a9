//! `asl_machine!` and `jq!`: arguments in, tokens and diagnostics out. Use them through
//! `asl_runtime`, which documents them.

mod arguments;
mod definition;
#[cfg(feature = "jq")]
mod jq;
mod literal;
mod parser;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use arguments::Arguments;
use asl_codegen::{compile, expansion};
use parser::Fault;

/// Compiles a definition; `asl_runtime::asl_machine!` puts
/// `(@ path::of::the::runtime, whether it has tokio)` before the arguments of its user.
#[proc_macro]
pub fn asl_machine(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).unwrap_or_else(Fault::into_error).into()
}

/// Compiles a jq program; `asl_runtime::jq!` puts `(@ path::of::the::runtime)` before the arguments
/// of its user.
#[cfg(feature = "jq")]
#[proc_macro]
pub fn jq(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    jq::expand(input.into()).unwrap_or_else(Fault::into_expression).into()
}

fn expand(input: TokenStream) -> Result<TokenStream, Fault> {
    let Arguments { definition, place, outside, options } = arguments::parse(input)?;
    let base = definition::base(&definition, place, outside)?;
    let (sources, checked) = compile::check_file(definition.as_ref(), &base, &options);
    let watch = expansion::watch(&sources, &options);
    let code = expansion::expand(
        checked,
        &sources,
        &options,
        place,
        |drawn| quote_spanned!(place=> #drawn),
    );
    Ok(quote!(#code #watch))
}
