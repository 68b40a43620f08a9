//! `cargo asl run`: compiles a definition and runs it once.

pub(crate) mod input;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use asl_codegen::source::Sources;
use asl_runtime::Value;
use asl_testing::runner::{Begin, Clock, End};

use crate::arguments::{CacheArguments, RunArguments};
use crate::cache::{self, Cache, Engine, Profile, Progress};
use crate::definition;
use crate::execution::{self, Cancel, Execution, Finish, Tasks as _};
use crate::mocks::{self, Cases};
use crate::output::{Outcome, Output, message, remark};
use crate::tasks::{Source, Sources as TaskSources};
use crate::watch::Watched;

/// Runs a definition, once or after each change.
pub(crate) fn run(arguments: &RunArguments, output: &mut Output) -> Outcome {
    let cancel = Cancel::on_interrupt();
    let mut input = input::Input::new(arguments.input.clone());
    loop {
        let mut files = watched(arguments, &input);
        let outcome = match run_once(arguments, &mut input, &cancel, &mut files, output) {
            Ok(outcome) => outcome,
            // The tools that compile are interrupted, too.
            Err(_) if cancel.is_cancelled() => Outcome::Cancelled,
            Err(problem) => Outcome::failed(&problem),
        };
        if !arguments.watch || cancel.is_cancelled() {
            return outcome;
        }
        remark("waiting for changes; Ctrl-C ends\n");
        if !files.wait_for_change(&cancel) {
            return outcome;
        }
    }
}

/// The files of the command line. The definition's own files are added when they are known.
fn watched(arguments: &RunArguments, input: &input::Input) -> Watched {
    let files = [&arguments.file].into_iter().chain(&arguments.mock);
    let mut watched = Watched::default();
    watched.add(files.cloned().chain(input.file()));
    watched
}

fn run_once(
    arguments: &RunArguments,
    input: &mut input::Input,
    cancel: &Cancel,
    files: &mut Watched,
    output: &mut Output,
) -> Result<Outcome, String> {
    if definition::is_stdin(&arguments.file) && input.is_stdin() {
        return Err("only one of definition and input can be standard input".to_owned());
    }
    let options = arguments.compile.options_as_aws();
    let (machine, mut sources) = match definition::checked(&arguments.file, &options) {
        Ok(checked) => checked,
        Err(outcome) => return Ok(outcome),
    };
    let case = arguments.test_case.as_deref();
    let cases = case.as_ref().map_or(Cases::Of(None), |case| Cases::Named(slice::from_ref(case)));
    let mock = arguments.mock.as_deref();
    let fits = mocks::check(mock, cases, (&machine, &options), &mut sources);
    files.add(files_of(&sources));
    if let Err(outcome) = fits {
        return Ok(outcome);
    }
    if let Some(until) = &arguments.until {
        has_state(&machine, until)?;
    }
    let tasks = Arc::new(tasks(arguments, machine.source.clone())?);
    // The program asks again, with the answers of the mock file, but building it takes longer.
    tasks.check(&execution::tasks(&machine, &sources, &options))?;
    let begin = begin(arguments, input.value()?)?;
    let program = execution::program(&machine, &sources, &options, Engine::InProcess);
    let progress = Progress::new();
    let executable = open_cache(&arguments.cache, Engine::InProcess)
        .and_then(|cache| cache.executable(&program, &progress))
        .map_err(|problem| problem.to_string())?;
    let execution = execution::execute(&executable, begin, &tasks, cancel)?;
    if let Some(file) = &arguments.history {
        write_history(file, &execution)?;
    }
    if let Some(file) = &arguments.report {
        let report = execution.report(&machine, &sources)?;
        report.write(file).map_err(|error| error.to_string())?;
    }
    Ok(report(arguments, &execution, cancel, output))
}

/// The cache that the options name.
pub(crate) fn open_cache(
    arguments: &CacheArguments,
    engine: Engine,
) -> Result<Cache, cache::Problem> {
    let directory = arguments.cache.clone().map_or_else(cache::default_directory, Ok)?;
    let profile = if arguments.release { Profile::Release } else { Profile::Dev };
    Cache::open(&directory, engine, profile)
}

fn files_of(sources: &Sources) -> impl Iterator<Item = PathBuf> {
    sources.files.iter().filter_map(|source| source.path.clone())
}

/// Says if there is a state of this name.
fn has_state(machine: &asl_codegen::ir::Machine, name: &str) -> Result<(), String> {
    if machine.states.iter().any(|state| state.name.value == name) {
        return Ok(());
    }
    let names: Vec<String> =
        machine.states.iter().map(|state| format!("`{}`", state.name.value)).collect();
    Err(format!("there is no state `{name}`; the states are {}", names.join(", ")))
}

fn begin(arguments: &RunArguments, input: Value) -> Result<Begin, String> {
    let clock = if arguments.is_virtual { Clock::Virtual } else { Clock::Real };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mock = arguments.mock.as_ref().map(|file| {
        let file = file.to_str().ok_or("the name of the mock file is not UTF-8")?;
        Ok::<_, String>((file.to_owned(), arguments.test_case.clone()))
    });
    Ok(Begin {
        input,
        clock,
        name: arguments.name.clone().unwrap_or_default(),
        start: u64::try_from(now.as_millis()).unwrap_or_default(),
        until: arguments.until.clone(),
        mock: mock.transpose()?,
        events: Vec::new(),
        has_history: arguments.history.is_some() || arguments.report.is_some(),
    })
}

/// The sources of tasks that the options name; by default the terminal.
fn tasks(arguments: &RunArguments, shown: String) -> Result<TaskSources, String> {
    let has_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
    let others = has_terminal.then_some(Source::Terminal);
    let tasks = TaskSources::named_by(&arguments.tasks, shown, others)?;
    Ok(tasks.for_one_run().mocked(arguments.mock.is_some()))
}

fn write_history(file: &Path, execution: &Execution) -> Result<(), String> {
    fs::write(file, format!("{:#}\n", execution.history()))
        .map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Prints the result of an execution.
fn report(
    arguments: &RunArguments,
    execution: &Execution,
    cancel: &Cancel,
    output: &mut Output,
) -> Outcome {
    let Some(finish) = &execution.finish else { unreachable!("an execution has an end") };
    let end = match finish {
        Finish::Reached(input) => {
            output.result(&format!("{input:#}\n"));
            return Outcome::Done;
        }
        Finish::Ended(end) => end,
    };
    if arguments.is_virtual && end.elapsed > 0 {
        remark(&format!("virtual time: {} s\n", seconds(end)));
    }
    match (&end.result, &arguments.until) {
        (Err(failed), _) => {
            message(&format!("failed: {}\n", failed.text));
            if failed.is_aborted && cancel.is_cancelled() {
                Outcome::Cancelled
            } else {
                Outcome::Unsuccessful
            }
        }
        (Ok(value), None) => {
            output.result(&format!("{value:#}\n"));
            Outcome::Done
        }
        (Ok(_), Some(until)) => {
            message(&format!("the execution succeeded without a visit of `{until}`\n"));
            Outcome::Unsuccessful
        }
    }
}

fn seconds(end: &End) -> f64 {
    std::time::Duration::from_millis(end.elapsed).as_secs_f64()
}
