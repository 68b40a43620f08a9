//! Servers that emulate AWS for tests, benchmarks and examples: programs of packages from the
//! Python package index, in `target/tools`. They listen on loopback and end with their owner.

use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::daemon::free_port;
use crate::packages::{self, target};
use crate::problem::Problem;

/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends the server.
#[derive(Debug)]
pub struct Emulator {
    server: Child,
    address: String,
}

impl Emulator {
    /// moto; installs it if needed.
    ///
    /// # Errors
    /// There is no Python, the package is not available, or the server does not start: the error
    /// gives the reason. The same holds for the other servers.
    pub fn moto() -> Result<Self, Problem> {
        let program = packages::python(&target().join("tools/moto"), &["moto[server]==5.2.5"])?
            .program("moto_server");
        let port = free_port()?;
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        Self::start(command, port)
    }

    /// `MiniStack`; installs it if needed. The tasks of state machines are answered from a mock file
    /// in the format of Step Functions Local.
    pub fn ministack(mocks: &Path) -> Result<Self, Problem> {
        let environment =
            packages::python(&target().join("tools/ministack"), &["ministack==1.5.33"])?;
        let port = free_port()?;
        let mut command = Command::new(environment.program("ministack"));
        command.env("SFN_MOCK_CONFIG", mocks).env("LOG_LEVEL", "ERROR");
        command.env("BIND_HOST", "127.0.0.1").env("GATEWAY_PORT", port.to_string());
        Self::start(command, port)
    }

    /// `LocalEmu`, which needs Python 3.13; installs it if needed. The tasks of state machines are
    /// answered from a mock file in the format of Step Functions Local.
    pub fn localemu(mocks: &Path) -> Result<Self, Problem> {
        let folder = target().join("tools/localemu");
        let environment = packages::python_of("3.13", &folder, &["localemu==1.3.2"])?;
        let port = free_port()?;
        let mut command = Command::new(environment.program("python"));
        command.args(["-m", "localemu.runtime.main"]);
        command.env("SFN_MOCK_CONFIG", mocks).env("LS_LOG", "error");
        command.env("GATEWAY_LISTEN", format!("127.0.0.1:{port}"));
        // Its own files, such as logs of the services, stay in `target`.
        command.current_dir(&folder);
        Self::start(command, port)
    }

    fn start(mut command: Command, port: u16) -> Result<Self, Problem> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = command.spawn().map_err(|error| packages::cannot_run(&command, &error))?;
        let mut emulator = Self { server, address: format!("127.0.0.1:{port}") };
        emulator.wait(&command.get_program().to_string_lossy())?;
        Ok(emulator)
    }

    /// Its address: `127.0.0.1:..`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    fn wait(&mut self, program: &str) -> Result<(), Problem> {
        let from = Instant::now();
        while TcpStream::connect(&self.address).is_err() {
            if !matches!(self.server.try_wait(), Ok(None)) {
                return Err(Problem::new(format!("{program} ended at once")));
            }
            if from.elapsed() > PATIENCE {
                return Err(Problem::new(format!(
                    "{program} does not listen after {} s",
                    PATIENCE.as_secs()
                )));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
