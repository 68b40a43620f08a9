//! Runs on tokio's paused clock: the delays of the machine and the sleeps of its tasks share it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use crate::task::Compiled;
use asl_execution::execution::Execution;
use asl_execution::machine::Machine;
use asl_value::error::Failure;
use asl_value::value::Value;

use super::environment::Performer;
use super::playing::Playing;
use super::running::Tasks;
use super::script::{Scripted, TaskCall};
use super::stuck::Host;
use super::{Simulation, SimulationRun};

/// Virtual time after which nothing more happens: longer than AWS's longest time-out.
const FAR: u64 = 1 << 37;

/// The clock of a run on tokio.
struct Clock {
    base: Instant,
    /// Milliseconds since 1970 at `base`.
    start: u64,
    timer: Option<Timer>,
    has_yielded: bool,
}

struct Timer {
    at: u64,
    sleep: Pin<Box<Sleep>>,
}

impl Clock {
    fn now(&self) -> u64 {
        let elapsed = u64::try_from(self.base.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.start.saturating_add(elapsed)
    }

    /// Waits until this time, and then until the tasks have run that tokio wakes at this time: an
    /// answer at the very moment of a time-out is in time.
    fn poll(&mut self, at: u64, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.as_ref().is_none_or(|timer| timer.at != at) {
            let last = self.now().saturating_add(FAR);
            let after = Duration::from_millis(at.min(last).saturating_sub(self.start));
            let sleep = Box::pin(sleep_until(self.base + after));
            (self.timer, self.has_yielded) = (Some(Timer { at, sleep }), false);
        }
        if let Some(timer) = &mut self.timer
            && !self.has_yielded
        {
            ready!(timer.sleep.as_mut().poll(cx));
            self.has_yielded = true;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.timer = None;
        Poll::Ready(())
    }
}

impl Simulation {
    /// Runs a machine with scripted and real tasks on tokio's clock, which must be paused.
    #[doc(hidden)]
    pub async fn run_on_tokio(
        &self,
        machine: &'static Machine,
        tasks: Option<&Compiled>,
        input: Value,
        script: impl FnMut(&TaskCall) -> Option<Scripted>,
    ) -> SimulationRun {
        let tasks = tasks.map(|compiled| Tasks::new(compiled, Host::Tokio));
        let performer = Performer { script, tasks };
        let mut playing =
            Playing::new(self, performer, |options| Execution::start(machine, input, options));
        let (base, start) = (Instant::now(), self.start);
        let mut clock = Clock { base, start, timer: None, has_yielded: false };
        let result = std::future::poll_fn(|cx| poll(&mut playing, &mut clock, cx)).await;
        let elapsed = playing.elapsed();
        playing.environment.keep_detached();
        std::future::poll_fn(|cx| poll_detached(&mut playing, &mut clock, cx)).await;
        playing.report(result, elapsed)
    }
}

/// Runs the execution to its result.
fn poll<F: FnMut(&TaskCall) -> Option<Scripted>>(
    playing: &mut Playing<'_, F>,
    clock: &mut Clock,
    cx: &mut Context<'_>,
) -> Poll<Result<Value, Failure>> {
    loop {
        if let Some(result) = playing.advance() {
            return Poll::Ready(result);
        }
        let Playing { run, environment, .. } = playing;
        environment.now = environment.now.max(clock.now());
        environment.register(cx.waker());
        if let Some((op, report)) = environment.poll_tasks() {
            environment.apply_report(run, op, report);
            continue;
        }
        ready!(clock.poll(environment.next_time(run), cx));
        environment.pass_time(run);
    }
}

/// Runs the detached calls until they have ended.
fn poll_detached<F: FnMut(&TaskCall) -> Option<Scripted>>(
    playing: &mut Playing<'_, F>,
    clock: &mut Clock,
    cx: &mut Context<'_>,
) -> Poll<()> {
    let environment = &mut playing.environment;
    while !environment.open.is_empty() {
        environment.now = environment.now.max(clock.now());
        environment.register(cx.waker());
        if let Some((op, report)) = environment.poll_tasks() {
            environment.apply_detached_report(op, report);
            continue;
        }
        ready!(clock.poll(environment.next_time_of_detached(), cx));
        if !environment.pass_time_of_detached() {
            break;
        }
    }
    Poll::Ready(())
}

/// The reason why the current task cannot run machines on virtual time, if there is one.
#[doc(hidden)]
pub fn unsuitable_runtime() -> Option<&'static str> {
    if tokio::runtime::Handle::try_current().is_err() {
        return Some("`run_on_tokio` needs a tokio runtime");
    }
    let first = Instant::now();
    // A clock that runs in real time follows the system's; a paused one does not.
    let system = std::time::Instant::now();
    while std::time::Instant::now() == system {
        std::hint::spin_loop();
    }
    (Instant::now() > first).then_some("the clock of this tokio runtime runs in real time")
}
