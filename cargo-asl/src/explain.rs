//! `cargo asl explain`: the page of a code, the meaning of an error name, or the data of the states
//! of a definition, or the plan of an expression.

use std::fmt::Write as _;
use std::path::Path;

use asl_codegen::check::flow::Stages;
use asl_codegen::diagnostics::{Code, nearest, printable, report};
use asl_codegen::expr::jq;
use asl_codegen::expr::jsonata::{
    self, Edition, Environment, Fault, Program, StateEnvironment, StatesMembers,
};
use asl_codegen::ir::{Machine, State};
use asl_codegen::source::{Source, Sources};
use asl_codegen::types::{self, Place, TypesAt};

use crate::arguments::ExplainArguments;
use crate::definition;
use crate::output::{Outcome, Output, message, message_colour};
use crate::pages::{ERROR_NAMES, PAGES};

/// Prints the page of docs/errors, the shapes of data, or the plan of an expression.
pub(crate) fn run(arguments: &ExplainArguments, output: &mut Output) -> Outcome {
    let what = &arguments.what;
    if arguments.expression {
        return explain_expression(what, output);
    }
    let has_place = arguments.state.is_some() || arguments.at.is_some();
    if !has_place
        && !Path::new(what).exists()
        && let Some(outcome) = explain_name(what, output)
    {
        return outcome;
    }
    if has_place || definition::is_stdin(Path::new(what)) || is_file(what) {
        return explain_definition(arguments, output);
    }
    explain_code(what, output)
}

/// The beginning of the line that names a section of the page of error names.
const SECTION: &str = "## ";

/// The sections of the page of error names, each with its name.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = ERROR_NAMES.split("\n## ").skip(1);
    sections.map(|section| (section.split('\n').next().unwrap_or_default(), section))
}

/// The section of the page of error names about a predefined name.
pub(crate) fn error_name(what: &str) -> Option<String> {
    let wanted = what.to_ascii_lowercase();
    // HTTP tasks have a name for each status.
    let status = wanted.starts_with("states.http.statuscode.");
    let is_it = |name: &str| {
        let name = name.to_ascii_lowercase();
        name == wanted || (status && wanted.starts_with(&name))
    };
    let (_, section) = sections().find(|(name, _)| is_it(name))?;
    Some(format!("{SECTION}{}\n", section.trim_end()))
}

/// Explains a predefined error name; `None` if the text is no such name.
fn explain_name(what: &str, output: &mut Output) -> Option<Outcome> {
    if let Some(section) = error_name(what) {
        output.result(&section);
        return Some(Outcome::Done);
    }
    let wanted = what.to_ascii_lowercase();
    if !["states.", "asl."].iter().any(|start| wanted.starts_with(start)) {
        return None;
    }
    let near = nearest(what, sections().map(|(name, _)| name));
    let help = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let name = printable(what, 200);
    message(&format!("error: the States Language has no error `{name}`{help}\n"));
    Some(Outcome::Failed)
}

/// Codes have no dots or slashes, and hardly any file is named like one.
fn is_file(what: &str) -> bool {
    what.contains(['.', '/', '\\']) || Path::new(what).exists()
}

/// Prints the plan of an expression: in jq, if it stands in the marks of SM4C; of a state, if it
/// reads `$states`.
fn explain_expression(text: &str, output: &mut Output) -> Outcome {
    let text = text.trim();
    let within = |before, after| text.strip_prefix(before)?.strip_suffix(after);
    let plan = match within("${", "}") {
        Some(text) => compile_jq(text).map(|program| program.plan()).map_err(|faults| {
            faults.into_iter().map(|fault| (fault.title, fault.place)).collect::<Vec<_>>()
        }),
        None => compile(within("{%", "%}").unwrap_or(text))
            .map(|program| program.plan())
            .map_err(|faults| faults.into_iter().map(|fault| (fault.title, fault.place)).collect()),
    };
    match plan {
        Ok(plan) => {
            output.result(&plan);
            Outcome::Done
        }
        Err(faults) => {
            for (title, place) in faults {
                let title = printable(&title, 400);
                message(&format!("error: {title}, at byte {}\n", place.start));
            }
            Outcome::Errors
        }
    }
}

/// Compiles a program in jq that is given a value for each variable that it mentions.
fn compile_jq(text: &str) -> Result<jq::Program, Vec<jq::Fault>> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let names = text.split('$').skip(1).filter_map(|rest| rest.split(|c| !is_part(c)).next());
    let variables: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let environment =
        jq::Environment { variables: &variables, has_inputs: true, ..jq::Environment::default() };
    jq::compile(text, &environment)
}

