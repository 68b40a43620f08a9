//! Tasks that are commands of the shell: the input is on standard input, the output on standard
//! output, both as JSON.

use std::collections::BTreeMap;
use std::io::{self, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use asl_runtime::Value;
use asl_runtime::runner::{Call, CallReply};

use super::error::{named_error, throw};

/// The error of a command that cannot be run or whose output is not JSON.
const FAULT: &str = "Command.Failed";
/// Maximum characters of a cause, as at AWS.
const LONGEST: usize = 32_768;

/// The commands that run, by the numbers of their calls.
#[derive(Default)]
pub(super) struct Commands(Mutex<BTreeMap<u64, Arc<Mutex<Child>>>>);

/// The output of a command, and its end.
struct Written {
    status: ExitStatus,
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Commands {
    /// Runs a command for a call.
    pub(super) fn perform(&self, text: &str, call: &Call) -> CallReply {
        match self.run(text, call) {
            Ok(written) => reply(text, &written),
            Err(error) => throw(FAULT, format!("`{text}` cannot be run: {error}")),
        }
    }

    /// Ends the command of a call.
    pub(super) fn stop(&self, call: u64) {
        let running = lock(&self.0).remove(&call);
        if let Some(child) = running {
            // It may have ended.
            let _ = lock(&child).kill();
        }
    }

    fn run(&self, text: &str, call: &Call) -> io::Result<Written> {
        let mut command = shell(text);
        command
            .env("ASL_STATE", &call.state)
            .env("ASL_TASK", if call.name.is_empty() { &call.method } else { &call.name })
            .env("ASL_RESOURCE", &call.resource)
            .env("ASL_ATTEMPT", call.attempt.to_string())
            .env("ASL_OPERATION", &call.key);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        lock(&self.0).insert(call.id, Arc::clone(&child));
        let errors = thread::spawn(move || read(stderr));
        let input = call.payload().to_json_string();
        let writer = thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // A command need not read its input.
                let _ = stdin.write_all(input.as_bytes());
            }
        });
        let output = read(stdout);
        let status = lock(&child).wait();
        lock(&self.0).remove(&call.id);
        // Threads of ours do not panic.
        let _ = writer.join();
        let errors = errors.join().unwrap_or_default();
        Ok(Written { status: status?, output, errors })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn shell(text: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", text]);
    command
}

#[cfg(windows)]
fn shell(text: &str) -> Command {
    let mut command = Command::new("cmd");
    std::os::windows::process::CommandExt::raw_arg(command.arg("/C"), text);
    command
}

/// All that a pipe has, or what could be read of it.
fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

fn reply(text: &str, written: &Written) -> CallReply {
    let Written { status, output, errors } = written;
    if !status.success() {
        let named = named_error(output).or_else(|| named_error(errors));
        return named.unwrap_or_else(|| throw(exit_error(*status), excerpt(errors)));
    }
    match Value::from_json_slice(output) {
        Ok(output) => CallReply::Payload(output),
        Err(error) => throw(
            FAULT,
            format!("the output of `{text}` is not JSON: {error}: {}", excerpt(output)),
        ),
    }
}

/// The Error Name of a command that failed: `ExitCode.3`.
fn exit_error(status: ExitStatus) -> String {
    status.code().map_or_else(|| "ExitCode.Signal".to_owned(), |code| format!("ExitCode.{code}"))
}

/// The end of a text.
fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim();
    let skipped = text.chars().count().saturating_sub(LONGEST);
    text.chars().skip(skipped).collect()
}
