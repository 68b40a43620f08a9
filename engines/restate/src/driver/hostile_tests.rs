//! The driver with arbitrary journals: responses of the wrong kind and out of order, messages with
//! any content, invalid times. It always ends, and never panics.

use asl_runtime::execution::{Report, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::machine::Machine;
use asl_runtime::{Failure, asl_machine, json};

use super::*;
use crate::payload::Payload;
use crate::wire::{Begin, Delivery, Message, Part, Reply};

asl_machine!("tests/machines/order.asl.json");
asl_machine!("tests/machines/fan.asl.json");
asl_machine!("tests/machines/each.asl.json");
asl_machine!("tests/machines/limits.asl.json");
asl_machine!("tests/machines/approve.asl.json");
asl_machine!("tests/machines/parent.asl.json");

/// Nested brackets that would overflow the stack of a recursive reader.
const DEEP: usize = 20_000;

/// Steps of one run.
const STEPS: u32 = 60;

/// A source of choices with a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, of: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % of.max(1)
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// A time: plausible, before all others, or outside of the calendar.
    fn time(&mut self) -> u64 {
        self.of(&[0, 1_000_000, 1_000_500, 2_000_000, 253_402_300_800_000, u64::MAX / 2, u64::MAX])
    }

    fn value(&mut self) -> Value {
        let data = [
            json!(null),
            json!({}),
            json!([]),
            json!({"taskToken": "x", "type": 7, "source": null}),
            json!({"specversion": "1.0", "type": "t", "source": "s", "id": "i", "data": [1]}),
            json!("text"),
            json!(-1),
        ];
        self.of(&data)
    }

    fn heard(&mut self) -> Heard {
        let now = self.time();
        let error = TaskError::new("States.TaskFailed", "c");
        match self.below(8) {
            0 => Heard::Task(Ok(TaskAnswer { end: TaskEnd::Ok(self.value()), now })),
            1 => Heard::Task(Ok(TaskAnswer { end: TaskEnd::Err(error), now })),
            2 => Heard::Task(Ok(TaskAnswer {
                end: self.of(&[TaskEnd::TimedOut, TaskEnd::Silent]),
                now,
            })),
            3 => Heard::Task(Err("lost".to_owned())),
            4 => Heard::Child(Ok(self.value()), now),
            5 => Heard::Child(
                Err(Failure::from_parts(None, None, asl_runtime::error::Status::Failed, None)),
                now,
            ),
            6 => Heard::Store(Box::new(Outcome::Done(self.value())), now),
            _ => Heard::Slept,
        }
    }

    fn message(&mut self, tokens: &[String]) -> Delivery {
        let token = if tokens.is_empty() || self.below(3) == 0 {
            self.of(&[
                String::new(),
                "x".to_owned(),
                "order:o-1.1.x".to_owned(),
                "\u{0}".to_owned(),
                ".".repeat(9_000),
            ])
        } else {
            self.of(tokens)
        };
        let report = match self.below(3) {
            0 => Report::Heartbeat,
            1 => Report::Done(self.value()),
            _ => Report::Failed(TaskError::without_name(None)),
        };
        let message = if self.below(3) == 0 {
            Message::Event(self.value())
        } else {
            Message::Report(token, report)
        };
        Delivery { message, now: self.time(), ack: String::new() }
    }
}

fn setting(long: u64, clock: u64) -> Setting {
    Setting {
        directory: Arc::default(),
        seed: 7,
        clock,
        long,
        is_observed: false,
        is_in_place: false,
        carried: BTreeMap::new(),
    }
}

/// One run: true if the execution has ended.
fn run(machine: &'static Machine, input: Value, chance: &mut Chance, long: u64) -> bool {
    let options = StartOptions::default().id("order:o-1").now(1_000_000).seed(7);
    let mut driver =
        Driver::new(Execution::start(machine, input, options), setting(long, 1_000_000));
    let mut tokens = Vec::new();
    for _ in 0..STEPS {
        let turn = loop {
            let turn = driver.turn();
            for effect in driver.effects(&turn) {
                if let Effect::Call { request, .. } = effect {
                    tokens.push(request.token.to_string());
                }
            }
            if !matches!(turn, Turn::Again) {
                break turn;
            }
        };
        match turn {
            Turn::Over(_) => return true,
            Turn::Full(chunk) => {
                let Chunk { snapshot, clock, carried, .. } = *chunk;
                let snapshot = Snapshot::from_json_str(&snapshot).expect("a snapshot");
                let options = RestoreOptions::default().now(clock);
                let run = Execution::restore(machine, snapshot, options).expect("it goes on");
                driver = Driver::new(run, Setting { carried, ..setting(long, clock) });
            }
            Turn::Wait | Turn::Again => {}
        }
        let tag = Tag::try_from(chance.below(12)).unwrap_or(0);
        match chance.below(10) {
            0..=5 => driver.heard(tag, chance.heard()),
            6 | 7 => driver.message(chance.message(&tokens)),
            8 => driver.child_is(tag, "inv"),
            _ => driver.stay(),
        }
    }
    driver.cancel();
    for _ in 0..STEPS {
        match driver.turn() {
            Turn::Over(_) => return true,
            Turn::Full(_) => driver.stay(),
            Turn::Wait | Turn::Again => {}
        }
    }
    false
}

