//! Compiles the programs to Rust.

#[path = "src/filters.rs"]
mod filters;

use std::{env, error::Error, fs, path::Path};

use asl_codegen::expr::jq::{self, Arguments, Environment, Input, Taking};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/filters.rs");
    let mut code = quote! {
        use ::asl_runtime::Value;
        use ::asl_runtime::jq::{Cx, Exit};
    };
    let (mut borrowed, mut owned) = (Vec::new(), Vec::new());
    for (number, filter) in filters::FILTERS.iter().enumerate() {
        let _ = (filter.name, filter.is_fused, filter.is_update);
        let program = jq::compile(filter.program, &Environment::default())
            .map_err(|faults| format!("{}: {faults:?}", filter.program))?;
        let name = Ident::new(&format!("program_{number}"), Span::call_site());
        code.extend(jq::emit_module(&program, &name, &quote!(::asl_runtime::__private)));
        let call = |input| {
            let arguments = Arguments { cx: quote!(&cx), input, variables: Vec::new() };
            jq::emit_call(&program, &name, Taking::OneOrArray, &arguments)
        };
        borrowed.push(function(&quote!(&Value), &call(Input::Borrowed(quote!(input)))));
        owned.push(function(&quote!(Value), &call(Input::Owned(quote!(input)))));
    }
    let count = filters::FILTERS.len();
    code.extend(quote! {
        /// Each program on a borrowed input.
        pub(crate) static BORROWED: [fn(&Value) -> Result<Value, Exit>; #count] = [#(#borrowed),*];
        /// Each program on an owned input.
        pub(crate) static OWNED: [fn(Value) -> Result<Value, Exit>; #count] = [#(#owned),*];
    });
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("programs.rs"), code.to_string())?;
    Ok(())
}

fn function(input: &TokenStream, call: &TokenStream) -> TokenStream {
    quote! {{
        fn run(input: #input) -> Result<Value, Exit> {
            let cx = Cx::new(0);
            #call
        }
        run
    }}
}
