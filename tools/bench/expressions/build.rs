//! Compiles the programs to Rust.

#[path = "src/filters/mod.rs"]
#[allow(dead_code, reason = "only the texts are needed here")]
mod filters;

use std::{env, error::Error, fs, path::Path};

use asl_codegen::expr::{jq, jsonata};
use filters::{Filter, Given};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/filters");
    let folder = env::var("OUT_DIR")?;
    let write =
        |file: &str, code: TokenStream| fs::write(Path::new(&folder).join(file), code.to_string());
    write("jq.rs", in_jq(&filters::jq::FILTERS)?)?;
    write("jsonata.rs", in_jsonata(&filters::jsonata::FILTERS)?)?;
    Ok(())
}

fn in_jq(filters: &[Filter]) -> Result<TokenStream, String> {
    let mut code = quote! {
        use ::asl_runtime::Value;
        use ::asl_runtime::jq::{Cx, Exit};
    };
    let (mut borrowed, mut owned) = (Vec::new(), Vec::new());
    for (number, filter) in filters.iter().enumerate() {
        let program = jq::compile(filter.program, &jq::Environment::default())
            .map_err(|faults| format!("{}: {faults:?}", filter.program))?;
        let name = module(number);
        code.extend(jq::emit_module(&program, &name, &private()));
        let call = |input| {
            let arguments = jq::Arguments { cx: quote!(&cx), input, variables: Vec::new() };
            jq::emit_call(&program, &name, jq::Taking::OneOrArray, &arguments)
        };
        borrowed.push(run_of_jq(&quote!(&Value), &call(jq::Input::Borrowed(quote!(input)))));
        owned.push(run_of_jq(&quote!(Value), &call(jq::Input::Owned(quote!(input)))));
    }
    let count = filters.len();
    code.extend(quote! {
        /// Each program on a borrowed input.
        pub(crate) static BORROWED: [fn(&Value) -> Result<Value, Exit>; #count] = [#(#borrowed),*];
        /// Each program on an owned input.
        pub(crate) static OWNED: [fn(Value) -> Result<Value, Exit>; #count] = [#(#owned),*];
    });
    Ok(code)
}

fn run_of_jq(input: &TokenStream, call: &TokenStream) -> TokenStream {
    quote! {{
        fn run(input: #input) -> Result<Value, Exit> {
            let cx = Cx::new(0);
            #call
        }
        run
    }}
}

fn in_jsonata(filters: &[Filter]) -> Result<TokenStream, String> {
    let mut code = quote! {
        use ::asl_runtime::Value;
        use ::asl_runtime::jsonata::{Error, Options, Program};
        use ::asl_runtime::__private::jsonata::variable;
        /// As in a machine, which gives the time and the seed.
        fn options() -> Options {
            let limits = Options::default().steps(u64::MAX).depth(10_000).bytes(u64::MAX);
            limits.now(1_700_000_000_000_i64).seed(7_u64)
        }
    };
    let mut runs = Vec::new();
    for (number, filter) in filters.iter().enumerate() {
        let variables: &[&str] = if filter.given == Given::States { &["states"] } else { &[] };
        let environment = jsonata::Environment { edition: jsonata::Edition::V2_2, variables };
        let program = jsonata::compile(filter.program, &environment)
            .map_err(|faults| format!("{}: {faults:?}", filter.program))?;
        let name = module(number);
        code.extend(jsonata::emit_module(&program, &name, &private()));
        runs.push(run_of_jsonata(filter, &name));
    }
    let count = filters.len();
    code.extend(quote! {
        /// Each program.
        pub(crate) static PROGRAMS: [fn(&Value) -> Result<Option<Value>, Error>; #count] = [#(#runs),*];
    });
    Ok(code)
}

fn run_of_jsonata(filter: &Filter, name: &Ident) -> TokenStream {
    let call = |variables| jsonata::emit_call(name, &quote!(cx), &quote!(input), variables);
    let (on_input, on_states) = (call(&[]), call(&[quote!(states.view())]));
    let body = match filter.given {
        Given::Input => quote!(Program::new(|cx, input| #on_input).with(options()).run(document)),
        Given::States => quote! {
            let states = variable(document.clone());
            Program::new(|cx, input| #on_states).with(options()).run_without_input()
        },
    };
    quote! {{
        fn run(document: &Value) -> Result<Option<Value>, Error> {
            #body
        }
        run
    }}
}

fn module(number: usize) -> Ident {
    Ident::new(&format!("program_{number}"), Span::call_site())
}

fn private() -> TokenStream {
    quote!(::asl_runtime::__private)
}
