//! Random states.

use super::data::{self, ERRORS, MOMENTS, TEXTS};
use super::{Generator, Place};
use crate::differ::json::{Json, number, object, text};

/// The comparison operators, by the type of their operand.
const RELATIONS: [&str; 5] =
    ["Equals", "LessThan", "GreaterThan", "LessThanEquals", "GreaterThanEquals"];

/// Patterns with and without escapes.
const PATTERNS: [&str; 8] = ["*", "x*", "*y", "p*v*e", "**", "", "2026-*:03Z", "\\*"];

/// The allowed targets of a transition.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Forward,
    Anywhere,
}

impl Generator {
    pub(super) fn state(&mut self, place: &Place<'_>) -> Json {
        if place.depth == 0 && place.at == 0 {
            return self.first(place);
        }
        let mut state = self.any_state(place);
        let kind = state.text_at("Type").unwrap_or_default();
        // Inner scopes must not assign outer variables, and their own are not read.
        if !matches!(kind, "Succeed" | "Fail") && self.dice.percent(20) {
            let value = data::computed(&mut self.dice);
            state.set(
                "Assign",
                object([(&assigned(place), value), (&format!("other{}", place.depth), number(1))]),
            );
        }
        state
    }

    /// Sets the variables that all other states read.
    fn first(&mut self, place: &Place<'_>) -> Json {
        let mut state =
            object([("Type", text("Pass")), ("Assign", data::variables(&mut self.dice))]);
        self.next(&mut state, place, Way::Forward);
        state
    }

    fn any_state(&mut self, place: &Place<'_>) -> Json {
        let last = place.at + 1 >= place.names.len();
        match self.dice.index(100) {
            0..=24 => self.pass(place),
            25..=54 => self.task(place),
            55..=70 if !last => self.choice(place),
            55..=79 => self.wait(place),
            80..=82 => self.succeed(),
            83..=86 => object([
                ("Type", text("Fail")),
                ("Error", text(*self.dice.pick(&ERRORS))),
                ("Cause", text(*self.dice.pick(&TEXTS))),
            ]),
            _ if place.depth < 2 && self.states < 40 => self.parallel(place),
            _ => self.pass(place),
        }
    }

    fn pass(&mut self, place: &Place<'_>) -> Json {
        let mut state = object([("Type", text("Pass"))]);
        match self.dice.index(3) {
            0 => state.set("Result", data::any(&mut self.dice, 2)),
            1 => self.template(&mut state, "Parameters"),
            _ => {}
        }
        self.paths(&mut state);
        self.result_path(&mut state);
        self.next(&mut state, place, Way::Forward);
        state
    }

    fn succeed(&mut self) -> Json {
        let mut state = object([("Type", text("Succeed"))]);
        self.paths(&mut state);
        state
    }

    fn wait(&mut self, place: &Place<'_>) -> Json {
        let mut state = object([("Type", text("Wait"))]);
        let mut way = Way::Forward;
        match self.dice.index(4) {
            0 => {
                let seconds = data::between(&mut self.dice, 0, 7);
                state.set("Seconds", number(seconds));
                if seconds > 0 {
                    way = Way::Anywhere;
                }
            }
            1 => {
                let path =
                    if self.dice.percent(94) { text("$.secs") } else { data::path(&mut self.dice) };
                state.set("SecondsPath", definite(path));
            }
            2 => state.set("Timestamp", text(*self.dice.pick(&MOMENTS))),
            _ => {
                let path =
                    if self.dice.percent(94) { text("$.when") } else { data::path(&mut self.dice) };
                state.set("TimestampPath", definite(path));
            }
        }
        if self.dice.percent(20) {
            self.paths(&mut state);
        }
        self.next(&mut state, place, way);
        state
    }

    fn task(&mut self, place: &Place<'_>) -> Json {
        let resource =
            format!("arn:aws:lambda:us-east-1:123456789012:function:F{}", self.dice.index(6));
        let mut state = object([("Type", text("Task")), ("Resource", text(resource))]);
        if self.dice.percent(25) {
            self.template(&mut state, "Parameters");
        }
        if self.dice.percent(15) {
            self.template(&mut state, "ResultSelector");
        }
        if self.dice.percent(60) {
            let seconds = data::between(&mut self.dice, 2, 30);
            state.set("TimeoutSeconds", number(seconds));
            if self.dice.percent(40) {
                let heartbeat = data::between(&mut self.dice, 1, seconds - 1);
                state.set("HeartbeatSeconds", number(heartbeat));
            }
        }
        self.paths(&mut state);
        self.result_path(&mut state);
        self.handlers(&mut state, place, Way::Anywhere);
        self.next(&mut state, place, Way::Anywhere);
        state
    }

