//! Several deciders and workers at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use asl_swf_double::Double;

use super::support::*;

#[test]
fn each_task_is_handed_out_once_to_many_threads() {
    let double = Double::new();
    double.register("Work", "1").unwrap();
    double.register_activity("Act", "1").unwrap();
    let runs: Vec<_> = (0..50)
        .map(|number| double.start("Work", "1", &format!("w{number}"), "").unwrap())
        .collect();
    let done = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while done.load(Ordering::SeqCst) < 50 {
                    let task = double.decision("Work").unwrap();
                    if task.is_empty() {
                        thread::yield_now();
                        continue;
                    }
                    let first = task.previous_started_event_id == 0;
                    double
                        .decide(&task, vec![if first { activity("a") } else { complete() }])
                        .unwrap();
                    done.fetch_add(usize::from(!first), Ordering::SeqCst);
                }
            });
            scope.spawn(|| {
                while done.load(Ordering::SeqCst) < 50 {
                    let task = double.activity("Act").unwrap();
                    if !task.is_empty() {
                        double.complete_activity(&task, "1").unwrap();
                    }
                    thread::yield_now();
                }
            });
        }
    });
    for run in &runs {
        assert_eq!(status(&double, run).as_deref(), Some("COMPLETED"));
        assert_eq!(
            (
                count(&double, run, "ActivityTaskStarted"),
                count(&double, run, "DecisionTaskStarted")
            ),
            (1, 2)
        );
    }
}
