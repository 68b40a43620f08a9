//! Measures opening a store: with parked executions, and with executions that have a running task;
//! with the machines before, and with their next versions, to which the executions move. Each is
//! measured in a process of its own, so that its memory is separate.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asl_durable::{Durable, List, Options};
use asl_runtime::json;

use crate::tasks::{Shop, order};
use crate::usage::{cpu_micros, disk, float, memory};
use crate::{Problem, later, line, parked, shop, verdict};

/// Target: seconds until all executions are there.
const SECONDS: f64 = 5.0;
/// Target: seconds of CPU that a new version of the machines may add.
const MOVING: f64 = 3.0;
/// Targets: bytes of memory of a parked execution, and of one with a running task.
const PARKED: f64 = 200.0;
const RUNNING: f64 = 1_500.0;

/// Parameters of the other process.
#[derive(clap::Args)]
pub(crate) struct Opening {
    folder: PathBuf,
    executions: usize,
    /// Number of tasks to be started again.
    tasks: usize,
    /// Opens with the next versions of the machines.
    #[arg(long)]
    later: bool,
}

/// Tasks of executions that only wait, which are never called.
struct Nothing;

impl parked::Tasks for Nothing {}
impl later::parked::Tasks for Nothing {}

/// Measures and prints.
pub(crate) fn measure(folder: &Path, parked: usize, running: usize) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let store = folder.join("parked");
    runtime.block_on(park(&store, parked))?;
    open_both(&store, parked, 0)?;
    let store = folder.join("running");
    runtime.block_on(begin(&store, running))?;
    open_both(&store, running, running)
}

/// Opens a store with the machines before, and then with their next versions.
fn open_both(store: &Path, executions: usize, tasks: usize) -> Result<(), Problem> {
    let before = open_elsewhere(store, executions, tasks, false)?;
    let more = open_elsewhere(store, executions, tasks, true)? - before;
    let verdict = verdict(more <= MOVING);
    line(&format!("  {more:.2} s of CPU more to move all of them (target {MOVING}: {verdict})"));
    Ok(())
}

fn options() -> Options {
    Options::default().park_after(Duration::from_millis(1))
}

async fn open_store(folder: &Path, tasks: Shop, is_later: bool) -> Result<Durable, Problem> {
    let machines = if is_later {
        [later::parked::machine(Nothing), later::shop::machine(tasks)]
    } else {
        [parked::machine(Nothing), shop::machine(tasks)]
    };
    Ok(Durable::open(folder, machines, options()).await?)
}

/// A store with executions that wait for a month.
async fn park(folder: &Path, count: usize) -> Result<(), Problem> {
    let store = open_store(folder, Shop::default(), false).await?;
    start(&store, "parked", count).await?;
    while !is_parked(&store, "parked", count).await? {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    store.close(Duration::from_secs(10)).await?;
    Ok(())
}

/// Returns true if the last ones are parked: executions are parked in the order of their starts.
async fn is_parked(store: &Durable, machine: &str, count: usize) -> Result<bool, Problem> {
    for number in count.saturating_sub(300)..count {
        if !store.describe(format!("{machine}:{number}")).await?.is_parked {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A store with executions whose task is running.
async fn begin(folder: &Path, count: usize) -> Result<(), Problem> {
    let tasks = Shop { hangs: true, ..Shop::default() };
    let started = Arc::clone(&tasks.started);
    let store = open_store(folder, tasks, false).await?;
    start(&store, "shop", count).await?;
    while started.load(Ordering::Relaxed) < count {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // As after a crash: the tasks do not end.
    drop(store);
    Ok(())
}

async fn start(store: &Durable, machine: &'static str, count: usize) -> Result<(), Problem> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..500 {
        let (store, next) = (store.clone(), Arc::clone(&next));
        workers.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok(());
                }
                let input =
                    if machine == "shop" { order(number) } else { json!({"order": number}) };
                store
                    .start(machine, number.to_string(), input)
                    .await
                    .map_err(|error| error.to_string())?;
            }
        });
    }
    while let Some(worker) = workers.join_next().await {
        worker?.map_err(|error: String| error)?;
    }
    Ok(())
}

/// Opens a store in another process, which prints the cost. Returns the seconds of CPU.
fn open_elsewhere(
    store: &Path,
    executions: usize,
    tasks: usize,
    is_later: bool,
) -> Result<f64, Problem> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("open").arg(store).args([executions.to_string(), tasks.to_string()]);
    command.args(is_later.then_some("--later"));
    let done = command.stdout(Stdio::piped()).output()?;
    let told = String::from_utf8_lossy(&done.stdout);
    let (seconds, told) = told.split_once('\n').unwrap_or_default();
    line(told.trim_end());
    if done.status.success() {
        Ok(seconds.parse()?)
    } else {
        Err(format!("opening the store again failed: {}", done.status).into())
    }
}

/// Opens a store, and prints the cost.
pub(crate) fn open(opening: &Opening) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(open_again(opening))
}

async fn open_again(opening: &Opening) -> Result<(), Problem> {
    let Opening { folder, executions, tasks, later } = opening;
    let shop = Shop { hangs: true, ..Shop::default() };
    let started = Arc::clone(&shop.started);
    let bytes = disk(folder)?;
    let before = memory();
    let (from, cpu) = (Instant::now(), cpu_micros()?);
    let store = open_store(folder, shop, *later).await?;
    while started.load(Ordering::Relaxed) < *tasks {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let seconds = from.elapsed().as_secs_f64();
    let cpu = Duration::from_micros(u64::try_from(cpu_micros()? - cpu)?).as_secs_f64();
    let what = if *tasks == 0 { "parked" } else { "running" };
    // For the process that started this one.
    line(&cpu.to_string());
    line(&format!(
        "opening a store with {executions} {what} executions ({} MB): {seconds:.2} s, {cpu:.2} s of CPU (target {SECONDS}: {})",
        bytes / 1_000_000,
        verdict(seconds < SECONDS)
    ));
    if *tasks > 0 {
        while !is_parked(&store, "shop", *executions).await? {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let after = memory();
    let page = store.list(List::default().limit(1)).await?;
    if page.executions.is_empty() {
        return Err("the store is empty".into());
    }
    if let (Some(before), Some(after)) = (before, after) {
        let each = (after - before) / float(*executions);
        let target = if *tasks == 0 { PARKED } else { RUNNING };
        let verdict = verdict(each <= target);
        line(&format!("  {each:.0} bytes of memory each (target {target}: {verdict})"));
    }
    Ok(())
}
