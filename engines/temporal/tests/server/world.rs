//! A server, and a worker of ours beside it in a process of its own; both can be killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use asl_servers::temporal::{Data, Server};
use asl_temporal::{Client, Machines, Options, ServeError};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::shop::Shop;

/// The time in which anything must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

pub(crate) struct World {
    pub(crate) server: Server,
    worker: Option<Child>,
    notes: PathBuf,
    /// True if only a small form of each test is asked for.
    pub(crate) is_quick: bool,
}

impl World {
    pub(crate) fn begin(program: &Path, is_quick: bool) -> Self {
        let server = Server::start(program, Data::OnDisk).expect("the server starts");
        let notes = server.folder().join("notes");
        let mut world = Self { server, worker: None, notes, is_quick };
        world.start_worker(&[]);
        world
    }

    pub(crate) async fn client(&self) -> Client {
        Client::connect(&self.server.address()).await.expect("the server answers")
    }

    /// Starts this program again, as the worker.
    pub(crate) fn start_worker(&mut self, more: &[&str]) {
        self.kill_worker();
        let mut command = Command::new(std::env::current_exe().expect("we have a file"));
        command.arg("serve").arg(self.server.address()).arg(&self.notes).args(more);
        self.worker = Some(command.stdin(Stdio::null()).spawn().expect("the worker starts"));
    }

    /// As `kill -9` does.
    pub(crate) fn kill_worker(&mut self) {
        if let Some(mut worker) = self.worker.take() {
            worker.kill().expect("it can be killed");
            worker.wait().expect("it ends");
        }
    }

    /// Both, at once.
    pub(crate) fn kill_both(&mut self) {
        self.server.kill();
        self.kill_worker();
    }

    /// Starts everything that was killed.
    pub(crate) fn restart(&mut self) {
        if self.server.id().is_none() {
            self.server.restart().expect("the server starts again");
        }
        if self.worker.is_none() {
            self.start_worker(&[]);
        }
    }

    /// No operation of these executions began more often than this.
    pub(crate) fn at_most(&self, times: u32, executions: &str) {
        let start = format!("begin {executions}");
        for (line, count) in self.notes() {
            assert!(!line.starts_with(&start) || count <= times, "{line}: {count} times");
        }
    }

    /// The number of times that each line was noted. The ids of runs, which the server makes, are left out.
    pub(crate) fn notes(&self) -> BTreeMap<String, u32> {
        let mut notes = BTreeMap::new();
        for line in fs::read_to_string(&self.notes).unwrap_or_default().lines() {
            *notes.entry(without_run(line)).or_default() += 1;
        }
        notes
    }

    /// The number of times that this was noted.
    pub(crate) fn noted(&self, line: &str) -> u32 {
        self.notes().get(line).copied().unwrap_or(0)
    }

    /// Waits until this is noted.
    pub(crate) async fn until(&self, line: &str) {
        let from = Instant::now();
        while self.noted(line) == 0 {
            assert!(from.elapsed() < PATIENCE, "`{line}` was never noted");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until a line begins so; the rest of it, as it was written.
    pub(crate) async fn until_any(&self, start: &str) -> String {
        let from = Instant::now();
        loop {
            let text = fs::read_to_string(&self.notes).unwrap_or_default();
            let mut rests = text.lines().filter_map(|line| line.strip_prefix(start));
            if let Some(rest) = rests.next_back() {
                return rest.to_owned();
            }
            assert!(from.elapsed() < PATIENCE, "`{start}` was never noted");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// `begin order-1/0199-..-7f.Reserve#0` as `begin order-1.Reserve#0`.
fn without_run(line: &str) -> String {
    let Some((start, rest)) = line.split_once('/') else { return line.to_owned() };
    let run = rest.split(|letter: char| !letter.is_ascii_hexdigit() && letter != '-').next();
    format!("{start}{}", &rest[run.map_or(0, str::len)..])
}

/// A worker in this process.
pub(crate) struct Worker {
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
}

impl Worker {
    /// Serves the machines of a shop, with a queue of its own.
    pub(crate) fn start(world: &World, shop: &Shop, options: Options) -> Self {
        let machines = shop.register(Machines::new().options(options));
        let address = world.server.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(async move { machines.serve_until(&address, stopped).await });
        Self { stop, served }
    }

    /// Stops it as Ctrl-C does.
    pub(crate) async fn stop(self) {
        self.stop.send(()).expect("it runs");
        self.served.await.expect("no panic").expect("it stops");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(worker) = &mut self.worker {
            // It may have ended already.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}
