//! A process of Chromium with an empty profile. Dropping it ends it and removes the profile.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

/// Chromium reads commands from descriptor 3 and writes to 4; the shell makes these from its
/// standard input and output.
const SCRIPT: &str = r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>&2"#;

const OPTIONS: [&str; 20] = [
    "--remote-debugging-pipe",
    "--headless",
    // Chromium's sandbox does not work for root and in most containers. The pages are our own.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-extensions",
    // Chromium would ask a server what the fields of forms are for.
    "--disable-features=AutofillServerCommunication",
    // Clicks on a page that is not painted yet would be lost.
    "--allow-pre-commit-input",
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    // Chromium's own requests: to a port that refuses them. Those of pages go to the trap.
    "--proxy-server=http://127.0.0.1:9",
];

/// Maximum time to end by itself.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct Process {
    child: Child,
    folder: PathBuf,
}

impl Process {
    pub(crate) fn start(program: &Path) -> Result<(Self, ChildStdin, ChildStdout)> {
        let folder = new_folder()?;
        let log = folder.join("log");
        let log = fs::File::create(&log).map_err(|error| Problem::at(&log, &error))?;
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]).arg(program).args(OPTIONS);
        command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
        command.arg("about:blank");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let problem = |error| Problem::new(format!("cannot run {}: {error}", program.display()));
        let mut child = command.spawn().map_err(problem)?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let process = Self { child, folder };
        let (input, output) = ends.ok_or_else(|| Problem::new("Chromium has no pipe"))?;
        Ok((process, input, output))
    }

    /// A folder for files of the page, which is removed with the process.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The end of what Chromium printed.
    pub(crate) fn log(&self) -> String {
        let text = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains("/dbus/")).collect();
        lines.iter().skip(lines.len().saturating_sub(5)).copied().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its pipe is closed, so it ends by itself, with its children.
        let from = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && from.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A new empty folder in the target folder.
fn new_folder() -> Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = workspace::target().join(format!("browser/{}-{number}", std::process::id()));
    // A killed process with the same id may have left one.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    Ok(folder)
}
