//! A server that plays S3, Lambda and SWF for the tests of the adapter crates: moto, from the Python package index, into `target/`.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::problem::{Problem, Result};
use crate::{process, workspace};

/// What is installed.
const PACKAGE: &str = "moto[server]==5.2.5";
/// The time in which the server must be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server; it ends with this.
pub(crate) struct Moto {
    server: Child,
    address: String,
}

impl Moto {
    /// Starts it; what is wrong is why its tests cannot be run.
    pub(crate) fn start() -> Result<Self> {
        let program = installed(&workspace::root().join("target/tools/moto"))?;
        let port = free_port()?;
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let server = command
            .spawn()
            .map_err(|error| Problem::new(format!("cannot run {}: {error}", process::shown(&command))))?;
        let mut moto = Self { server, address: format!("127.0.0.1:{port}") };
        moto.wait()?;
        Ok(moto)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    fn wait(&mut self) -> Result<()> {
        let from = Instant::now();
        while TcpStream::connect(&self.address).is_err() {
            if !matches!(self.server.try_wait(), Ok(None)) {
                return Err(Problem::new("moto_server ended at once"));
            }
            if from.elapsed() > PATIENCE {
                return Err(Problem::new(format!("moto_server does not listen after {} s", PATIENCE.as_secs())));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The server's program, installed if it is not there.
fn installed(folder: &Path) -> Result<PathBuf> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = programs.join("moto_server");
    if program.exists() {
        return Ok(program);
    }
    let python = if cfg!(windows) { "python" } else { "python3" };
    install(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    install(Command::new(programs.join("python")).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    Ok(program)
}

fn install(command: &mut Command) -> Result<()> {
    let last_line = |text: String| text.lines().last().unwrap_or_default().to_owned();
    process::quiet(command)?
        .map_err(|said| Problem::new(format!("{} failed: {}", process::shown(command), last_line(said))))
}

fn free_port() -> Result<u16> {
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map(|address| address.port());
    port.map_err(|error| Problem::new(format!("there is no free port: {error}")))
}
