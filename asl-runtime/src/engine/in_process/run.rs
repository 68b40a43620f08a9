//! The future of a run: the stages that it goes through.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use asl_value::error::Failure;
use asl_value::value::Value;

use super::Drive;
use super::begin::{Begin, Started};
use super::detached::RunCalls;
use super::parked::Parked;

/// The future of a running execution's result. The execution starts at the first poll; dropping the
/// future drops all its work in progress.
///
/// If an SM4C machine has detached calls, the future resolves when these have ended as well, unless
/// [`RunOptions::detached`](super::RunOptions::detached) hands them over. So a program may end after
/// it without losing a call.
///
/// It is written by hand, because an `async fn` took 1,500 bytes more while waiting. For the same
/// reason spawn it directly: an `async` block around it doubles its size.
#[must_use = "futures do nothing unless polled"]
pub struct Run(Stage);

enum Stage {
    /// Empty only during the start.
    Begin(Option<Begin>),
    /// A run that waits for one operation, which is what most runs do.
    Parked(Parked),
    /// A run that has no small form. It stays in its box until it ends.
    Driving(Box<Drive>),
    Ending(Box<Ending>),
    Over,
}

// tokio's cell of a future with up to 152 bytes has 256; the next larger one has 384.
const _: () = assert!(size_of::<Run>() <= 152);

impl Stage {
    /// The form in which a run waits.
    fn waiting(mut drive: Drive) -> Self {
        match drive.park() {
            Some(parked) => Self::Parked(parked),
            None => Self::Driving(Box::new(drive)),
        }
    }
}

/// A run whose result is decided and whose detached calls are still open.
struct Ending {
    result: Result<Value, Failure>,
    calls: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Run {
    #[inline]
    pub(super) fn new(begin: Begin) -> Self {
        Self(Stage::Begin(Some(begin)))
    }
}

impl Future for Run {
    type Output = Result<Value, Failure>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let stage = &mut self.get_mut().0;
        let (result, calls) = match stage {
            Stage::Begin(begin) => {
                let Some(begin) = begin.take() else { return Poll::Pending };
                // A run that ends in its first poll is never moved into the future.
                let mut drive = match begin.start(cx) {
                    Started::Ended(output) => {
                        *stage = Stage::Over;
                        return Poll::Ready(Ok(output));
                    }
                    Started::Waiting(drive) => {
                        *stage = Stage::waiting(drive);
                        return Poll::Pending;
                    }
                    Started::Running(drive) => drive,
                };
                let now = Some(drive.run.now());
                let Poll::Ready(result) = drive.poll_turn(now, cx) else {
                    *stage = Stage::waiting(drive);
                    return Poll::Pending;
                };
                (result, drive.take_calls())
            }
            Stage::Parked(parked) => {
                let report = ready!(parked.poll(cx));
                let Stage::Parked(parked) = std::mem::replace(stage, Stage::Over) else {
                    unreachable!("the stage was parked")
                };
                let mut drive = parked.resume(report);
                let Poll::Ready(result) = drive.poll(cx) else {
                    *stage = Stage::waiting(drive);
                    return Poll::Pending;
                };
                (result, drive.take_calls())
            }
            Stage::Driving(drive) => (ready!(drive.poll(cx)), drive.take_calls()),
            Stage::Ending(_) => return poll_end(stage, cx),
            Stage::Over => return Poll::Pending,
        };
        let Some(calls) = calls.and_then(RunCalls::into_end) else {
            *stage = Stage::Over;
            return Poll::Ready(result);
        };
        *stage = Stage::Ending(Box::new(Ending { result, calls }));
        poll_end(stage, cx)
    }
}

/// Polls for the end of the detached calls of a run.
fn poll_end(stage: &mut Stage, cx: &mut Context<'_>) -> Poll<Result<Value, Failure>> {
    if let Stage::Ending(ending) = stage
        && ending.calls.as_mut().poll(cx).is_ready()
        && let Stage::Ending(ending) = std::mem::replace(stage, Stage::Over)
    {
        return Poll::Ready(ending.result);
    }
    Poll::Pending
}
