//! Deciders, workers and the service, taking turns at random. Time passes only when nobody has
//! anything to do.

use std::collections::{BTreeMap, VecDeque};

use asl_language::random::SplitMix64;
use asl_runtime::Value;
use asl_runtime::machine::Machine;
use asl_swf::model::{
    ActivityTask, ActivityType, ChildPolicy, Decision, DecisionTask, EventAttributes, TaskList,
    Timeout, WorkflowExecution,
};
use asl_swf::service::{
    PollForDecisionTask, RecordActivityTaskHeartbeat, RegisterWorkflowType,
    RespondActivityTaskCanceled, RespondActivityTaskFailed, SwfErrorKind, SwfResult,
};
use asl_swf::{Decider, DeciderOptions, failure};
use asl_swf_double::{Double, Options};
use serde_json::json;

use super::script::{Act, Script, dice};

/// How the execution of a machine ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    Done(Value),
    /// The error's name.
    Failed(String),
    Canceled,
}

/// What may happen besides.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    /// Of a hundred decision tasks so many are taken and never answered.
    pub(crate) dead_deciders: u64,
    /// Percentage of turns with an unexpected signal.
    pub(crate) noise: u64,
    /// The turn at which the execution is asked to cancel itself.
    pub(crate) cancel: Option<u64>,
    /// Of a hundred turns so many have the service refuse a decision that comes.
    pub(crate) refusals: u64,
}

impl Trouble {
    pub(crate) const NONE: Self = Self { dead_deciders: 0, noise: 0, cancel: None, refusals: 0 };
}

/// An answer that was sent.
pub(crate) struct Sent {
    pub(crate) execution: WorkflowExecution,
    pub(crate) started: i64,
    pub(crate) decisions: Vec<Decision>,
}

pub(crate) struct World {
    pub(crate) double: Double,
    pub(crate) deciders: BTreeMap<String, Decider>,
    script: Script,
    trouble: Trouble,
    dice: SplitMix64,
    lists: Vec<String>,
    deciding: Vec<DecisionTask>,
    working: Vec<ActivityTask>,
    signals: Vec<(String, String)>,
    /// Signals whose order counts.
    events: VecDeque<(String, String)>,
    pub(crate) sent: Vec<Sent>,
    turns: u64,
}

/// Whose turn it is.
#[derive(Clone, Copy)]
enum Turn {
    PollDecision(usize),
    Decide(usize),
    PollActivity(usize),
    Work(usize),
    Signal(usize),
    Event,
}

/// More turns than any run has.
const MOST_TURNS: u64 = 20_000;

