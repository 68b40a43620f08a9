//! `cargo asl store`: shows and changes the executions of a durable store. What it shows it reads
//! from the files, or from the database. What it changes it asks the process that has the store open,
//! through the socket in the directory or the database, or changes itself with `--offline`.

mod act;
mod check;
mod migrate;
mod offline;
mod read;
mod report;
mod serve;
mod show;
mod shown;
mod table;
mod versions;

use asl_codegen::diagnostics::printable;
use asl_durable::{HistoryRange, Inspection, Remote, RemoteError};
use asl_runtime::Value;

use crate::arguments::{OneArguments, StoreArguments, StoreCommand};
use crate::output::{Outcome, Output};
use crate::place::Place;

/// Maximum characters of a message, in which names of executions and causes may be.
const LONGEST_MESSAGE: usize = 4_000;

/// Runs one of the commands.
pub(crate) fn run(arguments: &StoreArguments, output: &mut Output) -> Outcome {
    let place = &arguments.store;
    // Its errors name files and say what to do; a directory is never created here.
    let store = match place.inspect() {
        Ok(store) => store,
        Err(error) => {
            let outcome = fail(&error.to_string());
            // What damages a file is the result of `verify`.
            return match &arguments.command {
                StoreCommand::Verify(_) => read::damage(&error, outcome),
                StoreCommand::List(_)
                | StoreCommand::Show(_)
                | StoreCommand::History(_)
                | StoreCommand::Report(_)
                | StoreCommand::Stats(_)
                | StoreCommand::Check(_)
                | StoreCommand::Versions(_)
                | StoreCommand::Migrate(_)
                | StoreCommand::Redrive(_)
                | StoreCommand::Move(_)
                | StoreCommand::Cancel(_)
                | StoreCommand::Purge(_)
                | StoreCommand::Export(_)
                | StoreCommand::Serve(_) => outcome,
            };
        }
    };
    match &arguments.command {
        StoreCommand::List(arguments) => read::list(&store, arguments, output),
        StoreCommand::Show(arguments) => show::run(place, &store, arguments, output),
        StoreCommand::History(arguments) => history(place, &store, arguments, output),
        StoreCommand::Report(arguments) => report::run(place, &store, arguments, output),
        StoreCommand::Verify(arguments) => read::verify(&store, arguments, output),
        StoreCommand::Check(arguments) => check::run(place, arguments, output),
        StoreCommand::Versions(arguments) => versions::run(&store, arguments, output),
        StoreCommand::Migrate(arguments) => migrate::run(place, store, arguments, output),
        StoreCommand::Stats(arguments) => read::statistics(&store, arguments, output),
        StoreCommand::Redrive(arguments) => {
            act::run(place, &store, arguments, &act::Act::Redrive, output)
        }
        StoreCommand::Move(arguments) => act::move_to(place, &store, arguments, output),
        StoreCommand::Cancel(arguments) => {
            let (error, cause) = (&*arguments.with_error, &*arguments.with_cause);
            let cancel = act::Act::Cancel { error, cause };
            act::run(place, &store, &arguments.act, &cancel, output)
        }
        StoreCommand::Purge(arguments) => {
            act::run(place, &store, arguments, &act::Act::Purge, output)
        }
        StoreCommand::Export(arguments) => act::export(place, &store, arguments, output),
        StoreCommand::Serve(arguments) => serve::run(place, store, arguments, output),
    }
}

/// Prints an error of the store or of the environment.
fn fail(error: &str) -> Outcome {
    Outcome::failed(&printable(error, LONGEST_MESSAGE))
}

/// Prints the reason why something cannot be done with an execution.
fn refuse(error: &str) -> Outcome {
    fail(error);
    Outcome::Errors
}

/// Asks the process that has the store open about the history of an execution, which only a process
/// with the machine can make.
fn with_process<T>(
    place: &Place,
    store: &Inspection,
    id: &str,
    ask: impl FnOnce(&mut Remote) -> Result<T, RemoteError>,
) -> Result<T, Outcome> {
    if let Err(error) = store.describe(id) {
        return Err(refuse(&error.to_string()));
    }
    let answered = place.connect().and_then(|mut remote| ask(&mut remote));
    answered.map_err(|error| {
        if !matches!(error, RemoteError::Unreachable { .. }) {
            return refuse(&error.to_string());
        }
        fail(&format!(
            "a history is made by the code of its machine, in the process that has the store open: \
             {error}; a program of yours makes it with `Durable::inspect(..)` and `with_machines`"
        ))
    })
}

/// Passes the events of an execution on, page by page.
fn each_event(
    remote: &mut Remote,
    id: &str,
    mut pass: impl FnMut(&Value) -> bool,
) -> Result<(), RemoteError> {
    let mut range = Some(HistoryRange::default());
    while let Some(wanted) = range {
        let page = remote.history_page(id, &wanted)?;
        if !page.events.iter().all(&mut pass) {
            return Ok(());
        }
        range = wanted.continued(&page);
    }
    Ok(())
}

fn history(
    place: &Place,
    store: &Inspection,
    arguments: &OneArguments,
    output: &mut Output,
) -> Outcome {
    let id = &arguments.id;
    let mut target = output.target(arguments.output.as_deref());
    let mut before = "{\"events\":[";
    let written = with_process(place, store, id, |remote| {
        each_event(remote, id, |event| {
            let text = [before, &event.to_json_string()].concat();
            before = ",";
            target.write(&text)
        })
    });
    match written {
        Ok(()) => target.end(if before == "," { "]}\n" } else { "{\"events\":[]}\n" }),
        Err(outcome) => outcome,
    }
}
