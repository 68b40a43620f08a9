//! Tasks that are commands of the shell: the input is on standard input, the output on standard
//! output, both as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use asl_runtime::Value;
use asl_testing::runner::{Call, CallReply};

use super::error::{named_error, throw};
use crate::process::{self, read_all};

/// The error of a command that cannot be run or whose output is not JSON.
const FAULT: &str = "Command.Failed";
/// Maximum characters of a cause, as at AWS.
const LONGEST: usize = 32_768;

/// Longest time between two looks at a command that has closed its output and runs on.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// The commands that run, by the numbers of their calls.
#[derive(Default)]
pub(super) struct Commands(Mutex<BTreeMap<u64, Arc<Mutex<Running>>>>);

/// A command, which is never waited for under its lock: to stop it must not take long.
struct Running {
    child: Child,
    /// The system may give its number to another process.
    is_over: bool,
}

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
        if let Some(running) = running {
            lock(&running).end();
        }
    }

    /// Ends all commands.
    pub(super) fn stop_all(&self) {
        let running = std::mem::take(&mut *lock(&self.0));
        for command in running.values() {
            lock(command).end();
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
        command.env_remove(crate::arguments::ACCESS_KEY);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let running = Arc::new(Mutex::new(Running { child, is_over: false }));
        lock(&self.0).insert(call.id, Arc::clone(&running));
        let errors = thread::spawn(move || read_all(stderr));
        let input = call.payload().to_json_string();
        let writer = thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                // A command need not read its input.
                let _ = stdin.write_all(input.as_bytes());
            }
        });
        let output = read_all(stdout);
        let status = wait(&running);
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

/// Waits for the end of a command.
fn wait(running: &Mutex<Running>) -> io::Result<ExitStatus> {
    let mut pause = Duration::from_millis(1);
    loop {
        let mut command = lock(running);
        let ended = command.child.try_wait();
        if let Some(status) = ended.transpose() {
            command.is_over = true;
            return status;
        }
        drop(command);
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

impl Running {
    /// Ends the command, and on Unix all processes that it has started.
    fn end(&mut self) {
        if !self.is_over {
            process::end(&mut self.child);
        }
    }
}

/// A command in a process group of its own.
#[cfg(unix)]
fn shell(text: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", text]);
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

#[cfg(windows)]
fn shell(text: &str) -> Command {
    let mut command = Command::new("cmd");
    std::os::windows::process::CommandExt::raw_arg(command.arg("/C"), text);
    command
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

#[cfg(all(test, unix))]
#[expect(clippy::expect_used, clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::time::Instant;

    use super::*;

    fn call(id: u64) -> Call {
        let json = serde_json::json!({
            "id": id, "state": "A", "method": "a", "name": "", "resource": "r", "attempt": 0,
            "key": "k", "token": "", "input": {}
        });
        serde_json::from_value(json).expect("a call")
    }

    /// Runs a command on a thread, and stops it when it has written its mark. True if all that holds
    /// its output ends long before it would end by itself.
    fn ends_when_stopped(name: &str, command: &str) -> bool {
        let folder =
            std::env::temp_dir().join(format!("asl-command-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let begun = folder.join("begun");
        let text = command.replace("BEGUN", &begun.display().to_string());
        let commands = Arc::new(Commands::default());
        let running = Arc::clone(&commands);
        let thread = thread::spawn(move || drop(running.perform(&text, &call(7))));
        while !begun.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        let from = Instant::now();
        commands.stop(7);
        thread.join().unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        from.elapsed() < Duration::from_secs(30)
    }

    #[test]
    fn stopping_a_command_ends_all_that_it_has_started() {
        for (name, command) in [
            ("plain", "touch BEGUN; sleep 60"),
            ("pipeline", "(touch BEGUN; sleep 60) | cat"),
            ("background", "sleep 60 & touch BEGUN; wait"),
            ("left", "sleep 60 & touch BEGUN"),
        ] {
            assert!(ends_when_stopped(name, command), "{name}");
        }
    }

    #[test]
    fn a_command_that_has_closed_its_output_is_stopped_at_once() {
        assert!(ends_when_stopped("closed", "exec >&- 2>&-; touch BEGUN; sleep 60"));
    }
}
