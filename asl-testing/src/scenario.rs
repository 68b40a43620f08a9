//! A machine, its input, and the answers of its tasks.

use std::collections::BTreeMap;

use asl_execution::event::Event;
use asl_execution::machine::sm4c::Work;
use asl_execution::machine::{Form, Machine};
#[cfg(feature = "tokio")]
use asl_runtime::__engine::unsuitable_runtime;
use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_runtime::{Compiled, Typed};
use asl_value::error::names;
use asl_value::value::Value;

use super::run::{Call, Run};
use super::types::{Tested, Types};
use super::{Answers, MockCase, account, fail, task_row};

/// A machine, its input, and the answers of its tasks. See the [module](super).
#[derive(Clone, Debug)]
pub struct Scenario {
    machine: &'static Machine,
    tasks: Option<Compiled>,
    types: Option<Types>,
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
    /// States whose `lambda:invoke` had an answer without a `Payload`.
    without_payload: Vec<&'static str>,
    /// Reason why a call had no answer.
    problem: Option<String>,
}

impl Scenario {
    /// A machine without real tasks: each task that is called needs an answer.
    ///
    /// Of `order::TYPED` the input, the output, the input of each call and each scripted answer must
    /// fit the types of the machine: an input and an answer are what serde writes for the type, an
    /// output and the input of a call what it reads. `&order::MACHINE` is compared with no types.
    pub fn new(machine: impl Into<Tested>) -> Self {
        let Tested { machine, types } = machine.into();
        Self {
            machine,
            types,
            tasks: None,
            input: Value::object([]),
            scripts: Vec::new(),
            mocks: None,
            sim: Simulation::new(),
        }
    }

    /// A machine with real tasks, which serve the calls that have no scripted answer. In
    /// [`Scenario::run`] virtual time stands still while they run.
    pub fn with_tasks(compiled: &Compiled) -> Self {
        Self { tasks: Some(compiled.clone()), ..Self::new(compiled.machine()) }
    }

    /// Compares all data with the types of the machine, as [`Scenario::new`] does for
    /// `order::TYPED`: `Scenario::with_tasks(&order::machine(Shop)).types(order::TYPED)`.
    ///
    /// # Panics
    /// If the types are those of another machine.
    #[must_use]
    #[track_caller]
    pub fn types<I, O>(self, typed: Typed<I, O>) -> Self {
        let Tested { machine, types } = typed.into();
        if !std::ptr::eq(machine, self.machine) {
            fail(&format!(
                "these types are those of machine `{}`, not of `{}`",
                machine.name, self.machine.name
            ));
        }
        Self { types, ..self }
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

    /// Runs it, in virtual time. Real tasks must not need tokio; see `run_on_tokio` for those that
    /// do.
    ///
    /// # Panics
    /// If a called task has no answer, if a value does not fit its type, or if a real task waits for
    /// something outside of the simulation. The message names the state and shows how the machine got there.
    #[track_caller]
    pub fn run(&self) -> Run {
        self.check_input();
        let (run, problem) = self.play();
        if let Some(problem) = problem {
            fail(&format!("{problem}\n{}", account::of(&run)));
        }
        run
    }

    /// Runs it on tokio's paused clock, for real tasks that need tokio: they may sleep, use
    /// channels and spawn tasks of their own. Waits, back-offs and time-outs of the machine, the
    /// delays of scripted answers and the timers of tasks share one clock, which jumps to the next
    /// timer when everything waits.
    ///
    /// The clock does not wait for sockets and other threads. Blocking work belongs into
    /// `tokio::task::spawn_blocking`, during which the clock stands still.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use asl_testing::Scenario;
    /// use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
    ///
    /// asl_machine!("doc/greet.asl.json");
    ///
    /// struct Slow;
    ///
    /// impl greet::Tasks for Slow {
    ///     async fn greet(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
    ///         tokio::time::sleep(Duration::from_secs(30)).await;
    ///         if cx.attempt() == 0 { Err(TaskError::named("Shy")) } else { Ok(json!("Hi.")) }
    ///     }
    /// }
    ///
    /// # async fn test() {
    /// // #[tokio::test(start_paused = true)]
    /// // async fn two_attempts_take_a_minute_each() {
    /// let run = Scenario::with_tasks(&greet::machine(Slow)).run_on_tokio().await;
    /// run.expect_output(json!({"greeting": "Hi."})).expect_delays([60.0]).expect_elapsed(120.0);
    /// // }
    /// # }
    /// # fn main() {
    /// #     let mut runtime = tokio::runtime::Builder::new_current_thread();
    /// #     runtime.enable_time().start_paused(true).build().unwrap().block_on(test());
    /// # }
    /// ```
    ///
    /// # Panics
    /// If a called task has no answer, if a real task waits for something that will not come, or
    /// if the clock is not paused.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub fn run_on_tokio(&self) -> impl Future<Output = Run> + Send {
        // The place of a panic in a future is not that of the test.
        let caller = std::panic::Location::caller();
        self.check_input();
        async move {
            if let Some(why) = unsuitable_runtime() {
                fail(&format!(
                    "{why}: write `#[tokio::test(start_paused = true)]`\nthe scenario runs at {caller}"
                ));
            }
            let mut play = Play::new(self);
            let sim = self.sim.clone().watching_children();
            let (tasks, input) = (self.tasks.as_ref(), self.input.clone());
            let simulated =
                sim.run_on_tokio(self.machine, tasks, input, |call| play.reply(call)).await;
            let (run, problem) = play.end(simulated);
            if let Some(problem) = problem {
                fail(&format!("{problem}\nthe scenario runs at {caller}\n{}", account::of(&run)));
            }
            run
        }
    }

