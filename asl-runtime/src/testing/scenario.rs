//! A machine, its input, and the answers of its tasks.

use std::collections::BTreeMap;

use crate::engine::simulation::{Scripted, Simulation, TaskCall};
use crate::error::names;
use crate::event::Event;
use crate::machine::sm4c::Work;
use crate::machine::{Effect, Kind, Machine, Node, TaskRow};
use crate::task::Compiled;
use crate::value::Value;

use super::run::{Call, Run};
use super::{Answers, MockCase, account, fail};

/// A machine, its input, and the answers of its tasks. See the [module](super).
#[derive(Clone, Debug)]
pub struct Scenario {
    machine: &'static Machine,
    tasks: Option<Compiled>,
    input: Value,
    scripts: Vec<Script>,
    mocks: Option<MockCase>,
    sim: Simulation,
}

/// The answers for one name.
#[derive(Clone, Debug)]
struct Script {
    name: String,
    by: By,
    answers: Answers,
}

/// Kinds of names in a script. The first kind that matches a call is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    /// SM4C: a function, a subflow or an event, by its name in the definition.
    Name,
    State,
    Resource,
    Method,
}

/// The state of the scripts during a run.
struct Play<'s> {
    scenario: &'s Scenario,
    calls: Vec<Call>,
    /// Calls of each script so far.
    answered: Vec<usize>,
    /// Calls of each mocked state so far.
    invocations: BTreeMap<&'static str, u32>,
    /// Reason why a call had no answer.
    problem: Option<String>,
}

impl Scenario {
    /// A machine without real tasks: each task that is called needs an answer.
    pub fn new(machine: &'static Machine) -> Self {
        Self {
            machine,
            tasks: None,
            input: Value::object([]),
            scripts: Vec::new(),
            mocks: None,
            sim: Simulation::new(),
        }
    }

    /// A machine with real tasks, which serve the calls that have no scripted answer. Virtual time
    /// stands still while they run.
    pub fn with_tasks(compiled: &Compiled) -> Self {
        Self { tasks: Some(compiled.clone()), ..Self::new(compiled.machine()) }
    }

    /// Sets the input. The default is `{}`.
    #[must_use]
    pub fn input(self, input: Value) -> Self {
        Self { input, ..self }
    }

    /// Scripts the calls of a task. The name is that of the state, the Resource, or the method of
    /// the machine's `Tasks`; in SM4C it is first that of a function, a subflow or an event. The
    /// answers are one for all calls, or a list with one for each. Answers of a state take
    /// precedence over those of its Resource.
    ///
    /// # Panics
    /// If no task has this name, or it has answers already.
    #[must_use]
    #[track_caller]
    pub fn task(mut self, name: &str, answers: impl Into<Answers>) -> Self {
        let by = self.named(name);
        if self.scripts.iter().any(|script| script.name == name) {
            fail(&format!(
                "the answers of `{name}` are scripted twice: use a list with one answer for each call"
            ));
        }
        self.scripts.push(Script { name: name.to_owned(), by, answers: answers.into() });
        self.scripts.sort_by_key(|script| script.by);
        self
    }

    /// Uses the answers of a case of a `MockConfigFile.json` for the states that it mocks.
    ///
    /// # Panics
    /// If the case is for another machine.
    #[must_use]
    #[track_caller]
    pub fn mocks(self, case: MockCase) -> Self {
        if !std::ptr::eq(case.machine(), self.machine) {
            fail(&format!(
                "these mocks are for machine `{}`, not `{}`",
                case.machine().name,
                self.machine.name
            ));
        }
        Self { mocks: Some(case), ..self }
    }

    /// SM4C: sends an event to the machine, this many virtual milliseconds after its start.
    #[must_use]
    pub fn event(self, millis: u64, event: Event) -> Self {
        Self { sim: self.sim.event(millis, event), ..self }
    }

    /// Sets the simulation to run on, for another seed or start time, or for a crash after every
    /// step.
    #[must_use]
    pub fn simulation(self, simulation: Simulation) -> Self {
        Self { sim: simulation, ..self }
    }

    /// Runs it, in virtual time.
    ///
    /// # Panics
    /// If a called task has no answer. The message names the state and shows how the machine got
    /// there.
    #[track_caller]
    pub fn run(&self) -> Run {
        let (run, problem) = self.play();
        if let Some(problem) = problem {
            fail(&format!("{problem}\n{}", account::of(&run)));
        }
        run
    }

