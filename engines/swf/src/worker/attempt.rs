//! The run of one activity task: the machine's task, its heartbeats, a cancellation, the worker's
//! stop.

use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use asl_runtime::engine::remote::RemoteTask;
use asl_runtime::error::names;
use asl_runtime::{TaskError, Value};
use tokio::time::{Instant, sleep_until};

use crate::limits::{LONGEST_TEXT, cut, units};
use crate::model::ActivityTask;
use crate::service::{RecordActivityTaskHeartbeat, Swf, SwfError, SwfResult};

use super::activity::HeartbeatDetails;
use super::notice::ActivityEnd;
use super::retrying_client::RetryingClient;

/// Maximum length of a heartbeat's details, in characters.
const LONGEST_DETAILS: usize = 2_048;

/// The state of a running task.
pub(super) struct Attempt<'l, S> {
    client: &'l RetryingClient<S>,
    task: &'l ActivityTask,
    details: Option<&'l HeartbeatDetails>,
    /// Minimum time between two heartbeats.
    pause: Duration,
    /// Interval of heartbeats that are sent even if the task reports none.
    watch: Option<Duration>,
}

/// An event of a running task.
enum Heard {
    End(Result<Value, TaskError>),
    Beat,
}

/// A heartbeat in flight. It yields true if the task should be cancelled, and an inner error if the
/// task has ended at the service.
type Beat<'l> = Pin<Box<dyn Future<Output = SwfResult<Result<bool, SwfError>>> + Send + 'l>>;

impl<'l, S: Swf> Attempt<'l, S> {
    pub(super) fn new(
        client: &'l RetryingClient<S>,
        task: &'l ActivityTask,
        pause: Duration,
        watch: Option<Duration>,
    ) -> Self {
        Self { client, task, details: None, pause, watch }
    }

    /// Sets the details of heartbeats.
    pub(super) fn with_details(self, details: Option<&'l HeartbeatDetails>) -> Self {
        Self { details, ..self }
    }

    /// Runs the task to its end. An error concerns the whole worker.
    pub(super) async fn drive(self, mut task: RemoteTask) -> SwfResult<ActivityEnd> {
        let mut expired = pin!(self.client.stop.expired(self.client.options.grace));
        let mut seen = 0;
        let mut is_said = false;
        // The first heartbeat is sent at once, others after the pause.
        let (mut soonest, mut last) = (Instant::now(), Instant::now());
        let mut beat: Option<Beat<'_>> = None;
        let mut beats = 0_u64;
        loop {
            let watched = self.watch.map(|every| last + every);
            let due = if is_said { Some(soonest) } else { watched };
            tokio::select! {
                biased;
                heard = std::future::poll_fn(|cx| hear(&mut task, &mut seen, cx)) => match heard {
                    Heard::End(result) => return Ok(ended(task.state(), result)),
                    Heard::Beat => is_said = true,
                },
                () = &mut expired => return Ok(ActivityEnd::CutOff),
                told = on_its_way(&mut beat) => {
                    beat = None;
                    match told? {
                        Ok(true) => return Ok(ActivityEnd::Canceled),
                        Ok(false) => {}
                        Err(_) => return Ok(ActivityEnd::Abandoned),
                    }
                }
                () = at(due), if beat.is_none() => {
                    (is_said, last) = (false, Instant::now());
                    soonest = last + self.pause;
                    beats += 1;
                    beat = Some(self.beat(beats));
                }
            }
        }
    }

    fn beat(&self, number: u64) -> Beat<'_> {
        self.client.counts.heartbeats.add();
        let details = self.details.map(|details| cut(&details(self.task, number), LONGEST_DETAILS));
        let request =
            RecordActivityTaskHeartbeat { task_token: self.task.task_token.clone(), details };
        Box::pin(async move {
            let record = || self.client.swf.record_activity_task_heartbeat(request.clone());
            self.client.report("RecordActivityTaskHeartbeat", record).await
        })
    }
}

fn hear(task: &mut RemoteTask, seen: &mut u64, cx: &mut Context<'_>) -> Poll<Heard> {
    if let Poll::Ready(result) = Pin::new(&mut *task).poll(cx) {
        return Poll::Ready(Heard::End(result));
    }
    let count = task.heartbeats(cx);
    if count == *seen {
        return Poll::Pending;
    }
    *seen = count;
    Poll::Ready(Heard::Beat)
}

/// Waits for a heartbeat's response. Pending forever without a heartbeat.
async fn on_its_way(beat: &mut Option<Beat<'_>>) -> SwfResult<Result<bool, SwfError>> {
    match beat {
        Some(beat) => beat.await,
        None => std::future::pending().await,
    }
}

/// Waits until a time. Pending forever without one.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// The report on a task that has ended by itself.
fn ended(state: &str, result: Result<Value, TaskError>) -> ActivityEnd {
    let result = match result {
        Ok(result) => result.to_json_string(),
        Err(error) => return ActivityEnd::Failed(error),
    };
    let characters = units(&result);
    if characters <= LONGEST_TEXT {
        return ActivityEnd::Completed(result);
    }
    let cause = format!(
        "the result of state `{state}` has {characters} characters; Amazon SWF takes {LONGEST_TEXT}. Return a reference to the data, \
         to an object in S3 for example"
    );
    ActivityEnd::Failed(TaskError::new(names::DATA_LIMIT_EXCEEDED, cause))
}
