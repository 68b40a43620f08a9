//! The program of `cargo asl replay`: replays the histories of files, and says of each whether it
//! fits.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is that of the command")]

use std::io::{self, Read as _};
use std::process::ExitCode;
use std::{env, fs};

use asl_runtime::Compiled;
use asl_runtime::machine::Machine;

use crate::{History, Machines, ReplayError, replay, replay_latest};

/// The argument that replays with the latest version.
const ANY_VERSION: &str = "--any-version";

/// Replays the files of the command line with machines, which have the workflow types given with
/// them. Exit code 0: all fit; 1: some do not; 2: some cannot be read or replayed.
pub fn run(machines: &[(&'static str, &'static Machine)]) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut any_version, mut code) = (false, 0);
    for argument in env::args().skip(1) {
        if argument == ANY_VERSION {
            any_version = true;
            continue;
        }
        match runtime.block_on(replay_file(&argument, machines, any_version)) {
            Ok(events) => println!("{argument}: fits ({events} events)"),
            Err((failed, why)) => {
                eprintln!("error: {argument}: {why}");
                code = failed.max(code);
            }
        }
    }
    ExitCode::from(code)
}

/// Replays a file. Returns the number of its events, or the exit code with the reason.
async fn replay_file(
    file: &str,
    machines: &[(&'static str, &'static Machine)],
    any_version: bool,
) -> Result<usize, (u8, String)> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|error| (2, error.to_string()))?;
    let history = History::from_bytes(&bytes);
    let history = history.map_err(|why| (2, format!("this is no history of Temporal: {why}")))?;
    let registered = machines.iter().fold(Machines::new(), |all, (name, machine)| {
        all.register_as(*name, Compiled::without_tasks(machine))
    });
    let replayed = if any_version {
        replay_latest(registered, &history).await
    } else {
        replay(registered, &history).await
    };
    match replayed {
        Ok(()) => Ok(history.len()),
        Err(error @ ReplayError::Machines(_)) => Err((2, error.to_string())),
        Err(error @ (ReplayError::Different(_) | ReplayError::Foreign(_))) => {
            Err((1, error.to_string()))
        }
    }
}
