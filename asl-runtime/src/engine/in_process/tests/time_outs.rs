//! Time-outs of tasks that block the thread, so that nothing polls their timers.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use super::*;

// A task with a time-out of five seconds.
machine! {
    LIMITED,
    [Node {
        kind: Kind::Invoke(Effect::Task(TaskRow {
            task: 0,
            method: "work",
            resource: "r",
            form: Form::Answer,
            timeout_seconds: 5,
            timeout_given: true,
            heartbeat_seconds: None,
        })),
        ..task("Work")
    }],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

/// Lets time pass within one poll.
async fn block(seconds: u64) {
    let mut advanced = pin!(tokio::time::advance(Duration::from_secs(seconds)));
    poll_fn(|cx| {
        let _ = advanced.as_mut().poll(cx);
        Poll::Ready(())
    })
    .await;
}

/// The result of a task that waits and then blocks for these seconds.
async fn blocked(
    machine: &'static asl_execution::machine::Machine,
    waits: u64,
    blocks: u64,
    options: Option<RunOptions>,
) -> Result<Value, Failure> {
    let compiled = with(machine, move |_, _| async move {
        if waits > 0 {
            sleep(Duration::from_secs(waits)).await;
        }
        block(blocks).await;
        Ok(json!("done"))
    });
    match options {
        Some(options) => compiled.run_with(json!(1), options).await,
        None => compiled.run(json!(1)).await,
    }
}

#[tokio::test(start_paused = true)]
async fn a_time_out_wins_over_a_result_that_comes_after_it() {
    for spawn in [None, Some(false), Some(true)] {
        for (waits, blocks, is_late) in [(0, 4, false), (0, 6, true), (3, 1, false), (3, 3, true)] {
            let options = spawn.map(|spawn| RunOptions::default().spawn(spawn));
            let result = blocked(&LIMITED, waits, blocks, options).await;
            let failed = result.as_ref().err().and_then(Failure::error);
            let wanted = is_late.then_some("States.Timeout");
            assert_eq!(failed, wanted, "{spawn:?}: {waits} s, then {blocks} s");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_missed_heartbeat_wins_over_a_result_that_comes_after_it() {
    for spawn in [false, true] {
        for (waits, blocks, is_late) in [(0, 1, false), (0, 3, true), (1, 2, true)] {
            let options = RunOptions::default().spawn(spawn);
            let result = blocked(&BEATS, waits, blocks, Some(options)).await;
            assert_eq!(result.is_err(), is_late, "{spawn}: {waits} s, then {blocks} s: {result:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_result_of_a_spawned_task_counts_from_its_end() {
    let compiled = with(&LIMITED, |_, _| async {
        sleep(Duration::from_secs(1)).await;
        // Runs before the execution, which this task wakes when it ends.
        tokio::spawn(block(20));
        Ok(json!("in time"))
    });
    let start = Instant::now();
    let result = compiled.run_with(json!(1), RunOptions::default().spawn(true)).await;
    assert_eq!(result, Ok(json!("in time")));
    assert_eq!(start.elapsed().as_secs(), 21);
}
