//! Expressions compiled to the modules of the generated crate.

use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_codegen::expr::jsonata::{self, Environment, Fault};
use asl_codegen::pretty::pretty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::cases::Edition;
use crate::generated::{GeneratedCrate, Program};
use crate::problem::Result;
use crate::units::{self, Lookup, Units};

/// The programs of all cases.
pub(crate) struct Programs {
    pub(crate) units: Units,
}

/// The reason for which there is no program.
pub(crate) enum Refused {
    /// The faults of the text, the first one first.
    Faults(Vec<Fault>),
    Panic,
}

impl Programs {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self { units: Units::new("programs") }
    }

    /// Compiles an expression, and gives its number.
    pub(crate) fn add(
        &mut self,
        text: &str,
        variables: &[&str],
        edition: Edition,
    ) -> std::result::Result<usize, Refused> {
        // A bug of the compiler fails one case, not the suite.
        let code = catch_unwind(AssertUnwindSafe(|| compile(text, variables, edition)));
        match code {
            Ok(Ok(code)) => Ok(self.units.push(code)),
            Ok(Err(faults)) => Err(Refused::Faults(faults)),
            Err(_) => Err(Refused::Panic),
        }
    }

    /// The error of the Rust compiler in a program's code, if there is one.
    pub(crate) fn broken(&self, number: usize) -> Option<&str> {
        self.units.broken(number)
    }

    /// Writes each program, and `programs::by_number`.
    pub(crate) fn write(&self, generated: &mut GeneratedCrate) {
        let lookup = Lookup {
            head: "use crate::runner::Program;",
            found: "Program",
            path: |number| format!("file_{number}::run"),
        };
        self.units.write(generated, &lookup);
    }

    /// Builds a crate with them; programs whose code does not compile are left out.
    pub(crate) fn build(
        &mut self,
        generate: impl Fn(&Self) -> GeneratedCrate,
    ) -> Result<Option<Program>> {
        units::build(self, |programs| &mut programs.units, generate)
    }
}

fn compile(
    text: &str,
    variables: &[&str],
    edition: Edition,
) -> std::result::Result<String, Vec<Fault>> {
    let environment = Environment { edition: edition.into(), variables };
    let program = jsonata::compile(text, &environment)?;
    let name = Ident::new("program", Span::call_site());
    let items = jsonata::emit_module(&program, &name, &quote!(::asl_runtime::__private));
    let given: Vec<TokenStream> = (0..variables.len())
        .map(|place| quote!(variables.get(#place).map_or(View::Undefined, Item::view)))
        .collect();
    let call = jsonata::emit_call(&name, &quote!(cx), &quote!(input), &given);
    let parameter = if variables.is_empty() { quote!(_) } else { quote!(variables) };
    let tokens = quote! {
        use ::asl_runtime::jsonata::{Cx, Item, Outcome, View};

        #items

        pub(crate) fn run(cx: &Cx, input: View<'_>, #parameter: &[Item]) -> Outcome {
            #call
        }
    };
    // Whoever looks for the fault in a case reads this code.
    Ok(pretty(tokens.clone()).unwrap_or_else(|_| tokens.to_string()))
}