    /// Fails the test if the input does not fit its type.
    #[track_caller]
    fn check_input(&self) {
        if let Some(types) = &self.types
            && let Err(why) = types.check_input(&self.input)
        {
            fail(&format!("of machine `{}` {why}", self.machine.name));
        }
    }

    fn play(&self) -> (Run, Option<String>) {
        let mut play = Play::new(self);
        let input = self.input.clone();
        let sim = self.sim.clone().watching_children();
        let (tasks, reply) = (self.tasks.as_ref(), |call: &TaskCall| play.reply(call));
        let simulated = sim.run_blocking(self.machine, tasks, input, reply);
        play.end(simulated)
    }

    #[track_caller]
    fn named(&self, name: &str) -> By {
        if names(self.machine).any(|known| known == name) {
            return By::Name;
        }
        let rows = || self.machine.nodes.iter().filter_map(|node| Some((node, task_row(node)?)));
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

impl<'s> Play<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let answered = vec![0; scenario.scripts.len()];
        let (calls, invocations) = (Vec::new(), BTreeMap::new());
        let without_payload = Vec::new();
        Self { scenario, calls, answered, invocations, without_payload, problem: None }
    }

    /// The run, and the mistake in the test that ended it, if one did.
    fn end(self, simulated: SimulationRun) -> (Run, Option<String>) {
        let Self { scenario, calls, answered, without_payload, problem, .. } = self;
        let problem = problem.or_else(|| simulated.problem().map(str::to_owned));
        let output = simulated.result.as_ref().ok();
        let misfit = scenario.types.zip(output).and_then(|(types, output)| {
            let why = types.check_output(output).err()?;
            Some(format!("machine `{}` ended, but {why}", scenario.machine.name))
        });
        let problem = problem.or(misfit);
        let unused = scenario.scripts.iter().zip(answered);
        let unused =
            unused.map(|(script, calls)| (script.name.clone(), script.answers.left(calls)));
        let unused = unused.filter(|(_, left)| *left > 0).collect();
        let machine = scenario.machine;
        (Run { machine, simulated, calls, unused, without_payload }, problem)
    }

    /// The answer to a call. `None` for one that goes to a real task.
    fn reply(&mut self, call: &TaskCall) -> Option<Scripted> {
        let mut answer = self.answer(call);
        if let Err(why) = self.check_types(call, answer.as_ref()) {
            answer = Some(self.refuse(call, &why));
        }
        // A call with a task token ends with what is reported, which is no response of the function.
        let is_invocation = call.form == Form::Answer && call.resource.ends_with(":lambda:invoke");
        if is_invocation
            && answer
                .as_ref()
                .and_then(Scripted::output)
                .is_some_and(|output| output.get("Payload").is_none())
            && !self.without_payload.contains(&call.state)
        {
            self.without_payload.push(call.state);
        }
        if self.scenario.tasks.is_some() {
            return answer;
        }
        Some(answer.unwrap_or_else(|| self.no_answer(call)))
    }

    /// Checks that a call and its scripted answer fit their types.
    fn check_types(&self, call: &TaskCall, answer: Option<&Scripted>) -> Result<(), String> {
        let Some(types) = &self.scenario.types else { return Ok(()) };
        types.check_call(call)?;
        answer.map_or(Ok(()), |answer| types.check_answer(call, answer))
    }

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
            account::cut(input, account::LONGEST)
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
