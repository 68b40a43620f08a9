//! A machine, its input, and what its tasks answer.

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

/// A machine, its input, and what its tasks answer. See the [module](super).
#[derive(Clone, Debug)]
pub struct Scenario {
    machine: &'static Machine,
    tasks: Option<Compiled>,
    input: Value,
    scripts: Vec<Script>,
    mocks: Option<MockCase>,
    sim: Simulation,
}

/// What one name's calls answer.
#[derive(Clone, Debug)]
struct Script {
    name: String,
    by: By,
    answers: Answers,
}

/// What a script names. The first that fits a call is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    /// SM4C: a function, a subflow or an event, by the name that the definition has for it.
    Name,
    State,
    Resource,
    Method,
}

/// The calls as they are made.
struct Play<'s> {
    scenario: &'s Scenario,
    calls: Vec<Call>,
    /// Calls of each script so far.
    answered: Vec<usize>,
    /// Calls of each mocked state so far.
    invocations: BTreeMap<&'static str, u32>,
    /// Why a call had no answer.
    problem: Option<String>,
}

impl Scenario {
    /// A machine none of whose tasks is real: each that is called needs an answer.
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

    /// A machine with real tasks: those are called that nothing is scripted for. Virtual time
    /// stands still while they work.
    pub fn with_tasks(compiled: &Compiled) -> Self {
        Self { tasks: Some(compiled.clone()), ..Self::new(compiled.machine()) }
    }

    /// The input; without it `{}`.
    #[must_use]
    pub fn input(self, input: Value) -> Self {
        Self { input, ..self }
    }

    /// What the calls of a task answer, by the name of the state, the Resource, or the method of
    /// the machine's `Tasks`; in SM4C by the name of a function, a subflow or an event first. One
    /// answer for all calls, or a list with one for each. A state's own answers go before those of
    /// its Resource.
    ///
    /// # Panics
    /// If no task is called so, or it has answers already.
    #[must_use]
    #[track_caller]
    pub fn task(mut self, name: &str, answers: impl Into<Answers>) -> Self {
        let by = self.named(name);
        if self.scripts.iter().any(|script| script.name == name) {
            fail(&format!(
                "the answers of `{name}` are scripted twice: a list has one for each call"
            ));
        }
        self.scripts.push(Script { name: name.to_owned(), by, answers: answers.into() });
        self.scripts.sort_by_key(|script| script.by);
        self
    }

    /// The states that a case of a `MockConfigFile.json` mocks answer as it says.
    ///
    /// # Panics
    /// If it is a case of another machine.
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

    /// SM4C: an event that is sent to the machine, so many virtual milliseconds after its start.
    #[must_use]
    pub fn event(self, millis: u64, event: Event) -> Self {
        Self { sim: self.sim.event(millis, event), ..self }
    }

    /// The simulation to run on: for another seed, time of the start, or a crash after every step.
    #[must_use]
    pub fn simulation(self, simulation: Simulation) -> Self {
        Self { sim: simulation, ..self }
    }

    /// Runs it, in virtual time.
    ///
    /// # Panics
    /// If a task is called that has no answer; the message names the state and says how the machine
    /// got there.
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

/// What the calls of a machine in SM4C are called.
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
    /// What a call is answered, if anything is scripted for it.
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

    /// Ends the execution: the fault is the test's.
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
