//! A reference interpreter: naive, recursive, written from the specification alone, without code of
//! the compiler or the runtime. Time is virtual. The branches of a Parallel run one after the other
//! to their ends; everything that happened after the first failure is then discarded.

mod data_flow;
mod jsonata;
mod retry;

use std::collections::BTreeSet;

use asl_codegen::options::Profile;

use super::choice::{self, moment};
use super::job::Job;
use super::json::{ANY_TEXT, Json, object, text};
use super::surroundings::Surroundings;

use data_flow::{assigned, combined, effective_input, effective_output, outcome, template_field};
use jsonata::Seen;
use retry::{lists, pause};

/// Limits of transitions and of data; larger runs are not tried.
const MOST_ENTERED: usize = 600;
const DEEPEST: usize = 60;
const MOST_NODES: usize = 2_000;

/// An entry into a state, or the start of a task.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) state: String,
    pub(crate) at: u64,
    pub(crate) input: Json,
    /// True if it happened at the moment in which its branch was cancelled, so that both results
    /// are valid.
    pub(crate) optional: bool,
}

/// The events of a run.
#[derive(Default, Debug)]
pub(crate) struct Trace {
    pub(crate) entered: Vec<Event>,
    pub(crate) started: Vec<Event>,
    /// States that ended normally, not with a catcher.
    pub(crate) left: BTreeSet<String>,
    /// True if two things happened at once, in an order that the specification leaves open, and the
    /// result depends on it.
    pub(crate) ambiguous: bool,
}

/// An error.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) error: String,
    pub(crate) cause: String,
    pub(crate) at: u64,
    /// True if it is neither retried nor caught.
    fatal: bool,
    heartbeat: bool,
    /// True if it comes from a branch of the state that reports it.
    branch: bool,
}

/// Reason why an interpretation ends early.
enum Stop {
    Fault(Fault),
    /// The run is too large for a test.
    GaveUp,
}

/// The end of a machine: its output and the time, or an error.
pub(crate) type End = Result<(Json, u64), Fault>;

/// The exit of a state.
struct Exit {
    next: Option<String>,
    data: Json,
    now: u64,
    caught: bool,
    /// Variables that it sets: an object.
    assigned: Json,
}

struct Interpreter<'a> {
    job: &'a Job,
    profile: Profile,
    is_jsonata: bool,
    deadline: Option<u64>,
    trace: Trace,
}

/// Runs a machine. Returns `None` if the run is too large for a test.
pub(crate) fn run(machine: &Json, job: &Job, profile: Profile) -> Option<(End, Trace)> {
    let deadline = machine.number_at("TimeoutSeconds").map(millis);
    let is_jsonata = machine.text_at("QueryLanguage") == Some("JSONata");
    let trace = Trace::default();
    let mut interpreter = Interpreter { job, profile, is_jsonata, deadline, trace };
    let end = match interpreter.scope(machine, job.input.clone(), 0, &object([])) {
        Ok(end) => Ok(end),
        Err(Stop::Fault(fault)) => Err(fault),
        Err(Stop::GaveUp) => return None,
    };
    Some((end, interpreter.trace))
}