    fn parallel(&mut self, place: &Place<'_>) -> Json {
        let mut branches = Vec::new();
        for _ in 0..=self.dice.index(3) {
            let count = 1 + self.dice.index(4);
            branches.push(self.scope(count, place.depth + 1));
        }
        let mut state = object([("Type", text("Parallel")), ("Branches", Json::Array(branches))]);
        if self.dice.percent(20) {
            self.template(&mut state, "Parameters");
        }
        if self.dice.percent(15) {
            state.set(
                "ResultSelector",
                object([("first.$", text("$[0]")), ("all.$", text("$[*]"))]),
            );
        }
        self.paths(&mut state);
        self.result_path(&mut state);
        self.handlers(&mut state, place, Way::Forward);
        self.next(&mut state, place, Way::Forward);
        state
    }

    fn choice(&mut self, place: &Place<'_>) -> Json {
        let mut rules = Vec::new();
        for _ in 0..=self.dice.index(3) {
            let mut rule = self.rule(2);
            rule.set("Next", self.target(place, Way::Forward));
            if self.dice.percent(20) {
                rule.set("Assign", object([(&assigned(place), text("$$.State.Name"))]));
            }
            rules.push(rule);
        }
        let mut state = object([("Type", text("Choice")), ("Choices", Json::Array(rules))]);
        if self.dice.percent(80) {
            state.set("Default", self.target(place, Way::Forward));
        }
        if self.dice.percent(25) {
            self.paths(&mut state);
        }
        state
    }

    fn rule(&mut self, depth: usize) -> Json {
        if depth > 0 && self.dice.percent(35) {
            let rules: Vec<_> = (0..=self.dice.index(3)).map(|_| self.rule(depth - 1)).collect();
            return match self.dice.index(3) {
                0 => object([("And", Json::Array(rules))]),
                1 => object([("Or", Json::Array(rules))]),
                _ => object([("Not", self.rule(depth - 1))]),
            };
        }
        let relation = *self.dice.pick(&RELATIONS);
        let (usual, operator, operand) = match self.dice.index(8) {
            0 => ("$.s", format!("String{relation}"), text(*self.dice.pick(&TEXTS))),
            1 => (
                "$.n",
                format!("Numeric{relation}"),
                number(f64::from(data::between(&mut self.dice, 0, 20)) / 2.0),
            ),
            2 => ("$.b", "BooleanEquals".to_owned(), Json::Bool(self.dice.percent(50))),
            3 => ("$.when", format!("Timestamp{relation}"), text(*self.dice.pick(&MOMENTS))),
            4 => ("$.s", "StringMatches".to_owned(), text(*self.dice.pick(&PATTERNS))),
            5 => {
                let kind = *self.dice.pick(&[
                    "Null",
                    "Present",
                    "Numeric",
                    "String",
                    "Boolean",
                    "Timestamp",
                ]);
                (
                    *self.dice.pick(&["$.n", "$.b", "$.when", "$.o.n"]),
                    format!("Is{kind}"),
                    Json::Bool(self.dice.percent(60)),
                )
            }
            6 => (
                "$.n",
                format!("Numeric{relation}Path"),
                text(*self.dice.pick(&["$.o.n", "$.n", "$.s"])),
            ),
            _ => (
                "$.s",
                format!("String{relation}Path"),
                text(*self.dice.pick(&["$.o.s", "$.s", "$.when"])),
            ),
        };
        let variable =
            if self.dice.percent(88) { text(usual) } else { definite(data::path(&mut self.dice)) };
        object([("Variable", variable), (&operator, operand)])
    }

    fn handlers(&mut self, state: &mut Json, place: &Place<'_>, way: Way) {
        if self.dice.percent(50) {
            let mut retriers = self.error_lists();
            for retrier in &mut retriers {
                self.policy(retrier);
            }
            state.set("Retry", Json::Array(retriers));
        }
        if place.at + 1 < place.names.len() && self.dice.percent(60) {
            let mut catchers = self.error_lists();
            for catcher in &mut catchers {
                catcher.set("Next", self.target(place, way));
                self.result_path(catcher);
                if self.dice.percent(20) {
                    catcher.set("Assign", object([(&assigned(place), text("$.Error"))]));
                }
            }
            state.set("Catch", Json::Array(catchers));
        }
    }

