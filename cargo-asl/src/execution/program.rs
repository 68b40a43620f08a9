//! Makes the program of a definition.

use asl_codegen::emit::{self, CalledTask};
use asl_codegen::options::{Options, TaskOption};
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
    let run = match engine {
        Engine::InProcess => "::asl_testing::runner::run",
        Engine::Durable => "::asl_durable::program::run",
        Engine::Temporal => return replays([(machine.name.as_str(), machine, sources, options)]),
    };
    let code = module(MODULE, machine, sources, options);
    finished(&machine.source, &code, &format!("{run}(&{MODULE}::MACHINE)"))
}

/// The program that replays histories of Temporal with machines, which have these workflow types.
pub(crate) fn replays<'m>(
    machines: impl IntoIterator<Item = (&'m str, &'m ir::Machine, &'m Sources, &'m Options)>,
) -> Program {
    let (mut code, mut list, mut shown) = (String::new(), String::new(), Vec::new());
    for (number, (workflow_type, machine, sources, options)) in machines.into_iter().enumerate() {
        let name = format!("{MODULE}_{number}");
        code += &module(&name, machine, sources, options);
        list += &format!("({workflow_type:?}, &{name}::MACHINE), ");
        shown.push(machine.source.as_str());
    }
    finished(&shown.join(", "), &code, &format!("::asl_temporal::program::run(&[{list}])"))
}

/// The module of a machine.
fn module(name: &str, machine: &ir::Machine, sources: &Sources, options: &Options) -> String {
    // Everything that the program does not use is left out, and types are those of another program.
    let untyped = |task: &TaskOption| TaskOption { types: None, ..task.clone() };
    let tasks = options.tasks.iter().map(untyped).collect();
    let options = options.clone().name(name.to_owned()).state_functions(false).run(false);
    let options = options.input(None).output(None).errors(Vec::new()).tasks(tasks);
    let options = options.answers(Vec::new()).tasks_from(None).runtime(None);
    compile::emit(machine, sources, &options).to_string()
}

fn finished(shown: &str, code: &str, run: &str) -> Program {
    let text =
        format!("#![allow(warnings)]\n{code}\nfn main() -> ::std::process::ExitCode {{ {run} }}\n");
    Program { shown: shown.to_owned(), text }
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
