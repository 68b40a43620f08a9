//! A server, and processes that share a store in it. Each of them is this program again.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use asl_durable::Durable;
use asl_postgres::{Options, Postgres};
use asl_runtime::Value;
use asl_servers::postgres::Server;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio_postgres::{Client, NoTls};

use crate::machines::Shop;

/// The time in which anything must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The lease of the tests.
pub(crate) const LEASE: Duration = Duration::from_secs(2);
/// The number of shards of the tests.
const SHARDS: u16 = 16;
/// Longest time that a task takes, in milliseconds.
const LONGEST: u64 = 20;

/// The server of the tests.
pub(crate) struct World {
    server: Mutex<Server>,
    pub(crate) port: u16,
    /// A folder that is removed with the server.
    folder: PathBuf,
    /// The programs of PostgreSQL.
    pub(crate) programs: PathBuf,
    /// True if only a small form of each test is asked for.
    pub(crate) is_quick: bool,
    databases: AtomicU32,
}

/// A database with a store, and the notes of its tasks.
pub(crate) struct Place {
    pub(crate) url: String,
    pub(crate) notes: PathBuf,
}

impl World {
    pub(crate) fn begin(programs: &Path, is_quick: bool) -> Self {
        // Processes that are killed lose nothing that the system has.
        let settings = ["fsync=off", "max_connections=300", "unix_socket_directories=."];
        let server = Server::start(programs, &settings).expect("the server starts");
        let (port, folder) = (server.port(), server.folder().to_owned());
        let (server, databases) = (Mutex::new(server), AtomicU32::new(0));
        Self { server, port, folder, programs: programs.to_owned(), is_quick, databases }
    }

    /// The server, for tests that have it for themselves.
    pub(crate) fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().expect("no test panics with it")
    }

    /// The folder of the server's socket.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// An empty database.
    pub(crate) async fn place(&self) -> Place {
        let name = format!("store_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let admin = connect(&format!("postgres://asl@127.0.0.1:{}/postgres", self.port)).await;
        admin.batch_execute(&format!("create database {name}")).await.expect("a database");
        let url = format!("postgres://asl@127.0.0.1:{}/{name}", self.port);
        let notes = self.folder.join(format!("notes-{name}"));
        Place { url, notes }
    }
}

impl Place {
    /// Opens the store in this process.
    pub(crate) async fn open(&self) -> Durable {
        self.open_with(options(LEASE)).await
    }

    pub(crate) async fn open_with(&self, options: Options) -> Durable {
        let machines = Shop::new(&self.notes, LONGEST).machines();
        Postgres::open(&self.url, machines, options).await.expect("the store opens")
    }

    /// Opens the store without machines: for calls.
    pub(crate) async fn client(&self) -> Durable {
        let none: Vec<asl_runtime::Compiled> = Vec::new();
        Postgres::open(&self.url, none, options(LEASE)).await.expect("the store opens")
    }

    /// The same store behind another port.
    pub(crate) fn behind(&self, port: u16) -> Self {
        let database = self.url.rsplit('/').next().expect("a name");
        let url = format!("postgres://asl@127.0.0.1:{port}/{database}");
        Self { url, notes: self.notes.clone() }
    }

    /// A process that has the store open.
    pub(crate) fn process(&self) -> Process {
        Process::start(&self.url, &self.notes, &[])
    }

    /// Waits until tasks have written so many lines of this text.
    pub(crate) async fn has_lines(&self, text: &str, count: usize) {
        let lines = || self.lines().iter().filter(|line| *line == text).count();
        until(text, || async { lines() >= count }).await;
    }

