//! A running server: on loopback, without telemetry, with ports and a folder of its own.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::daemon::{Daemon, free_port};
use crate::problem::Problem;

/// A running server; dropping it ends the server and removes its folder.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    ingress: u16,
    admin: u16,
    nodes: u16,
    daemon: Daemon,
}

impl Server {
    /// Starts an empty server, and waits until it answers.
    ///
    /// # Errors
    /// It does not start, or does not answer: the error contains the last line of its log.
    pub fn start(program: &Path) -> Result<Self, Problem> {
        let mut server = Self {
            program: program.to_owned(),
            ingress: free_port()?,
            admin: free_port()?,
            nodes: free_port()?,
            daemon: Daemon::new("Restate")?,
        };
        server.configure()?;
        server.restart()?;
        Ok(server)
    }

    /// The address for starting executions: `http://127.0.0.1:..`.
    pub fn ingress(&self) -> String {
        format!("http://127.0.0.1:{}", self.ingress)
    }

    /// The address for registering deployments.
    pub fn admin(&self) -> String {
        format!("http://127.0.0.1:{}", self.admin)
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

    /// Starts it again with the data on disk, and waits until it answers.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn restart(&mut self) -> Result<(), Problem> {
        let mut command = Command::new(&self.program);
        command.args([
            "--bind-ip",
            "127.0.0.1",
            "--advertised-host",
            "127.0.0.1",
            "--listen-mode",
            "tcp",
            "--no-logo",
        ]);
        command.args([
            "--node-name",
            "test",
            "--bind-port",
            &self.nodes.to_string(),
            "--config-file",
        ]);
        command
            .arg(self.folder().join("restate.toml"))
            .arg("--base-dir")
            .arg(self.folder().join("data"));
        let (admin, ingress) = (self.admin, self.ingress);
        self.daemon
            .run(command, || is_well(admin, "/health") && is_well(ingress, "/restate/health"))
    }

    fn configure(&self) -> Result<(), Problem> {
        let (admin, ingress) = (self.admin, self.ingress);
        let text = format!(
            "disable-telemetry = true\ndefault-num-partitions = 4\nlog-filter = \"warn\"\nlog-format = \"compact\"\n\
             log-disable-ansi-codes = true\nrocksdb-total-memory-size = \"256.0 MiB\"\n\n\
             [admin]\nbind-port = {admin}\ndisable-web-ui = true\n\n[ingress]\nbind-port = {ingress}\n"
        );
        fs::write(self.folder().join("restate.toml"), text).map_err(|error| self.daemon.at(&error))
    }
}

/// Returns true if a server on this port reports that it is healthy.
fn is_well(port: u16, path: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n");
    let mut answer = String::new();
    stream.write_all(request.as_bytes()).is_ok()
        && stream.read_to_string(&mut answer).is_ok()
        && answer.starts_with("HTTP/1.1 200")
}
