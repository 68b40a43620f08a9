//! Tasks that nothing in a simulation can wake, and the messages that name them.

use std::time::Duration;

use asl_execution::execution::{Execution, OpKey};

use super::environment::{Environment, Work};
use super::running::Running;
use super::script::{Scripted, TaskCall};

/// The place in which a simulation runs, which decides what its tasks can wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Host {
    /// It blocks its thread. Tasks may wait for other threads, for this time.
    Thread(Duration),
    /// It blocks the only thread of a tokio runtime, so nothing on this runtime can wake a task.
    #[cfg(feature = "tokio")]
    BlockedRuntime,
    /// It is a future on a tokio runtime with a paused clock.
    #[cfg(all(feature = "testing", feature = "tokio"))]
    Tokio,
}

/// The advice that ends most messages.
const ADVICE: &str = "run the scenario with `run_on_tokio().await` in a \
                      `#[tokio::test(start_paused = true)]`";

impl Host {
    /// A host that blocks the current thread.
    pub(super) fn blocking(patience: Duration) -> Self {
        #[cfg(feature = "tokio")]
        {
            use tokio::runtime::{Handle, RuntimeFlavor};

            let runtime = Handle::try_current().map(|handle| handle.runtime_flavor());
            if matches!(runtime, Ok(RuntimeFlavor::CurrentThread)) {
                return Self::BlockedRuntime;
            }
        }
        Self::Thread(patience)
    }

    /// Real time to wait for another thread.
    pub(super) fn patience(self) -> Duration {
        match self {
            Self::Thread(patience) => patience,
            #[cfg(feature = "tokio")]
            Self::BlockedRuntime => Duration::ZERO,
            #[cfg(all(feature = "testing", feature = "tokio"))]
            Self::Tokio => Duration::ZERO,
        }
    }

    fn waits_for_others(self) -> bool {
        match self {
            Self::Thread(_) => true,
            #[cfg(feature = "tokio")]
            Self::BlockedRuntime => true,
            #[cfg(all(feature = "testing", feature = "tokio"))]
            Self::Tokio => false,
        }
    }
}

impl<F: FnMut(&TaskCall) -> Option<Scripted>> Environment<F> {
    /// The message about a task that is at its limit of time, if the simulation cannot decide that
    /// the task would really have taken that long.
    pub(super) fn stuck_at_limit(&self, run: &Execution, op: OpKey) -> Option<String> {
        let Work::Running(running) = &self.open.get(&op)?.work else { return None };
        self.stuck(run, running, running.has_limit())
    }

    /// The message about a task that waits at the time limit of the machine, for something outside
    /// of the simulation.
    pub(super) fn stuck_at_deadline(&self, run: &Execution) -> Option<String> {
        self.running().find_map(|running| self.stuck(run, running, true))
    }

    /// The message about a task that waits while nothing else can happen.
    pub(super) fn stuck_for_ever(&self, run: &Execution) -> Option<String> {
        self.running().find_map(|running| self.stuck(run, running, false))
    }

    fn stuck(&self, run: &Execution, running: &Running, has_limit: bool) -> Option<String> {
        let host = self.performer.tasks.as_ref()?.host;
        let why = if !running.is_at_work() {
            if has_limit {
                return None;
            }
            "waits for a report with its task token, which a simulation cannot receive: script \
             its outcome with `Scenario::task`"
                .to_owned()
        } else if host.waits_for_others() && running.can_wake() {
            why_foreign(host)
        } else if has_limit {
            return None;
        } else if host.waits_for_others() {
            "never answers, because nothing keeps a waker of its future, and it has no \
             `TimeoutSeconds` that would end it"
                .to_owned()
        } else {
            "waits, and nothing on this tokio runtime will wake it: nothing runs and no timer is \
             set. A paused clock does not wait for sockets and threads: use \
             `tokio::task::spawn_blocking`, or script the call"
                .to_owned()
        };
        Some(format!("{} {why}", called(run, running)))
    }

    /// The message about a task that panicked because it needs tokio's runtime.
    pub(super) fn lacks_runtime(&self, run: &Execution, op: OpKey, cause: &str) -> Option<String> {
        let Work::Running(running) = &self.open.get(&op)?.work else { return None };
        // The texts of tokio's panics outside of a runtime, and on one without timers or I/O.
        let is_tokio = cause.contains("Tokio 1.x");
        let host = self.performer.tasks.as_ref()?.host;
        (is_tokio && host.waits_for_others()).then(|| {
            let called = called(run, running);
            format!("{called} needs a tokio runtime, which this simulation has not: {ADVICE}")
        })
    }
}

#[inline]
fn why_foreign(host: Host) -> String {
    let waits = "waits for something outside of the simulation";
    match host {
        #[cfg(feature = "tokio")]
        Host::BlockedRuntime => format!(
            "{waits}, while the simulation blocks the only thread of the tokio runtime: {ADVICE}"
        ),
        #[cfg(all(feature = "testing", feature = "tokio"))]
        Host::Tokio => waits.to_owned(),
        Host::Thread(patience) => format!(
            "{waits}, such as a timer or a channel, and nothing has woken it for {patience:?} of \
             real time: {ADVICE}, or allow other threads more time with `Simulation::stuck_after`"
        ),
    }
}

/// The task, its state, and the place of the state.
#[inline]
fn called(run: &Execution, running: &Running) -> String {
    let Some((state, row)) = running.called else { return "a restored task".to_owned() };
    let machine = run.machine();
    let node = machine.nodes.iter().find(|node| node.state == state);
    let (line, column) = node.map_or((1, 1), |node| node.source);
    format!("the task `{}` of state `{state}` ({}:{line}:{column})", row.method, machine.source)
}