#[test]
fn a_driver_ends_whatever_it_hears() {
    let machines: [(&'static Machine, Value); 6] = [
        (&order::MACHINE, json!({"amount": 20, "wait": 5})),
        (&fan::MACHINE, json!({"a": 1})),
        (&each::MACHINE, json!({"rows": [[1, 2, 3], [], [4]]})),
        (&limits::MACHINE, json!({})),
        (&approve::MACHINE, json!({})),
        (&parent::MACHINE, json!({"order": {"amount": 1}, "left": "l"})),
    ];
    for (machine, input) in machines {
        for seed in 0..150 {
            for long in [3, u64::MAX] {
                let mut chance = Chance(seed);
                assert!(
                    run(machine, input.clone(), &mut chance, long),
                    "{}, {seed}, {long}",
                    machine.name
                );
            }
        }
    }
}

#[test]
fn an_answer_of_the_wrong_kind_ends_the_execution() {
    let options = StartOptions::default().id("order:o-1").now(1_000_000).seed(7);
    let run = Execution::start(&order::MACHINE, json!({"amount": 20, "wait": 5}), options);
    let mut driver = Driver::new(run, setting(99, 1_000_000));
    while matches!(driver.turn(), Turn::Again) {}
    let tag = driver
        .effects(&Turn::Wait)
        .into_iter()
        .find_map(|effect| if let Effect::Call { tag, .. } = effect { Some(tag) } else { None });
    driver.heard(tag.expect("a call"), Heard::Slept);
    let failure = loop {
        if let Turn::Over(result) = driver.turn() {
            break result.expect_err("it has failed");
        }
    };
    let cause = "the journal has an entry that does not belong to what the execution waits for";
    assert_eq!(failure.cause(), Some(cause));
}

/// Bytes that replace others in messages.
const PIECES: [&[u8]; 10] = [
    b"\"",
    b"{",
    b"[",
    b"null",
    b"-1",
    b"1e999",
    b"\xff",
    b"\\ud800",
    b"18446744073709551616",
    b":",
];

/// Messages that our services read: truncated, changed, and deeply nested.
#[test]
fn messages_of_any_bytes_are_read_or_refused() {
    let token = Message::Report("t".to_owned(), Report::Done(json!({"a": [1]})));
    let mail = Delivery { message: token, now: 1, ack: "a".to_owned() };
    let chunk = Chunk {
        format: FORMAT,
        hash: 1,
        snapshot: "{}".to_owned(),
        clock: 1,
        seed: 1,
        is_observed: false,
        is_in_place: false,
        carried: BTreeMap::new(),
        mail: vec![mail.clone()],
    };
    let answer =
        TaskAnswer { end: TaskEnd::Err(TaskError::new("E", "c").with_data(json!([1]))), now: 1 };
    let texts = [
        serde_json::to_string(&Begin {
            format: FORMAT,
            hash: 1,
            now: 1,
            seed: 1,
            is_observed: false,
            is_in_place: false,
        }),
        serde_json::to_string(&answer),
        serde_json::to_string(&mail),
        serde_json::to_string(&Reply { refused: Some((400, "x".to_owned())) }),
        serde_json::to_string(&Part::Full(Box::new(chunk), 1)),
    ];
    let mut chance = Chance(1);
    for text in texts.map(|text| text.expect("text").into_bytes()) {
        for at in 0..text.len() {
            let mut mutated = text.clone();
            let end = (at + chance.below(4)).min(text.len());
            drop(mutated.splice(at..end, chance.of(&PIECES).iter().copied()));
            read_all(&mutated);
            read_all(&text[..at]);
        }
        // An unknown member, nested deeper than any stack.
        let mut nested = text.clone();
        drop(nested.splice(1..1, format!("\"zz\":{}", "[".repeat(DEEP)).into_bytes()));
        read_all(&nested);
    }
    for opening in ["[", "{\"a\":"] {
        let deep = opening.repeat(DEEP);
        for head in ["{\"end\":{\"ok\":", "{\"letter\":{\"event\":", "{\"input\":", ""] {
            read_all(format!("{head}{deep}").as_bytes());
        }
    }
}

fn read_all(bytes: &[u8]) {
    let payload = Payload::from_bytes(bytes);
    // It must end, with or without an error.
    let _ = payload.read::<Begin>().map(|_| ());
    let _ = payload.read::<TaskAnswer>().map(|_| ());
    let _ = payload.read::<TaskRequest>().map(|_| ());
    let _ = payload.read::<Delivery>().map(|_| ());
    let _ = payload.read::<Reply>().map(|_| ());
    let _ = payload.read::<Chunk>().map(|_| ());
    let _ = payload.read::<Part>().map(|_| ());
    let _ = payload.read::<Result<Value, Failure>>().map(|_| ());
    let _ = payload.value().map(|_| ());
}
