//! The parts that `jq!` and `jsonata!` share: a program and its variables in, faults out.

use std::fmt::Write as _;

use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use asl_codegen::diagnostics::{Diagnostic, Diagnostics, message};
use asl_codegen::source::{FileId, Form, Sources, Span as Place, Text};

use asl_codegen::arguments::{Fault, Parser};

/// A program in the arguments of a macro.
pub(crate) struct Expression {
    pub(crate) text: String,
    /// The path of the runtime's `__private`.
    pub(crate) private: TokenStream,
    variables: Vec<Variable>,
    place: Span,
}

/// A variable of the program: its name, and the expression of its value.
struct Variable {
    name: Ident,
    value: TokenStream,
}

impl Expression {
    /// Reads the arguments; `what` says what the program is, for one who forgot it.
    pub(crate) fn read(tokens: TokenStream, what: &str) -> Result<Self, Fault> {
        let mut parser = Parser::new(tokens, Span::call_site());
        let group = parser.group(Delimiter::Parenthesis, "the runtime")?;
        let mut header = Parser::of(&group);
        header.mark('@')?;
        let runtime = header.rust_type("the runtime")?;
        let (text, place) = parser.string(what)?;
        let variables = variables(&mut parser)?;
        Ok(Self { text, private: quote!(#runtime::__private), variables, place })
    }

    /// The names of the variables.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.variables.iter().map(|variable| variable.name.to_string());
        names.map(|name| name.strip_prefix("r#").unwrap_or(&name).to_owned()).collect()
    }

    /// The expressions that give the values of the variables.
    pub(crate) fn values(&self) -> impl Iterator<Item = &TokenStream> {
        self.variables.iter().map(|variable| &variable.value)
    }

    /// The locals that hold the values of the variables.
    pub(crate) fn locals(&self) -> Vec<Ident> {
        let local = |at| format_ident!("variable_{at}", span = Span::mixed_site());
        (0..self.variables.len()).map(local).collect()
    }

    /// An expression that is a compile error and shows what is wrong with the program. `diagnose`
    /// makes a finding of a fault, given the program's text and its place.
    pub(crate) fn error<F>(
        &self,
        language: &str,
        faults: &[F],
        diagnose: impl Fn(&F, &Text, Place) -> Diagnostic,
    ) -> TokenStream {
        let message = messages(&self.text, language, faults, diagnose);
        // `compile_error!` as the value of a block has any type, so it causes no other errors. rustc
        // says of a macro that is called by a path with `$crate` where it comes from.
        let (place, private) = (self.place, &self.private);
        let name = Ident::new("error", place);
        quote_spanned! {place=>
            {
                use #private::compile_error as #name;
                #name!(#message)
            }
        }
    }
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

/// The faults, each with its place in the program.
fn messages<F>(
    text: &str,
    language: &str,
    faults: &[F],
    diagnose: impl Fn(&F, &Text, Place) -> Diagnostic,
) -> String {
    let sources = Sources::from_text(language, text);
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let span = Place { file: FileId(0), start: 0, end };
    let literal = Text { value: text.to_owned(), escapes: Vec::new(), form: Form::Bare };
    let mut diagnostics = Diagnostics::default();
    for fault in faults {
        diagnostics.push(diagnose(fault, &literal, span));
    }
    let (shown, more) = diagnostics.shown();
    let texts: Vec<String> = shown.iter().map(|finding| message(finding, &sources)).collect();
    let mut texts = texts.join("\n\n");
    if more > 0 {
        let _ = write!(texts, "\n\n{more} more faults in this program");
    }
    texts
}
