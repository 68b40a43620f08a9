//! Prints the code of a jq program: `cargo run -p asl-codegen --example jq_expand -- '.a + 1'`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is what it is for")]

use std::process::ExitCode;

use asl_codegen::expr::jq::{self, Environment};
use proc_macro2::{Ident, Span};
use quote::quote;

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_default();
    let program = match jq::compile(&text, &Environment::default()) {
        Ok(program) => program,
        Err(faults) => {
            eprintln!("{faults:#?}");
            return ExitCode::FAILURE;
        }
    };
    let items = jq::emit_module(
        &program,
        &Ident::new("program", Span::call_site()),
        &quote!(::asl_runtime::__private),
    );
    match asl_codegen::pretty::pretty(items) {
        Ok(code) => println!("{code}"),
        Err(error) => eprintln!("{error}"),
    }
    ExitCode::SUCCESS
}