impl World {
    /// A world with these machines, of which the first one is started as `w`.
    pub(crate) fn new(
        machines: &[&'static Machine],
        decider: &DeciderOptions,
        script: Script,
        trouble: Trouble,
        order: u64,
        options: Options,
    ) -> Self {
        let double = Double::with(options);
        let mut deciders = BTreeMap::new();
        let mut lists = Vec::new();
        for machine in machines {
            let decider = Decider::new(machine, decider.clone()).unwrap();
            double.register_workflow_type(workflow_type(machine.name)).unwrap();
            for (_, ActivityType { name, version }) in decider.activity_types() {
                if double.register_activity(name, version).is_ok() {
                    lists.push(name.clone());
                }
            }
            deciders.insert(machine.name.to_owned(), decider);
        }
        double.start(machines[0].name, "1.0", "w", &script.input().to_string()).unwrap();
        let lambda = script.clone();
        double.on_lambda(move |call| lambda.called(&call.id, order));
        let dice = dice(order, "order");
        Self {
            double,
            deciders,
            script,
            trouble,
            dice,
            lists,
            deciding: vec![],
            working: vec![],
            signals: vec![],
            events: VecDeque::new(),
            sent: vec![],
            turns: 0,
        }
    }

    /// Somebody will send this signal, at some turn after those that were to be sent before.
    pub(crate) fn will_signal(&mut self, name: &str, input: &str) {
        self.events.push_back((name.to_owned(), input.to_owned()));
    }

    /// Runs it to its end.
    pub(crate) fn run(&mut self) -> End {
        loop {
            if let Some(end) = self.end() {
                return end;
            }
            self.turn();
        }
    }

    /// One turn of somebody.
    pub(crate) fn turn(&mut self) {
        self.turns += 1;
        assert!(self.turns < MOST_TURNS, "no end: {}", self.text());
        if self.trouble.cancel == Some(self.turns) {
            let _ = self.double.request_cancel("w");
        }
        if self.dice.percent(self.trouble.noise) {
            let _ = self.double.signal("w", "Noise", "{}");
        }
        if self.dice.percent(self.trouble.refusals) {
            let (decision, cause) = *self.dice.pick(&REFUSALS);
            self.double.refuse_decision(decision, cause);
        }
        let turns = self.possible();
        if turns.is_empty() {
            let due = self.double.next_due().unwrap();
            self.double.advance_to(due);
            return;
        }
        match *self.dice.pick(&turns) {
            Turn::PollDecision(machine) => self.poll_decision(machine),
            Turn::Decide(at) => self.decide(at),
            Turn::PollActivity(list) => {
                let task = self.double.activity(&self.lists[list]).unwrap();
                self.working.push(task);
            }
            Turn::Work(at) => self.work(at),
            Turn::Event => {
                let (name, input) = self.events.pop_front().unwrap();
                self.double.signal("w", &name, &input).unwrap();
            }
            Turn::Signal(at) => {
                let (name, input) = self.signals.swap_remove(at);
                // Nobody may be there any more.
                let _ = self.double.signal("w", &name, &input);
            }
        }
    }

    fn possible(&self) -> Vec<Turn> {
        let machines: Vec<_> = self.deciders.keys().collect();
        let mut turns = Vec::new();
        turns.extend(
            (0..machines.len())
                .filter(|at| self.double.count_pending_decision_tasks("test", machines[*at]) > 0)
                .map(Turn::PollDecision),
        );
        turns.extend((0..self.deciding.len()).map(Turn::Decide));
        turns.extend(
            (0..self.lists.len())
                .filter(|at| self.double.count_pending_activity_tasks("test", &self.lists[*at]) > 0)
                .map(Turn::PollActivity),
        );
        turns.extend(
            (0..self.working.len()).filter(|at| self.can_work(&self.working[*at])).map(Turn::Work),
        );
        turns.extend((0..self.signals.len()).map(Turn::Signal));
        turns.extend(self.events.front().map(|_| Turn::Event));
        turns
    }

    /// Workers that hang look up when they are to stop, or are too late.
    fn can_work(&self, task: &ActivityTask) -> bool {
        let token = || {
            self.double.record_activity_task_heartbeat(RecordActivityTaskHeartbeat {
                task_token: task.task_token.clone(),
                details: None,
            })
        };
        is_token(task)
            || self.script.act(&task.activity_id) != Act::Hang
            || !self.heartbeats(task) && !matches!(token(), Ok(false))
    }

    /// True if a sign of life would keep the task from timing out as it should.
    fn heartbeats(&self, task: &ActivityTask) -> bool {
        let events = self.double.history(&task.workflow_execution).unwrap();
        let scheduled = events.iter().find_map(|event| match &event.attributes {
            EventAttributes::ActivityTaskScheduled(scheduled)
                if scheduled.activity_id == task.activity_id =>
            {
                Some(scheduled)
            }
            _ => None,
        });
        scheduled.is_some_and(|scheduled| {
            matches!(scheduled.heartbeat_timeout, Some(Timeout::Seconds(_)))
        })
    }

    /// Polls in small pages, in either order; some deciders die with what they have.
    fn poll_decision(&mut self, machine: usize) {
        let size = u32::try_from(1 + self.dice.below(7)).unwrap();
        let mut poll = PollForDecisionTask {
            domain: "test".into(),
            task_list: self.deciders.keys().nth(machine).unwrap().clone(),
            maximum_page_size: Some(size),
            reverse_order: self.dice.percent(50),
            ..PollForDecisionTask::default()
        };
        let mut task = self.double.poll_for_decision_task(poll.clone()).unwrap();
        while let Some(token) = task.next_page_token.take() {
            poll.next_page_token = Some(token);
            let page = self.double.poll_for_decision_task(poll.clone()).unwrap();
            task.events.extend(page.events);
            task.next_page_token = page.next_page_token;
        }
        if !self.dice.percent(self.trouble.dead_deciders) {
            self.deciding.push(task);
        }
    }

    fn decide(&mut self, at: usize) {
        let task = self.deciding.swap_remove(at);
        let decider = &self.deciders[&task.workflow_type.name];
        let decided =
            decider.decide(&task).unwrap_or_else(|error| panic!("{error}\n{}", text(&task.events)));
        let answered = self.double.decide(&task, decided.decisions.clone());
        if matches!(&answered, Err(error) if error.kind() == SwfErrorKind::UnhandledDecision) {
            // What the reference says is to be done: an answer without decisions gives another
            // task, with what has happened meanwhile.
            self.double.decide(&task, vec![]).unwrap();
            return;
        }
        if is_late(answered) {
            return;
        }
        self.sent.push(Sent {
            execution: task.workflow_execution,
            started: task.started_event_id,
            decisions: decided.decisions,
        });
    }

    fn work(&mut self, at: usize) {
        let task = self.working.swap_remove(at);
        let task_token = task.task_token.clone();
        if is_token(&task) {
            self.submit(&task);
            return;
        }
        let answered = match self.script.act(&task.activity_id) {
            Act::Answer(output) => self.double.complete_activity(&task, &output.to_string()),
            Act::Fail(error) => {
                let (reason, details) = failure::write(&error);
                self.double.respond_activity_task_failed(RespondActivityTaskFailed {
                    task_token,
                    reason: Some(reason),
                    details,
                })
            }
            Act::Hang => self.double.respond_activity_task_canceled(RespondActivityTaskCanceled {
                task_token,
                details: None,
            }),
        };
        is_late(answered);
    }

    /// The service takes the job; somebody reports with its token, perhaps before that.
    fn submit(&mut self, task: &ActivityTask) {
        let input: serde_json::Value =
            serde_json::from_str(task.input.as_deref().unwrap()).unwrap();
        let token = input["MessageBody"]["token"].clone();
        let report = match self.script.act(&task.activity_id) {
            Act::Answer(output) => {
                Some(("SendTaskSuccess", json!({"taskToken": token, "output": output.to_string()})))
            }
            Act::Fail(error) => Some((
                "SendTaskFailure",
                json!({"taskToken": token, "error": error.error(), "cause": error.cause()}),
            )),
            Act::Hang => None,
        };
        if let Some((name, input)) = report {
            self.signals.push((name.to_owned(), input.to_string()));
            if self.dice.percent(30) {
                let (name, input) = self.signals.pop().unwrap();
                is_late(self.double.signal("w", &name, &input));
            }
        }
        is_late(self.double.complete_activity(task, r#"{"MessageId":"m"}"#));
    }

    /// How the last run of `w` ended; nothing if it has not.
    pub(crate) fn end(&self) -> Option<End> {
        let last = self.double.runs("w").pop().unwrap();
        let events = self.double.history(&last).unwrap();
        match &events.last().unwrap().attributes {
            EventAttributes::WorkflowExecutionCompleted(completed) => {
                Some(End::Done(Value::from_json_str(completed.result.as_deref().unwrap()).unwrap()))
            }
            EventAttributes::WorkflowExecutionFailed(failed) => {
                Some(End::Failed(failed.reason.clone().unwrap_or_default()))
            }
            EventAttributes::WorkflowExecutionCanceled(_) => Some(End::Canceled),
            EventAttributes::WorkflowExecutionTimedOut(_) => {
                panic!("the run timed out: {}", text(&events))
            }
            _ => None,
        }
    }

    /// The last run of `w`, for people.
    pub(crate) fn text(&self) -> String {
        text(&self.double.history(&self.double.runs("w").pop().unwrap()).unwrap())
    }
}

/// What the service may refuse without an end of it all.
const REFUSALS: [(&str, &str); 5] = [
    ("ScheduleActivityTask", "ACTIVITY_CREATION_RATE_EXCEEDED"),
    ("ScheduleActivityTask", "OPERATION_NOT_PERMITTED"),
    ("StartTimer", "TIMER_CREATION_RATE_EXCEEDED"),
    ("CancelTimer", "OPERATION_NOT_PERMITTED"),
    ("RequestCancelActivityTask", "OPERATION_NOT_PERMITTED"),
];

/// A type whose executions may call Lambda functions.
fn workflow_type(name: &str) -> RegisterWorkflowType {
    RegisterWorkflowType {
        domain: "test".into(),
        name: name.into(),
        version: "1.0".into(),
        description: None,
        default_task_start_to_close_timeout: Some(Timeout::Seconds(60)),
        default_execution_start_to_close_timeout: Some(Timeout::Seconds(86_400)),
        default_task_list: Some(TaskList::new(name)),
        default_task_priority: None,
        default_child_policy: Some(ChildPolicy::Terminate),
        default_lambda_role: Some("a role".into()),
    }
}

/// True if somebody reports with a token.
fn is_token(task: &ActivityTask) -> bool {
    task.activity_type.name.contains("waitForTaskToken")
}

/// True if somebody else was faster, or time.
fn is_late(answered: SwfResult<()>) -> bool {
    match answered {
        Ok(()) => false,
        Err(error) if error.kind() == SwfErrorKind::Unknown => true,
        Err(error) => panic!("{error}"),
    }
}

/// A history, for people.
pub(crate) fn text(events: &[asl_swf::model::Event]) -> String {
    let mut events: Vec<_> = events.iter().collect();
    events.sort_by_key(|event| event.event_id);
    events.iter().map(|event| serde_json::to_string(event).unwrap()).collect::<Vec<_>>().join("\n")
}
