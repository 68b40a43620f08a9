//! A server that emulates S3, Lambda and SWF for tests and examples: moto, from the Python package
//! index, in `target/tools/moto`. It listens on loopback, and ends with its owner.

use std::fmt;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The package to install.
const PACKAGE: &str = "moto[server]==5.2.5";
/// Maximum time until the server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends the server.
#[derive(Debug)]
pub struct Moto {
    server: Child,
    address: String,
}

/// Reason why there is no server.
#[derive(Debug)]
pub struct Problem(String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl Moto {
    /// Installs it if needed, and starts it.
    ///
    /// # Errors
    /// There is no Python, the package is not available, or the server does not start: the error
    /// gives the reason.
    pub fn start() -> Result<Self, Problem> {
        let program = installed(&target().join("tools/moto"))?;
        let port = free_port()?;
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = command.spawn().map_err(|error| cannot_run(&command, &error))?;
        let mut moto = Self { server, address: format!("127.0.0.1:{port}") };
        moto.wait()?;
        Ok(moto)
    }

    /// Its address: `127.0.0.1:..`.
    pub fn address(&self) -> &str {
        &self.address
    }

    fn wait(&mut self) -> Result<(), Problem> {
        let from = Instant::now();
        while TcpStream::connect(&self.address).is_err() {
            if !matches!(self.server.try_wait(), Ok(None)) {
                return Err(Problem("moto_server ended at once".to_owned()));
            }
            if from.elapsed() > PATIENCE {
                return Err(Problem(format!(
                    "moto_server does not listen after {} s",
                    PATIENCE.as_secs()
                )));
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

/// Cargo's target folder of this workspace.
fn target() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).unwrap_or(package);
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |given| root.join(given))
}

/// The server's program; installs it if needed.
fn installed(folder: &Path) -> Result<PathBuf, Problem> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = programs.join(if cfg!(windows) { "moto_server.exe" } else { "moto_server" });
    if program.exists() {
        return Ok(program);
    }
    let python = if cfg!(windows) { "python" } else { "python3" };
    install(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    install(
        Command::new(programs.join("python")).args(["-m", "pip", "install", "--quiet", PACKAGE]),
    )?;
    Ok(program)
}

fn install(command: &mut Command) -> Result<(), Problem> {
    let done = command.output().map_err(|error| cannot_run(command, &error))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(Problem(format!("{} failed ({}): {last}", shown(command), done.status)))
}

fn cannot_run(command: &Command, error: &io::Error) -> Problem {
    Problem(format!("cannot run {}: {error}", shown(command)))
}

/// A command as text.
fn shown(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    let program = command.get_program().to_string_lossy().into_owned();
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn free_port() -> Result<u16, Problem> {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port());
    port.map_err(|error| Problem(format!("there is no free port: {error}")))
}
