//! Limits of the calls of tasks over a whole store.

use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_runtime::__engine::lock;
use asl_runtime::value::Text;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

/// Shortest and longest time between two calls, which a rate gives.
const SHORTEST: f64 = 1e-6;
const LONGEST: f64 = 86_400.0;

/// Limit of the calls of a task over the whole store: calls wait until it lets them begin. The time
/// that they wait is not part of their `TimeoutSeconds`.
///
/// ```
/// use asl_durable::{Limit, Options};
///
/// let charge = Limit::new("order", "charge_card").at_once(20).per_second(100.0);
/// let options = Options::default().limit(charge);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Limit {
    /// The machine, in all its versions.
    pub machine: Text,
    /// The method of its tasks.
    pub task: Text,
    /// Maximum number of calls at a time.
    pub at_once: Option<u32>,
    /// Maximum number of calls that begin in a second. They begin at equal distances.
    pub per_second: Option<f64>,
}

impl Limit {
    /// A limit of the method with this name in the machine's `Tasks`.
    pub fn new(machine: impl Into<Text>, task: impl Into<Text>) -> Self {
        Self { machine: machine.into(), task: task.into(), at_once: None, per_second: None }
    }

    asl_runtime::__setters! {
        at_once: u32 => Some,
        per_second: f64 => Some,
    }

    /// Time between two calls.
    pub fn interval(&self) -> Option<Duration> {
        let seconds = 1.0 / self.per_second?;
        // Not a number is the longest time.
        Some(Duration::from_secs_f64(if seconds < LONGEST {
            seconds.max(SHORTEST)
        } else {
            LONGEST
        }))
    }
}

/// The permission for a call. Dropping it ends the call.
#[cfg_attr(
    not(feature = "messages"),
    expect(unreachable_pub, reason = "other crates get it with that feature")
)]
pub type Permit = Box<dyn Any + Send>;

/// The wait for a permission.
#[cfg_attr(
    not(feature = "messages"),
    expect(unreachable_pub, reason = "other crates get it with that feature")
)]
pub type Passing = Pin<Box<dyn Future<Output = Permit> + Send>>;

/// Lets calls begin within a limit.
pub trait Gate: Send + Sync {
    /// Waits until a call may begin.
    fn pass(&self) -> Passing;
}

/// The gate of a store that one process has.
pub(super) struct LocalGate {
    permits: Option<Arc<Semaphore>>,
    /// The time between two calls, and the time of the next one.
    pace: Option<(Duration, Arc<Mutex<Instant>>)>,
}

impl LocalGate {
    pub(super) fn new(limit: &Limit) -> Self {
        let most = limit.at_once.map(|most| usize::try_from(most.max(1)).unwrap_or(usize::MAX));
        Self {
            permits: most.map(|most| Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)))),
            pace: limit.interval().map(|interval| (interval, Arc::new(Mutex::new(Instant::now())))),
        }
    }
}

impl Gate for LocalGate {
    fn pass(&self) -> Passing {
        let (permits, pace) = (self.permits.clone(), self.pace.clone());
        Box::pin(async move {
            let permit = match permits {
                // It is never closed.
                Some(permits) => permits.acquire_owned().await.ok(),
                None => None,
            };
            if let Some((interval, next)) = pace {
                let begin = {
                    let mut next = lock(&next);
                    let begin = next.max(Instant::now());
                    *next = begin + interval;
                    begin
                };
                sleep_until(begin).await;
            }
            Box::new(permit) as Permit
        })
    }
}

impl fmt::Debug for dyn Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gate")
    }
}
