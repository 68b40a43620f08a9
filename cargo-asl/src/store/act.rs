//! The commands that change executions, and `export`.

use asl_codegen::diagnostics::printable;
use asl_durable::{Inspection, Remote, RemoteError};

use crate::arguments::{ActArguments, ExportArguments, Filters, MoveArguments};
use crate::output::{Outcome, Output};
use crate::run::input::Input;

use super::offline::Offline;
use super::{Place, each_event, fail, read, refuse};

/// The change of an execution.
pub(super) enum Act<'a> {
    Redrive,
    Cancel { error: &'a str, cause: &'a str },
    Purge,
}

impl Act<'_> {
    fn done(&self) -> &'static str {
        match self {
            Self::Redrive => "redriven",
            Self::Cancel { .. } => "cancelled",
            Self::Purge => "purged",
        }
    }
}

/// The means to change executions.
enum Store {
    Open(Remote),
    Offline(Offline),
}

impl Store {
    fn perform(&mut self, act: &Act<'_>, id: &str) -> Result<(), String> {
        match self {
            Self::Open(remote) => match act {
                Act::Redrive => remote.redrive(id),
                Act::Cancel { error, cause } => remote.cancel(id, error, cause),
                Act::Purge => remote.purge(id),
            }
            .map_err(|error| error.to_string()),
            Self::Offline(store) => match act {
                Act::Redrive => Err(store.redrive()),
                Act::Cancel { error, cause } => store.cancel(id, error, cause),
                Act::Purge => store.purge(id),
            },
        }
    }
}

/// The ids that a command names or its filters select.
fn ids(store: &Inspection, ids: &[String], filters: &Filters) -> Vec<String> {
    if ids.is_empty() {
        let (all, _) = read::select(store, filters, "", usize::MAX);
        return all.into_iter().map(|summary| summary.id.to_string()).collect();
    }
    ids.to_vec()
}

pub(super) fn run(
    place: &Place,
    store: &Inspection,
    arguments: &ActArguments,
    act: &Act<'_>,
    output: &mut Output,
) -> Outcome {
    let ActArguments { ids: named, filters, dry_run, offline } = arguments;
    if named.is_empty() != filters.are_given() {
        return fail("name executions by their ids, or select them by filters: one of the two");
    }
    let ids = ids(store, named, filters);
    if *dry_run {
        let list: String = ids.iter().map(|id| printable(id, 2_048) + "\n").collect();
        output.result(&list);
        return Outcome::Done;
    }
    let opened = if *offline {
        Offline::open(place, "leave out --offline").map(Store::Offline)
    } else {
        place.connect().map(Store::Open).map_err(|error| hint(&error))
    };
    let mut store = match opened {
        Ok(store) => store,
        Err(error) => return fail(&error),
    };
    let mut outcome = Outcome::Done;
    for id in &ids {
        match store.perform(act, id) {
            Ok(()) => output.result(&format!("{} {}\n", act.done(), printable(id, 2_048))),
            Err(error) => outcome = outcome.max(refuse(&error)),
        }
    }
    if ids.is_empty() {
        output.result("no execution is selected\n");
    }
    outcome
}

/// Moves an execution to a state by hand.
pub(super) fn move_to(
    place: &Place,
    store: &Inspection,
    arguments: &MoveArguments,
    output: &mut Output,
) -> Outcome {
    let MoveArguments { id, state, input } = arguments;
    if let Err(error) = store.describe(id) {
        return refuse(&error.to_string());
    }
    let data = match Input::new(input.clone()).value() {
        Ok(data) => data,
        Err(error) => return fail(&error),
    };
    let mut remote = match place.connect() {
        Ok(remote) => remote,
        Err(error) => {
            return fail(&format!(
                "{error}; a move needs the code of the machine: start the program that opens the \
                 store, with `allow_unknown` if executions keep it from opening"
            ));
        }
    };
    match remote.move_to(id, state, data) {
        Ok(()) => {
            let (id, state) = (printable(id, 2_048), printable(state, 2_048));
            output.result(&format!("moved {id} to {state}\n"));
            Outcome::Done
        }
        Err(error) => refuse(&error.to_string()),
    }
}

/// The error with the other way to do it.
fn hint(error: &RemoteError) -> String {
    format!("{error}; if no process has the store open, use --offline")
}

/// Prints executions as lines of JSON.
pub(super) fn export(
    place: &Place,
    store: &Inspection,
    arguments: &ExportArguments,
    output: &mut Output,
) -> Outcome {
    let mut remote = match (arguments.offline, place.connect()) {
        (true, _) => None,
        (false, Ok(remote)) => Some(remote),
        (false, Err(error)) => {
            return fail(&format!(
                "histories come from the process that has the store open: {error}; with --offline \
                 executions are written without them"
            ));
        }
    };
    let mut outcome = Outcome::Done;
    for id in ids(store, &arguments.ids, &arguments.filters) {
        let told = match store.describe(&id) {
            Ok(told) => told.to_json(),
            Err(error) => {
                outcome = outcome.max(refuse(&error.to_string()));
                continue;
            }
        };
        output.result(&format!("{{\"execution\":{}", told.to_json_string()));
        let exported = export_events(remote.as_mut(), &id, output);
        // Without its inputs, the rest is still of use.
        if let Err(error) = exported {
            outcome = outcome.max(refuse(&error.to_string()));
        }
        output.result("}\n");
    }
    outcome
}

/// Prints the events of an execution as a member of an object: null if they are not known.
fn export_events(
    remote: Option<&mut Remote>,
    id: &str,
    output: &mut Output,
) -> Result<(), RemoteError> {
    let mut before = ",\"events\":[";
    let exported = remote.map_or(Ok(()), |remote| {
        each_event(remote, id, |event| {
            output.result(&[before, &event.to_json_string()].concat());
            before = ",";
            true
        })
    });
    output.result(if before == "," { "]" } else { ",\"events\":null" });
    exported
}
