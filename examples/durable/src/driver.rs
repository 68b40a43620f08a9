//! Starts the shop, kills it at random moments, and starts it again.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::Problem;
use crate::progress::{Progress, line};
use crate::worker::Told;
use crate::{report, shop};

/// Lifetime of the shop's process: this many milliseconds, plus a random number.
const LIFE: (u64, u64) = (60, 450);

/// The end of the shop's process.
enum End {
    Killed,
    /// All orders have ended.
    Done {
        failed: usize,
    },
}

struct Driver {
    folder: PathBuf,
    orders: usize,
    random: u64,
    kills: usize,
    progress: Progress,
}

/// Runs the orders, repairs the gateway, and resumes the orders that failed.
pub(crate) fn run(orders: usize, seed: u64, store: Option<PathBuf>) -> Result<(), Problem> {
    let is_kept = store.is_some();
    let folder = store
        .unwrap_or_else(|| std::env::temp_dir().join(format!("durable-{}", std::process::id())));
    fs::create_dir_all(&folder)?;
    let mut driver = Driver {
        folder: folder.clone(),
        orders,
        random: seed,
        kills: 0,
        progress: Progress::new(orders),
    };
    let failed = driver.until_done()?;
    driver.progress.end();
    if failed > 0 {
        line(&format!(
            "{failed} orders failed: their gateway is down. It is repaired, and they are resumed where they failed."
        ));
        fs::write(shop::repaired(&folder), "")?;
        driver.until_done()?;
        driver.progress.end();
    }
    let done = report::print(&folder, orders, driver.kills);
    if !is_kept {
        fs::remove_dir_all(&folder)?;
    }
    done
}

impl Driver {
    /// Kills and starts the shop until all orders have ended. Returns the number of failed orders.
    fn until_done(&mut self) -> Result<usize, Problem> {
        loop {
            match self.life()? {
                End::Killed => self.kills += 1,
                End::Done { failed } => return Ok(failed),
            }
        }
    }

    /// Runs one process of the shop.
    fn life(&mut self) -> Result<End, Problem> {
        let mut shop = start(&self.folder, self.orders)?;
        let end = Instant::now() + Duration::from_millis(LIFE.0 + self.roll() % (LIFE.1 - LIFE.0));
        let told = listen(&mut shop);
        loop {
            match told.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Told { complete, failed, is_done }) => {
                    self.progress.show(complete, failed, self.kills);
                    if is_done {
                        return ended(shop.wait()?).map(|()| End::Done { failed });
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    // SIGKILL on Unix: nothing is flushed.
                    shop.kill()?;
                    shop.wait()?;
                    return Ok(End::Killed);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    ended(shop.wait()?)?;
                    return Err("the shop has closed before all was done".into());
                }
            }
        }
    }

    /// `SplitMix64`.
    fn roll(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

fn start(folder: &Path, orders: usize) -> Result<Child, Problem> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("work").arg(folder).arg(orders.to_string());
    Ok(command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?)
}

fn ended(status: ExitStatus) -> Result<(), Problem> {
    if status.success() { Ok(()) } else { Err(format!("the shop has failed: {status}").into()) }
}

/// A report of the shop on its progress.
fn listen(shop: &mut Child) -> Receiver<Told> {
    let (sender, told) = channel();
    if let Some(stdout) = shop.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            // A kill may cut the last line off.
            for told in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
                if sender.send(told).is_err() {
                    return;
                }
            }
        });
    }
    told
}
