//! Expands `jsonata!`: converts a program and its variables to an expression with the compiled
//! program.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use asl_codegen::expr::jsonata::{self, Edition, Environment, Fault, Program};

use crate::expression::Expression;
use asl_codegen::arguments;

/// The expression, or one that is a compile error with the faults of the program.
pub(crate) fn expand(tokens: TokenStream) -> Result<TokenStream, arguments::Fault> {
    let expression = Expression::read(tokens, "a JSONata program, such as \"$sum(items.price)\"")?;
    let names = expression.names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let environment = Environment { edition: Edition::V2_2, variables: &names };
    Ok(match compile(&expression.text, &environment) {
        Ok(program) => emit(&program, &expression),
        Err(faults) => expression.error("jsonata", &faults, |fault, text, place| {
            jsonata::diagnose(fault, text, place, 0)
        }),
    })
}

/// Compiles a program that does not fail whenever one of its parts is evaluated. A macro cannot
/// warn, so what may be meant is not reported.
fn compile(text: &str, environment: &Environment<'_>) -> Result<Program, Vec<Fault>> {
    let program = jsonata::compile(text, environment)?;
    let failures: Vec<Fault> =
        jsonata::findings(&program).into_iter().filter(Fault::is_failure).collect();
    if failures.is_empty() { Ok(program) } else { Err(failures) }
}

fn emit(program: &Program, expression: &Expression) -> TokenStream {
    let private = &expression.private;
    // No name in the user's expressions can refer to this.
    let module = format_ident!("__jsonata_program");
    let items = jsonata::emit_module(program, &module, private);
    let locals = expression.locals();
    let values = expression.values();
    let variables: Vec<TokenStream> = locals.iter().map(|local| quote!(#local.view())).collect();
    let call = jsonata::emit_call(&module, &quote!(cx), &quote!(input), &variables);
    quote! {
        {
            #items
            #(let #locals = #private::jsonata::variable(#values);)*
            #private::jsonata::Program::new(move |cx, input| #call)
        }
    }
}
