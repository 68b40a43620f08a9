//! The driver with a simulated Restate: virtual time, responses in any order, an end of the
//! invocation wherever it is allowed.

use std::collections::{BTreeMap, BTreeSet};

use asl_runtime::execution::{Report, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::machine::Machine;
use asl_runtime::{Failure, asl_machine, json};

use super::*;
use crate::wire::{Delivery, Message, Reply};

asl_machine!("tests/machines/order.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/fan.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/each.asl.json", default_task_timeout = 60);
asl_machine!("doc/count.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/limits.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/approve.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/parent.asl.json", default_task_timeout = 60);
asl_machine!("tests/machines/priced.asl.json", default_task_timeout = 60);

mod in_place;
mod random;

#[expect(unused_must_use, reason = "the compiler warns of what this machine is for")]
mod endless {
    asl_runtime::asl_machine!("tests/machines/spin.asl.json");

    pub(super) use spin::MACHINE;
}

/// Start time.
const START: u64 = 1_000_000;

fn setting(long: u64) -> Setting {
    Setting {
        directory: Arc::default(),
        seed: 7,
        clock: START,
        long,
        is_observed: false,
        is_in_place: false,
        carried: BTreeMap::new(),
    }
}

fn driver(machine: &'static Machine, input: Value, long: u64) -> Driver {
    driver_with(machine, input, setting(long))
}

fn driver_with(machine: &'static Machine, input: Value, setting: Setting) -> Driver {
    let options = StartOptions::default().id("order:o-1").now(START).seed(7);
    Driver::new(Execution::start(machine, input, options), setting)
}

/// Performs all effects until the driver waits for an input.
fn pump(driver: &mut Driver) -> (Vec<Effect>, Turn) {
    let mut effects = Vec::new();
    loop {
        let turn = driver.turn();
        effects.extend(driver.effects(&turn));
        if !matches!(turn, Turn::Again) {
            return (effects, turn);
        }
    }
}

/// The results of the tasks of all machines.
fn answer(request: &TaskRequest) -> TaskEnd {
    let name = request.resource.rsplit(':').next().unwrap_or_default();
    match name {
        // `F1` and `F2` are functions of the random machines.
        "reserve" | "F1" if !request.operation.contains('~') => {
            TaskEnd::Err(TaskError::new("Busy", "once more"))
        }
        "fail" => TaskEnd::Err(TaskError::new("Broken", "as it should")),
        "double" => TaskEnd::Ok(Value::from(request.input.as_i64().unwrap_or(0) * 2)),
        "step" => TaskEnd::Ok(Value::from(
            request.input.get("n").and_then(Value::as_i64).unwrap_or(0) + 1,
        )),
        "F2" => TaskEnd::Ok(json!(7)),
        _ => TaskEnd::Ok(Value::from(name)),
    }
}

/// A simulated Restate.
#[derive(Default)]
struct World {
    now: u64,
    chance: u64,
    is_in_place: bool,
    calls: Vec<(Tag, TaskRequest)>,
    /// Number of tasks in place.
    in_place: u32,
    sleeps: Vec<(u64, Tag)>,
    /// Calls by idempotency key: a repeated call is the same call.
    keyed: BTreeSet<String>,
    /// Tasks that were run, by operation.
    run: BTreeMap<String, u32>,
    /// Ends of invocations.
    parts: u32,
    /// All effects.
    log: Vec<String>,
}

impl World {
    fn new(chance: u64) -> Self {
        Self { now: START, chance, ..Self::default() }
    }

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
            Effect::Call { tag, request, key, .. } => {
                if key.is_none_or(|key| self.keyed.insert(key)) {
                    *self.run.entry(request.operation.clone()).or_default() += 1;
                }
                self.calls.push((tag, *request));
            }
            Effect::InPlace { tag, request } => {
                assert!(self.calls.is_empty(), "nothing else is open");
                *self.run.entry(request.operation.clone()).or_default() += 1;
                self.in_place += 1;
                self.calls.push((tag, *request));
            }
            Effect::AtOnce(AtOnce::Until { tag, wake }) => {
                self.sleeps.push((wake.max(self.now), tag));
            }
            Effect::AtOnce(AtOnce::After { tag, after }) => {
                self.sleeps
                    .push((self.now + u64::try_from(after.as_millis()).expect("it is short"), tag));
            }
            Effect::Cancel { tag } => self.calls.retain(|(called, _)| *called != tag),
            other @ (Effect::Child { .. } | Effect::Store { .. } | Effect::AtOnce(_)) => {
                panic!("{other:?}")
            }
        }
    }

    /// The next input: the response of any call, or the end of the first sleep.
    fn next(&mut self) -> (Tag, Heard) {
        self.now += 10;
        let slow = |request: &TaskRequest| request.resource.ends_with(":slow");
        let ready: Vec<usize> =
            (0..self.calls.len()).filter(|at| !slow(&self.calls[*at].1)).collect();
        if !ready.is_empty() {
            let at = ready[self.pick(ready.len())];
            let (tag, request) = self.calls.swap_remove(at);
            return (tag, Heard::Task(Ok(TaskAnswer { end: answer(&request), now: self.now })));
        }
        let first =
            (0..self.sleeps.len()).min_by_key(|at| self.sleeps[*at]).expect("something is open");
        let (wake, tag) = self.sleeps.swap_remove(first);
        self.now = self.now.max(wake);
        (tag, Heard::Slept)
    }

    fn run(
        &mut self,
        machine: &'static Machine,
        input: Value,
        long: u64,
    ) -> Result<Value, Failure> {
        let setting = Setting { is_in_place: self.is_in_place, ..setting(long) };
        let mut driver = driver_with(machine, input, setting);
        loop {
            let (effects, turn) = pump(&mut driver);
            for effect in effects {
                self.perform(effect);
            }
            match turn {
                Turn::Over(result) => return result,
                Turn::Full(chunk) => driver = self.go_on(machine, &chunk, long),
                Turn::Wait | Turn::Again => {
                    let (tag, heard) = self.next();
                    self.log.push(format!("{tag} {heard:?}"));
                    driver.heard(tag, heard);
                }
            }
        }
    }

    /// Another invocation continues, with only the data in the text.
    fn go_on(&mut self, machine: &'static Machine, chunk: &Chunk, long: u64) -> Driver {
        (self.calls, self.sleeps) = (Vec::new(), Vec::new());
        self.parts += 1;
        assert!(self.parts < 1_000, "{} does not advance", machine.name);
        let text = serde_json::to_string(chunk).expect("text");
        self.log.push(text.clone());
        let Chunk { snapshot, clock, seed, is_in_place, carried, .. } =
            serde_json::from_str(&text).expect("a chunk");
        let snapshot = Snapshot::from_json_str(&snapshot).expect("a snapshot");
        let options = RestoreOptions::default().now(clock);
        let run = Execution::restore(machine, snapshot, options).expect("it goes on");
        Driver::new(run, Setting { seed, clock, is_in_place, carried, ..setting(long) })
    }
}

