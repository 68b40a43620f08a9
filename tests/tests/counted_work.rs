//! The work of each step of jq and JSONata: every built-in, operator and form runs a thousand times
//! with few steps, on large data, and on data whose parts are shared, so that its text would fill
//! any disk. A run may look at its data once before the steps are over. One whose work is not
//! counted looks a thousand times, so the time of the processor tells the two apart on any machine.
//!
//! It is compiled for `cargo xtask soak --only work`.
#![cfg(counted_work)]
#![expect(clippy::indexing_slicing, reason = "a test may")]

use std::fs;
use std::hint::black_box;

use asl_runtime::{Value, jq, json, jsonata};

type Run = fn(&Value, u64);

/// A program of jq for each built-in, operator and form.
static JQ: &[(&str, Run)] = include!(concat!(env!("OUT_DIR"), "/jq_work.rs"));

/// An expression of JSONata for each.
static JSONATA: &[(&str, Run)] = include!(concat!(env!("OUT_DIR"), "/jsonata_work.rs"));

/// Programs with values in which each part is twice in the one around it.
static SHARED: &[(&str, Run)] = include!(concat!(env!("OUT_DIR"), "/jsonata_shared.rs"));

/// Steps of each run.
const STEPS: u64 = 20_000;

/// Nanoseconds that no run takes.
const MOST_TIME: u64 = 500_000_000;

/// Bytes of the large texts.
const LARGE: usize = 4 << 20;

/// Items of the large arrays.
const MANY: i64 = 40_000;

/// Levels of data that share their parts: 2^40 leaves.
const LEVELS: u32 = 40;

/// The data that programs are given, by their names.
fn data() -> Vec<(&'static str, Value)> {
    let text = |size: usize| Value::from("a".repeat(size));
    let numbers = |count: i64| Value::from((0..count).map(Value::from).collect::<Vec<_>>());
    let objects = |count: i64| {
        let object = |number: i64| json!({"a": (number), "b": "x", "c": [(number)]});
        Value::from((0..count).map(object).collect::<Vec<_>>())
    };
    let mut keys = json!({});
    for number in 0..MANY / 10 {
        keys.insert(format!("k{number}"), number);
    }
    let shared =
        |leaf: Value, level: fn(Value) -> Value| (0..LEVELS).fold(leaf, |inner, _| level(inner));
    vec![
        ("small number", json!(3)),
        ("small text", json!("a")),
        ("large text", text(LARGE)),
        ("another large text", text(LARGE)),
        ("large text of digits", Value::from("1".repeat(LARGE))),
        ("large text beyond ASCII", Value::from("\u{e9}".repeat(LARGE / 2))),
        ("numbers", numbers(MANY)),
        ("other numbers", numbers(MANY)),
        ("objects", objects(MANY / 10)),
        ("texts", Value::from(vec![text(LARGE / 64); 64])),
        ("object of many keys", keys),
        ("shared arrays", shared(json!([1]), |inner| json!([inner.clone(), inner]))),
        ("shared empty arrays", shared(json!([]), |inner| json!([inner.clone(), inner]))),
        ("other shared arrays", shared(json!([1]), |inner| json!([inner.clone(), inner]))),
        ("shared objects", shared(json!(1), |inner| json!({"a": inner.clone(), "b": inner}))),
        ("other shared objects", shared(json!(1), |inner| json!({"a": inner.clone(), "b": inner}))),
    ]
}

/// The names of the input and the arguments of a run: each kind alone, with others of its kind, and
/// with a small one.
fn combinations(data: &[(&'static str, Value)]) -> Vec<[usize; 4]> {
    const NUMBER: usize = 0;
    const TEXT: usize = 1;
    let mut combinations = Vec::new();
    for first in 0..data.len() {
        let alike = if first + 1 < data.len() { first + 1 } else { first - 1 };
        combinations.extend([
            [first, alike, alike, first],
            [first, NUMBER, NUMBER, NUMBER],
            [TEXT, first, alike, TEXT],
        ]);
    }
    combinations
}

fn input(data: &[(&'static str, Value)], names: [usize; 4]) -> Value {
    let mut input = json!({});
    for (key, place) in ["a", "b", "c", "d"].into_iter().zip(names) {
        input.insert(key, data[place].1.clone());
    }
    input
}

/// Nanoseconds that this thread has been on a processor.
fn processor_time() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}

/// The least time of some runs.
fn time_of(run: Run, input: &Value) -> u64 {
    let mut least = u64::MAX;
    for _ in 0..3 {
        let before = processor_time();
        run(black_box(input), STEPS);
        least = least.min(processor_time() - before);
        if least < MOST_TIME {
            break;
        }
    }
    least
}

fn check(programs: &[(&str, Run)]) {
    let data = data();
    let mut costly = Vec::new();
    for (program, run) in programs {
        println!("{program}");
        for names in combinations(&data) {
            let time = time_of(*run, &input(&data, names));
            if time >= MOST_TIME {
                let names = names.map(|place| data[place].0).join(", ");
                costly.push(format!("{} ms: {program} on {names}", time / 1_000_000));
            }
        }
    }
    assert!(costly.is_empty(), "work that is not counted:\n{}", costly.join("\n"));
}

#[test]
fn no_step_of_jq_is_much_work() {
    check(JQ);
}

#[test]
fn no_step_of_jsonata_is_much_work() {
    check(JSONATA);
}

#[test]
fn values_with_shared_parts_take_no_time_that_doubles_with_each_level() {
    for (program, run) in SHARED {
        println!("{program}");
        run(&Value::Null, STEPS);
    }
}
