//! The process of a server: with a folder and a log of its own, killed and started again.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::packages::{cannot_run, target};
use crate::problem::Problem;

/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// The process of a server. Dropping it ends the server and removes its folder.
#[derive(Debug)]
pub(crate) struct Daemon {
    /// Name of the server for messages.
    name: &'static str,
    folder: PathBuf,
    process: Option<Child>,
}

impl Daemon {
    /// A server that has a new folder below `target`, and does not run yet.
    pub(crate) fn new(name: &'static str) -> Result<Self, Problem> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = format!("{}/{}-{number}", name.to_lowercase(), std::process::id());
        let daemon = Self { name, folder: target().join(own), process: None };
        fs::create_dir_all(&daemon.folder).map_err(|error| daemon.at(&error))?;
        Ok(daemon)
    }

    /// Its process id while it runs.
    pub(crate) fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// The folder with its data.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Kills it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Runs this command in place of the current process, and waits until the server answers.
    pub(crate) fn run(
        &mut self,
        mut command: Command,
        is_well: impl Fn() -> bool,
    ) -> Result<(), Problem> {
        self.kill();
        let log = || File::options().create(true).append(true).open(self.log());
        let log = || log().map_err(|error| self.at(&error));
        command.stdin(Stdio::null()).stdout(log()?).stderr(log()?);
        let process = command.spawn().map_err(|error| cannot_run(&command, &error))?;
        self.process = Some(process);
        self.wait(is_well)
    }

    fn wait(&mut self, is_well: impl Fn() -> bool) -> Result<(), Problem> {
        let from = Instant::now();
        while !is_well() {
            let name = self.name;
            if let Some(Ok(Some(status))) = self.process.as_mut().map(Child::try_wait) {
                let last = self.last_words();
                return Err(Problem::new(format!(
                    "the {name} server has ended ({status}): {last}"
                )));
            }
            if from.elapsed() > PATIENCE {
                let (seconds, last) = (PATIENCE.as_secs(), self.last_words());
                return Err(Problem::new(format!(
                    "the {name} server does not answer after {seconds} s: {last}"
                )));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// The last line of its log.
    fn last_words(&self) -> String {
        let text = fs::read_to_string(self.log()).unwrap_or_default();
        text.lines().last().unwrap_or("it has said nothing").to_owned()
    }

    /// An error of its folder.
    pub(crate) fn at(&self, error: &std::io::Error) -> Problem {
        Problem::new(format!("{}: {error}", self.folder.display()))
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.kill();
        // If it cannot be removed, it stays in cargo's target folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A free port of loopback.
///
/// # Errors
/// There is none.
pub fn free_port() -> Result<u16, Problem> {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port());
    port.map_err(|error| Problem::new(format!("there is no free port: {error}")))
}
