//! `asl_machine!`, `jq!` and `jsonata!`: they convert arguments to tokens and diagnostics. Use them
//! through `asl_runtime`, which documents them.

mod definition;
#[cfg(any(feature = "jq", feature = "jsonata"))]
mod expression;
#[cfg(feature = "jq")]
mod jq;
#[cfg(feature = "jsonata")]
mod jsonata;
#[cfg(feature = "shape")]
mod shape;

use std::env;
use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use asl_codegen::arguments::{self, Arguments, Fault};
use asl_codegen::{compile, expansion};

/// Compiles a definition. `asl_runtime::asl_machine!` adds
/// `(@ path::of::the::runtime, whether it has tokio)` before the user's arguments.
#[proc_macro]
pub fn asl_machine(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).unwrap_or_else(Fault::into_error).into()
}

/// Compiles a jq program. `asl_runtime::jq!` adds `(@ path::of::the::runtime)` before the user's
/// arguments.
#[cfg(feature = "jq")]
#[proc_macro]
pub fn jq(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    jq::expand(input.into()).unwrap_or_else(Fault::into_expression).into()
}

/// Compiles a JSONata program; `asl_runtime::jsonata!` puts `(@ path::of::the::runtime)` before the
/// arguments of its user.
#[cfg(feature = "jsonata")]
#[proc_macro]
pub fn jsonata(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    jsonata::expand(input.into()).unwrap_or_else(Fault::into_expression).into()
}

/// Makes a type's JSON values known to the checks of definitions; `asl_runtime` documents it.
#[cfg(feature = "shape")]
#[proc_macro_derive(Shape, attributes(serde, shape))]
pub fn shape(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    shape::expand(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand(input: TokenStream) -> Result<TokenStream, Fault> {
    let Arguments { definition, place, outside, mut options } = arguments::parse(input)?;
    options.diagram = cfg!(feature = "diagram") && is_documented();
    options.picture = cfg!(feature = "report");
    options.definition = true;
    options.package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let base = definition::base(&definition, place, outside)?;
    let (sources, checked) = compile::check_file(definition.as_ref(), &base, &options);
    let watch = expansion::watch(&sources, &options);
    let code = expansion::expand(
        checked,
        &sources,
        &options,
        place,
        |place, drawn| quote_spanned!(place=> #drawn),
    );
    Ok(quote!(#code #watch))
}

/// True if the macro is expanded for documentation: its process is rustdoc. Other builds do
/// not show the picture, so they make none.
fn is_documented() -> bool {
    env::current_exe()
        .is_ok_and(|program| program.file_stem().is_some_and(|name| name == "rustdoc"))
}
