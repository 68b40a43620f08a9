//! Programs compiled to the modules of the generated crate.

use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_codegen::expr::jq::{self, Arguments, Environment, Input, Taking};
use asl_codegen::pretty::pretty;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::case::Library;
use crate::asl::machines::PANICS;
use crate::generated::{GeneratedCrate, Program};
use crate::problem::Result;
use crate::units::{self, Lookup, Units};

/// The programs of all cases.
pub(crate) struct Programs {
    pub(crate) units: Units,
}

impl Programs {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self { units: Units::new("programs") }
    }

    /// Compiles a program. Returns its number, or its faults.
    pub(crate) fn add(
        &mut self,
        text: &str,
        library: &Library,
    ) -> std::result::Result<usize, String> {
        // A bug of the compiler must fail only one case.
        let code = catch_unwind(AssertUnwindSafe(|| compile(text, library)));
        code.unwrap_or_else(|_| Err(PANICS.to_owned())).map(|code| self.units.push(code))
    }

    /// Messages of the Rust compiler about a program's code, if any.
    pub(crate) fn broken(&self, number: usize) -> Option<&str> {
        self.units.broken(number)
    }

    /// Writes each program, and `programs::by_number`.
    pub(crate) fn write(&self, generated: &mut GeneratedCrate) {
        let lookup = Lookup {
            head: "use crate::runner::Program;",
            found: "Program",
            path: |number| {
                format!(
                    "Program {{ borrowed: file_{number}::borrowed, owned: file_{number}::owned }}"
                )
            },
        };
        self.units.write(generated, &lookup);
    }

    /// Builds a crate with the programs. Programs whose code does not compile are omitted.
    pub(crate) fn build(
        &mut self,
        generate: impl Fn(&Self) -> GeneratedCrate,
    ) -> Result<Option<Program>> {
        units::build(self, |programs| &mut programs.units, generate)
    }
}

fn compile(text: &str, library: &Library) -> std::result::Result<String, String> {
    let environment =
        Environment { modules: Some(library), has_inputs: true, ..Environment::default() };
    let program = jq::compile(text, &environment).map_err(|faults| {
        let said = faults
            .iter()
            .map(|fault| format!("{} at {:?}: {}", fault.code.id(), fault.place, fault.title));
        said.collect::<Vec<_>>().join("\n")
    })?;
    let name = Ident::new("program", Span::call_site());
    let items = jq::emit_module(&program, &name, &quote!(::asl_runtime::__private));
    let call = |input| {
        jq::emit_call(
            &program,
            &name,
            Taking::Each,
            &Arguments { cx: quote!(cx), input, variables: Vec::new() },
        )
    };
    let borrowed = call(Input::Borrowed(quote!(input)));
    let owned = call(Input::Owned(quote!(input)));
    let tokens = quote! {
        use ::asl_runtime::Value;
        use ::asl_runtime::jq::{Cx, Flow};

        #items

        pub(crate) fn borrowed(cx: &Cx, input: &Value, emit: &mut asl_runtime::jq::Emit<'_>) -> Flow {
            #borrowed
        }

        pub(crate) fn owned(cx: &Cx, input: Value, emit: &mut asl_runtime::jq::Emit<'_>) -> Flow {
            #owned
        }
    };
    // Pretty-print the code, for those who look for the fault of a case.
    Ok(pretty(tokens.clone()).unwrap_or_else(|_| tokens.to_string()))
}