    fn play(&self) -> (Run, Option<String>) {
        let mut play = Play {
            scenario: self,
            calls: Vec::new(),
            answered: vec![0; self.scripts.len()],
            invocations: BTreeMap::new(),
            problem: None,
        };
        let input = self.input.clone();
        let sim = self.sim.clone().watching_children();
        let simulated = match &self.tasks {
            Some(tasks) => sim.run_with_mocks(tasks, input, |call| play.answer(call)),
            None => sim.run(self.machine, input, |call| {
                play.answer(call).unwrap_or_else(|| play.no_answer(call))
            }),
        };
        let Play { calls, answered, problem, .. } = play;
        let unused = self.scripts.iter().zip(answered);
        let unused =
            unused.map(|(script, calls)| (script.name.clone(), script.answers.left(calls)));
        let unused = unused.filter(|(_, left)| *left > 0).collect();
        (Run { machine: self.machine, simulated, calls, unused }, problem)
    }

    #[track_caller]
    fn named(&self, name: &str) -> By {
        if names(self.machine).any(|known| known == name) {
            return By::Name;
        }
        let rows = || self.machine.nodes.iter().filter_map(|node| Some((node, task(node)?)));
        if rows().any(|(node, _)| node.state == name) {
            return By::State;
        }
        if rows().any(|(_, row)| row.resource == name) {
            return By::Resource;
        }
        if rows().any(|(_, row)| row.method == name) {
            return By::Method;
        }
        let machine = self.machine.name;
        if let Some(node) = self.machine.nodes.iter().find(|node| node.state == name) {
            fail(&format!(
                "the state `{name}` of machine `{machine}` is a {:?} and calls no task",
                node.state_kind
            ));
        }
        let known = rows()
            .map(|(node, row)| format!("\n  `{}` ({}, {})", node.state, row.method, row.resource));
        let known: String = known.collect();
        let known = if known.is_empty() { " none".to_owned() } else { known };
        fail(&format!(
            "machine `{machine}` has no task of a state, resource or method `{name}`; it has:{known}"
        ))
    }
}

/// The names of the calls of a machine in SM4C.
pub(super) fn names(machine: &'static Machine) -> impl Iterator<Item = &'static str> {
    machine.nodes.iter().filter_map(|node| match &node.sm4c.work {
        Work::Call(call) => Some(call.name),
        Work::Plain | Work::Fork(_) | Work::Await(_) => None,
    })
}

/// The task that a node calls.
pub(super) fn task(node: &'static Node) -> Option<&'static TaskRow> {
    match &node.kind {
        Kind::Invoke(Effect::Task(row)) => Some(row),
        Kind::Invoke(Effect::Wait)
        | Kind::Eval
        | Kind::Branch
        | Kind::Fork(_)
        | Kind::ForEach { .. }
        | Kind::Await
        | Kind::End
        | Kind::Fail => None,
    }
}

impl Play<'_> {
    /// The scripted answer to a call, if there is one.
    fn answer(&mut self, call: &TaskCall) -> Option<Scripted> {
        self.calls.push(Call::new(call));
        let scripts = self.scenario.scripts.iter().zip(&mut self.answered);
        for (script, answered) in scripts {
            if !script.answers_to(call) {
                continue;
            }
            let answer = script.answers.to(call, *answered);
            *answered += 1;
            return Some(answer.unwrap_or_else(|why| self.refuse(call, &why)));
        }
        let mocks = self.scenario.mocks.as_ref()?;
        let invocations = self.invocations.entry(call.state).or_default();
        let answer = mocks.answer(call.state, *invocations)?;
        *invocations = invocations.saturating_add(1);
        Some(answer)
    }

    fn no_answer(&mut self, call: &TaskCall) -> Scripted {
        let why = match &self.scenario.mocks {
            None => "nothing is scripted for it".to_owned(),
            Some(case) => format!(
                "nothing is scripted for it, and the case `{}` does not mock it",
                case.name()
            ),
        };
        self.refuse(call, &why)
    }

    /// Ends the execution because of a mistake in the test.
    fn refuse(&mut self, call: &TaskCall, why: &str) -> Scripted {
        let TaskCall { state, resource, method, input, .. } = call;
        let problem = format!(
            "the state `{state}` called its task `{method}` ({resource}) with {}, but {why}",
            account::cut(input)
        );
        let refused = Scripted::fail(names::RUNTIME, problem.clone());
        self.problem.get_or_insert(problem);
        refused
    }
}

impl Script {
    fn answers_to(&self, call: &TaskCall) -> bool {
        self.name
            == match self.by {
                By::Name => call.name,
                By::State => call.state,
                By::Resource => call.resource,
                By::Method => call.method,
            }
    }
}
