//! Runs and tests for the language server, as processes of this program.

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use asl_lsp::{Job, JobKind};
use serde_json::{Value, json};

use crate::process;

/// Time between two looks whether a process has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a job until its end, or until the flag is set.
///
/// # Errors
/// The process cannot begin.
pub(super) fn run(job: &Job, flag: &AtomicBool) -> Result<Value, String> {
    let mut child = command(job)?.spawn().map_err(|error| error.to_string())?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let output = thread::spawn(move || text(process::read_all(stdout)));
    let messages = thread::spawn(move || text(process::read_all(stderr)));
    let code = wait(&mut child, flag).map_err(|error| error.to_string())?;
    // Threads that read do not panic.
    let (output, messages) =
        (output.join().unwrap_or_default(), messages.join().unwrap_or_default());
    let results = match job.kind {
        JobKind::Run { .. } => None,
        JobKind::Test { .. } => serde_json::from_str::<Value>(&output).ok(),
    };
    Ok(json!({ "exitCode": code, "output": output, "messages": messages, "results": results }))
}

fn command(job: &Job) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("asl");
    match &job.kind {
        JobKind::Run { input, report } => {
            // A wait of a day would block the editor's user.
            command.arg("run").arg(&job.path).args(["--virtual", "--input", input]);
            command.arg("--report").arg(report);
        }
        JobKind::Test { case } => {
            command.arg("test").arg(&job.path).args(["--format", "json"]);
            if let Some(case) = case {
                command.args(["--filter", case]);
            }
        }
    }
    command.args(&job.arguments).args(["--color", "never"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = job.path.parent() {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        // The end of the job also ends the processes that it starts.
        command.process_group(0);
    }
    Ok(command)
}

/// The exit code; ends the process if the flag is set.
fn wait(child: &mut Child, flag: &AtomicBool) -> std::io::Result<Option<i32>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if flag.load(Ordering::Relaxed) {
            process::end(child);
            return Ok(child.wait()?.code());
        }
        thread::sleep(LOOK);
    }
}
