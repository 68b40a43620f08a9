//! The demonstration on the double, and the manual decider.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;

use asl_swf_double::{Double, Live};
use serde_json::Value;
use swf::play::{self, Play};

#[tokio::test(start_paused = true)]
async fn every_order_ends_as_expected() {
    let play = Play::new(3_600).with_a_change_of_mind();
    let ends = play::run(Arc::new(Live::new(Double::new())), &play, |_| {}).await.unwrap();
    let ends: Vec<_> = ends
        .iter()
        .map(|end| (end.order.as_str(), end.status.as_str(), end.text.as_str()))
        .collect();
    let expected = [
        ("order-1", "COMPLETED", "\"Emma is on its way with Bo\""),
        ("order-2", "COMPLETED", "\"Middlemarch is on its way with Bo\""),
        ("order-3", "FAILED", "OrderCancelled: the card was declined; nothing was sent"),
        ("order-4", "COMPLETED", "\"Villette is on its way with Bo\""),
        ("order-5", "CANCELED", "WorkflowExecutionCanceled"),
    ];
    assert_eq!(ends, expected);
}

#[tokio::test(start_paused = true)]
async fn two_demonstrations_print_the_same() {
    let lines = async || {
        let (sender, mut lines) = tokio::sync::mpsc::unbounded_channel();
        let say = move |line: &str| sender.send(line.to_owned()).unwrap();
        play::run(Arc::new(Live::new(Double::new())), &Play::new(60), say).await.unwrap();
        let mut said = Vec::new();
        while let Ok(line) = lines.try_recv() {
            said.push(line);
        }
        said
    };
    let first = lines().await;
    assert!(first.len() > 60, "{first:#?}");
    assert_eq!(first, lines().await);
}

/// The types of the decisions, or the error.
fn decide(history: &str) -> Result<Vec<String>, String> {
    let mut answer = Vec::new();
    asl_swf::command(
        &swf::decider().map_err(|error| error.to_string())?,
        history.as_bytes(),
        &mut answer,
    )
    .map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let decisions = answer["decisions"].as_array().unwrap();
    Ok(decisions.iter().map(|one| one["decisionType"].as_str().unwrap().to_owned()).collect())
}

#[test]
fn the_sample_histories_are_decided() {
    assert_eq!(
        decide(include_str!("../histories/started.json")).unwrap(),
        ["ScheduleActivityTask"]
    );
    let both = ["RecordMarker", "ScheduleActivityTask", "ScheduleActivityTask"];
    assert_eq!(decide(include_str!("../histories/paid.json")).unwrap(), both);
    let cancels =
        ["RequestCancelActivityTask", "RequestCancelActivityTask", "CancelWorkflowExecution"];
    assert_eq!(decide(include_str!("../histories/cancelled.json")).unwrap(), cancels);
    let error = decide(include_str!("../histories/foreign.json")).unwrap_err();
    assert!(error.contains("event 5 (ActivityTaskScheduled) is activity `Reserve#5`"), "{error}");
}