/// Compiles an expression that is given a value for each variable that it does not bind.
fn compile(text: &str) -> Result<Program, Vec<Fault>> {
    let edition = Edition::V2_2;
    let program = jsonata::compile(text, &Environment { edition, variables: &[] })?;
    let free = program.free_variables();
    let variables: Vec<&str> = free.iter().map(|variable| variable.name.as_str()).collect();
    if text.contains("$states") {
        let members = StatesMembers::Result;
        let environment = StateEnvironment { variables: &variables, members };
        return jsonata::compile_in_state(text, &environment);
    }
    jsonata::compile(text, &Environment { edition, variables: &variables })
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
    let options = arguments.compile.options_as_aws();
    let (sources, checked) = definition::check(Path::new(&arguments.what), Path::new(""), &options);
    let outcome = Outcome::of(&checked.diagnostics);
    let Some(machine) = checked.machine.or(checked.outline) else {
        message(&report(checked.diagnostics, &sources, message_colour()));
        return outcome.max(Outcome::Errors);
    };
    if machine.sm4c.is_some() {
        return Outcome::failed("the data of states can be explained only for definitions in ASL");
    }
    if let Some(position) = arguments.at {
        return explain_place(&machine, &sources, position, output).unwrap_or(outcome);
    }
    let stages = types::types_of(&machine);
    let mut states = machine.states.iter().zip(&stages);
    let Some(name) = &arguments.state else {
        let states: Vec<String> = states
            .map(|(state, stages)| explained(&machine, state, stages.as_ref(), &sources))
            .collect();
        output.result(&states.join("\n"));
        return outcome;
    };
    let Some((_, stages)) = states.find(|(state, _)| state.name.value == *name) else {
        message(&unknown_state(name, &machine));
        return Outcome::Failed;
    };
    output.result(&shown(&machine, stages.as_ref(), ""));
    outcome
}

/// Prints the data before and after the field at a place. The outcome, if there is no state.
fn explain_place(
    machine: &Machine,
    sources: &Sources,
    (line, column): (u32, u32),
    output: &mut Output,
) -> Option<Outcome> {
    let file = machine.states.first().map(|state| state.name.span.file);
    let found = file.and_then(|file| {
        let offset = offset(sources.file(file)?, line, column)?;
        types::types_at(machine, sources, Place { file, offset })
    });
    let Some(found) = found else {
        message(&format!("error: there is no state at line {line}, column {column}\n"));
        return Some(Outcome::Failed);
    };
    let name = machine.states.get(found.state.index()).map(|state| state.name.value.as_str());
    let name = printable(name.unwrap_or_default(), 200);
    let stage = if found.stage == TypesAt::WHOLE { "the state" } else { found.stage };
    let (before, after) =
        (types::shown(machine, &found.before), types::shown(machine, &found.after));
    output.result(&format!("{stage} of `{name}`\nbefore  {before}\nafter   {after}\n"));
    None
}

/// The offset of a character.
fn offset(source: &Source, line: u32, column: u32) -> Option<u32> {
    let bytes = source.lines().line(&source.text, line);
    let text = source.text.get(bytes.clone())?;
    let before = text.char_indices().nth(column.checked_sub(1)? as usize);
    u32::try_from(bytes.start + before.map_or(text.len(), |(at, _)| at)).ok()
}

fn unknown_state(name: &str, machine: &Machine) -> String {
    let names = machine.states.iter().map(|state| state.name.value.as_str());
    let help = nearest(name, names)
        .map(|near| format!("; did you mean `{}`?", printable(near, 200)))
        .unwrap_or_default();
    format!("error: there is no state `{}`{help}\n", printable(name, 200))
}

/// A state with its type, its place and its data.
fn explained(
    machine: &Machine,
    state: &State,
    stages: Option<&Stages>,
    sources: &Sources,
) -> String {
    let file = sources.file(state.name.span.file).map_or("", |source| source.shown.as_str());
    let place = sources.position(state.name.span);
    let (name, file) = (printable(&state.name.value, 200), printable(file, 400));
    let mut text = format!("`{name}` ({:?}, {file}:{place})\n", state.kind);
    // Writing to a String cannot fail.
    let _ = write!(text, "{}", shown(machine, stages, "  "));
    text
}

/// One stage per line.
fn shown(machine: &Machine, stages: Option<&Stages>, indent: &str) -> String {
    let Some(stages) = stages else { return format!("{indent}this state is never reached\n") };
    let width = stages.list.iter().map(|(stage, _)| stage.len()).max().unwrap_or_default();
    let line =
        |(stage, shape): &_| format!("{indent}{stage:width$}  {}\n", types::shown(machine, shape));
    stages.list.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use asl_language::error_names::{NAMES, TYPE_MISMATCH, is_predefined};

    use super::sections;

    #[test]
    fn every_predefined_name_is_explained_once() {
        let mut explained: Vec<&str> = sections().map(|(name, _)| name).collect();
        explained.sort_unstable();
        let status = "States.Http.StatusCode";
        assert!(is_predefined(&format!("{status}.503")));
        let mut names: Vec<&str> = NAMES.into_iter().chain([status, TYPE_MISMATCH]).collect();
        names.sort_unstable();
        assert_eq!(explained, names);
    }
}
