//! The simulated tables beside those of a real server, if the variable `ASL_POSTGRES` has the folder of
//! its programs (`cargo xtask test --only postgres`).

use std::path::Path;

use asl_postgres::{Options, Postgres};
use asl_runtime::Compiled;
use asl_servers::postgres::Server;

#[test]
fn the_simulated_tables_are_those_of_a_server() {
    let Some(programs) = std::env::var_os("ASL_POSTGRES") else {
        eprintln!("skipped: ASL_POSTGRES has no folder with the programs of PostgreSQL");
        return;
    };
    let is_quick = std::env::var_os("ASL_POSTGRES_LONG").is_none();
    let (seeds, statements) = if is_quick { (2, 300) } else { (20, 3_000) };
    let server = Server::start(Path::new(&programs), &["fsync=off"]).expect("the server starts");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let none: [Compiled; 0] = [];
    runtime.block_on(async {
        // It creates the tables, and owns no shards.
        let store = Postgres::open(&server.url(), none, Options::default()).await;
        drop(store.expect("it opens"));
    });
    for seed in 1..=seeds {
        let compared = asl_faults::compared::run(&server.url(), seed, statements);
        eprintln!("seed {seed}: {}", compared.expect("both servers are the same"));
    }
}
