//! Random data, paths and tasks.

use crate::differ::json::{Json, number, object, text};
use asl_language::random::SplitMix64;

/// 2026-01-01T00:00:00Z, in milliseconds.
pub(crate) const START: u64 = 1_767_225_600_000;

/// The error names of tasks and Fail states.
pub(super) const ERRORS: [&str; 5] =
    ["ErrorA", "ErrorB", "Busy", "java.lang.Exception", "States.TaskFailed"];

/// Texts, some of which are timestamps or nearly so.
pub(super) const TEXTS: [&str; 9] = [
    "",
    "x",
    "X",
    "xy",
    "é",
    "private",
    "2026-01-01T00:00:03Z",
    "2026-01-01T01:00:02.25+01:00",
    "2026-01-01t00:00:03Z",
];

/// Timestamps around the start.
pub(super) const MOMENTS: [&str; 6] = [
    "2025-12-31T23:59:59Z",
    "2026-01-01T00:00:03Z",
    "2026-01-01T00:00:07.125Z",
    "2026-01-01T01:00:02.250+01:00",
    "2025-12-31T18:30:11-05:30",
    "2024-02-29T12:00:00Z",
];

/// Paths that have a value in the usual data.
const USUAL: [&str; 12] = [
    "$",
    "$.n",
    "$.s",
    "$.b",
    "$.o",
    "$.l",
    "$.o.n",
    "$['o']['s']",
    "$.l[0]",
    "$.l[1].n",
    "$.when",
    "$.o.l[-1]",
];

/// Paths with any number of hits, or odd ones.
const OTHER: [&str; 16] = [
    "$.l[*]",
    "$.l[*].n",
    "$..n",
    "$.l[0,1]",
    "$.l[0:2]",
    "$.l[-2:]",
    "$[1:]",
    "$.o[:1]",
    "$.o.*",
    "$.none[*]",
    "$.none",
    "$.l[7]",
    "$.\\x",
    "$.r.n",
    "$.e.Error",
    "$..l[0]",
];

/// Paths to other roots, and calls of functions. Both variables are set by the first state.
const COMPUTED: [&str; 16] = [
    "$v0",
    "$v1",
    "$v1.n",
    "$v1.l[0]",
    "$v0.none",
    "$$.Execution.Input",
    "$$.Execution.Input.n",
    "$$.State.Name",
    "States.MathAdd($.n, 1)",
    "States.MathAdd($v1.n, 2.5)",
    "States.Array($.n, $v0)",
    "States.ArrayLength($.l)",
    "States.ArrayContains($.l, $.n)",
    "States.Format('<{}>', $.o)",
    "States.Format('{}!', $$.State.Name)",
    "States.JsonMerge($.o, $v1, false)",
];

/// Places for results.
const PLACES: [&str; 12] = [
    "$",
    "$.r",
    "$.x",
    "$.n",
    "$.o.n",
    "$.o.new.deep",
    "$['e']",
    "$.l[0]",
    "$.l[1].r",
    "$.n.below",
    "$.a\\.b",
    "$.l[9]",
];

/// A path, mostly one that finds something.
pub(super) fn path(dice: &mut SplitMix64) -> Json {
    let from: &[&str] = if dice.percent(92) { &USUAL } else { &OTHER };
    text(*dice.pick(from))
}

/// The value of a template's `.$` key.
pub(super) fn computed(dice: &mut SplitMix64) -> Json {
    if dice.percent(25) { text(*dice.pick(&COMPUTED)) } else { path(dice) }
}

/// The variables that all states may read.
pub(super) fn variables(dice: &mut SplitMix64) -> Json {
    object([("v0", any(dice, 1)), ("v1", input(dice))])
}

/// A Reference Path to place a result at, mostly one that fits and keeps the rest.
pub(super) fn place(dice: &mut SplitMix64) -> Json {
    let from = if dice.percent(88) { PLACES.get(1..7) } else { None };
    text(*dice.pick(from.unwrap_or(&PLACES)))
}

/// The usual data, or nearly so, or anything.
pub(super) fn input(dice: &mut SplitMix64) -> Json {
    if dice.percent(4) {
        return any(dice, 2);
    }
    let mut input = object([
        ("n", small(dice)),
        ("s", text(*dice.pick(&TEXTS))),
        ("b", Json::Bool(dice.percent(50))),
        (
            "o",
            object([
                ("n", small(dice)),
                ("s", text("in o")),
                ("l", Json::Array(vec![small(dice), small(dice)])),
            ]),
        ),
        ("l", Json::Array(vec![any(dice, 1), object([("n", small(dice))]), small(dice)])),
        ("when", text(*dice.pick(&MOMENTS))),
        ("secs", number(between(dice, 0, 6))),
        ("x", Json::Null),
    ]);
    if dice.percent(15) {
        let key = *dice.pick(&["n", "s", "b", "o", "l", "when", "secs"]);
        input.set(key, any(dice, 1));
    }
    input
}

/// A number from `low` to `high`, both included.
pub(super) fn between(dice: &mut SplitMix64, low: u32, high: u32) -> u32 {
    u32::try_from(dice.between(low.into(), high.into())).unwrap_or(high)
}

fn small(dice: &mut SplitMix64) -> Json {
    let number = f64::from(between(dice, 0, 40)) / 2.0 - 5.0;
    Json::Number(if dice.percent(70) { number.floor() } else { number })
}

/// Any data.
pub(super) fn any(dice: &mut SplitMix64, depth: usize) -> Json {
    match dice.index(if depth == 0 { 5 } else { 7 }) {
        0 => Json::Null,
        1 => Json::Bool(dice.percent(50)),
        2 => small(dice),
        3 => text(*dice.pick(&TEXTS)),
        4 => text(*dice.pick(&MOMENTS)),
        5 => (0..dice.index(4)).map(|_| any(dice, depth - 1)).collect::<Vec<_>>().into(),
        _ => {
            let mut members = object([]);
            for _ in 0..dice.index(4) {
                let key = *dice.pick(&["n", "s", "l", "o", "a.b", "Error"]);
                members.set(key, any(dice, depth - 1));
            }
            members
        }
    }
}

impl From<Vec<Json>> for Json {
    fn from(items: Vec<Json>) -> Self {
        Self::Array(items)
    }
}

/// What a task may do. It takes some time, so that no cycle is for ever at one time.
pub(super) fn act(dice: &mut SplitMix64) -> Json {
    let beats = dice.percent(30);
    let times = if beats { between(dice, 1, 12) } else { 0 };
    let every = between(dice, 150, 2_600);
    let after = *dice.pick(&[37, 120, 333, 1_001, 2_777, 5_123, 61_113]) + between(dice, 0, 20);
    let does = match dice.index(20) {
        0..=4 => object([("answer", text(any(dice, 2).to_string()))]),
        5..=10 => object([("answer", text(input(dice).to_string()))]),
        11..=12 => text("echo"),
        13..=18 => {
            let error = text(*dice.pick(&ERRORS));
            object([(
                "fail",
                Json::Array(vec![error, text(*dice.pick(&["", "Kaiju attack", "{\"a\": 1}"]))]),
            )])
        }
        _ => text("hang"),
    };
    object([
        ("every", number(every)),
        ("times", number(times)),
        ("after", number(after)),
        ("does", does),
    ])
}
