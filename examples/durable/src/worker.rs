//! The shop's process: it opens the store, takes the orders, resumes the failed ones once the
//! gateway is repaired, and reports its progress. It has no special code for kills: each process
//! does the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use asl_durable::{Durable, List, Options, State};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::order::Order;
use crate::progress::line;
use crate::shop::{self, Shop, process};

/// The order whose history is exported: its gateway is down at first.
pub(crate) const SHOWN: &str = "order-005";

/// The machine's name in the store.
const MACHINE: &str = process::MACHINE.name;

/// Maximum number of executions on a page; there are fewer.
const ALL: usize = 10_000;

/// Progress of the process.
#[derive(Serialize, Deserialize)]
pub(crate) struct Told {
    pub(crate) complete: usize,
    pub(crate) failed: usize,
    /// All have ended.
    pub(crate) is_done: bool,
}

/// Works until all orders have ended, or until it is killed.
pub(crate) fn run(folder: &Path, orders: usize) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(work(folder, orders))
}

async fn work(folder: &Path, orders: usize) -> Result<(), Problem> {
    let machine = process::machine(Shop::open(folder)?);
    let store = Durable::open(folder.join("store"), [machine], Options::default()).await?;
    let executions = store.executions(process::TYPED);
    for number in 0..orders {
        let order = Order::numbered(number);
        // An order that an earlier process started is the same execution.
        executions.start(order.name.as_str(), &order).await?;
    }
    if shop::repaired(folder).exists() {
        redrive(&store).await?;
    }
    let failed = loop {
        let (complete, failed) =
            (count(&store, State::Succeeded).await?, count(&store, State::Failed).await?);
        if complete + failed == orders {
            break failed;
        }
        tell(&Told { complete, failed, is_done: false })?;
        tokio::time::sleep(Duration::from_millis(40)).await;
    };
    export(&store, folder).await?;
    store.close(Duration::from_secs(5)).await?;
    tell(&Told { complete: orders - failed, failed, is_done: true })
}

/// Resumes failed orders at the failed state: earlier states do not run again.
async fn redrive(store: &Durable) -> Result<(), Problem> {
    let failed = List::default().state(State::Failed).limit(ALL);
    for execution in store.list(failed).await?.executions {
        store.redrive(execution.id).await?;
    }
    Ok(())
}

async fn count(store: &Durable, state: State) -> Result<usize, Problem> {
    let list = List::default().state(state).limit(ALL);
    Ok(store.list(list).await?.executions.len())
}

fn tell(told: &Told) -> Result<(), Problem> {
    line(&serde_json::to_string(told)?);
    Ok(())
}

/// Writes the outputs and one history to files for the driver.
async fn export(store: &Durable, folder: &Path) -> Result<(), Problem> {
    let mut outputs = BTreeMap::new();
    for execution in store.list(List::default().limit(ALL)).await?.executions {
        let told = store.describe(execution.id).await?;
        outputs.insert(told.name.to_string(), told.output.map(|output| output.to_json_string()));
    }
    fs::write(folder.join("outputs.json"), serde_json::to_string(&outputs)?)?;
    let shown = store.history(format!("{MACHINE}:{SHOWN}")).await?;
    fs::write(history(folder), shown.to_json_string())?;
    Ok(())
}

/// The outputs of all orders that have one, by name.
pub(crate) fn results(folder: &Path) -> Result<BTreeMap<String, serde_json::Value>, Problem> {
    let outputs: BTreeMap<String, Option<String>> =
        serde_json::from_str(&fs::read_to_string(folder.join("outputs.json"))?)?;
    let outputs = outputs.into_iter().filter_map(|(name, output)| Some((name, output?)));
    outputs.map(|(name, output)| Ok((name, serde_json::from_str(&output)?))).collect()
}

/// The file of the exported history.
pub(crate) fn history(folder: &Path) -> PathBuf {
    folder.join("history.json")
}