impl Interpreter<'_> {
    /// Runs a machine or a branch to its end.
    fn scope(
        &mut self,
        scope: &Json,
        input: Json,
        from: u64,
        outside: &Json,
    ) -> Result<(Json, u64), Stop> {
        let mut name = scope.text_at("StartAt").unwrap_or_default().to_owned();
        let (mut data, mut now) = (input, from);
        let mut variables = outside.clone();
        loop {
            if self.trace.entered.len() > MOST_ENTERED
                || data.depth() > DEEPEST
                || data.nodes() > MOST_NODES
            {
                return Err(Stop::GaveUp);
            }
            self.trace.entered.push(Event {
                state: name.clone(),
                at: now,
                input: data.clone(),
                optional: false,
            });
            let state =
                scope.get("States").and_then(|states| states.get(&name)).ok_or(Stop::GaveUp)?;
            let around = Surroundings {
                variables: &variables,
                input: &self.job.input,
                state: &name,
                item: None,
                profile: self.profile,
            };
            let exit = self.state(around, state, data, now)?;
            if !exit.caught {
                self.trace.left.insert(name);
            }
            (data, now) = (exit.data, exit.now);
            if let Json::Object(assigned) = exit.assigned {
                for (name, value) in assigned {
                    variables.set(&name, value);
                }
            }
            let Some(next) = exit.next else { return Ok((data, now)) };
            name = next;
        }
    }

    fn state(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        raw: Json,
        now: u64,
    ) -> Result<Exit, Stop> {
        let next = state.text_at("Next").map(str::to_owned);
        match state.text_at("Type").unwrap_or_default() {
            "Fail" => {
                let text = |key| state.text_at(key).unwrap_or_default();
                Err(fault(text("Error"), text("Cause"), now))
            }
            _ if self.is_jsonata => self.state_in_jsonata(around, state, raw, now),
            "Pass" => {
                let input = effective_input(around, state, &raw, now)?;
                // A template is ignored if there is a result.
                let result = match state.get("Result") {
                    Some(result) => result.clone(),
                    None => template_field(around, state, "Parameters", input, now)?,
                };
                let assigned = assigned(around, state, &result, now)?;
                Ok(Exit {
                    next,
                    data: outcome(around, state, raw, result, now)?,
                    now,
                    caught: false,
                    assigned,
                })
            }
            "Succeed" => {
                let input = effective_input(around, state, &raw, now)?;
                let data = effective_output(around, state, input, now)?;
                Ok(Exit { next: None, data, now, caught: false, assigned: object([]) })
            }
            "Wait" => {
                let input = effective_input(around, state, &raw, now)?;
                let until = self.wait(around, state, &input, now)?;
                let now = self.pass_time(now, until - now)?;
                let assigned = assigned(around, state, &input, now)?;
                Ok(Exit {
                    next,
                    data: effective_output(around, state, input, now)?,
                    now,
                    caught: false,
                    assigned,
                })
            }
            "Choice" => {
                let input = effective_input(around, state, &raw, now)?;
                let (next, rule) = chosen(state, &input, self.profile, now)?;
                let assigned = assigned(around, rule, &input, now)?;
                let data = effective_output(around, state, input, now)?;
                Ok(Exit { next: Some(next), data, now, caught: false, assigned })
            }
            _ => self.with_retries(around, state, raw, now),
        }
    }

    /// Lets time pass, unless the machine times out first.
    fn pass_time(&mut self, now: u64, millis: u64) -> Result<u64, Stop> {
        let later = now + millis;
        let Some(deadline) = self.deadline else { return Ok(later) };
        if later > deadline {
            return Err(Stop::Fault(Fault {
                // As recorded, AWS gives no error name.
                error: if self.profile == Profile::Aws {
                    String::new()
                } else {
                    "States.Timeout".to_owned()
                },
                cause: ANY_TEXT.to_owned(),
                at: deadline,
                fatal: true,
                heartbeat: false,
                branch: false,
            }));
        }
        self.trace.ambiguous |= later == deadline;
        Ok(later)
    }

    /// The end time of a Wait.
    fn wait(
        &self,
        around: Surroundings<'_>,
        state: &Json,
        input: &Json,
        now: u64,
    ) -> Result<u64, Stop> {
        if let Some(seconds) = state.number_at("Seconds") {
            return Ok(now + millis(seconds));
        }
        if let Some(path) = state.text_at("SecondsPath") {
            let seconds = around.find(path, input).and_then(|value| value.as_number());
            let seconds = seconds.filter(|seconds| *seconds >= 0.0 && seconds.fract() == 0.0);
            return seconds.map(|seconds| now + millis(seconds)).ok_or_else(|| runtime(now));
        }
        let found = match state.text_at("TimestampPath") {
            Some(path) => around.find(path, input),
            None => state.get("Timestamp").cloned(),
        };
        let until =
            found.as_ref().and_then(Json::as_text).and_then(moment).ok_or_else(|| runtime(now))?;
        let start = i64::try_from(self.job.start).unwrap_or(i64::MAX);
        Ok(u64::try_from(until - start).unwrap_or(0).max(now))
    }

    /// Runs a Task or Parallel with its retriers and catchers (seed: "Retrying after error",
    /// "Fallback states").
    fn with_retries(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        raw: Json,
        from: u64,
    ) -> Result<Exit, Stop> {
        let retriers = state.items_at("Retry");
        let mut retried = vec![0_u32; retriers.len()];
        let mut now = from;
        loop {
            let fault = match self.attempt(around, state, &raw, now) {
                Err(Stop::Fault(fault)) if !fault.fatal || self.catches_all(&fault) => fault,
                done => {
                    let (data, assigned, now) = done?;
                    let next = state.text_at("Next").map(str::to_owned);
                    return Ok(Exit { next, data, now, caught: false, assigned });
                }
            };
            now = fault.at;
            let found = retriers
                .iter()
                .zip(&mut retried)
                .find(|(retrier, _)| lists(retrier, &fault, self.profile));
            if let Some(pause) = found.and_then(|(retrier, retried)| pause(retrier, retried)) {
                now = self.pass_time(now, pause)?;
                continue;
            }
            let catcher =
                state.items_at("Catch").iter().find(|catcher| lists(catcher, &fault, self.profile));
            let Some(catcher) = catcher else {
                return Err(Stop::Fault(Fault { branch: false, ..fault }));
            };
            let output = object([("Error", text(fault.error)), ("Cause", text(fault.cause))]);
            if self.is_jsonata {
                let more = Some(("errorOutput", &output));
                let seen = Seen { around, input: &raw, more, now };
                let next = catcher.text_at("Next").map(str::to_owned);
                return Ok(Exit { caught: true, ..seen.exit(catcher, next, &output)? });
            }
            let assigned = assigned(around, catcher, &output, now)?;
            let data = combined(catcher, raw, output, now)?;
            let next = catcher.text_at("Next").map(str::to_owned);
            return Ok(Exit { next, data, now, caught: true, assigned });
        }
    }

    /// Returns true if a catcher matches this error too: in the specification `States.ALL` is any
    /// error.
    fn catches_all(&self, fault: &Fault) -> bool {
        self.profile == Profile::Spec && fault.error == "States.Runtime"
    }

    /// Runs a state once. Returns the output, the assigned variables and the time.
    fn attempt(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        raw: &Json,
        now: u64,
    ) -> Result<(Json, Json, u64), Stop> {
        if self.is_jsonata {
            return self.attempt_in_jsonata(around, state, raw, now);
        }
        let input = effective_input(around, state, raw, now)?;
        let input = template_field(around, state, "Parameters", input, now)?;
        let (result, now) = match state.text_at("Type") {
            Some("Task") => self.task(around.state, state, input, now)?,
            Some("Map") => self.map(around, state, &input, now)?,
            _ => {
                let branches = state.items_at("Branches").iter().map(|it| (it, input.clone()));
                self.branches(branches.collect(), now, around.variables)?
            }
        };
        let assigned = assigned(around, state, &result, now)?;
        let result = template_field(around, state, "ResultSelector", result, now)?;
        Ok((outcome(around, state, raw.clone(), result, now)?, assigned, now))
    }

    fn task(
        &mut self,
        name: &str,
        state: &Json,
        input: Json,
        now: u64,
    ) -> Result<(Json, u64), Stop> {
        self.trace.started.push(Event {
            state: name.to_owned(),
            at: now,
            input: input.clone(),
            optional: false,
        });
        let act = self.job.act(name, now);
        let default = if self.profile == Profile::Aws { 99_999_999.0 } else { 60.0 };
        let limit = millis(state.number_at("TimeoutSeconds").unwrap_or(default));
        let silence = state.number_at("HeartbeatSeconds").map_or(u64::MAX, millis);
        let number = |key| act.number_at(key).map_or(0, whole);
        let (every, times) = (number("every"), number("times"));
        let hangs = act.text_at("does") == Some("hang");
        let (mut end, mut silent) = (0, false);
        if times > 0 && every > silence {
            (end, silent) = (silence, true);
        } else {
            end += every * times;
            if hangs || number("after") > silence {
                (end, silent) = (end.saturating_add(silence), true);
            } else {
                end += number("after");
            }
        }
        self.trace.ambiguous |= end == limit;
        let timed_out = silent || end > limit;
        let now = self.pass_time(now, end.min(limit))?;
        if timed_out {
            let heartbeat = silent && end <= limit;
            let fault = Fault {
                error: "States.Timeout".to_owned(),
                cause: ANY_TEXT.to_owned(),
                at: now,
                fatal: false,
                heartbeat,
                branch: false,
            };
            return Err(Stop::Fault(fault));
        }
        let does = act.get("does").cloned().unwrap_or(Json::Null);
        if let [error, cause] = does.items_at("fail") {
            return Err(fault(
                error.as_text().unwrap_or_default(),
                cause.as_text().unwrap_or_default(),
                now,
            ));
        }
        let answer = does.text_at("answer").and_then(|answer| serde_json::from_str(answer).ok());
        Ok((answer.unwrap_or(input), now))
    }

    /// Runs the iterations of an inline Map, all at once.
    fn map(
        &mut self,
        around: Surroundings<'_>,
        state: &Json,
        input: &Json,
        now: u64,
    ) -> Result<(Json, u64), Stop> {
        let path = state.text_at("ItemsPath").unwrap_or("$");
        let Some(Json::Array(items)) = around.find(path, input) else { return Err(runtime(now)) };
        let body = state.get("ItemProcessor").ok_or(Stop::GaveUp)?;
        let mut iterations = Vec::new();
        for item in &items {
            let around = Surroundings { item: Some(item), ..around };
            let item = match state.get("ItemSelector") {
                Some(_) => template_field(around, state, "ItemSelector", input.clone(), now)?,
                None => item.clone(),
            };
            iterations.push((body, item));
        }
        self.branches(iterations, now, around.variables)
    }

    fn branches(
        &mut self,
        branches: Vec<(&Json, Json)>,
        from: u64,
        variables: &Json,
    ) -> Result<(Json, u64), Stop> {
        let (mut outputs, mut end) = (Vec::new(), from);
        let (mut traces, mut faults) = (Vec::new(), Vec::new());
        for (branch, input) in branches {
            let outer = std::mem::take(&mut self.trace);
            let done = self.scope(branch, input, from, variables);
            traces.push(std::mem::replace(&mut self.trace, outer));
            match done {
                Ok((output, at)) => {
                    outputs.push(output);
                    end = end.max(at);
                }
                Err(Stop::Fault(fault)) => faults.push((traces.len() - 1, fault)),
                Err(Stop::GaveUp) => return Err(Stop::GaveUp),
            }
        }
        // The branch that fails first ends the others.
        let first = faults.iter().map(|(_, fault)| fault.at).min();
        faults.retain(|(_, fault)| Some(fault.at) == first);
        for (branch, trace) in traces.into_iter().enumerate() {
            let culprit = matches!(faults.as_slice(), [(only, _)] if *only == branch);
            self.keep(trace, first, culprit);
        }
        let Some((_, fault)) = faults.first() else { return Ok((Json::Array(outputs), end)) };
        let same = |other: &Fault| {
            other.error == fault.error && other.cause == fault.cause && other.fatal == fault.fatal
        };
        self.trace.ambiguous |= !faults.iter().all(|(_, other)| same(other));
        Err(Stop::Fault(Fault { branch: true, ..fault.clone() }))
    }

    /// Keeps the events of a branch up to the failure of another one.
    fn keep(&mut self, trace: Trace, failed: Option<u64>, culprit: bool) {
        let keep = |event: Event| match failed {
            Some(at) if event.at > at => None,
            Some(at) if event.at == at && !culprit => Some(Event { optional: true, ..event }),
            Some(_) | None => Some(event),
        };
        self.trace.ambiguous |= trace.ambiguous;
        self.trace.left.extend(trace.left);
        self.trace.entered.extend(trace.entered.into_iter().filter_map(keep));
        self.trace.started.extend(trace.started.into_iter().filter_map(keep));
    }
}

