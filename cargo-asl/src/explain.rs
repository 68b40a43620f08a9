//! `cargo asl explain`: the page of a code, or the data of a state.

use std::path::Path;

use asl_codegen::check::flow;
use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, nearest, printable, report};
use asl_codegen::ir::{Machine, StateId};

use crate::arguments::ExplainArguments;
use crate::output::{Outcome, Output, message, message_colour};
use crate::pages::PAGES;

/// Prints the page of docs/errors, or the shapes of a state's data.
pub(crate) fn run(arguments: &ExplainArguments, output: &mut Output) -> Outcome {
    match &arguments.state {
        Some(state) => explain_state(arguments, state, output),
        None => explain_code(&arguments.what, output),
    }
}

fn explain_code(code: &str, output: &mut Output) -> Outcome {
    // The number alone says which one it is.
    let wanted = code.to_ascii_uppercase();
    let number = wanted.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let wanted = format!("ASL{number}");
    if let Some((_, page)) = PAGES.iter().find(|(id, _)| *id == wanted) {
        output.result(page);
        return Outcome::Done;
    }
    let ids = Code::ALL.iter().map(|code| code.id());
    let help = nearest(&wanted, ids).map(|id| format!("; did you mean {id}?")).unwrap_or_default();
    message(&format!("error: there is no code `{code}`{help}\n"));
    Outcome::Failed
}

/// Prints the shapes of a state's data, one stage per line. A definition with errors is explained
/// too, as far as it has a graph.
fn explain_state(arguments: &ExplainArguments, name: &str, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    let (sources, checked) =
        compile::check_file(Path::new(&arguments.what), Path::new(""), &options);
    let outcome = Outcome::of(&checked.diagnostics);
    let Some(machine) = checked.machine.or(checked.outline) else {
        message(&report(checked.diagnostics, &sources, message_colour()));
        return outcome.max(Outcome::Errors);
    };
    if machine.sm4c.is_some() {
        message("error: the data of states can be explained only for definitions in ASL\n");
        return Outcome::Failed;
    }
    let Some(state) = state_called(name, &machine) else {
        let names = machine.states.iter().map(|state| state.name.value.as_str());
        let help = nearest(name, names)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        message(&format!("error: there is no state `{}`{help}\n", printable(name, 200)));
        return Outcome::Failed;
    };
    let Some(stages) = flow::stages(&machine, state) else {
        output.result("this state is never reached\n");
        return outcome;
    };
    let width = stages.list.iter().map(|(stage, _)| stage.len()).max().unwrap_or_default();
    let lines = stages.list.iter().map(|(stage, shape)| format!("{stage:width$}  {shape}\n"));
    output.result(&lines.collect::<String>());
    outcome
}

fn state_called(name: &str, machine: &Machine) -> Option<StateId> {
    let index = machine.states.iter().position(|state| state.name.value == name)?;
    u32::try_from(index).ok().map(StateId)
}
