//! Random machines: small, with a wait in nearly every state, and always with an end.

use serde_json::{Map, Value, json};

use asl_language::random::SplitMix64;

use crate::jsonata;

/// The errors of tasks.
const ERRORS: [&str; 2] = ["Busy", "Broken"];
/// Maximum number of states: a machine should end after some ten completions.
const MOST: usize = 9;

/// Generates machines.
pub(crate) struct Generator {
    dice: SplitMix64,
    /// States so far.
    states: usize,
}

/// The place of a state in its scope.
struct Place<'a> {
    names: &'a [String],
    at: usize,
    depth: usize,
}

impl Place<'_> {
    fn is_last(&self) -> bool {
        self.at + 1 == self.names.len()
    }

    /// The states after it.
    fn later(&self) -> &[String] {
        self.names.get(self.at + 1..).unwrap_or_default()
    }
}

impl Generator {
    /// The generator with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: SplitMix64::new(seed), states: 0 }
    }

    /// The next machine.
    pub(crate) fn machine(&mut self) -> Value {
        self.states = 0;
        let mut machine = self.scope(5, 0);
        if self.dice.percent(25) {
            set(&mut machine, "TimeoutSeconds", json!(self.dice.between(5, 60)));
        }
        begin(&mut machine);
        machine
    }

    fn scope(&mut self, most: usize, depth: usize) -> Value {
        let count = if depth == 0 { 2 } else { 1 } + self.dice.index(most);
        let names: Vec<String> = (0..count).map(|at| format!("S{}", self.states + at)).collect();
        self.states += count;
        let mut states = Map::new();
        for at in 0..count {
            self.state(&Place { names: &names, at, depth }, &mut states);
        }
        json!({"StartAt": names.first(), "States": reachable(names.first(), &states)})
    }

    fn state(&mut self, place: &Place<'_>, states: &mut Map<String, Value>) {
        let Some(name) = place.names.get(place.at) else { return };
        let deeper = place.depth < 2 && self.states < MOST;
        let mut state = match self.dice.index(100) {
            0..=9 => self.token(place),
            10..=19 => self.wait(place),
            20..=29 if !place.is_last() => self.choice(place),
            30..=34 => return self.counted_loop(place, states),
            35..=47 if deeper => self.parallel(place),
            48..=60 if deeper => self.map(place),
            61 if place.is_last() => {
                json!({"Type": "Fail", "Error": "Broken", "Cause": "on purpose"})
            }
            62..=64 => self.pass(place),
            _ => self.task(place),
        };
        self.assign(place, &mut state);
        self.insert(states, name.clone(), state);
    }

    /// Adds a state, in one of the query languages.
    fn insert(&mut self, states: &mut Map<String, Value>, name: String, mut state: Value) {
        if self.dice.percent(50) {
            jsonata::convert(&mut state, &mut self.dice);
        }
        states.insert(name, state);
    }

    fn task(&mut self, place: &Place<'_>) -> Value {
        let function = self.dice.index(6);
        let mut state = json!({
            "Type": "Task",
            "Resource": format!("arn:aws:lambda:eu-west-1:123456789012:function:F{function}"),
            "ResultPath": "$.r",
        });
        if self.dice.percent(40) {
            set(
                &mut state,
                "Parameters",
                json!({"n.$": "$.n", "try.$": "$$.State.RetryCount", "seen.$": "$v", "kept": self.dice.index(9)}),
            );
        }
        self.limits(&mut state, 9);
        self.handlers(place, &mut state);
        finish(place, &mut state);
        state
    }

    /// A task that ends by a report with its token.
    fn token(&mut self, place: &Place<'_>) -> Value {
        let mut state = json!({
            "Type": "Task",
            "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
            "Parameters": {"QueueUrl": "q", "MessageBody": {"token.$": "$$.Task.Token", "n.$": "$.n"}},
            "ResultPath": "$.r",
        });
        self.limits(&mut state, 30);
        self.handlers(place, &mut state);
        finish(place, &mut state);
        state
    }

    fn limits(&mut self, state: &mut Value, most: u64) {
        if self.dice.percent(50) {
            let seconds = self.dice.between(2, most);
            set(state, "TimeoutSeconds", json!(seconds));
            if self.dice.percent(40) {
                set(state, "HeartbeatSeconds", json!(self.dice.between(1, seconds - 1)));
            }
        }
    }

    fn handlers(&mut self, place: &Place<'_>, state: &mut Value) {
        if self.dice.percent(55) {
            let error = self.error();
            let mut retriers = vec![self.retrier(&json!([error]))];
            if self.dice.percent(40) {
                retriers.push(self.retrier(&json!(["States.ALL"])));
            }
            set(state, "Retry", json!(retriers));
        }
        if !place.is_last() && self.dice.percent(45) {
            let errors = if self.dice.percent(50) { "States.ALL" } else { self.error() };
            let next = self.dice.pick(place.later());
            set(
                state,
                "Catch",
                json!([{"ErrorEquals": [errors], "Next": next, "ResultPath": "$.error"}]),
            );
        }
    }

    fn error(&mut self) -> &'static str {
        self.dice.pick::<&str>(&ERRORS)
    }

    fn retrier(&mut self, errors: &Value) -> Value {
        let mut retrier = json!({
            "ErrorEquals": errors,
            "IntervalSeconds": self.dice.between(1, 3),
            "MaxAttempts": self.dice.between(1, 3),
            "BackoffRate": *self.dice.pick(&[1.0, 1.5, 2.0]),
        });
        if self.dice.percent(40) {
            set(&mut retrier, "JitterStrategy", json!("FULL"));
            set(&mut retrier, "MaxDelaySeconds", json!(self.dice.between(4, 7)));
        }
        retrier
    }

    /// Short waits, and waits that are so long that an execution is parked.
    fn wait(&mut self, place: &Place<'_>) -> Value {
        let seconds = if self.dice.percent(30) {
            self.dice.between(300, 5_000)
        } else {
            self.dice.between(0, 5)
        };
        let mut state = json!({"Type": "Wait", "Seconds": seconds});
        finish(place, &mut state);
        state
    }

    fn choice(&mut self, place: &Place<'_>) -> Value {
        let limit = self.dice.between(0, 9);
        let (then, otherwise) =
            (self.dice.pick(place.later()).clone(), self.dice.pick(place.later()).clone());
        json!({
            "Type": "Choice",
            "Choices": [{
                "And": [{"Variable": "$.r", "IsPresent": true}, {"Variable": "$.r", "IsNumeric": true},
                        {"Variable": "$.r", "NumericLessThan": limit}],
                "Next": then,
            }, {"Variable": "$.n", "NumericGreaterThan": limit, "Next": self.dice.pick(place.later())}],
            "Default": otherwise,
        })
    }

    /// A task that runs two or three times, counted in a variable.
    fn counted_loop(&mut self, place: &Place<'_>, states: &mut Map<String, Value>) {
        let Some(name) = place.names.get(place.at) else { return };
        let (work, again, after) = (format!("{name}W"), format!("{name}C"), format!("{name}E"));
        let variable = format!("i{}", self.states + place.at);
        let start = json!({"Type": "Pass", "Assign": {&variable: 0}, "Next": work});
        self.insert(states, name.clone(), start);
        let mut task =
            self.task(&Place { names: std::slice::from_ref(&after), at: 0, depth: place.depth });
        set(
            &mut task,
            "Assign",
            json!({format!("{variable}.$"): format!("States.MathAdd(${variable}, 1)")}),
        );
        remove(&mut task, "End");
        set(&mut task, "Next", json!(again));
        self.insert(states, work.clone(), task);
        let rule = json!({"Variable": format!("${variable}"), "NumericLessThan": self.dice.between(2, 3), "Next": work});
        let again_state = json!({"Type": "Choice", "Choices": [rule], "Default": after});
        self.insert(states, again, again_state);
        let mut end = json!({"Type": "Pass"});
        finish(place, &mut end);
        self.insert(states, after, end);
    }

    fn parallel(&mut self, place: &Place<'_>) -> Value {
        let branches: Vec<Value> =
            (0..self.dice.between(2, 3)).map(|_| self.scope(3, place.depth + 1)).collect();
        let mut state = json!({"Type": "Parallel", "Branches": branches, "ResultPath": "$.all"});
        self.handlers(place, &mut state);
        finish(place, &mut state);
        state
    }

    fn map(&mut self, place: &Place<'_>) -> Value {
        let body = self.scope(2, place.depth + 1);
        let mut state = json!({
            "Type": "Map",
            "ItemsPath": "$.list",
            "MaxConcurrency": self.dice.index(4),
            "ItemSelector": {"n.$": "$$.Map.Item.Index", "item.$": "$$.Map.Item.Value", "list": [1, 2]},
            "ItemProcessor": body,
            "ResultPath": "$.each",
        });
        self.handlers(place, &mut state);
        finish(place, &mut state);
        state
    }

    fn pass(&mut self, place: &Place<'_>) -> Value {
        let mut state =
            json!({"Type": "Pass", "Result": {"passed": self.dice.index(99)}, "ResultPath": "$.p"});
        finish(place, &mut state);
        state
    }

    /// Branches read the variable, but must not assign it.
    fn assign(&mut self, place: &Place<'_>, state: &mut Value) {
        let kind = state.get("Type").and_then(Value::as_str).unwrap_or_default();
        if place.depth == 0 && matches!(kind, "Task" | "Pass" | "Wait") && self.dice.percent(30) {
            set(state, "Assign", json!({"v.$": "$$.State.Name"}));
        }
    }
}