fn millis(seconds: f64) -> u64 {
    whole(seconds * 1000.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the generator makes small positive numbers"
)]
fn whole(number: f64) -> u64 {
    number as u64
}

fn fault(error: &str, cause: &str, at: u64) -> Stop {
    Stop::Fault(Fault {
        error: error.to_owned(),
        cause: cause.to_owned(),
        at,
        fatal: false,
        heartbeat: false,
        branch: false,
    })
}

/// `States.Runtime`, which no catcher matches at AWS.
fn runtime(at: u64) -> Stop {
    Stop::Fault(Fault {
        error: "States.Runtime".to_owned(),
        cause: ANY_TEXT.to_owned(),
        at,
        fatal: true,
        heartbeat: false,
        branch: false,
    })
}

/// The target of a Choice and its source: a rule, or the state itself with its `Default`.
fn chosen<'j>(
    state: &'j Json,
    input: &Json,
    profile: Profile,
    now: u64,
) -> Result<(String, &'j Json), Stop> {
    for rule in state.items_at("Choices") {
        if choice::matches(rule, input, profile).map_err(|choice::Missing| runtime(now))? {
            return rule.text_at("Next").map(|next| (next.to_owned(), rule)).ok_or(Stop::GaveUp);
        }
    }
    let default = state.text_at("Default").map(|default| (default.to_owned(), state));
    default.ok_or_else(|| match profile {
        Profile::Spec => fault("States.NoChoiceMatched", ANY_TEXT, now),
        Profile::Aws => runtime(now),
    })
}
