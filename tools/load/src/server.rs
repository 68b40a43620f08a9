//! The server that is measured: a process of this program with a durable store.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;

use crate::Problem;

asl_machine!("definitions/three_tasks.asl.json");
asl_machine!("definitions/one_activity.asl.json");
asl_machine!("definitions/first_pass.asl.json");
asl_machine!("definitions/then_fails.asl.json");
asl_machine!("definitions/slow_items.asl.json");
asl_machine!("definitions/jsonata_sum.asl.json");
asl_machine!("definitions/express_pass.asl.json");

/// The definition of the measured machine.
pub(crate) const DEFINITION: &str = include_str!("../definitions/three_tasks.asl.json");
/// The definitions of the machines on which operations are called.
pub(crate) const ONE_ACTIVITY: &str = include_str!("../definitions/one_activity.asl.json");
pub(crate) const FIRST_PASS: &str = include_str!("../definitions/first_pass.asl.json");
pub(crate) const THEN_FAILS: &str = include_str!("../definitions/then_fails.asl.json");
pub(crate) const SLOW_ITEMS: &str = include_str!("../definitions/slow_items.asl.json");
pub(crate) const JSONATA_SUM: &str = include_str!("../definitions/jsonata_sum.asl.json");
pub(crate) const EXPRESS_PASS: &str = include_str!("../definitions/express_pass.asl.json");
/// ARN of the measured machine on the server.
pub(crate) const MACHINE: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:three_tasks";

/// Options of the process.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the store
    store: PathBuf,
    /// The address
    #[arg(default_value = "127.0.0.1:0")]
    address: SocketAddr,
}

/// The tasks. They answer at once, so that only the server is measured.
struct Shop;

impl three_tasks::Tasks for Shop {
    async fn check(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"ok": true}))
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"cents": 4_190}))
    }

    async fn ship(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"parcel": 12}))
    }
}

/// The activity is performed by workers.
impl one_activity::Tasks for Shop {}

impl first_pass::Tasks for Shop {}

impl then_fails::Tasks for Shop {}

impl slow_items::Tasks for Shop {}

impl jsonata_sum::Tasks for Shop {}

impl express_pass::Tasks for Shop {}

/// Serves until the process is killed. Prints the address first.
pub(crate) fn serve(arguments: &Arguments) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let machines = [
            three_tasks::machine(Shop),
            one_activity::machine(Shop),
            first_pass::machine(Shop),
            then_fails::machine(Shop),
            slow_items::machine(Shop),
            jsonata_sum::machine(Shop),
            express_pass::machine(Shop),
        ];
        let store = Durable::open(&arguments.store, machines, Options::default()).await?;
        let listener = TcpListener::bind(arguments.address).await?;
        writeln!(io::stdout().lock(), "{}", listener.local_addr()?)?;
        SfnApi::new(store).serve_on(listener).await?;
        Ok(())
    })
}

/// A running server. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    /// Its address.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server on a store, on any port or at this address.
    pub(crate) fn start(store: &Path, address: Option<SocketAddr>) -> Result<Self, Problem> {
        Self::start_program(&std::env::current_exe()?, store, address)
    }

    /// As [`Server::start`], with a program that may have another allocator.
    pub(crate) fn start_program(
        program: &Path,
        store: &Path,
        address: Option<SocketAddr>,
    ) -> Result<Self, Problem> {
        let mut command = Command::new(program);
        command.arg("serve").arg(store).args(address.map(|address| address.to_string()));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        // The process wrote its reason to standard error if it did not start.
        let address = line.trim().parse().map_err(|_| "the server did not start");
        let mut server = Self { child, address: ([127, 0, 0, 1], 0).into() };
        server.address = address?;
        Ok(server)
    }

    /// The process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The input of an order.
pub(crate) fn input(number: usize) -> String {
    format!(r#"{{"order":"order-{number}","items":[{{"name":"Assam","cents":4190}}]}}"#)
}

/// The output that the order must have.
pub(crate) fn output(number: usize) -> serde_json::Value {
    serde_json::json!({
        "order": format!("order-{number}"),
        "items": [{"name": "Assam", "cents": 4_190}],
        "checked": {"ok": true},
        "charged": {"cents": 4_190},
        "shipped": {"parcel": 12},
    })
}
