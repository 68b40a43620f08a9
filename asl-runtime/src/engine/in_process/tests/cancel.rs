//! Cancellation by a handle.

use super::*;

/// Counts its drops.
struct Guard(Arc<AtomicU32>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_execution_is_aborted_with_error_cause_and_history() {
    let dropped = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&dropped);
    let compiled = with(&RETRY, move |_, _| {
        let guard = Guard(Arc::clone(&seen));
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    });
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    let (handle, run) = compiled.start(json!(1), options);
    let running = tokio::spawn(run);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(handle.cancel("Operator.Stop", "maintenance").await, Ok(()));
    let failure = running.await.expect("it does not panic").expect_err("it was cancelled");
    assert_eq!(
        (failure.status(), failure.error(), failure.cause()),
        (Status::Aborted, Some("Operator.Stop"), Some("maintenance"))
    );
    assert_eq!(failure.to_string(), "aborted with Operator.Stop in X (by hand:1:1): maintenance");
    assert_eq!(dropped.load(Ordering::Relaxed), 1, "its task is dropped");
    let events = history.events();
    let last = events.last().expect("events");
    assert_eq!(last.kind.to_string(), "ExecutionAborted");
    assert_eq!(last.details.error.as_deref(), Some("Operator.Stop"));
    assert_eq!(last.details.cause.as_deref(), Some("maintenance"));
    // It has ended.
    assert_eq!(handle.cancel("", "").await, Err(asl_execution::execution::SendError::Ended));
}

#[tokio::test]
async fn a_machine_that_never_waits_is_cancelled_too() {
    let compiled = with(&LOOP, |_, _| std::future::pending());
    let (handle, run) = compiled.start(json!(i64::MAX), RunOptions::default());
    let running = tokio::spawn(run);
    assert_eq!(handle.cancel("", "").await, Ok(()));
    let failure = running.await.expect("it does not panic").expect_err("it was cancelled");
    assert_eq!((failure.status(), failure.error()), (Status::Aborted, None));
}
