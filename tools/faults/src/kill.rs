//! Real kills: a process works on orders in a real directory and is killed (SIGKILL on Unix) at
//! random moments, until all orders are complete. A separate file, which the kills do not affect,
//! records its work.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::killed_process;
use crate::part::{Fault, Settings};
use asl_language::random::SplitMix64;

/// Minimum number of kills.
const KILLS: (u64, u64) = (100, 2_000);
/// Number of orders in a store.
const ORDERS: u64 = 40;
/// Minimum lifetime of a process, in milliseconds.
const LIFE: u64 = 8;

#[derive(Default)]
struct Count {
    stores: u64,
    kills: u64,
    /// Number of attempts and of their starts.
    attempts: usize,
    starts: usize,
    /// Maximum number of starts of an attempt.
    most: usize,
}

/// The part.
pub(crate) fn run(settings: &Settings) -> Result<String, Fault> {
    let wanted = settings.of(KILLS);
    let mut count = Count::default();
    while count.kills < wanted {
        let seed = settings.seed.wrapping_add(count.stores);
        let folder = folder(seed);
        store(&folder, seed, &mut count).map_err(|what| {
            Fault::new(format!("{what}; the store is in {}", folder.display()), seed)
        })?;
        // After a failure the folder is kept for inspection.
        fs::remove_dir_all(&folder).map_err(|error| Fault::new(error.to_string(), seed))?;
        count.stores += 1;
    }
    let Count { stores, kills, attempts, starts, most } = count;
    let orders = stores * ORDERS;
    Ok(format!(
        "{kills} kills, {orders} orders in {stores} stores complete, {attempts} attempts started {starts} times, one {most} times"
    ))
}

fn folder(seed: u64) -> PathBuf {
    std::env::temp_dir().join(format!("asl-faults-{}-{seed}", std::process::id()))
}

/// Runs one store, from its first process to the end of all its orders.
fn store(folder: &Path, seed: u64, count: &mut Count) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut dice = SplitMix64::new(seed);
    let (mut kills, mut done, mut patience) = (0, 0, 0);
    loop {
        let life = Duration::from_millis(LIFE + dice.below(60) + patience);
        if !lives(folder, kills, life)? {
            break;
        }
        kills += 1;
        // On a busy machine a process may make no progress in its time; then the next one gets
        // more.
        let now_done = fs::metadata(folder.join("done")).map_or(0, |done| done.len());
        patience = if now_done == done { patience + 20 } else { 0 };
        done = now_done;
    }
    count.kills += kills;
    check(folder, usize::try_from(kills).unwrap_or(usize::MAX), count)
}

/// Runs one process. Returns true if it was killed.
fn lives(folder: &Path, life: u64, time: Duration) -> Result<bool, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("killed-process").arg(folder).args([ORDERS.to_string(), life.to_string()]);
    let mut child = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let end = Instant::now() + time;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return if status.success() {
                Ok(false)
            } else {
                Err(format!("a process ends by itself: {}", said(child)))
            };
        }
        sleep(Duration::from_millis(1).min(end.saturating_duration_since(Instant::now())));
    }
    child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
    Ok(true)
}

fn said(child: Child) -> String {
    let output = child.wait_with_output().map(|output| output.stderr).unwrap_or_default();
    String::from_utf8_lossy(&output).trim().to_owned()
}

/// Checks that every order has its result, and that every attempt was started, but not too often.
fn check(folder: &Path, kills: usize, count: &mut Count) -> Result<(), String> {
    let read = |file: &str| {
        fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))
    };
    let results: BTreeMap<String, String> =
        serde_json::from_str(&read("results.json")?).map_err(|error| error.to_string())?;
    let done = read("done")?;
    let mut starts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for key in done.lines() {
        let order = key.split('.').next().unwrap_or_default();
        *starts.entry(order).or_default().entry(key).or_default() += 1;
    }
    for number in 0..ORDERS {
        let name = killed_process::name(number);
        let expected = killed_process::output(number).to_json_string();
        let found = results.get(&name).map(String::as_str).unwrap_or_default();
        if found != expected {
            return Err(format!("{name} ends with {found} instead of {expected}"));
        }
        let of_order = starts.remove(name.as_str()).unwrap_or_default();
        let most = of_order.values().copied().max().unwrap_or(0);
        if of_order.len() != killed_process::attempts(number) {
            return Err(format!("{name} has the attempts {:?}", of_order.keys()));
        }
        if most > 1 + kills {
            return Err(format!(
                "an attempt of {name} was started {most} times with {kills} kills"
            ));
        }
        count.attempts += of_order.len();
        count.starts += of_order.values().sum::<usize>();
        count.most = count.most.max(most);
    }
    if starts.is_empty() { Ok(()) } else { Err(format!("attempts of nobody: {:?}", starts.keys())) }
}
