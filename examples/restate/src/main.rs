//! `restate [--server URL [--admin URL]]`: runs an order on Restate and kills its own service in
//! the middle.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_restate::{Client, Machines, Options, register};
use asl_runtime::{Value, json};
use asl_servers::restate::{Server, free_port, installed};
use restate::{Shop, machine};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;

const USAGE: &str = "\
usage: restate [--server URL [--admin URL]]

Without arguments it installs a Restate server with npm (225 MB, into target/tools) and starts it on loopback.

  --server URL  the ingress of a server that runs already, such as http://127.0.0.1:8080
  --admin URL   its admin interface; http://127.0.0.1:9070 by default";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Maximum time of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["serve", port, notes] => serve(port, notes).await,
        [] => with_own_server().await,
        ["--server", server] => run(server, "http://127.0.0.1:9070").await,
        ["--server", server, "--admin", admin] => run(server, admin).await,
        _ => {
            println!("{USAGE}");
            return if words == ["--help"] { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("restate: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The service, as in a program of yours.
async fn serve(port: &str, notes: &str) -> Result<()> {
    let shop = Shop { notes: Some(notes.into()), talks: true };
    let options = Options::default().longest_retry(Duration::from_secs(1));
    let address: SocketAddr = format!("127.0.0.1:{port}").parse()?;
    Ok(Machines::new().options(options).register(machine(shop)).serve(address).await?)
}

async fn with_own_server() -> Result<()> {
    println!("installing Restate {} if it is not there", asl_servers::restate::VERSION);
    let server = Server::start(&installed()?)?;
    println!("Restate runs: ingress {}, admin {}", server.ingress(), server.admin());
    run(&server.ingress(), &server.admin()).await
}

async fn run(ingress: &str, admin: &str) -> Result<()> {
    let own = Own::new()?;
    let mut service = own.start().await?;
    register(admin, &format!("http://127.0.0.1:{}", own.port)).await?;
    let client = Client::new(ingress)?;

    let key = format!("order-{}", std::process::id());
    println!("order {key} is accepted");
    client.submit("order", &key, &json!({"items": ["tea", "pot"]})).await?;

    println!("it waits for the payment; an event tells of it");
    client.send("order", &key, &paid(42)).await?;

    own.until("Pack").await?;
    println!("the goods are being packed: the service is killed (kill -9) ...");
    service.kill().await?;
    sleep(Duration::from_secs(1)).await;
    println!("... and started again");
    let again = own.start().await?;

    let output = client.wait("order", &key).await?;
    println!("order {key} is done: {output}");
    for (operation, times) in own.attempts()? {
        println!("    {operation:24} began {times} x");
    }
    drop(again);
    Ok(())
}

/// The event that a bank sends.
fn paid(amount: i64) -> Value {
    json!({"specversion": "1.0", "id": "p-1", "source": "/bank", "type": "shop.paid", "data": {"amount": amount}})
}

/// This program, started again as the service, so that it can be killed.
struct Own {
    port: u16,
    notes: PathBuf,
}

impl Own {
    fn new() -> Result<Self> {
        let notes = std::env::temp_dir().join(format!("restate-{}.txt", std::process::id()));
        Ok(Self { port: free_port()?, notes })
    }

    async fn start(&self) -> Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", &self.port.to_string()]).arg(&self.notes).kill_on_drop(true);
        let service = command.spawn()?;
        let from = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            if from.elapsed() > PATIENCE {
                return Err("the service does not listen".into());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(service)
    }

    /// Waits until an attempt at this operation has started.
    async fn until(&self, operation: &str) -> Result<()> {
        let from = Instant::now();
        while !self.attempts()?.iter().any(|(begun, _)| begun.contains(operation)) {
            if from.elapsed() > PATIENCE {
                return Err(format!("`{operation}` never begins").into());
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// The operations that have started, with their numbers of starts.
    fn attempts(&self) -> Result<Vec<(String, usize)>> {
        let text =
            if self.notes.exists() { std::fs::read_to_string(&self.notes)? } else { String::new() };
        let mut attempts: Vec<(String, usize)> = Vec::new();
        for line in text.lines() {
            match attempts.iter_mut().find(|(operation, _)| operation == line) {
                Some((_, times)) => *times += 1,
                None => attempts.push((line.to_owned(), 1)),
            }
        }
        Ok(attempts)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        // The file may not exist yet.
        let _ = std::fs::remove_file(&self.notes);
    }
}
