//! Makes the program of a definition.

use asl_codegen::emit::{self, CalledTask};
use asl_codegen::options::Options;
use asl_codegen::source::{Position, Sources};
use asl_codegen::{compile, ir};
use asl_testing::runner::Task;

use crate::cache::{Engine, Program};

/// Name of the module in the program.
const MODULE: &str = "machine";

/// The program that runs a machine.
pub(crate) fn program(
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
    engine: Engine,
) -> Program {
    // Everything that the program does not use is left out.
    let options = options.clone().name(MODULE.to_owned()).state_functions(false).run(false);
    let code = compile::emit(machine, sources, &options);
    let run = match engine {
        Engine::InProcess => "::asl_testing::runner::run",
        Engine::Durable => "::asl_durable::program::run",
    };
    let text = format!(
        "#![allow(warnings)]\n{code}\nfn main() -> ::std::process::ExitCode {{ \
         {run}(&{MODULE}::MACHINE) }}\n"
    );
    Program { shown: machine.source.clone(), text }
}

/// The calls of tasks of a machine, as its program reports them.
pub(crate) fn tasks(machine: &ir::Machine, sources: &Sources, options: &Options) -> Vec<Task> {
    let task = |called: CalledTask<'_>| {
        let Position { line, column } = sources.position(called.span);
        Task {
            state: called.state.to_owned(),
            method: called.method,
            resource: called.resource.to_owned(),
            name: called.name.to_owned(),
            is_mocked: false,
            line,
            column,
        }
    };
    emit::called_tasks(machine, options).into_iter().map(task).collect()
}
