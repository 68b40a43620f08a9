//! A version of a machine: its store, and the process that has it open.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use asl_durable::program::{Open, Process};
use asl_durable::{Durable, List, State};
use asl_sfn_api::{Answer, Fault};

use crate::arguments::ACCESS_KEY;

use super::calls::Calls;
use super::compiler::Compiled;
use super::machines::Shared;
use super::slots::Patience;

/// Maximum number of processes that one request waits for, if each crashes.
const ATTEMPTS: u32 = 3;
/// Time before a process that crashed is started again; it doubles with each crash.
const PAUSE: Duration = Duration::from_millis(100);
/// Maximum time before the next start, and life after which a crash counts as the first one.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Time for tasks to end when a process is closed.
const PATIENCE: Duration = Duration::from_secs(1);
/// Name of the store in the folder of a version.
const STORE: &str = "store";

/// A version of a machine.
pub(super) struct MachineVersion {
    pub(super) compiled: Compiled,
    folder: PathBuf,
    shared: Arc<Shared>,
    process: tokio::sync::Mutex<Slot>,
    used: Mutex<Instant>,
}

/// The place of a process.
#[derive(Default)]
struct Slot {
    process: Option<Arc<Process>>,
    started: Option<Instant>,
    /// Number of crashes, each shortly after a start.
    crashes: u32,
}

impl MachineVersion {
    pub(super) fn new(compiled: Compiled, folder: PathBuf, shared: Arc<Shared>) -> Arc<Self> {
        let process = tokio::sync::Mutex::default();
        Arc::new(Self { compiled, folder, shared, process, used: Mutex::new(Instant::now()) })
    }

    /// The directory of the store.
    pub(super) fn store(&self) -> PathBuf {
        self.folder.join(STORE)
    }

    /// The process, started if there is none.
    pub(super) async fn process(self: &Arc<Self>) -> Result<Arc<Process>, Fault> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let mut slot = self.process.lock().await;
        if let Some(process) = slot.process.as_ref().filter(|process| !process.is_over()) {
            return Ok(Arc::clone(process));
        }
        slot.process = None;
        let version = Arc::clone(self);
        let runtime = tokio::runtime::Handle::current();
        let started = tokio::task::spawn_blocking(move || version.start(runtime)).await;
        let process = Arc::new(started.unwrap_or_else(|error| Err(error.to_string())).map_err(
            |problem| {
                let name = &self.compiled.name;
                Fault::new("InternalFailure", format!("the machine `{name}` cannot run: {problem}"))
            },
        )?);
        slot.process = Some(Arc::clone(&process));
        slot.started = Some(Instant::now());
        Ok(process)
    }

    /// Builds the program, if needed, and starts it.
    fn start(self: &Arc<Self>, runtime: tokio::runtime::Handle) -> Result<Process, String> {
        let executable = self.shared.compiler.build(&self.compiled, &Patience::endless())?;
        let open = Open {
            directory: self
                .store()
                .to_str()
                .ok_or("the path of the store is not UTF-8")?
                .to_owned(),
            mock: self.shared.mock.clone(),
            leaves: false,
        };
        let mut command = Command::new(executable);
        command.env_remove(ACCESS_KEY);
        // An interrupt at the terminal reaches only this process, which closes the store.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let calls = Calls::new(Arc::downgrade(self), Arc::clone(&self.shared), runtime);
        Process::start(&mut command, &open, Arc::new(calls))
    }

    /// Calls the store, in another process if the first one crashes meanwhile. For calls that can
    /// be repeated.
    pub(super) async fn ask<T>(
        self: &Arc<Self>,
        call: impl for<'d> Fn(&'d Durable) -> Answer<'d, T> + Send,
    ) -> Result<T, Fault> {
        let mut attempt = 1;
        loop {
            let process = self.process().await?;
            match call(process.store()).await {
                Err(_) if process.is_over() && attempt < ATTEMPTS => attempt += 1,
                answer => return answer,
            }
        }
    }

    /// Starts the process again after it has ended by itself, because executions may be
    /// unfinished. Waits longer after each crash.
    pub(super) async fn restart(self: Arc<Self>) {
        let pause = {
            let mut slot = self.process.lock().await;
            if slot.process.as_ref().is_none_or(|process| !process.is_over()) {
                return;
            }
            let lived = slot.started.map_or(Duration::ZERO, |started| started.elapsed());
            slot.crashes = if lived > LONGEST_PAUSE { 1 } else { slot.crashes + 1 };
            (PAUSE * 2_u32.saturating_pow(slot.crashes.min(10) - 1)).min(LONGEST_PAUSE)
        };
        let name = &self.compiled.name;
        crate::output::remark(&format!("the process of `{name}` ended; it is started again\n"));
        tokio::time::sleep(pause).await;
        if let Err(fault) = self.process().await {
            crate::output::message(&format!("error: {}\n", fault.message()));
        }
    }

    /// Time of the last call.
    pub(super) fn last_used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the process if nothing needs it: it was not used for some time, and no execution is
    /// unfinished.
    pub(super) async fn close_if_idle(&self, idle: Duration) {
        if self.last_used().elapsed() < idle {
            return;
        }
        let mut slot = self.process.lock().await;
        let Some(process) = &slot.process else { return };
        let running = List::default().state(State::Running).limit(1);
        let is_idle = Arc::strong_count(process) == 1
            && process.store().list(running).await.is_ok_and(|page| page.executions.is_empty());
        if is_idle && let Some(process) = slot.process.take() {
            close(&process).await;
        }
    }

    /// Closes the process.
    pub(super) async fn close(&self) {
        if let Some(process) = self.process.lock().await.process.take() {
            close(&process).await;
        }
    }
}

async fn close(process: &Process) {
    // A process that has ended is closed.
    let _ = process.store().close(PATIENCE).await;
}

/// The version, while the server runs.
pub(super) type WeakVersion = Weak<MachineVersion>;
