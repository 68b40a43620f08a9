//! `api-example [--serve ADDRESS] [--store DIR]`: serves a shop's machines by the API of Step
//! Functions, and runs a client in Python.
#![expect(clippy::print_stdout, reason = "the example talks to its user")]

mod shop;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use asl_durable::{Durable, Options};
use asl_servers::clients;
use asl_sfn_api::SfnApi;
use clap::Parser;
use tokio::net::TcpListener;
use tokio::process::Command;

use shop::{Shop, order, restock};

/// A description of what went wrong.
type Problem = Box<dyn std::error::Error>;

/// Serves a shop's machines by the API of Step Functions, and runs a client in Python.
#[derive(Parser)]
#[command(name = "api-example")]
struct Arguments {
    /// Serve at this address until Ctrl-C, for clients of yours
    #[arg(long, value_name = "ADDRESS")]
    serve: Option<SocketAddr>,
    /// Folder of the store; by default a folder that is removed at the end
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let Arguments { serve, store } = Arguments::parse();
    match store {
        Some(folder) => run(&folder, serve).await,
        None => {
            let folder = std::env::temp_dir().join(format!("api-example-{}", std::process::id()));
            let done = run(&folder, serve).await;
            std::fs::remove_dir_all(&folder)?;
            done
        }
    }
}

async fn run(folder: &Path, serve: Option<SocketAddr>) -> Result<(), Problem> {
    let shop = Shop::new();
    let machines = [order::machine(shop.clone()), restock::machine(shop)];
    let store = Durable::open(folder, machines, Options::default()).await?;

    let address = serve.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
    let listener = TcpListener::bind(address).await?;
    let endpoint = format!("http://{}", listener.local_addr()?);
    let api = SfnApi::new(store).registry(folder.join("registry.json"))?;
    if serve.is_some() {
        println!("serving at {endpoint}; Ctrl-C ends");
        tokio::select! {
            served = api.serve_on(listener) => return Ok(served?),
            interrupted = tokio::signal::ctrl_c() => return Ok(interrupted?),
        }
    }
    tokio::spawn(api.serve_on(listener));
    client(&endpoint).await
}

/// Runs the client to its end.
async fn client(endpoint: &str) -> Result<(), Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = tokio::task::spawn_blocking(clients::boto3).await??;
    let mut client = Command::new(python);
    let done = client.arg(folder.join("client.py")).args([endpoint]).status().await?;
    if done.success() { Ok(()) } else { Err(format!("the client has failed ({done})").into()) }
}
