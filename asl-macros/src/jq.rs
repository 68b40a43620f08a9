//! Expands `jq!`: converts a program and its variables to an expression with the compiled program.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use asl_codegen::expr::jq::{self, Arguments, Environment, Input, Program, Taking};

use crate::expression::Expression;
use asl_codegen::arguments::Fault;

/// The expression, or one that is a compile error with the faults of the program.
pub(crate) fn expand(tokens: TokenStream) -> Result<TokenStream, Fault> {
    let expression = Expression::read(tokens, "a jq program, such as \".items | length\"")?;
    let names = expression.names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let environment = Environment { variables: &names, ..Environment::default() };
    Ok(match jq::compile(&expression.text, &environment) {
        Ok(program) => emit(&program, &expression),
        Err(faults) => expression
            .error("jq", &faults, |fault, text, place| jq::diagnose(fault, text, place, 0)),
    })
}

fn emit(program: &Program, expression: &Expression) -> TokenStream {
    let private = &expression.private;
    // No name in the user's expressions can refer to this.
    let module = format_ident!("__jq_program");
    let items = jq::emit_module(program, &module, private);
    let locals = expression.locals();
    let values = expression.values();
    let arguments = Arguments {
        cx: quote!(cx),
        input: Input::Borrowed(quote!(input)),
        variables: locals.iter().map(|local| quote!(&#local)).collect(),
    };
    let call = jq::emit_call(program, &module, Taking::Each, &arguments);
    quote! {
        {
            #items
            #(let #locals = #private::jq::variable(#values);)*
            #private::jq::Program::new(move |cx, input, emit| #call)
        }
    }
}
