//! Redrives, and what another run keeps.

use super::*;

/// A driver of a replay, whose inputs are kept.
fn replayed(machine: &'static Machine, input: Value) -> Driver {
    let options = || StartOptions::default().id("o-1/r").name("o-1").now(START).seed(7);
    let kept = Some(Kept::new(input.clone(), options()));
    let setting = Setting { kept, ..setting(1 << 20) };
    Driver::new(Execution::start(machine, input, options()), setting)
}

/// The driver of the run that continues with this after a redrive, also a replay.
fn redriven(machine: &'static Machine, chunk: &Chunk) -> Driver {
    let options = RestoreOptions::default().now(chunk.clock);
    let (run, kept) = Kept::restore(machine, chunk, options).expect("it is redriven");
    Driver::new(run, Setting { kept: Some(kept), clock: chunk.clock, ..setting(1 << 20) })
}

/// Ends the first task among the effects, and returns the turn that follows.
fn fail(driver: &mut Driver, effects: &[Effect]) -> Turn {
    let (sequence, _) = task(effects);
    driver.apply(Input::Task(sequence, TaskEnd::Failed(TaskError::named("Broken"))));
    turn(driver)
}

#[test]
fn a_redrive_begins_at_the_failed_state_also_a_second_time() {
    let mut first = replayed(&shrinks::MACHINE, json!({}));
    assert_eq!(first.redrive().err().as_deref(), None, "as one that was terminated");
    let begun = effects(&mut first);
    let (sequence, _) = task(&begun);
    first.apply(Input::Task(sequence, TaskEnd::Done(json!({"a": 1}))));
    let begun = effects(&mut first);
    assert_eq!(task(&begun).1.operation, "Second#1");
    assert!(matches!(fail(&mut first, &begun), Turn::Over(Err(_))));
    let mut second = redriven(&shrinks::MACHINE, &first.redrive().expect("it has failed"));
    let begun = effects(&mut second);
    let (_, call) = task(&begun);
    assert_eq!((call.operation.as_str(), &call.input), ("Second#2", &json!({"a": 1})));
    assert!(matches!(fail(&mut second, &begun), Turn::Over(Err(_))));
    let mut third = redriven(&shrinks::MACHINE, &second.redrive().expect("it has failed again"));
    let begun = effects(&mut third);
    assert_eq!(task(&begun).1.operation, "Second#3");
    (0..3).for_each(|_| third.forget_inputs());
    assert_eq!(third.redrive().expect_err("it runs"), "the execution has not ended");
}

asl_machine!("tests/machines/limited.asl.json", default_task_timeout = 600);

#[test]
fn what_ended_before_the_time_of_another_run_is_not_repeated() {
    let mut first = replayed(&limited::MACHINE, json!({}));
    let begun = effects(&mut first);
    assert!(matches!(fail(&mut first, &begun), Turn::Over(Err(_))));
    let mut second = redriven(&limited::MACHINE, &first.redrive().expect("it has failed"));
    let begun = effects(&mut second);
    let (sequence, _) = task(&begun);
    let limit = begun.iter().find_map(|effect| match effect {
        Effect::Timer { sequence, after, .. } => Some((*sequence, after.as_millis())),
        _ => None,
    });
    let Some((limit, 100_000)) = limit else { panic!("{begun:?}") };
    second.activate(START + 10_000, None);
    second.apply(Input::Task(sequence, TaskEnd::Done(json!({}))));
    assert_eq!(task(&effects(&mut second)).1.operation, "Second#2");
    second.activate(START + 100_000, None);
    second.apply(Input::Fired(limit));
    assert!(matches!(turn(&mut second), Turn::Over(Err(_))));
    let mut third = redriven(&limited::MACHINE, &second.redrive().expect("its time has passed"));
    assert_eq!(task(&effects(&mut third)).1.operation, "Second#3");
}

#[test]
fn an_execution_that_has_succeeded_is_not_redriven() {
    let mut driver = replayed(&sleeps::MACHINE, json!({"rows": []}));
    assert!(matches!(turn(&mut driver), Turn::Over(Ok(_))));
    let why = driver.redrive().expect_err("it has succeeded");
    assert_eq!(why, "the execution has succeeded: there is nothing to resume");
}

#[test]
fn a_token_has_the_rest_of_its_time_in_another_run() {
    // Sent, or lost before that.
    for end in [TaskEnd::Done(json!("sent")), TaskEnd::Lost { pause: 5_000 }] {
        let mut driver = driver(&approve::MACHINE, json!({}));
        let found = effects(&mut driver);
        let (sent, call) = task(&found);
        driver.activate(START + 50_000, Some(length(5_000)));
        driver.apply(Input::Task(sent, end));
        driver.apply(Input::Report(call.header.token.clone(), Report::Heartbeat));
        let Turn::Full(chunk) = turn(&mut driver) else { panic!("it goes on") };
        assert_eq!(chunk.until, BTreeMap::from([("Ask#0".to_owned(), START + 120_000)]));
        let mut driver = go_on(&approve::MACHINE, *chunk);
        let found = effects(&mut driver);
        let timers: Vec<u128> = found.iter().filter_map(millis).collect();
        assert_eq!(timers, [70_000, 60_000], "of 120 seconds");
    }
}

