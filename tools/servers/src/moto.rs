//! A server that emulates S3, Lambda and SWF for tests and examples: moto, from the Python package
//! index, in `target/tools/moto`. It listens on loopback, and ends with its owner.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::packages::{self, target};
use crate::problem::Problem;

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

impl Moto {
    /// Installs it if needed, and starts it.
    ///
    /// # Errors
    /// There is no Python, the package is not available, or the server does not start: the error
    /// gives the reason.
    pub fn start() -> Result<Self, Problem> {
        let program =
            packages::python(&target().join("tools/moto"), &[PACKAGE])?.program("moto_server");
        let port = free_port()?;
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = command.spawn().map_err(|error| packages::cannot_run(&command, &error))?;
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
                return Err(Problem::new("moto_server ended at once"));
            }
            if from.elapsed() > PATIENCE {
                return Err(Problem::new(format!(
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

fn free_port() -> Result<u16, Problem> {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port());
    port.map_err(|error| Problem::new(format!("there is no free port: {error}")))
}