    /// The lines that tasks have written.
    pub(crate) fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.notes).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The token of an execution's task, once the task has it.
    pub(crate) async fn token(&self, id: &str) -> String {
        let begin = format!("token {id} ");
        let token = || self.lines().iter().find_map(|it| Some(it.strip_prefix(&begin)?.to_owned()));
        until(&begin, || async { token().is_some() }).await;
        token().expect("it is there")
    }

    pub(crate) async fn sql(&self) -> Client {
        connect(&self.url).await
    }

    /// Checks that executions of `three` have ended once, each with results that their tasks made.
    pub(crate) async fn check(&self, store: &Durable, names: &[String]) {
        let parts = names.chunks(names.len().div_ceil(16).max(1)).map(|part| {
            let (part, store) = (part.to_vec(), store.clone());
            let place = Self { url: self.url.clone(), notes: self.notes.clone() };
            tokio::spawn(async move { place.check_part(&store, &part).await })
        });
        let parts: Vec<_> = parts.collect();
        for part in parts {
            part.await.expect("the executions are as they should be");
        }
    }

    async fn check_part(&self, store: &Durable, names: &[String]) {
        let mut lines: HashSet<String> = self.lines().into_iter().collect();
        for name in names {
            let id = format!("three:{name}");
            let waiting = tokio::time::timeout(PATIENCE, store.wait(id.clone()));
            let output = waiting.await.unwrap_or_else(|_| panic!("{id} has not ended"));
            let output = output.expect("it is there").expect("it succeeded");
            for step in ["first", "second", "third"] {
                let made = output.at([step]).and_then(Value::as_str).expect("a result");
                if !lines.contains(made) {
                    // They were read before the wait.
                    lines = self.lines().into_iter().collect();
                }
                assert!(lines.contains(made), "{made}");
            }
            let history = store.history(id.clone()).await.expect("a history");
            let events =
                history.at(["events"]).and_then(|it| it.as_array()).expect("events").clone();
            let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
            for event in &events {
                let kind = event.at(["type"]).and_then(Value::as_str).expect("a type");
                *kinds.entry(kind.to_owned()).or_default() += 1;
            }
            assert_eq!(kinds.get("LambdaFunctionSucceeded"), Some(&3), "{id}: {kinds:?}");
            assert_eq!(kinds.get("ExecutionSucceeded"), Some(&1), "{id}: {kinds:?}");
        }
    }
}

pub(crate) fn options(lease: Duration) -> Options {
    Options::default().shards(SHARDS).lease(lease).handover(Duration::from_secs(1))
}

pub(crate) async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
    drop(tokio::spawn(connection));
    client
}

/// Waits until it is so. `what` is missing if it never is.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, is_so: impl Fn() -> F) {
    let from = Instant::now();
    while !is_so().await {
        assert!(from.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The count that a query gives.
pub(crate) async fn count(sql: &Client, query: &str) -> i64 {
    sql.query_one(query, &[]).await.expect("a count").get(0)
}

/// A process with the store open. Dropping it kills it.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
}

impl Process {
    pub(crate) fn start(url: &str, notes: &Path, environment: &[(&str, &Path)]) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("we have a file"));
        command.args(["serve", url]).arg(notes).envs(environment.iter().copied());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
        let mut line = String::new();
        let output = child.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        assert_eq!(line, "ready\n");
        let input = child.stdin.take();
        Self { child, input }
    }

    /// Kills it as `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }

    pub(crate) fn pause(&self) {
        self.signal(Signal::SIGSTOP);
    }

    pub(crate) fn resume(&self) {
        self.signal(Signal::SIGCONT);
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("a process number");
        kill(Pid::from_raw(id), signal).expect("it runs");
    }

    /// Closes the store, and waits for the end of the process.
    pub(crate) fn close(mut self) {
        let mut input = self.input.take().expect("it was not closed");
        input.write_all(b"close\n").expect("it reads");
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The program of a process: it has the store open until its input ends, or says to close it.
pub(crate) async fn serve(url: &str, notes: &Path) {
    let place = Place { url: url.to_owned(), notes: notes.to_owned() };
    let store = place.open().await;
    println!("ready");
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        drop(std::io::stdin().read_line(&mut line));
        line
    });
    if line.await.expect("a line") == "close\n" {
        store.close(Duration::from_secs(5)).await.expect("it closes");
    } else {
        std::process::exit(1);
    }
}
