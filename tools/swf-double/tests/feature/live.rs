//! The double as a service whose polls wait.

use std::time::Duration;

use asl_swf::Swf;
use asl_swf::service::{PollForActivityTask, PollForDecisionTask, RespondDecisionTaskCompleted};
use asl_swf_double::Live;
use tokio::time::Instant;

use super::support::*;

#[tokio::test(start_paused = true)]
async fn a_poll_waits_for_a_timer() {
    let (double, _) = started();
    let live = Live::new(double.clone());
    let poll = PollForDecisionTask {
        domain: "test".into(),
        task_list: "Work".into(),
        ..Default::default()
    };
    let task_token = live.poll_for_decision_task(poll.clone()).await.unwrap().task_token;
    live.respond_decision_task_completed(RespondDecisionTaskCompleted {
        task_token,
        decisions: vec![timer("t", 42)],
        ..Default::default()
    })
    .await
    .unwrap();
    let before = Instant::now();
    assert!(!live.poll_for_decision_task(poll).await.unwrap().is_empty());
    assert_eq!(before.elapsed().as_secs(), 42);
    assert_eq!(double.now().as_millis(), 1_700_000_042_000);
}

#[tokio::test(start_paused = true)]
async fn a_poll_is_woken_by_what_another_one_does_and_gives_up_after_a_minute() {
    let (double, _) = started();
    let live = Live::new(double.clone());
    let poll =
        PollForActivityTask { domain: "test".into(), task_list: "Act".into(), identity: None };
    let before = Instant::now();
    assert!(live.poll_for_activity_task(poll.clone()).await.unwrap().is_empty());
    assert_eq!(before.elapsed().as_secs(), 60);
    let worker = tokio::spawn({
        let live = live.clone();
        async move { live.poll_for_activity_task(poll).await.unwrap() }
    });
    tokio::time::sleep(Duration::from_secs(7)).await;
    // The first decision task timed out at no time: nobody has taken it yet.
    decide(live.double(), [activity("a")]);
    assert_eq!(worker.await.unwrap().activity_id, "a");
    assert_eq!(before.elapsed().as_secs(), 67);
}
