//! A running server: on loopback, without telemetry, with ports and a folder of its own.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::packages::target;
use crate::problem::Problem;

/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends the server and removes its folder.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    folder: PathBuf,
    ingress: u16,
    admin: u16,
    nodes: u16,
    process: Option<Child>,
}

impl Server {
    /// Starts an empty server, and waits until it answers.
    ///
    /// # Errors
    /// It does not start, or does not answer: the error contains the last line of its log.
    pub fn start(program: &Path) -> Result<Self, Problem> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = target().join(format!("restate/{}-{number}", std::process::id()));
        let mut server = Self {
            program: program.to_owned(),
            folder,
            ingress: free_port()?,
            admin: free_port()?,
            nodes: free_port()?,
            process: None,
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
        self.process.as_ref().map(Child::id)
    }

    /// The folder with its data.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Starts it again with the data on disk, and waits until it answers.
    ///
    /// # Errors
    /// As for [`Server::start`].
    pub fn restart(&mut self) -> Result<(), Problem> {
        self.kill();
        let log = || {
            File::options()
                .create(true)
                .append(true)
                .open(self.log())
                .map_err(|error| self.at(&error))
        };
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
            .arg(self.folder.join("restate.toml"))
            .arg("--base-dir")
            .arg(self.folder.join("data"));
        command.stdin(Stdio::null()).stdout(log()?).stderr(log()?);
        let process = command.spawn();
        let process = process.map_err(|error| {
            Problem::new(format!("cannot run {}: {error}", self.program.display()))
        })?;
        self.process = Some(process);
        self.wait()
    }

    fn configure(&self) -> Result<(), Problem> {
        fs::create_dir_all(&self.folder).map_err(|error| self.at(&error))?;
        let (admin, ingress) = (self.admin, self.ingress);
        let text = format!(
            "disable-telemetry = true\ndefault-num-partitions = 4\nlog-filter = \"warn\"\nlog-format = \"compact\"\n\
             log-disable-ansi-codes = true\nrocksdb-total-memory-size = \"256.0 MiB\"\n\n\
             [admin]\nbind-port = {admin}\ndisable-web-ui = true\n\n[ingress]\nbind-port = {ingress}\n"
        );
        fs::write(self.folder.join("restate.toml"), text).map_err(|error| self.at(&error))
    }

    fn wait(&mut self) -> Result<(), Problem> {
        let from = Instant::now();
        while !(is_well(self.admin, "/health") && is_well(self.ingress, "/restate/health")) {
            if let Some(Ok(Some(status))) = self.process.as_mut().map(Child::try_wait) {
                return Err(Problem::new(format!(
                    "the Restate server has ended ({status}): {}",
                    self.last_words()
                )));
            }
            if from.elapsed() > PATIENCE {
                let seconds = PATIENCE.as_secs();
                return Err(Problem::new(format!(
                    "the Restate server does not answer after {seconds} s: {}",
                    self.last_words()
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

    fn at(&self, error: &std::io::Error) -> Problem {
        Problem::new(format!("{}: {error}", self.folder.display()))
    }
}

impl Drop for Server {
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