fn cases() -> [(&'static Machine, Value); 5] {
    [
        (&order::MACHINE, json!({"amount": 20, "wait": 5})),
        (&fan::MACHINE, json!({"a": 1})),
        (&each::MACHINE, json!({"rows": [[1, 2, 3], [], [4], [5, 6], [7, 8], [9]]})),
        (&count::MACHINE, json!({"n": 0, "until": 30})),
        (&priced::MACHINE, json!({"items": [{"price": 7}, {"price": 8}, {"price": 9}]})),
    ]
}

fn random_cases() -> impl Iterator<Item = (&'static Machine, Value)> {
    let input = json!({"n": 4, "list": [3, 1, 2]});
    random::ALL.iter().map(move |machine| (*machine, input.clone()))
}

#[test]
fn the_same_answers_give_the_same_effects() {
    for (machine, input) in cases().into_iter().chain(random_cases()) {
        for chance in 0..20 {
            let (mut first, mut second) = (World::new(chance), World::new(chance));
            assert_eq!(
                first.run(machine, input.clone(), 7),
                second.run(machine, input.clone(), 7),
                "{}",
                machine.name
            );
            assert_eq!(first.log, second.log, "{}", machine.name);
        }
    }
}

#[test]
fn an_execution_that_goes_on_elsewhere_ends_as_one_that_stays() {
    for (machine, input) in cases().into_iter().chain(random_cases()) {
        for chance in 0..20 {
            let mut stays = World::new(chance);
            let expected = stays.run(machine, input.clone(), u64::MAX);
            assert_eq!(stays.parts, 0);
            for long in [1, 2, 5, 9] {
                let mut goes = World::new(chance);
                assert_eq!(
                    goes.run(machine, input.clone(), long),
                    expected,
                    "{}, {long}",
                    machine.name
                );
                // The first call stays, and an execution of one task ends with it.
                let may_stay = long > 5 || stays.run.len() < 2;
                assert!(goes.parts > 0 || may_stay, "{}, {long}", machine.name);
                // No task runs again.
                assert_eq!(goes.run, stays.run, "{}, {long}", machine.name);
            }
        }
    }
}

fn call(effects: &[Effect], resource: &str) -> (Tag, Option<String>, bool) {
    let found = effects.iter().find_map(|effect| {
        let Effect::Call { tag, request, key, is_cancellable } = effect else { return None };
        request.resource.ends_with(resource).then(|| (*tag, key.clone(), *is_cancellable))
    });
    found.unwrap_or_else(|| panic!("no call of {resource} in {effects:?}"))
}

#[test]
fn a_call_that_is_alone_is_a_plain_one() {
    let (effects, _) = pump(&mut driver(&order::MACHINE, json!({}), 9));
    assert_eq!(effects.len(), 1, "no sleep: the definition gives no time-out");
    let (_, key, is_cancellable) = call(&effects, ":reserve");
    assert_eq!((key, is_cancellable), (None, false));
}

#[test]
fn losers_are_cancelled_and_not_listened_to() {
    let mut driver = driver(&fan::MACHINE, json!({}), 99);
    let (effects, _) = pump(&mut driver);
    let (slow, key, is_cancellable) = call(&effects, ":slow");
    assert_eq!(
        (key.as_deref(), is_cancellable),
        (Some("8497576c10315da5.Fan#0.0.Slow#0"), true),
        "not the seed, 7"
    );
    let Some(Effect::AtOnce(AtOnce::Until { tag, wake })) =
        effects.iter().find(|effect| matches!(effect, Effect::AtOnce(AtOnce::Until { .. })))
    else {
        panic!("a wait: {effects:?}")
    };
    assert_eq!(*wake, START + 1_000);
    driver.heard(*tag, Heard::Slept);
    let (effects, _) = pump(&mut driver);
    let (fail, ..) = call(&effects, ":fail");
    let end = TaskEnd::Err(TaskError::named("Broken"));
    driver.heard(fail, Heard::Task(Ok(TaskAnswer { end, now: START + 2_000 })));
    let (effects, _) = pump(&mut driver);
    assert!(matches!(effects.first(), Some(Effect::Cancel { tag }) if *tag == slow), "{effects:?}");
    let late = TaskAnswer { end: TaskEnd::Ok(json!("late")), now: START + 99_000 };
    driver.heard(slow, Heard::Task(Ok(late)));
    assert_eq!(driver.run.clock, START + 2_000, "what nobody listens to tells no time");
}

#[test]
fn a_time_out_that_the_definition_gives_is_slept_for() {
    let mut driver = driver(&limits::MACHINE, json!({}), 99);
    let (effects, _) = pump(&mut driver);
    let (never, _, is_cancellable) = call(&effects, ":never");
    assert!(is_cancellable);
    let Some(Effect::AtOnce(AtOnce::After { tag, after })) = effects.last() else {
        panic!("a sleep: {effects:?}")
    };
    assert_eq!(after.as_millis(), 1_000);
    driver.heard(*tag, Heard::Slept);
    let (effects, _) = pump(&mut driver);
    assert!(
        matches!(effects.first(), Some(Effect::Cancel { tag }) if *tag == never),
        "{effects:?}"
    );
    // The next state has a heartbeat, which the task service counts.
    let Some(Effect::Call { request, .. }) = effects.get(1) else { panic!("a call: {effects:?}") };
    assert_eq!((request.timeout, request.silence), (Some(60_000), Some(1_000)));
}

fn report(driver: &mut Driver, token: &str, report: Report, now: u64) -> Reply {
    driver.message(Delivery {
        message: Message::Report(token.to_owned(), report),
        now,
        ack: "a".to_owned(),
    });
    let effects = driver.effects(&Turn::Wait);
    let receipt = effects.into_iter().find_map(|effect| {
        if let Effect::AtOnce(AtOnce::Acknowledge { receipt, .. }) = effect {
            Some(receipt)
        } else {
            None
        }
    });
    receipt.expect("the sender is told")
}

#[test]
fn heartbeats_with_a_token_keep_a_task_alive() {
    let mut driver = driver(&approve::MACHINE, json!({}), 99);
    let (effects, _) = pump(&mut driver);
    let Some(Effect::Call { tag, request, .. }) = effects.first() else {
        panic!("a call: {effects:?}")
    };
    let (sent, token) = (*tag, request.token.to_string());
    driver.heard(
        sent,
        Heard::Task(Ok(TaskAnswer { end: TaskEnd::Ok(json!("sent")), now: START + 100 })),
    );
    let sleeps: Vec<(Tag, u128)> = effects
        .iter()
        .filter_map(|effect| {
            let Effect::AtOnce(AtOnce::After { tag, after }) = effect else { return None };
            Some((*tag, after.as_millis()))
        })
        .collect();
    assert_eq!(sleeps.iter().map(|(_, after)| *after).collect::<Vec<_>>(), [120_000, 60_000]);
    assert_eq!(
        report(&mut driver, &token, Report::Heartbeat, START + 50_000),
        Reply { refused: None }
    );
    driver.heard(sleeps[1].0, Heard::Slept);
    let (effects, _) = pump(&mut driver);
    let Some(Effect::AtOnce(AtOnce::After { tag, after })) = effects.first() else {
        panic!("a sleep: {effects:?}")
    };
    assert_eq!(after.as_millis(), 50_000, "until a minute after the heartbeat");
    driver.heard(*tag, Heard::Slept);
    let (effects, _) = pump(&mut driver);
    let (_, key, _) = call(&effects, ":tell");
    assert_eq!(key, None);
    let refused = report(&mut driver, &token, Report::Done(json!(1)), START + 120_000).refused;
    assert_eq!(refused, Some((410, "no execution waits for this task any more".to_owned())));
    let unknown = report(&mut driver, "order:o-1.1.x", Report::Heartbeat, START + 120_000).refused;
    assert_eq!(unknown, Some((404, "this is no task token of the execution".to_owned())));
}

#[test]
fn machines_that_are_here_are_run_and_others_left_to_the_task() {
    let input = json!({"order": {"amount": 1}, "left": "l"});
    let (effects, _) = pump(&mut driver(&parent::MACHINE, input.clone(), 99));
    call(&effects, "startExecution.sync:2");
    let mut directory = Directory::default();
    assert!(directory.add("order".into(), asl_runtime::Compiled::without_tasks(&order::MACHINE)));
    let options = StartOptions::default().id("parent:p-1").now(START).seed(7);
    let setting = Setting { directory: Arc::new(directory), ..setting(99) };
    let mut driver = Driver::new(Execution::start(&parent::MACHINE, input, options), setting);
    let (effects, _) = pump(&mut driver);
    let Some(Effect::Child { tag, service, key, input }) = effects.first() else {
        panic!("a machine: {effects:?}")
    };
    assert_eq!(
        (service.as_str(), key.as_str(), input),
        ("order", "p-1-Child-0", &json!({"amount": 1}))
    );
    driver.heard(*tag, Heard::Child(Ok(json!("out")), START + 9_000));
    let (effects, _) = pump(&mut driver);
    // There is no machine `worse` here.
    let Some(Effect::Call { request, .. }) = effects.first() else { panic!("a call: {effects:?}") };
    assert_eq!(request.operation, "Fails#1");
}

#[test]
fn a_machine_that_never_waits_is_ended() {
    let mut driver = driver(&endless::MACHINE, json!({}), 99);
    let (_, turn) = pump(&mut driver);
    let Turn::Over(Err(failure)) = turn else { panic!("it ends: {turn:?}") };
    assert_eq!(
        failure.cause(),
        Some("the machine made 10,000,000 transitions without waiting for anything")
    );
}

#[test]
fn a_cancelled_execution_ends_as_aborted() {
    let mut driver = driver(&fan::MACHINE, json!({}), 99);
    let _ = pump(&mut driver);
    driver.cancel();
    let (effects, turn) = pump(&mut driver);
    assert!(effects.iter().all(|effect| matches!(effect, Effect::Cancel { .. })), "{effects:?}");
    let Turn::Over(Err(failure)) = turn else { panic!("it ends: {turn:?}") };
    assert_eq!(failure.status(), asl_runtime::error::Status::Aborted);
}
