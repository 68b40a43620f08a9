//! Makes the program of a definition.

use std::collections::BTreeSet;

use asl_codegen::options::{Dialect, Options};
use asl_codegen::source::Sources;
use asl_codegen::{compile, ir};

use crate::cache::{Engine, Program};

/// Name of the module in the program.
const MODULE: &str = "machine";

/// The program that runs a machine, and the features of the runtime that it needs.
pub(crate) fn program(
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
    engine: Engine,
) -> (Program, Vec<&'static str>) {
    // Everything that the program does not use is left out.
    let options = options.clone().name(MODULE.to_owned()).state_functions(false).run(false);
    let code = compile::emit(machine, sources, &options);
    let run = match engine {
        Engine::InProcess => "::asl_runtime::runner::run",
        Engine::Durable => "::asl_durable::program::run",
    };
    let text = format!(
        "#![allow(warnings)]\n{code}\nfn main() -> ::std::process::ExitCode {{ \
         {run}(&{MODULE}::MACHINE) }}\n"
    );
    (Program { shown: machine.source.clone(), text }, features(machine, &options))
}

fn features(machine: &ir::Machine, options: &Options) -> Vec<&'static str> {
    let mut features = BTreeSet::from(["runner"]);
    if machine.sm4c.is_some() {
        features.extend(["sm4c", "jq-math", "jq-regex"]);
    }
    if machine.states.iter().any(|state| state.is_jsonata) {
        features.insert("jsonata");
    }
    if options.jsonpath == Dialect::Rfc9535 {
        features.insert("rfc9535");
    }
    features.into_iter().collect()
}
