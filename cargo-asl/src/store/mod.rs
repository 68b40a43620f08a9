//! `cargo asl store`: shows and changes the executions of a durable store. What it shows it reads
//! from the files. What it changes it asks the process that has the store open, through the socket
//! in the directory, or changes itself with `--offline`.

mod act;
mod offline;
mod read;
mod report;
mod serve;
mod show;
mod shown;
mod table;

use std::path::Path;

use asl_codegen::diagnostics::printable;
use asl_durable::{Durable, Inspection, Remote, RemoteError};
use asl_runtime::Value;

use crate::arguments::{OneArguments, StoreArguments, StoreCommand};
use crate::output::{Outcome, Output, message};

/// Maximum characters of a message, in which names of executions and causes may be.
const LONGEST_MESSAGE: usize = 4_000;

/// Runs one of the commands.
pub(crate) fn run(arguments: &StoreArguments, output: &mut Output) -> Outcome {
    let directory = &arguments.directory;
    // Its errors name files and say what to do; a directory is never created here.
    let store = match Durable::inspect(directory) {
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
                | StoreCommand::Redrive(_)
                | StoreCommand::Cancel(_)
                | StoreCommand::Purge(_)
                | StoreCommand::Export(_)
                | StoreCommand::Serve(_) => outcome,
            };
        }
    };
    match &arguments.command {
        StoreCommand::List(arguments) => read::list(&store, arguments, output),
        StoreCommand::Show(arguments) => show::run(directory, &store, arguments, output),
        StoreCommand::History(arguments) => history(directory, &store, arguments, output),
        StoreCommand::Report(arguments) => report::run(directory, &store, arguments, output),
        StoreCommand::Verify(arguments) => read::verify(&store, arguments, output),
        StoreCommand::Stats(arguments) => read::statistics(&store, arguments, output),
        StoreCommand::Redrive(arguments) => {
            act::run(directory, &store, arguments, &act::Act::Redrive, output)
        }
        StoreCommand::Cancel(arguments) => {
            let (error, cause) = (&*arguments.with_error, &*arguments.with_cause);
            let cancel = act::Act::Cancel { error, cause };
            act::run(directory, &store, &arguments.act, &cancel, output)
        }
        StoreCommand::Purge(arguments) => {
            act::run(directory, &store, arguments, &act::Act::Purge, output)
        }
        StoreCommand::Export(arguments) => act::export(directory, &store, arguments, output),
        StoreCommand::Serve(arguments) => serve::run(directory, store, arguments, output),
    }
}

/// Prints an error of the store or of the environment.
fn fail(error: &str) -> Outcome {
    message(&format!("error: {}\n", printable(error, LONGEST_MESSAGE)));
    Outcome::Failed
}

/// Prints the reason why something cannot be done with an execution.
fn refuse(error: &str) -> Outcome {
    fail(error);
    Outcome::Errors
}

/// The history of an execution, which only the process that has the machine can make.
fn history_of(directory: &Path, store: &Inspection, id: &str) -> Result<Value, Outcome> {
    if let Err(error) = store.describe(id) {
        return Err(refuse(&error.to_string()));
    }
    let history = Remote::connect(directory).and_then(|mut remote| remote.history(id));
    history.map_err(|error| {
        if !matches!(error, RemoteError::Unreachable { .. }) {
            return refuse(&error.to_string());
        }
        fail(&format!(
            "a history is made by the code of its machine, in the process that has the store open: \
             {error}; a program of yours makes it with `Durable::inspect(..)` and `with_machines`"
        ))
    })
}

fn history(
    directory: &Path,
    store: &Inspection,
    arguments: &OneArguments,
    output: &mut Output,
) -> Outcome {
    match history_of(directory, store, &arguments.id) {
        Ok(history) => {
            output.write(arguments.output.as_deref(), &(history.to_json_string() + "\n"))
        }
        Err(outcome) => outcome,
    }
}
