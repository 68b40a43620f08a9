//! States in JSONata of the reference interpreter (AWS: "Transforming data with JSONata").

use super::super::json::{Json, object, text};
use super::super::jsonata::reference;
use super::super::surroundings::Surroundings;
use super::{Exit, Interpreter, Stop, fault, millis};
use crate::differ::json::ANY_TEXT;

/// The data that the expressions of a state see.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) around: Surroundings<'a>,
    /// `$states.input`.
    pub(super) input: &'a Json,
    /// `$states.result` or `$states.errorOutput`.
    pub(super) more: Option<(&'static str, &'a Json)>,
    pub(super) now: u64,
}

impl Interpreter<'_> {
    /// A state other than Fail.
    pub(super) fn state_in_jsonata(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        raw: Json,
        now: u64,
    ) -> Result<Exit, Stop> {
        let next = state.text_at("Next").map(str::to_owned);
        let seen = Seen { around, input: &raw, more: None, now };
        match state.text_at("Type").unwrap_or_default() {
            "Pass" | "Succeed" => seen.exit(state, next, &raw),
            "Wait" => {
                let seconds = seen.field(state, "Seconds")?.unwrap_or(Json::Null).as_number();
                let seconds = seconds.filter(|it| *it >= 0.0 && it.fract() == 0.0);
                let now = self.pass_time(now, millis(seconds.ok_or_else(|| failed(now))?))?;
                Seen { now, ..seen }.exit(state, next, &raw)
            }
            "Choice" => {
                for rule in state.items_at("Choices") {
                    let Some(Json::Bool(holds)) = seen.field(rule, "Condition")? else {
                        return Err(failed(now));
                    };
                    if holds {
                        return seen.exit(rule, rule.text_at("Next").map(str::to_owned), &raw);
                    }
                }
                seen.exit(state, state.text_at("Default").map(str::to_owned), &raw)
            }
            _ => self.with_retries(around, state, raw, now),
        }
    }

    /// Runs a Task or Map once. Returns the output, the assigned variables and the time.
    pub(super) fn attempt_in_jsonata(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        raw: &Json,
        now: u64,
    ) -> Result<(Json, Json, u64), Stop> {
        let seen = Seen { around, input: raw, more: None, now };
        let (result, now) = match state.text_at("Type") {
            Some("Task") => {
                let arguments = seen.field(state, "Arguments")?.unwrap_or_else(|| raw.clone());
                self.task(around.state, state, arguments, now)?
            }
            _ => self.map_in_jsonata(seen, state)?,
        };
        let seen = Seen { more: Some(("result", &result)), now, ..seen };
        let exit = seen.exit(state, None, &result)?;
        Ok((exit.data, exit.assigned, now))
    }

    fn map_in_jsonata(&mut self, seen: Seen<'_>, state: &Json) -> Result<(Json, u64), Stop> {
        let Some(Json::Array(items)) = seen.field(state, "Items")? else {
            return Err(failed(seen.now));
        };
        let body = state.get("ItemProcessor").ok_or(Stop::GaveUp)?;
        let mut iterations = Vec::new();
        for item in &items {
            let around = Surroundings { item: Some(item), ..seen.around };
            let selected = Seen { around, ..seen }.field(state, "ItemSelector")?;
            iterations.push((body, selected.unwrap_or_else(|| item.clone())));
        }
        self.branches(iterations, seen.now, seen.around.variables)
    }
}

impl Seen<'_> {
    /// The output and the variables of a state, of a rule or of a catcher.
    pub(super) fn exit(
        self,
        of: &Json,
        next: Option<String>,
        otherwise: &Json,
    ) -> Result<Exit, Stop> {
        let assigned = self.field(of, "Assign")?.unwrap_or_else(|| object([]));
        let data = self.field(of, "Output")?.unwrap_or_else(|| otherwise.clone());
        Ok(Exit { next, data, now: self.now, caught: false, assigned })
    }

    /// The value of a field, if it is there.
    fn field(self, of: &Json, name: &str) -> Result<Option<Json>, Stop> {
        of.get(name).map(|value| self.filled(value)).transpose()
    }

    fn filled(self, template: &Json) -> Result<Json, Stop> {
        match template {
            Json::Text(written) => {
                let inner = written.strip_prefix("{%").and_then(|it| it.strip_suffix("%}"));
                inner.map_or_else(|| Ok(template.clone()), |inner| self.evaluate(inner.trim()))
            }
            Json::Array(items) => {
                let items: Result<_, _> = items.iter().map(|item| self.filled(item)).collect();
                items.map(Json::Array)
            }
            Json::Object(members) => {
                let filled = |(name, value): &(String, Json)| {
                    self.filled(value).map(|value| (name.clone(), value))
                };
                members.iter().map(filled).collect::<Result<_, _>>().map(Json::Object)
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => Ok(template.clone()),
        }
    }

    /// The value of an expression, which must have one.
    fn evaluate(self, expression: &str) -> Result<Json, Stop> {
        let around = self.around;
        let mut context = object([
            ("Execution", object([("Input", around.input.clone())])),
            ("State", object([("Name", text(around.state))])),
        ]);
        if let Some(item) = around.item {
            context.set("Map", object([("Item", object([("Value", item.clone())]))]));
        }
        let mut states = object([("input", self.input.clone()), ("context", context)]);
        if let Some((name, value)) = self.more {
            states.set(name, value.clone());
        }
        let mut variables = vec![("states".to_owned(), states)];
        if let Json::Object(assigned) = around.variables {
            variables.extend(assigned.iter().cloned());
        }
        match reference::evaluate(expression, None, &variables) {
            Ok(Some(value)) => Ok(value),
            Ok(None) | Err(reference::Stop::Error(_)) => Err(failed(self.now)),
            Err(reference::Stop::Limit | reference::Stop::Unsupported(_)) => Err(Stop::GaveUp),
        }
    }
}

/// The failure of an expression.
fn failed(now: u64) -> Stop {
    fault("States.QueryEvaluationError", ANY_TEXT, now)
}
