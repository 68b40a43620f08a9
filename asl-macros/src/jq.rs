//! Expands `jq!`: converts a program and its variables to an expression with the compiled program.

use std::fmt::Write as _;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use asl_codegen::diagnostics::{Colour, Diagnostics, picture};
use asl_codegen::expr::jq::{
    self, Arguments, Environment, Fault as JqFault, Input, Program, Taking,
};
use asl_codegen::source::{FileId, Form, Sources, Span as Place, Text};

use crate::parser::{Fault, Parser};

/// A variable of the program: its name, and the expression of its value.
struct Variable {
    name: Ident,
    value: TokenStream,
}

/// The expression, or one that is a compile error with the faults of the program.
pub(crate) fn expand(tokens: TokenStream) -> Result<TokenStream, Fault> {
    let mut parser = Parser::new(tokens, Span::call_site());
    let group = parser.group(Delimiter::Parenthesis, "the runtime")?;
    let mut header = Parser::of(&group);
    header.mark('@')?;
    let runtime = header.rust_type("the runtime")?;
    let (text, place) = parser.string("a jq program, such as \".items | length\"")?;
    let variables = variables(&mut parser)?;
    let private = quote!(#runtime::__private);
    let names: Vec<String> = variables.iter().map(|variable| variable.name.to_string()).collect();
    let names: Vec<&str> =
        names.iter().map(|name| name.strip_prefix("r#").unwrap_or(name)).collect();
    match jq::compile(&text, &Environment { variables: &names, ..Environment::default() }) {
        Ok(program) => Ok(expression(&program, &variables, &private)),
        Err(faults) => {
            let message = drawn(&text, &faults);
            // `compile_error!` alone is an expression of any type, so it causes no other errors.
            let private: TokenStream =
                private.into_iter().map(|token| seen_at(token, place)).collect();
            Ok(quote_spanned!(place=> #private::compile_error!(#message)))
        }
    }
}

/// A token with the same meaning but another place: a message points at all tokens of the macro
/// that creates it.
fn seen_at(mut token: TokenTree, place: Span) -> TokenTree {
    token.set_span(place.resolved_at(token.span()));
    token
}

/// Parses `, name` or `, name = expression`.
fn variables(parser: &mut Parser) -> Result<Vec<Variable>, Fault> {
    let mut variables: Vec<Variable> = Vec::new();
    if !parser.is_done() {
        parser.mark(',')?;
    }
    parser.list(|parser| {
        let name = parser.name("a variable: `name` or `name = expression`")?;
        if variables.iter().any(|known| known.name == name) {
            return Err(Fault::new(name.span(), format!("the variable `{name}` is given twice")));
        }
        let value = if parser.take_mark('=') { parser.expression()? } else { quote!(#name) };
        variables.push(Variable { name, value });
        Ok(())
    })?;
    Ok(variables)
}

fn expression(program: &Program, variables: &[Variable], private: &TokenStream) -> TokenStream {
    // No name in the user's expressions can refer to this.
    let module = format_ident!("__jq_program");
    let items = jq::emit_module(program, &module, private);
    let locals: Vec<Ident> = (0..variables.len())
        .map(|at| format_ident!("variable_{at}", span = Span::mixed_site()))
        .collect();
    let values = variables.iter().map(|variable| &variable.value);
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

/// The faults, each with its place in the program.
fn drawn(text: &str, faults: &[JqFault]) -> String {
    let sources = Sources::from_text("jq", text);
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let span = Place { file: FileId(0), start: 0, end };
    let literal = Text { value: text.to_owned(), escapes: Vec::new(), form: Form::Bare };
    let mut diagnostics = Diagnostics::default();
    for fault in faults {
        diagnostics.push(jq::diagnose(fault, &literal, span, 0));
    }
    let (shown, more) = diagnostics.shown();
    let mut message = String::new();
    for finding in shown {
        message.push('\n');
        message.push_str(&picture(&finding, &sources, Colour::Never));
    }
    if more > 0 {
        let _ = write!(message, "\n{more} more faults in this program");
    }
    message
}
