//! `cargo asl explain`: the page of a code, or the data of the states of a definition.

use std::fmt::Write as _;
use std::path::Path;

use asl_codegen::check::flow::{self, Stages};
use asl_codegen::diagnostics::{Code, nearest, printable, report};
use asl_codegen::ir::{Machine, State};
use asl_codegen::source::Sources;

use crate::arguments::ExplainArguments;
use crate::definition;
use crate::output::{Outcome, Output, message, message_colour};
use crate::pages::PAGES;

/// Prints the page of docs/errors, or the shapes of data.
pub(crate) fn run(arguments: &ExplainArguments, output: &mut Output) -> Outcome {
    let what = &arguments.what;
    if arguments.state.is_some() || definition::is_stdin(Path::new(what)) || is_file(what) {
        return explain_definition(arguments, output);
    }
    explain_code(what, output)
}

/// Codes have no dots or slashes, and hardly any file is named like one.
fn is_file(what: &str) -> bool {
    what.contains(['.', '/', '\\']) || Path::new(what).exists()
}

fn explain_code(code: &str, output: &mut Output) -> Outcome {
    // The number alone says which one it is.
    let wanted = code.to_ascii_uppercase();
    let number = wanted.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let by_number = format!("ASL{number}");
    if let Some((_, page)) = PAGES.iter().find(|(id, _)| *id == by_number) {
        output.result(page);
        return Outcome::Done;
    }
    let ids = || Code::ALL.iter().map(|code| code.id());
    let near = nearest(&wanted, ids()).or_else(|| nearest(&by_number, ids()));
    let help = near.map(|id| format!("; did you mean {id}?")).unwrap_or_default();
    let code = printable(code, 200);
    message(&format!("error: there is no code and no file `{code}`{help}\n"));
    Outcome::Failed
}

/// Prints the shapes of the data of one or all states. A definition with errors is explained too,
/// as far as it has a graph.
fn explain_definition(arguments: &ExplainArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    let (sources, checked) = definition::check(Path::new(&arguments.what), Path::new(""), &options);
    let outcome = Outcome::of(&checked.diagnostics);
    let Some(machine) = checked.machine.or(checked.outline) else {
        message(&report(checked.diagnostics, &sources, message_colour()));
        return outcome.max(Outcome::Errors);
    };
    if machine.sm4c.is_some() {
        message("error: the data of states can be explained only for definitions in ASL\n");
        return Outcome::Failed;
    }
    let stages = flow::stages(&machine);
    let mut states = machine.states.iter().zip(&stages);
    let Some(name) = &arguments.state else {
        let states: Vec<String> =
            states.map(|(state, stages)| explained(state, stages.as_ref(), &sources)).collect();
        output.result(&states.join("\n"));
        return outcome;
    };
    let Some((_, stages)) = states.find(|(state, _)| state.name.value == *name) else {
        message(&unknown_state(name, &machine));
        return Outcome::Failed;
    };
    output.result(&shown(stages.as_ref(), ""));
    outcome
}

fn unknown_state(name: &str, machine: &Machine) -> String {
    let names = machine.states.iter().map(|state| state.name.value.as_str());
    let help = nearest(name, names)
        .map(|near| format!("; did you mean `{}`?", printable(near, 200)))
        .unwrap_or_default();
    format!("error: there is no state `{}`{help}\n", printable(name, 200))
}

/// A state with its type, its place and its data.
fn explained(state: &State, stages: Option<&Stages>, sources: &Sources) -> String {
    let file = sources.file(state.name.span.file).map_or("", |source| source.shown.as_str());
    let place = sources.position(state.name.span);
    let (name, file) = (printable(&state.name.value, 200), printable(file, 400));
    let mut text = format!("`{name}` ({:?}, {file}:{place})\n", state.kind);
    // Writing to a String cannot fail.
    let _ = write!(text, "{}", shown(stages, "  "));
    text
}

/// One stage per line.
fn shown(stages: Option<&Stages>, indent: &str) -> String {
    let Some(stages) = stages else { return format!("{indent}this state is never reached\n") };
    let width = stages.list.iter().map(|(stage, _)| stage.len()).max().unwrap_or_default();
    let line = |(stage, shape): &_| format!("{indent}{stage:width$}  {shape}\n");
    stages.list.iter().map(line).collect()
}
