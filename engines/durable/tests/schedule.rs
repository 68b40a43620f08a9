//! Executions that start by cron patterns.
#![expect(clippy::unwrap_used, reason = "tests")]

mod steps;

use std::time::Duration;

use asl_durable::{CallError, Durable, List, Missed, Options, Schedule};
use asl_runtime::json;
use steps::{Steps, two_steps};

/// The seconds of the runs, in their order.
async fn seconds(store: &Durable) -> Vec<i64> {
    let page = store.list(List::default().label("schedule:tick")).await.unwrap();
    let second = |id: &str| id.rsplit_once('T')?.1.trim_end_matches('Z').parse::<i64>().ok();
    let runs = page.executions.iter().map(|run| second(&run.id).unwrap());
    runs.map(|run| run / 10_000 * 3_600 + run / 100 % 100 * 60 + run % 100).collect()
}

#[tokio::test]
async fn each_run_starts_once_also_when_it_was_missed() {
    let name = format!("asl-schedule-tests-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    let schedule = || {
        let tick = Schedule::new("tick", "two_steps", "* * * * * *").unwrap();
        tick.input(json!({"from": "schedule"})).missed(Missed::All)
    };
    for _ in 0..2 {
        let open = Durable::open(&directory, [two_steps::machine(Steps)], Options::default());
        let store = open.await.unwrap();
        // Two of them, as in two processes.
        let schedules = [store.schedule([schedule()]), store.schedule([schedule()])];
        let schedules = schedules.map(|schedules| schedules.unwrap());
        let before = seconds(&store).await.len();
        while seconds(&store).await.len() < before + 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        store.close(Duration::from_secs(1)).await.unwrap();
        drop(schedules);
        tokio::time::sleep(Duration::from_millis(1_200)).await;
    }
    let store = Durable::open(&directory, [two_steps::machine(Steps)], Options::default()).await;
    let store = store.unwrap();
    let seconds = seconds(&store).await;
    assert!(seconds.len() >= 4, "{seconds:?}");
    // At midnight the clock begins anew.
    let steps = seconds.windows(2).map(|pair| (pair[1] - pair[0]).rem_euclid(86_400));
    assert!(
        steps.clone().all(|step| step == 1),
        "no second is missing, or there twice: {seconds:?}"
    );
    let page = store.list(List::default().limit(1)).await.unwrap();
    let told = store.describe(page.executions[0].id.clone()).await.unwrap();
    assert_eq!(told.input, json!({"from": "schedule"}));
    let unknown = store.schedule([Schedule::new("tick", "nothing", "* * * * *").unwrap()]);
    assert!(unknown.unwrap_err().to_string().contains("`nothing` of schedule `tick`"));
    store.close(Duration::from_secs(1)).await.unwrap();
    assert!(matches!(store.list(List::default()).await, Err(CallError::Closed)));
    std::fs::remove_dir_all(&directory).unwrap();
}