/// Sets the variable that all tasks read.
fn begin(machine: &mut Value) {
    let next = machine.get("StartAt").cloned();
    set(machine, "StartAt", json!("Begin"));
    if let Some(states) = machine.get_mut("States") {
        set(states, "Begin", json!({"Type": "Pass", "Assign": {"v.$": "$.n"}, "Next": next}));
    }
}

fn finish(place: &Place<'_>, state: &mut Value) {
    match place.names.get(place.at + 1) {
        Some(next) => set(state, "Next", json!(next)),
        None => set(state, "End", json!(true)),
    }
}

pub(crate) fn set(state: &mut Value, field: &str, value: Value) {
    if let Some(state) = state.as_object_mut() {
        state.insert(field.to_owned(), value);
    }
}

pub(crate) fn remove(state: &mut Value, field: &str) {
    if let Some(state) = state.as_object_mut() {
        state.remove(field);
    }
}

/// The states that are reachable from the start; a definition must not have others.
fn reachable(start: Option<&String>, states: &Map<String, Value>) -> Map<String, Value> {
    let mut found: Vec<&str> = start.map(String::as_str).into_iter().collect();
    let mut at = 0;
    while let Some(name) = found.get(at) {
        at += 1;
        for target in states.get(*name).map(targets).unwrap_or_default() {
            if !found.contains(&target) {
                found.push(target);
            }
        }
    }
    states
        .iter()
        .filter(|(name, _)| found.contains(&name.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect()
}

fn targets(state: &Value) -> Vec<&str> {
    let rules = |field: &str| state.get(field).and_then(Value::as_array).into_iter().flatten();
    let behind = rules("Choices").chain(rules("Catch")).filter_map(|rule| rule.get("Next"));
    let next = [state.get("Next"), state.get("Default")].into_iter().flatten();
    behind.chain(next).filter_map(Value::as_str).collect()
}
