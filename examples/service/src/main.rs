//! `service [--address ADDRESS] [--store PLACE] [--release NUMBER] [--password PASSWORD]`: a web service whose orders
//! are executions of the machine in `machines/order.asl.json`. They survive restarts, and are traced
//! and measured. With a store in PostgreSQL, several processes of it share the orders.

mod operator;
mod order;
mod releases;
mod routes;
mod shop;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use asl_durable::{Durable, Options, StoreError};
use asl_postgres::Postgres;
use asl_runtime::Compiled;
use asl_runtime::metrics::{self, Metrics};
use clap::Parser;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tracing::info;

use routes::{App, routes};
use shop::Shop;

/// A description of what went wrong.
type Problem = Box<dyn std::error::Error>;

/// Time that running tasks get when the service stops. Executions that have not ended continue
/// when it starts again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes orders over HTTP.
#[derive(Parser)]
#[command(name = "service")]
struct Arguments {
    /// Address to listen on; port 0 is any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3000")]
    address: SocketAddr,
    /// Folder of the store, or the address of a PostgreSQL database such as
    /// `postgres://user@host/database`; an existing one is continued
    #[arg(long, value_name = "PLACE", default_value = "orders")]
    store: String,
    /// Release of the machine, from 1 to 4: `deploy.sh` starts one after the other
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    release: u8,
    /// Password of the user `operator` for the console at `/console`; without one there is no
    /// console
    #[arg(long)]
    password: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let Arguments { address, store, release, password } = Arguments::parse();
    tracing_subscriber::fmt().with_max_level(tracing::Level::INFO).with_ansi(false).init();
    let exporter = PrometheusBuilder::new().install_recorder()?;
    metrics::describe();
    asl_durable::describe_metrics();
    asl_postgres::describe_metrics();

    let shop = Arc::new(Shop::new());
    let machine = releases::machine(release, Arc::clone(&shop))?;
    let options = Options::default().observer(Metrics);
    let typed = machine.typed();
    let store = open(&store, machine.into(), options).await?;

    let listener = TcpListener::bind(address).await?;
    info!(address = %listener.local_addr()?, "listening");
    let app = App { orders: store.executions(typed), shop, metrics: exporter };
    let mut routes = routes(app);
    if let Some(password) = password {
        routes = routes.nest("/console", operator::console(store.clone(), &password));
    }
    axum::serve(listener, routes).with_graceful_shutdown(stopped()).await?;
    let closed = store.close(PATIENCE).await?;
    info!(dropped = closed.dropped, "stopped");
    Ok(())
}

/// Opens the store in a folder or in a database. Everything else is the same for both.
async fn open(place: &str, machine: Compiled, options: Options) -> Result<Durable, StoreError> {
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        let options = asl_postgres::Options::default().store(options);
        return Postgres::open(place, [machine], options).await;
    }
    Durable::open(place, [machine], options).await
}

/// Ends with Ctrl-C, and on Unix with SIGTERM.
async fn stopped() {
    let interrupted = async {
        // Without a signal handler there is no stop.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
