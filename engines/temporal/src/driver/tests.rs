//! The driver with a simulated Temporal: virtual time, ends of tasks in any order, a new run
//! wherever it is allowed.

use std::collections::BTreeMap;

use asl_runtime::execution::{Report, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::machine::Machine;
use asl_runtime::{TaskError, asl_machine, json};

use super::bounds::LONGEST;
use super::*;

mod bounds_of_temporal;
mod redriven;

asl_machine!("../restate/tests/machines/order.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/fan.asl.json", outside = true, default_task_timeout = 60);
asl_machine!("../restate/tests/machines/each.asl.json", outside = true, default_task_timeout = 60);
asl_machine!(
    "../restate/tests/machines/limits.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../restate/tests/machines/approve.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../restate/tests/machines/parent.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!("doc/count.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/shrinks.asl.json", outside = true, default_task_timeout = 60);

#[expect(unused_must_use, reason = "the compiler warns of what this machine is for")]
mod endless {
    asl_runtime::asl_machine!("../restate/tests/machines/spin.asl.json", outside = true);

    pub(super) use spin::MACHINE;
}

/// Start time.
const START: u64 = 1_000_000;

fn setting(largest: usize) -> Setting {
    let (until, refused) = Default::default();
    let limit = Limit { largest, codec: None };
    let (directory, answer, kept) = (Arc::default(), 0, None);
    Setting { directory, clock: START, limit, answer, until, refused, kept }
}

fn driver(machine: &'static Machine, input: Value) -> Driver {
    driver_with(machine, input, setting(1 << 20))
}

fn driver_with(machine: &'static Machine, input: Value, setting: Setting) -> Driver {
    let options = StartOptions::default().id("o-1/r").name("o-1").now(START).seed(7);
    Driver::new(Execution::start(machine, input, options), setting)
}

fn effects(driver: &mut Driver) -> Vec<Effect> {
    assert!(matches!(turn(driver), Turn::Wait));
    driver.effects()
}

/// The turn that is not followed by another one.
fn turn(driver: &mut Driver) -> Turn {
    loop {
        let turn = driver.turn();
        if !matches!(turn, Turn::Again) {
            return turn;
        }
    }
}

/// The result of a task, by the name of its method.
fn answer(call: &TaskCall) -> TaskEnd {
    match call.method.as_str() {
        "reserve" if !call.operation.contains('~') => {
            TaskEnd::Failed(TaskError::new("Busy", "once more"))
        }
        "fail" => TaskEnd::Failed(TaskError::new("Broken", "as it should")),
        "double" => TaskEnd::Done(Value::from(call.input.as_i64().unwrap_or(0) * 2)),
        "step" => {
            let n = call.input.get("n").and_then(Value::as_i64).unwrap_or(0);
            TaskEnd::Done(Value::from(n + 1))
        }
        name => TaskEnd::Done(Value::text(name)),
    }
}

/// A simulated Temporal.
#[derive(Default)]
struct World {
    now: u64,
    chance: u64,
    tasks: Vec<(Sequence, TaskCall)>,
    timers: Vec<(u64, Sequence)>,
    /// Tasks that were run, by operation.
    run: BTreeMap<String, u32>,
    /// Number of further runs.
    runs: u32,
    /// All effects.
    log: Vec<String>,
}

impl World {
    fn pick(&mut self, of: usize) -> usize {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.chance >> 33).unwrap_or(0) % of.max(1)
    }

    fn perform(&mut self, effect: Effect) {
        self.log.push(format!("{effect:?}"));
        match effect {
            Effect::Task { sequence, call } => {
                *self.run.entry(call.operation.clone()).or_default() += 1;
                self.tasks.push((sequence, *call));
            }
            Effect::Timer { sequence, after, .. } => {
                let after = u64::try_from(after.as_millis()).expect("it is short");
                self.timers.push((self.now + after, sequence));
            }
            Effect::CancelTask(cancelled) => self.tasks.retain(|(task, _)| *task != cancelled),
            Effect::CancelTimer(cancelled) => self.timers.retain(|(_, timer)| *timer != cancelled),
            other @ (Effect::Child { .. } | Effect::CancelChild(..) | Effect::Detached { .. }) => {
                panic!("{other:?}")
            }
        }
    }

    /// The next input: the end of any task, now and then the loss of its worker, or the first timer.
    fn next(&mut self) -> Input {
        self.now += 10;
        let ready: Vec<usize> =
            (0..self.tasks.len()).filter(|at| self.tasks[*at].1.method != "slow").collect();
        if !ready.is_empty() {
            let at = ready[self.pick(ready.len())];
            let (sequence, call) = self.tasks.swap_remove(at);
            let is_lost = call.header.is_alive && self.pick(8) == 0;
            return Input::Task(sequence, if is_lost { TaskEnd::Silent } else { answer(&call) });
        }
        let first = (0..self.timers.len()).min_by_key(|at| self.timers[*at]);
        let (wake, sequence) = self.timers.swap_remove(first.expect("something is open"));
        self.now = self.now.max(wake);
        Input::Fired(sequence)
    }

    /// Runs a machine; its history is always too long if `is_long`.
    fn drive(
        &mut self,
        machine: &'static Machine,
        input: Value,
        is_long: bool,
    ) -> Result<Value, Failure> {
        self.now = START;
        let mut driver = driver(machine, input);
        // The slow task never ends: what is beside it must not wait for its end.
        let length = if machine.name == "fan" { length(5_000) } else { LONGEST };
        let long = is_long.then_some(length);
        loop {
            let turn = driver.turn();
            for effect in driver.effects() {
                self.perform(effect);
            }
            match turn {
                Turn::Over(result) => return result,
                Turn::Full(chunk) => driver = self.go_on(machine, &chunk),
                Turn::Again => {}
                Turn::Wait => {
                    let input = self.next();
                    driver.activate(self.now, long);
                    driver.apply(input);
                }
            }
        }
    }

    /// Another run continues, with only the data in the text.
    fn go_on(&mut self, machine: &'static Machine, chunk: &Chunk) -> Driver {
        assert!(self.tasks.is_empty(), "they would end with the run");
        self.timers.clear();
        self.runs += 1;
        assert!(self.runs < 1_000, "{} does not advance", machine.name);
        let text = serde_json::to_string(chunk).expect("text");
        let read: Chunk = serde_json::from_str(&text).expect("a chunk");
        go_on(machine, Chunk { snapshot: chunk.snapshot.clone(), ..read })
    }
}

/// The driver of the run that continues with this.
fn go_on(machine: &'static Machine, chunk: Chunk) -> Driver {
    let Chunk { clock, until, refused, answer, snapshot, .. } = chunk;
    let snapshot = Snapshot::from_json_str(&snapshot).expect("a snapshot");
    let options = RestoreOptions::default().now(clock);
    let run = Execution::restore(machine, snapshot, options).expect("it goes on");
    Driver::new(run, Setting { clock, answer, until, refused, ..setting(1 << 20) })
}

fn length(events: u32) -> Length {
    Length { events, bytes: 0 }
}

fn cases() -> [(&'static Machine, Value); 4] {
    [
        (&order::MACHINE, json!({"amount": 20, "wait": 5})),
        (&fan::MACHINE, json!({"a": 1})),
        (&each::MACHINE, json!({"rows": [[1, 2, 3], [], [4], [5, 6], [7, 8], [9]]})),
        (&count::MACHINE, json!({"n": 0, "until": 30})),
    ]
}

#[test]
fn the_same_inputs_give_the_same_effects() {
    for (machine, input) in cases() {
        for chance in 0..20 {
            let world = || World { chance, ..World::default() };
            let (mut first, mut second) = (world(), world());
            let ends = [&mut first, &mut second].map(|it| it.drive(machine, input.clone(), false));
            assert_eq!(ends[0], ends[1], "{}", machine.name);
            assert_eq!(first.log, second.log, "{}", machine.name);
        }
    }
}

#[test]
fn an_execution_in_several_runs_ends_as_one_in_a_single_run() {
    for (machine, input) in cases() {
        for chance in 0..20 {
            let mut stays = World { chance, ..World::default() };
            let expected = stays.drive(machine, input.clone(), false);
            let mut goes = World { chance, ..World::default() };
            assert_eq!(goes.drive(machine, input.clone(), true), expected, "{}", machine.name);
            assert_eq!((stays.runs, goes.runs > 0), (0, true), "{}", machine.name);
            let operations = |world: &World| world.run.keys().cloned().collect::<Vec<_>>();
            assert_eq!(operations(&goes), operations(&stays), "{}", machine.name);
        }
    }
}

/// The first task among some effects.
fn task(effects: &[Effect]) -> (Sequence, &TaskCall) {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Task { sequence, call } => Some((*sequence, &**call)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no task in {effects:?}"))
}

#[test]
fn a_task_has_the_limits_of_its_state() {
    let mut driver = driver(&limits::MACHINE, json!({}));
    let found = effects(&mut driver);
    let (sequence, call) = task(&found);
    assert_eq!((call.operation.as_str(), call.timeout, call.silence), ("Never#0", 1_000, None));
    assert!(call.header.is_alive, "its worker sends heartbeats");
    driver.activate(START + 1_000, None);
    driver.apply(Input::Task(sequence, TaskEnd::TimedOut));
    let found = effects(&mut driver);
    let (sequence, call) = task(&found);
    assert_eq!((call.operation.as_str(), call.silence), ("Silent#1", Some(1_000)));
    assert!(!call.header.is_alive, "heartbeats are the task's own");
    driver.activate(START + 2_000, None);
    driver.apply(Input::Task(sequence, TaskEnd::Silent));
    let found = effects(&mut driver);
    assert_eq!(task(&found).1.operation, "Beats#2");
}

#[test]
fn a_task_whose_worker_is_lost_runs_again_in_the_rest_of_its_time() {
    let mut driver = driver(&limits::MACHINE, json!({}));
    let found = effects(&mut driver);
    let (first, call) = task(&found);
    let operation = call.operation.clone();
    driver.activate(START + 400, None);
    driver.apply(Input::Task(first, TaskEnd::Silent));
    let found = effects(&mut driver);
    let (second, call) = task(&found);
    assert_eq!((&call.operation, call.timeout), (&operation, 600));
    driver.activate(START + 1_000, None);
    driver.apply(Input::Task(second, TaskEnd::Silent));
    let found = effects(&mut driver);
    assert_eq!(task(&found).1.operation, "Silent#1", "its time is over");
}

#[test]
fn losers_are_cancelled_and_not_listened_to() {
    let mut driver = driver(&fan::MACHINE, json!({}));
    let found = effects(&mut driver);
    let (slow, _) = task(&found);
    let timer = found.iter().find_map(|effect| match effect {
        Effect::Timer { sequence, after, name } => Some((*sequence, after.as_millis(), name)),
        _ => None,
    });
    let (timer, after, name) = timer.expect("a wait");
    assert_eq!((after, name.as_str()), (1_000, "Pause"));
    // The server's clock is behind: the time of the timer counts.
    driver.activate(START + 900, None);
    driver.apply(Input::Fired(timer));
    assert_eq!(driver.run.clock, START + 1_000);
    let found = effects(&mut driver);
    let (fail, _) = task(&found);
    driver.apply(Input::Task(fail, TaskEnd::Failed(TaskError::named("Broken"))));
    let found = effects(&mut driver);
    assert!(matches!(found.first(), Some(Effect::CancelTask(task)) if *task == slow), "{found:?}");
    driver.apply(Input::Task(slow, TaskEnd::Cancelled));
    assert!(effects(&mut driver).is_empty());
}

#[test]
fn heartbeats_with_a_token_keep_a_task_alive() {
    let mut driver = driver(&approve::MACHINE, json!({}));
    let found = effects(&mut driver);
    let (sent, call) = task(&found);
    let token = call.header.token.clone();
    let timers: Vec<(Sequence, u128)> = found
        .iter()
        .filter_map(|effect| match effect {
            Effect::Timer { sequence, after, .. } => Some((*sequence, after.as_millis())),
            _ => None,
        })
        .collect();
    assert_eq!(timers.iter().map(|(_, after)| *after).collect::<Vec<_>>(), [120_000, 60_000]);
    driver.activate(START + 100, None);
    driver.apply(Input::Task(sent, TaskEnd::Done(json!("sent"))));
    driver.activate(START + 50_000, None);
    driver.apply(Input::Report(token.clone(), Report::Heartbeat));
    driver.activate(START + 60_000, None);
    driver.apply(Input::Fired(timers[1].0));
    let found = effects(&mut driver);
    let Some(Effect::Timer { sequence, after, .. }) = found.first() else { panic!("{found:?}") };
    assert_eq!(after.as_millis(), 50_000, "until a minute after the heartbeat");
    driver.activate(START + 110_000, None);
    driver.apply(Input::Report(Text::from("x"), Report::Heartbeat));
    driver.apply(Input::Fired(*sequence));
    driver.apply(Input::Report(token, Report::Done(json!(1))));
    let state = driver.state();
    let refused: Vec<&str> = state
        .get("refused")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(
        refused,
        [
            "a report of a task: this is no task token of the execution",
            "a report of a task: no execution waits for this task any more"
        ]
    );
    let found = effects(&mut driver);
    assert!(found.iter().any(|effect| matches!(effect, Effect::CancelTimer(_))), "{found:?}");
    assert_eq!(task(&found).1.method, "tell");
}

#[test]
fn machines_that_are_here_are_run_and_others_left_to_the_task() {
    let input = json!({"order": {"amount": 1}, "left": "l"});
    let found = effects(&mut driver(&parent::MACHINE, input.clone()));
    assert_eq!(task(&found).1.operation, "Child#0");
    let mut directory = Directory::default();
    let compiled = asl_runtime::Compiled::without_tasks(&order::MACHINE);
    assert!(directory.add("order".into(), compiled));
    let setting = Setting { directory: Arc::new(directory), ..setting(1 << 20) };
    let mut driver = driver_with(&parent::MACHINE, input, setting);
    let found = effects(&mut driver);
    let Some(Effect::Child { sequence, machine, id, input, is_detached: false }) = found.first()
    else {
        panic!("a machine: {found:?}")
    };
    let expected = ("order", "o-1-r-Child-0", &json!({"amount": 1}));
    assert_eq!((machine.as_str(), id.as_str(), input), expected);
    driver.apply(Input::ChildStarted(*sequence, Ok(())));
    assert!(effects(&mut driver).is_empty());
    driver.apply(Input::ChildEnded(*sequence, Ok(json!("out"))));
    // There is no machine `worse` here.
    assert_eq!(task(&effects(&mut driver)).1.operation, "Fails#1");
}

#[test]
fn a_machine_that_never_waits_is_ended() {
    let mut driver = driver(&endless::MACHINE, json!({}));
    assert!(matches!(driver.turn(), Turn::Again), "others run meanwhile");
    let turn = turn(&mut driver);
    let Turn::Over(Err(failure)) = turn else { panic!("it ends: {turn:?}") };
    assert_eq!(
        failure.cause(),
        Some("the machine made 1,000,000 transitions without waiting for anything")
    );
}

#[test]
fn a_cancelled_execution_ends_as_aborted() {
    let mut driver = driver(&fan::MACHINE, json!({}));
    let _ = effects(&mut driver);
    driver.apply(Input::Cancel(Text::from("enough")));
    let turn = turn(&mut driver);
    let found = driver.effects();
    let is_cancel =
        |effect: &Effect| matches!(effect, Effect::CancelTask(_) | Effect::CancelTimer(_));
    assert!(found.len() == 2 && found.iter().all(is_cancel), "{found:?}");
    let Turn::Over(Err(failure)) = turn else { panic!("it ends: {turn:?}") };
    assert_eq!(failure.status(), asl_runtime::error::Status::Aborted);
    assert_eq!(failure.cause(), Some("enough"));
    driver.apply(Input::Task(1, TaskEnd::Cancelled));
    assert!(effects(&mut driver).is_empty(), "it has ended once");
}

#[test]
fn a_history_that_is_too_long_lets_what_is_open_end_first() {
    let mut driver =
        driver(&each::MACHINE, json!({"rows": [[1, 2, 3], [4], [5, 6], [7], [8, 9], [10]]}));
    let found = effects(&mut driver);
    let open: Vec<(Sequence, TaskCall)> = found
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Task { sequence, call } => Some((sequence, *call)),
            _ => None,
        })
        .collect();
    assert!(open.len() > 1, "{open:?}");
    let count = open.len();
    for (at, (sequence, call)) in open.into_iter().enumerate() {
        driver.activate(START + 10, Some(LONGEST));
        driver.apply(Input::Task(sequence, answer(&call)));
        let turn = turn(&mut driver);
        assert!(driver.effects().is_empty(), "nothing new starts");
        let is_last = at + 1 == count;
        assert!(matches!(turn, Turn::Full(_)) == is_last, "{turn:?}");
    }
}

#[test]
fn an_input_beyond_the_limit_is_the_error_of_its_task() {
    let input = json!({"amount": 1, "wait": 1, "text": ("x".repeat(200))});
    let turn = turn(&mut driver_with(&order::MACHINE, input, setting(100)));
    let Turn::Over(Err(failure)) = turn else { panic!("it fails: {turn:?}") };
    assert_eq!(failure.error(), Some("States.DataLimitExceeded"));
}
