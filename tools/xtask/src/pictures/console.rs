//! Screenshots of the console of the example `service`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;
use serde_json::{Value, json};

use super::Studio;

/// Orders: number, article, pieces, card and seconds in which they can be cancelled.
const ORDERS: [(&str, &str, u32, &str, u32); 6] = [
    ("A-1001", "assam", 2, "good", 0),
    ("A-1002", "sencha", 1, "busy", 0),
    ("A-1003", "teapot", 1, "declined", 0),
    ("A-1004", "teapot", 9, "good", 0),
    ("A-1005", "assam", 1, "good", 86_400),
    ("A-1006", "sencha", 3, "good", 86_400),
];

/// Conditions of orders that are as they stay.
const SETTLED: [(&str, &str); 6] = [
    ("A-1001", "order.status === 'SUCCEEDED'"),
    ("A-1002", "order.status === 'SUCCEEDED'"),
    ("A-1003", "order.status === 'FAILED'"),
    ("A-1004", "order.status === 'FAILED'"),
    ("A-1005", "order.states.includes('Wait for second thoughts')"),
    ("A-1006", "order.states.includes('Wait for second thoughts')"),
];

/// User and password `operator:tea` of the service.
const AUTHORIZATION: &str = "Basic b3BlcmF0b3I6dGVh";

/// A height that shows the page of an execution as a whole.
const HEIGHT: u32 = 1640;

/// Makes the pictures: the list, an execution that failed, and one that runs.
pub(super) fn take(studio: &mut Studio) -> Result<()> {
    let service = Service::start(&studio.out.join("orders"))?;
    studio.goto(&format!("{}/stock", service.origin))?;
    for (number, article, quantity, card, hold_seconds) in ORDERS {
        let order = json!({"number": number, "article": article, "quantity": quantity,
            "card": card, "hold_seconds": hold_seconds});
        post(studio, "/orders", &order)?;
    }
    for (number, condition) in SETTLED {
        studio.page.evaluate(&format!(
            "(async () => {{
                for (;;) {{
                    const order = await (await fetch('/orders/{number}')).json();
                    if ({condition}) return;
                    await new Promise(done => setTimeout(done, 20));
                }}
            }})()"
        ))?;
    }
    post(studio, "/orders/A-1006/cancel", &Value::Null)?;
    let headers = json!({"headers": {"Authorization": AUTHORIZATION}});
    studio.page.call("Network.setExtraHTTPHeaders", &headers)?;
    studio.goto(&format!("{}/console/executions", service.origin))?;
    studio.both_schemes("console-list")?;
    for (name, order) in [("console-failed", "A-1003"), ("console-running", "A-1005")] {
        studio.goto(&format!("{}/console/execution?id=order:{order}", service.origin))?;
        studio.page.resize(super::WINDOW.0, HEIGHT)?;
        studio.page.wait_for("document.querySelector('#asl-report .row')")?;
        studio.both_schemes(name)?;
    }
    studio.page.call("Network.setExtraHTTPHeaders", &json!({"headers": {}})).map(drop)
}

/// Posts JSON from the page of the service that is open.
fn post(studio: &mut Studio, path: &str, body: &Value) -> Result<()> {
    let options = json!({"method": "POST", "body": body.to_string(),
        "headers": {"Content-Type": "application/json"}});
    let is_ok = format!("fetch({}, {options}).then(answer => answer.ok)", json!(path));
    if studio.page.evaluate(&is_ok)? == true {
        return Ok(());
    }
    Err(Problem::new(format!("the example service refuses a request to {path}: {body}")))
}

/// The running service. It is killed when this is dropped.
struct Service {
    process: Child,
    origin: String,
}

impl Service {
    /// Starts it on a free port, with an empty store.
    fn start(store: &Path) -> Result<Self> {
        if store.exists() {
            fs::remove_dir_all(store).map_err(|error| Problem::at(store, &error))?;
        }
        let mut command = Command::new(workspace::target().join("debug/service"));
        command.args(["--address", "127.0.0.1:0", "--password", "tea", "--store"]).arg(store);
        let problem = |error| Problem::new(format!("cannot run the example service: {error}"));
        let process = command.stdout(Stdio::piped()).spawn().map_err(problem)?;
        let mut service = Self { process, origin: String::new() };
        let output = service.process.stdout.take();
        let mut lines = output.into_iter().flat_map(|output| BufReader::new(output).lines());
        let address = lines.by_ref().map_while(std::result::Result::ok).find_map(|line| {
            line.split_once("address=").map(|(_, address)| address.trim().to_owned())
        });
        let ended = || Problem::new("the example service ended before it listened");
        service.origin = format!("http://{}", address.ok_or_else(ended)?);
        // It could not log into a pipe that is full or closed.
        thread::spawn(move || lines.for_each(drop));
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
