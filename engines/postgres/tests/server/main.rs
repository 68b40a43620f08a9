//! Stores in a real PostgreSQL server.
#![expect(clippy::print_stderr, clippy::expect_used, reason = "tests")]

use std::time::{Duration, Instant};

use asl_postgres::{Options, Postgres};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::postgres::{Server, installed};

asl_machine!("doc/greet.asl.json"); // -> mod greet

struct Polite;

impl greet::Tasks for Polite {
    async fn greet(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("Hello!"))
    }
}

fn main() {
    let programs = installed().expect("programs");
    let from = Instant::now();
    let server = Server::start(&programs).expect("a server");
    eprintln!("server {:?}", from.elapsed());
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("runtime");
    runtime.block_on(async {
        for round in 0..2 {
            let from = Instant::now();
            let store = Postgres::open(&server.url(), [greet::machine(Polite)], Options::default())
                .await
                .expect("open");
            eprintln!("open {:?}", from.elapsed());
            let from = Instant::now();
            let started = store.start("greet", "ada", json!({"name": "Ada"})).await.expect("start");
            eprintln!("start {:?} {}", from.elapsed(), started.is_new);
            eprintln!("{:?} {:?}", store.wait(started.id.clone()).await, from.elapsed());
            eprintln!("{:?}", store.describe(started.id.clone()).await);
            eprintln!("{:?}", store.history(started.id.clone()).await);
            eprintln!("{:?}", store.list(asl_durable::List::default()).await);
            let from = Instant::now();
            eprintln!("{:?} {:?}", store.close(Duration::from_secs(1)).await, from.elapsed());
            let _ = round;
        }
    });
}
