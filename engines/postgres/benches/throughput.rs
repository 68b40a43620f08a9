//! Executions of three steps in a real PostgreSQL server and, in the same run, in a directory:
//! `ASL_POSTGRES=/usr/lib/postgresql/15/bin cargo bench -p asl-postgres`.
//! Options: `--executions N`, `--in-flight N`, `--shards N`, `--waiting N`.
#![expect(clippy::print_stdout, clippy::print_stderr, clippy::expect_used, reason = "a benchmark")]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use asl_durable::Durable;
use asl_postgres::{Options, Postgres};
use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::postgres::Server;
use tokio::sync::Semaphore;
use tokio_postgres::{Client, NoTls};

asl_machine!("tests/machines/pause.asl.json"); // -> mod pause
asl_machine!("tests/machines/three.asl.json"); // -> mod three

/// Tasks that take no time.
#[derive(Clone)]
struct Instantly;

impl three::Tasks for Instantly {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(1))
    }

    async fn second(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(2))
    }

    async fn third(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(3))
    }
}

impl pause::Tasks for Instantly {}

/// The sizes of a run.
#[derive(Clone, Copy)]
struct Sizes {
    executions: usize,
    in_flight: usize,
    shards: u16,
    waiting: usize,
}

fn main() -> ExitCode {
    let Some(programs) = std::env::var_os("ASL_POSTGRES") else {
        eprintln!("skipped: ASL_POSTGRES has no folder with the programs of PostgreSQL");
        return ExitCode::SUCCESS;
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: usize| {
        let at = arguments.iter().position(|argument| argument == name);
        let given = at.and_then(|at| arguments.get(at + 1)).and_then(|it| it.parse().ok());
        given.unwrap_or(default)
    };
    let sizes = Sizes {
        executions: number("--executions", 20_000),
        in_flight: number("--in-flight", 1_000),
        shards: u16::try_from(number("--shards", 16)).expect("a number of shards"),
        waiting: number("--waiting", 0),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(run(Path::new(&programs), sizes));
    ExitCode::SUCCESS
}

fn machines() -> [Compiled; 2] {
    [three::machine(Instantly), pause::machine(Instantly)]
}

async fn run(programs: &Path, sizes: Sizes) {
    let server = Server::start(programs, &[]).expect("a server");
    let (sql, connection) = tokio_postgres::connect(&server.url(), NoTls).await.expect("a client");
    drop(tokio::spawn(connection));
    let options = || Options::default().shards(sizes.shards);
    let store = Postgres::open(&server.url(), machines(), options()).await.expect("it opens");
    measure("PostgreSQL", &store, sizes, Some(&sql)).await;
    if sizes.waiting > 0 {
        reopen(&server.url(), store, sizes, options).await;
    } else {
        store.close(Duration::from_secs(5)).await.expect("it closes");
    }
    let directory = std::env::temp_dir().join(format!("asl-bench-{}", std::process::id()));
    let opened = Durable::open(&directory, machines(), asl_durable::Options::default()).await;
    measure("directory", &opened.expect("it opens"), sizes, None).await;
    drop(std::fs::remove_dir_all(&directory));
}

#[expect(clippy::cast_precision_loss, reason = "figures to read")]
async fn measure(name: &str, store: &Durable, sizes: Sizes, sql: Option<&Client>) {
    let Sizes { executions, in_flight, shards, .. } = sizes;
    let lone = Instant::now();
    for number in 0..50 {
        let id =
            store.start("three", format!("lone-{number}"), json!({})).await.expect("a start").id;
        store.wait(id).await.expect("it is there").expect("it succeeds");
    }
    let lone = lone.elapsed() / 50;
    let before = statistics(sql).await;
    let from = Instant::now();
    let places = Arc::new(Semaphore::new(in_flight));
    for number in 0..executions {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is open");
        let store = store.clone();
        drop(tokio::spawn(async move {
            let id = store
                .start("three", format!("many-{number}"), json!({}))
                .await
                .expect("a start")
                .id;
            store.wait(id).await.expect("it is there").expect("it succeeds");
            drop(place);
        }));
    }
    drop(places.acquire_many(u32::try_from(in_flight).expect("a number")).await);
    let seconds = from.elapsed().as_secs_f64();
    println!(
        "{name}: {:.0} executions/s of 3 steps, {in_flight} in flight; {:.1} ms alone",
        executions as f64 / seconds,
        lone.as_secs_f64() * 1e3
    );
    if let (Some(before), Some(after)) = (before, statistics(sql).await) {
        let [bytes, transactions, cpu] = std::array::from_fn(|at| {
            let of = |all: [f64; 3]| all.get(at).copied().unwrap_or_default();
            (of(after) - of(before)) / executions as f64
        });
        println!(
            "  {shards} shards; an execution: {bytes:.0} bytes of WAL, {transactions:.3} \
             transactions, {:.0} us of the server's CPU",
            cpu * 1e6
        );
    }
}

/// Bytes of the log, transactions and seconds of CPU of the server.
async fn statistics(sql: Option<&Client>) -> Option<[f64; 3]> {
    let sql = sql?;
    let query = "select (pg_current_wal_lsn() - '0/0')::float8, \
         (select sum(xact_commit)::float8 from pg_stat_database), \
         array(select pid from pg_stat_activity)";
    let row = sql.query_one(query, &[]).await.expect("the statistics");
    let processes: Vec<i32> = row.get(2);
    // In hundredths of a second: user and system time.
    let ticks = |process: &i32| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let rest = text.rsplit(") ").next().unwrap_or_default().to_owned();
        rest.split(' ').skip(11).take(2).filter_map(|it| it.parse::<f64>().ok()).sum::<f64>()
    };
    let seconds = processes.iter().map(ticks).sum::<f64>() / 100.0;
    Some([row.get(0), row.get(1), seconds])
}

/// Time in which another process opens a store with many waiting executions.
async fn reopen(url: &str, store: Durable, sizes: Sizes, options: impl Fn() -> Options) {
    let places = Arc::new(Semaphore::new(sizes.in_flight));
    for number in 0..sizes.waiting {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is open");
        let store = store.clone();
        drop(tokio::spawn(async move {
            let input = json!({"seconds": 86_400});
            store.start("pause", number.to_string(), input).await.expect("a start");
            drop(place);
        }));
    }
    let all = u32::try_from(sizes.in_flight).expect("a number");
    drop(places.acquire_many(all).await);
    store.close(Duration::from_secs(5)).await.expect("it closes");
    let from = Instant::now();
    let store = Postgres::open(url, machines(), options()).await.expect("it opens");
    println!(
        "  {} waiting executions open in {:.2} s",
        sizes.waiting,
        from.elapsed().as_secs_f64()
    );
    store.close(Duration::from_secs(5)).await.expect("it closes");
}