/// The duration of a timer.
fn millis(effect: &Effect) -> Option<u128> {
    if let Effect::Timer { after, .. } = effect { Some(after.as_millis()) } else { None }
}

asl_machine!("tests/machines/sleeps.asl.json");

#[test]
fn timers_beyond_those_of_temporal_start_as_others_end() {
    // The earliest come last.
    let rows: Value = (0..2_500_i64).rev().map(|row| Value::from(1 + row / 2)).collect();
    let mut first = driver(&sleeps::MACHINE, json!({"rows": (rows.clone())}));
    let begun = effects(&mut first);
    assert_eq!(begun.len(), bounds::MOST_TIMERS + 1);
    assert_eq!(begun.iter().filter_map(millis).min(), Some(1_000));
    let mut world = World::default();
    let output = world.drive(&sleeps::MACHINE, json!({"rows": (rows)}), false).expect("it ends");
    assert!(output.item(2_499).is_some() && output.item(2_500).is_none());
    assert!(world.now <= START + 1_250_000 + 25_000, "{}: none is late", world.now);
    let same: Value = (0..20_000_i64).map(|_| Value::from(5_i64)).collect();
    let mut world = World::default();
    world.drive(&sleeps::MACHINE, json!({"rows": (same)}), false).expect("it ends");
    assert!(world.log.len() < 2_100, "{}", world.log.len());
}

#[test]
fn answers_bound_the_number_of_open_tasks() {
    let items: Vec<Value> = (0..200).map(Value::from).collect();
    let mut driver = driver_with(
        &each::MACHINE,
        json!({"rows": [(Value::from(items.clone())), (Value::from(items))]}),
        Setting { answer: 1 << 20, ..setting(1_900_000) },
    );
    let open = effects(&mut driver);
    assert_eq!(open.len(), 32, "of 1 MiB each");
    let (sequence, _) = task(&open);
    driver.activate(START, None);
    driver.apply(Input::Task(sequence, TaskEnd::Done(json!(0))));
    assert_eq!(effects(&mut driver).len(), 5, "smaller answers raise the number slowly");
}

#[test]
fn the_growth_of_a_codec_counts() {
    struct Doubles;
    impl crate::Codec for Doubles {
        fn encode(&self, plain: Vec<u8>) -> Result<Vec<u8>, String> {
            Ok(plain.repeat(2))
        }

        fn decode(&self, encoded: Vec<u8>) -> Result<Vec<u8>, String> {
            Ok(encoded)
        }
    }
    let limit = |codec| Limit { largest: 100, codec };
    let text = |length: usize| Value::text("x".repeat(length));
    assert_eq!(limit(None).size(&text(98)), Some(100));
    let doubles = limit(Some(crate::CodecHandle::from(Doubles)));
    assert_eq!((doubles.size(&text(48)), doubles.size(&text(49))), (Some(100), None));
}

#[test]
fn a_machine_that_is_cancelled_gives_its_reason_to_the_others() {
    let mut directory = Directory::default();
    assert!(directory.add("order".into(), asl_runtime::Compiled::without_tasks(&order::MACHINE)));
    let setting = Setting { directory: Arc::new(directory), ..setting(1 << 20) };
    let input = json!({"order": {"amount": 1}, "left": "l"});
    let mut driver = driver_with(&parent::MACHINE, input, setting);
    assert!(matches!(effects(&mut driver).as_slice(), [Effect::Child { .. }]));
    driver.apply(Input::Cancel(Text::from("enough")));
    assert!(matches!(turn(&mut driver), Turn::Over(Err(_))));
    let found = driver.effects();
    assert!(
        matches!(found.as_slice(), [Effect::CancelChild(_, why)] if why == "enough"),
        "{found:?}"
    );
}

#[test]
fn what_no_worker_had_read_counts_unless_it_ends_the_execution() {
    let mut driver = replayed(&approve::MACHINE, json!({}));
    let begun = effects(&mut driver);
    let (sent, call) = task(&begun);
    let token = call.header.token.clone();
    driver.apply(Input::Task(sent, TaskEnd::Done(json!("sent"))));
    assert!(effects(&mut driver).is_empty());
    driver.forget_inputs();
    driver.activate(START + 10, None);
    driver.apply(Input::Report(token, Report::Done(json!({"by": "Ada"}))));
    let begun = effects(&mut driver);
    let chunk = driver.redrive().expect("it was terminated");
    let again = effects(&mut redriven(&approve::MACHINE, &chunk));
    assert_eq!(task(&again).1.input.get("approval"), Some(&json!({"by": "Ada"})));

    driver.forget_inputs();
    driver.activate(START + 20, None);
    let (tell, _) = task(&begun);
    driver.apply(Input::Task(tell, TaskEnd::Done(json!("told"))));
    assert!(matches!(turn(&mut driver), Turn::Over(Ok(_))));
    let chunk = driver.redrive().expect("it was terminated before it succeeded");
    assert_eq!(chunk.clock, START);
    let again = effects(&mut redriven(&approve::MACHINE, &chunk));
    assert_eq!(task(&again).1.operation, "Ask#1");
}
