//! Executions near the limits beyond which Temporal refuses commands or ends runs.

use super::*;

asl_machine!("tests/machines/leaves.sm4c.json");

/// The tasks among some effects.
fn tasks(effects: Vec<Effect>) -> Vec<(Sequence, TaskCall)> {
    let of_task = |effect| match effect {
        Effect::Task { sequence, call } => Some((sequence, *call)),
        _ => None,
    };
    effects.into_iter().filter_map(of_task).collect()
}

fn done(sequence: Sequence, output: Value) -> Input {
    Input::Task(sequence, TaskEnd::Done(output))
}

#[test]
fn what_exceeds_the_open_tasks_of_temporal_starts_as_others_end() {
    let items: Vec<Value> = (0..1_500).map(Value::from).collect();
    let rows = json!({"rows": [(Value::from(items))]});
    let mut first = driver(&each::MACHINE, rows.clone());
    let open = tasks(effects(&mut first));
    assert_eq!(open.len(), bounds::MOST_CALLS);
    first.activate(START, None);
    first.apply(done(open[0].0, json!(0)));
    assert_eq!(tasks(effects(&mut first)).len(), 1);
    let output = World::default().drive(&each::MACHINE, rows, false).expect("it succeeds");
    assert_eq!(output.item(0).and_then(|row| row.item(1_499)), Some(&json!(2_998)));
}

#[test]
fn the_queue_of_a_map_that_fails_is_dropped() {
    let items: Vec<Value> = (0..1_500).map(Value::from).collect();
    let mut driver = driver(&each::MACHINE, json!({"rows": [(Value::from(items))]}));
    let open = tasks(effects(&mut driver));
    driver.activate(START, None);
    let error = TaskError::named("Broken");
    driver.apply(Input::Task(open[0].0, TaskEnd::Failed(error)));
    let Turn::Over(Err(failure)) = turn(&mut driver) else { panic!("it fails") };
    assert_eq!(failure.error(), Some("Broken"));
    let left = driver.effects();
    let is_cancel = |effect: &Effect| matches!(effect, Effect::CancelTask(_));
    assert!(left.len() == bounds::MOST_CALLS - 1 && left.iter().all(is_cancel));
}

#[test]
fn inputs_beyond_one_completion_follow_in_the_next() {
    let item = || Value::text("x".repeat(40));
    let input = json!({"rows": [[(item()), (item()), (item())]]});
    let mut driver = driver_with(&each::MACHINE, input, setting(100));
    let open = tasks(effects(&mut driver));
    assert_eq!(open.len(), 2, "84 bytes of 100");
    assert!(effects(&mut driver).is_empty(), "it is the same activation");
    driver.activate(START, None);
    driver.apply(Input::Foreign("anything".to_owned()));
    assert_eq!(tasks(effects(&mut driver)).len(), 1);
}

#[test]
fn a_history_of_many_bytes_lets_what_is_open_end_first() {
    let mut driver = driver(&each::MACHINE, json!({"rows": [[1, 2], [3], [4], [5], [6]]}));
    let open = tasks(effects(&mut driver));
    assert_eq!(open.len(), 5);
    for (at, (sequence, call)) in open.into_iter().enumerate() {
        driver.activate(START, Some(Length { events: 30, bytes: (16 << 20) + 1 }));
        driver.apply(Input::Task(sequence, answer(&call)));
        let turn = turn(&mut driver);
        assert!(driver.effects().is_empty(), "nothing new starts");
        assert_eq!(matches!(turn, Turn::Full(_)), at == 4, "{turn:?}");
    }
}

#[test]
fn data_that_are_too_large_for_another_run_are_tried_again_at_twice_the_length() {
    let large = || Value::text("x".repeat(bounds::LARGEST_SNAPSHOT));
    let mut driver = driver_with(&shrinks::MACHINE, large(), setting(4 << 20));
    assert_eq!(effects(&mut driver).len(), 1);
    let mut step = |events: u32, output: Value| {
        let sequence = driver.run.open.values().find_map(|open| open.call).expect("a task");
        driver.activate(START, Some(length(events)));
        driver.apply(done(sequence, output));
        turn(&mut driver)
    };
    assert!(matches!(step(5_000, large()), Turn::Wait), "the data are large");
    assert!(matches!(step(9_999, json!("small")), Turn::Wait), "it is not tried");
    let Turn::Full(chunk) = step(10_000, json!("small")) else { panic!("it goes on") };
    assert!(chunk.snapshot.len() < 10_000);
}

