//! A running server: on loopback, with a port of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::daemon::{Daemon, free_port};
use crate::problem::Problem;

/// The place of a server's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Data {
    /// They end with the process.
    InMemory,
    /// They are on disk: a server that was killed continues with them.
    OnDisk,
}

/// A running server; dropping it ends the server and removes its data.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    port: u16,
    data: Data,
    /// Dynamic settings, such as `limit.historyCount.suggestContinueAsNew=40`.
    settings: Vec<String>,
    daemon: Daemon,
}

impl Server {
    /// Starts an empty server with the namespace `default`, and waits until it answers.
    ///
    /// # Errors
    /// It does not start, or does not answer: the error contains the last line of its log.
    pub fn start(program: &Path, data: Data) -> Result<Self, Problem> {
        let (port, daemon) = (free_port()?, Daemon::new("Temporal")?);
        let (program, settings) = (program.to_owned(), Vec::new());
        let mut server = Self { program, port, data, settings, daemon };
        server.restart()?;
        Ok(server)
    }

    /// Its address: `http://127.0.0.1:..`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its process id while it runs.
    pub fn id(&self) -> Option<u32> {
        self.daemon.id()
    }

    /// The folder with its data.
    pub fn folder(&self) -> &Path {
        self.daemon.folder()
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) {
        self.daemon.kill();
    }

    /// Starts it again with these dynamic settings, as of now.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn restart_with(&mut self, settings: &[&str]) -> Result<(), Problem> {
        self.settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        self.restart()
    }

    /// Starts it again, and waits until it answers.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn restart(&mut self) -> Result<(), Problem> {
        let mut command = Command::new(&self.program);
        command.args(["server", "start-dev", "--headless", "--ip", "127.0.0.1"]);
        command.args(["--port", &self.port.to_string(), "--log-level", "error"]);
        if self.data == Data::OnDisk {
            command.arg("--db-filename").arg(self.daemon.folder().join("temporal.db"));
        }
        for setting in &self.settings {
            command.args(["--dynamic-config-value", setting]);
        }
        let (program, port) = (self.program.clone(), self.port);
        self.daemon.run(command, || is_well(&program, port))
    }
}

/// Returns true if the server on this port knows its namespace, which it creates some time after
/// it listens.
fn is_well(program: &Path, port: u16) -> bool {
    let mut describe = Command::new(program);
    describe.args(["operator", "namespace", "describe", "--namespace", "default"]);
    describe.args(["--address", &format!("127.0.0.1:{port}"), "--command-timeout", "5s"]);
    describe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    describe.status().is_ok_and(|status| status.success())
}
