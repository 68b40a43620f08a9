//! The server of the contest, and what it uses.

use std::cell::Cell;
use std::path::Path;

use asl_bench_stores::Problem;
use asl_servers::postgres::Server;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

use crate::contender::Contender;

/// A server, and a connection to it.
pub struct Watched {
    server: Server,
    client: Client,
    runtime: Runtime,
    places: Cell<usize>,
}

/// The resources that a server has used since its start.
#[derive(Clone, Copy)]
pub struct Usage {
    /// Seconds of the processor, in all of its processes.
    pub cpu: f64,
    /// Bytes of its log.
    pub bytes: f64,
    pub transactions: f64,
}

impl Usage {
    /// The resources that it has used since then.
    pub fn since(&self, before: &Self) -> Self {
        Self {
            cpu: self.cpu - before.cpu,
            bytes: self.bytes - before.bytes,
            transactions: self.transactions - before.transactions,
        }
    }
}

impl Watched {
    /// Starts a server as it is installed, with more connections.
    pub fn start(programs: &Path) -> Result<Self, Problem> {
        let server = Server::start(programs, &["max_connections=300"])?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let client = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(&server.url(), NoTls).await?;
            drop(tokio::spawn(connection));
            Ok::<_, Problem>(client)
        })?;
        Ok(Self { server, client, runtime, places: Cell::new(0) })
    }

    /// An empty place for a store: the address of a database, or a directory.
    pub fn place(&self, contender: &Contender) -> Result<String, Problem> {
        let number = self.places.replace(self.places.get() + 1);
        if !contender.is_in_postgres {
            let folder = self.server.folder().join(format!("store-{number}"));
            return Ok(folder.display().to_string());
        }
        let create = format!("create database store_{number}");
        self.runtime.block_on(self.client.batch_execute(&create))?;
        let (server, _) = self.server.url().rsplit_once('/').map(own).ok_or("no address")?;
        Ok(format!("{server}/store_{number}"))
    }

    /// Makes a checkpoint: the first change of each page after it is written as a whole page, for
    /// all contenders alike.
    pub fn checkpoint(&self) -> Result<(), Problem> {
        Ok(self.runtime.block_on(self.client.batch_execute("checkpoint"))?)
    }

    /// The resources that it has used so far.
    pub fn usage(&self) -> Result<Usage, Problem> {
        let query = "select (pg_current_wal_lsn() - '0/0')::float8, \
             (select sum(xact_commit)::float8 from pg_stat_database)";
        let row = self.runtime.block_on(self.client.query_one(query, &[]))?;
        let cpu = cpu(self.server.id().ok_or("the server has ended")?)?;
        Ok(Usage { cpu, bytes: row.get(0), transactions: row.get(1) })
    }
}

fn own((server, name): (&str, &str)) -> (String, String) {
    (server.to_owned(), name.to_owned())
}

/// Seconds of the processor of a process and all of its children. Those that have ended are counted
/// in their parent.
fn cpu(parent: u32) -> Result<f64, Problem> {
    let mut ticks = 0.0;
    for entry in std::fs::read_dir("/proc")?.flatten() {
        // A process may have ended.
        let Ok(text) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let is_parent = entry.file_name().to_str() == Some(&parent.to_string());
        if is_parent || fields.get(1) == Some(&parent.to_string().as_str()) {
            let count = if is_parent { 4 } else { 2 };
            let times = fields.iter().skip(11).take(count);
            ticks += times.filter_map(|time| time.parse::<f64>().ok()).sum::<f64>();
        }
    }
    // In hundredths of a second.
    Ok(ticks / 100.0)
}