#[test]
fn a_task_that_is_lost_again_and_again_runs_in_another_run() {
    let mut driver = driver(&limits::MACHINE, json!({}));
    let (first, _) = tasks(effects(&mut driver)).remove(0);
    driver.activate(START + 400, Some(length(5_000)));
    driver.apply(Input::Foreign("anything".to_owned()));
    driver.apply(Input::Task(first, TaskEnd::Silent));
    let Turn::Full(chunk) = turn(&mut driver) else { panic!("it goes on") };
    assert_eq!(chunk.until, BTreeMap::from([("Never#0".to_owned(), START + 1_000)]));
    let text = serde_json::to_string(&chunk).expect("text");
    let read: Chunk = serde_json::from_str(&text).expect("a chunk");
    let mut driver = go_on(&limits::MACHINE, Chunk { snapshot: chunk.snapshot, ..read });
    let (_, call) = tasks(effects(&mut driver)).remove(0);
    assert_eq!((call.operation.as_str(), call.timeout), ("Never#0", 600));
    assert_eq!(driver.state().get("refused"), Some(&json!(["anything"])));
}

#[test]
fn a_task_that_its_worker_gives_up_runs_again() {
    let mut driver = driver(&limits::MACHINE, json!({}));
    let (first, _) = tasks(effects(&mut driver)).remove(0);
    driver.activate(START + 100, None);
    driver.apply(Input::Task(first, TaskEnd::Lost { pause: 300 }));
    let found = effects(&mut driver);
    let [Effect::Timer { sequence, after, .. }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(after.as_millis(), 300);
    driver.activate(START + 400, None);
    driver.apply(Input::Fired(*sequence));
    let (second, call) = tasks(effects(&mut driver)).remove(0);
    assert_eq!((call.operation.as_str(), call.timeout), ("Never#0", 600));
    driver.activate(START + 500, None);
    driver.apply(Input::Task(second, TaskEnd::TimedOut));
    // So does one that sends heartbeats itself.
    let (silent, _) = tasks(effects(&mut driver)).remove(0);
    driver.activate(START + 600, None);
    driver.apply(Input::Task(silent, TaskEnd::Lost { pause: 0 }));
    let (_, call) = tasks(effects(&mut driver)).remove(0);
    assert_eq!((call.operation.as_str(), call.silence), ("Silent#1", Some(1_000)));
}

#[test]
fn the_pause_of_a_lost_task_ends_with_its_time() {
    let mut driver = driver(&limits::MACHINE, json!({}));
    let (first, _) = tasks(effects(&mut driver)).remove(0);
    driver.activate(START + 900, None);
    driver.apply(Input::Task(first, TaskEnd::Lost { pause: 30_000 }));
    let found = effects(&mut driver);
    let [Effect::Timer { sequence, after, .. }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(after.as_millis(), 100);
    driver.activate(START + 1_000, None);
    driver.apply(Input::Fired(*sequence));
    assert_eq!(tasks(effects(&mut driver))[0].1.operation, "Silent#1", "its time is over");
}

#[test]
fn a_call_that_nobody_waits_for_is_within_the_limit_or_the_execution_fails() {
    let input = |length: usize| json!({"text": ("x".repeat(length))});
    let mut small = driver_with(&leaves::MACHINE, input(10), setting(100));
    assert!(matches!(turn(&mut small), Turn::Over(Ok(_))));
    assert!(matches!(small.effects().as_slice(), [Effect::Detached { .. }]));
    let mut large = driver_with(&leaves::MACHINE, input(200), setting(100));
    let Turn::Over(Err(failure)) = turn(&mut large) else { panic!("it fails") };
    assert!(large.effects().is_empty());
    assert_eq!(failure.error(), Some("States.DataLimitExceeded"));
}