    fn policy(&mut self, retrier: &mut Json) {
        if self.dice.percent(60) {
            let seconds = data::between(&mut self.dice, 1, 5);
            retrier.set("IntervalSeconds", number(seconds));
        }
        if self.dice.percent(60) {
            let attempts = data::between(&mut self.dice, 0, 4);
            retrier.set("MaxAttempts", number(attempts));
        }
        if self.dice.percent(60) {
            retrier.set("BackoffRate", Json::Number(*self.dice.pick(&[1.0, 1.5, 2.0, 2.5, 3.0])));
        }
        if self.dice.percent(30) {
            // It is greater than the first delay.
            let first = retrier.number_at("IntervalSeconds").unwrap_or(1.0);
            let more = data::between(&mut self.dice, 1, 6);
            retrier.set("MaxDelaySeconds", number(f64::from(more) + first));
            retrier.set("JitterStrategy", text("NONE"));
        }
    }

    fn error_lists(&mut self) -> Vec<Json> {
        let mut rules = Vec::new();
        let mut names = ERRORS.to_vec();
        names.extend([
            "States.Timeout",
            "States.BranchFailed",
            "States.NoChoiceMatched",
            "States.ResultPathMatchFailure",
        ]);
        for _ in 0..=self.dice.index(2) {
            let count = 1 + self.dice.index(2);
            let mut listed = Vec::new();
            for _ in 0..count {
                let at = self.dice.index(names.len());
                listed.push(text(names.swap_remove(at)));
            }
            rules.push(object([("ErrorEquals", Json::Array(listed))]));
        }
        if self.dice.percent(50) {
            rules.push(object([("ErrorEquals", Json::Array(vec![text("States.ALL")]))]));
        }
        rules
    }

    fn paths(&mut self, state: &mut Json) {
        for field in ["InputPath", "OutputPath"] {
            match self.dice.index(100) {
                0 => state.set(field, Json::Null),
                1..=6 => state.set(field, data::path(&mut self.dice)),
                _ => {}
            }
        }
    }

    fn result_path(&mut self, state: &mut Json) {
        match self.dice.index(100) {
            0..=9 => state.set("ResultPath", Json::Null),
            10..=93 => state.set("ResultPath", data::place(&mut self.dice)),
            _ => {}
        }
    }

    fn template(&mut self, state: &mut Json, field: &str) {
        let mut template = object([]);
        for key in ["n", "s", "o", "l"] {
            match self.dice.index(4) {
                0 => template.set(key, data::any(&mut self.dice, 1)),
                1 => template
                    .set(key, object([("p.$", data::computed(&mut self.dice)), ("n", number(3))])),
                _ => template.set(&format!("{key}.$"), data::computed(&mut self.dice)),
            }
        }
        if self.dice.percent(30) {
            let inner = object([("q.$", data::computed(&mut self.dice))]);
            template.set("list", Json::Array(vec![inner, data::any(&mut self.dice, 1)]));
        }
        state.set(field, template);
    }

    fn next(&mut self, state: &mut Json, place: &Place<'_>, way: Way) {
        let last = place.at + 1 >= place.names.len();
        if last || self.dice.percent(4) {
            state.set("End", Json::Bool(true));
        } else if way == Way::Anywhere && self.dice.percent(8) {
            state.set("Next", self.target(place, way));
        } else if let Some(name) = place.names.get(place.at + 1) {
            state.set("Next", text(name.as_str()));
        }
    }

    fn target(&mut self, place: &Place<'_>, way: Way) -> Json {
        let later = place.names.get(place.at + 1..).unwrap_or_default();
        if way == Way::Forward || self.dice.percent(60) {
            return text(self.dice.pick(later).as_str());
        }
        self.cycle = true;
        text(self.dice.pick(place.names).as_str())
    }
}

/// The variable that a state assigns, with the suffix of computed values. Inner scopes have their
/// own.
fn assigned(place: &Place<'_>) -> String {
    format!("v{}.$", if place.depth == 0 { 0 } else { place.depth + 1 })
}

/// The path, or another one if it may have several hits, because a Reference Path has one.
fn definite(path: Json) -> Json {
    let several = path
        .as_text()
        .is_some_and(|path| path.contains(['*', ',', ':', '-']) || path.contains(".."));
    if several { text("$.o.n") } else { path }
}
