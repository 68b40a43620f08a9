//! A store on a simulated disk and a virtual clock, and a host that controls the tasks.

use std::collections::BTreeMap;

use asl_durable::testing::{Action, Core, Place, Reply, Request, SimDisk, TaskReport};
use asl_durable::{CallError, Description, Options, Start, StoreError};
use asl_runtime::execution::Outcome;
use asl_runtime::machine::Machine;
use asl_runtime::{Failure, TaskError, Value};

/// A task that was started.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) key: String,
    pub(crate) token: String,
    pub(crate) place: Place,
}

pub(crate) struct World {
    pub(crate) disk: SimDisk,
    pub(crate) machines: Vec<&'static Machine>,
    pub(crate) options: Options,
    pub(crate) now: u64,
    pub(crate) core: Core<SimDisk>,
    /// Running tasks.
    pub(crate) open: Vec<Begun>,
    /// All tasks that were ever started, by key.
    pub(crate) begun: BTreeMap<String, u32>,
    pub(crate) answers: BTreeMap<u64, Result<Reply, CallError>>,
    pub(crate) ticket: u64,
    /// Opens the store anew after each step.
    pub(crate) crashes: bool,
}

pub(crate) fn options() -> Options {
    Options::default().seed(7)
}

impl World {
    pub(crate) fn new(machines: &[&'static Machine], options: Options) -> Self {
        Self::on(SimDisk::new(1), machines, options, 1_000_000)
            .expect("an empty disk can be opened")
    }

    pub(crate) fn on(
        disk: SimDisk,
        machines: &[&'static Machine],
        options: Options,
        now: u64,
    ) -> Result<Self, StoreError> {
        let (core, actions) = Core::open(disk.clone(), machines, &options, now)?;
        let mut world = Self {
            disk,
            machines: machines.to_vec(),
            options,
            now,
            core,
            open: Vec::new(),
            begun: BTreeMap::new(),
            answers: BTreeMap::new(),
            ticket: 0,
            crashes: false,
        };
        world.perform(actions);
        world.step();
        Ok(world)
    }

    fn perform(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Run { place, context, .. } | Action::Detach { place, context, .. } => {
                    self.begin(place, &context);
                }
                Action::Drop(place) => self.open.retain(|begun| begun.place != place),
                Action::Answer { ticket, reply } => {
                    assert!(self.answers.insert(ticket, reply).is_none(), "it is answered once");
                }
                Action::Beat(_) => {}
                Action::Read { .. } | Action::Write { .. } => {
                    unreachable!("no machine here has a distributed Map")
                }
            }
        }
    }

    fn begin(&mut self, place: Place, context: &asl_runtime::TaskContext) {
        let (key, token) = (context.idempotency_key(), context.token().to_string());
        *self.begun.entry(key.clone()).or_default() += 1;
        self.open.push(Begun { key, token, place });
    }

    /// Performs everything that is due, and commits.
    pub(crate) fn step(&mut self) {
        if self.core.broken().is_some() {
            return;
        }
        loop {
            self.core.perform_due(self.now).expect("the disk works");
            let actions = self.core.commit().expect("the disk works");
            self.perform(actions);
            if self.core.next_wake().is_none_or(|wake| wake > self.now) {
                return;
            }
        }
    }

    /// The process ends, and another one opens the store.
    pub(crate) fn crash(&mut self) {
        let machines = self.machines.clone();
        let (core, actions) = self.reopened(&machines).expect("it can be opened again");
        (self.core, self.open) = (core, Vec::new());
        self.perform(actions);
        self.step();
    }

    pub(crate) fn reopened(
        &mut self,
        machines: &[&'static Machine],
    ) -> Result<(Core<SimDisk>, Vec<Action>), StoreError> {
        // Drop the old one first, because it has the lock.
        let empty = SimDisk::new(9);
        let (nothing, _) = Core::open(empty, machines, &self.options, self.now)
            .expect("an empty disk can be opened");
        drop(std::mem::replace(&mut self.core, nothing));
        Core::open(self.disk.clone(), machines, &self.options, self.now)
    }

    pub(crate) fn ask(&mut self, request: Request) -> Result<Reply, CallError> {
        let ticket = self.post(request);
        self.answers.remove(&ticket).expect("it is answered at once")
    }

    /// Sends a request that is answered later.
    pub(crate) fn post(&mut self, request: Request) -> u64 {
        self.ticket += 1;
        self.core.request(self.ticket, request, self.now).expect("the disk works");
        self.step();
        if self.crashes {
            self.crash();
        }
        self.ticket
    }

    pub(crate) fn start(&mut self, machine: &str, name: &str, input: Value) -> String {
        let start = Start::new(machine, input).name(name);
        match self.ask(Request::Start { start: Box::new(start), seed: 3, parent: None }) {
            Ok(Reply::Started(started)) => started.id.to_string(),
            other => panic!("it starts: {other:?}"),
        }
    }

    /// The running task with this key.
    pub(crate) fn task(&self, key: &str) -> Begun {
        self.open.iter().find(|begun| begun.key == key).cloned().unwrap_or_else(|| {
            let open: Vec<_> = self.open.iter().map(|begun| &begun.key).collect();
            panic!("`{key}` is under way, and not only {open:?}")
        })
    }

    pub(crate) fn hear(&mut self, key: &str, report: TaskReport) {
        let begun = self.task(key);
        let is_over = match &report {
            TaskReport::Ended(_) | TaskReport::Acknowledged => true,
            TaskReport::Submitted(_) => !begun.key.contains("sync"),
            TaskReport::Started(_) => false,
        };
        if is_over {
            self.open.retain(|other| other.place != begun.place);
        }
        self.core.task_reported(&begun.place, report, self.now).expect("the disk works");
        self.step();
        if self.crashes {
            self.crash();
        }
    }

    pub(crate) fn done(&mut self, key: &str, output: Value) {
        self.hear(key, TaskReport::Ended(Outcome::Done(output)));
    }

    pub(crate) fn failed(&mut self, key: &str, error: &str) {
        self.hear(key, TaskReport::Ended(Outcome::Failed(TaskError::new(error, "as told"))));
    }

    /// Lets time pass, and performs everything when it is due.
    pub(crate) fn sleep(&mut self, millis: u64) {
        let end = self.now + millis;
        while let Some(wake) = self.core.next_wake().filter(|wake| *wake <= end) {
            self.now = self.now.max(wake);
            self.step();
        }
        self.now = end;
        self.step();
        if self.crashes {
            self.crash();
        }
    }

    /// The error name of an execution that has failed.
    pub(crate) fn error(&mut self, id: &str) -> Option<String> {
        let failure = self.describe(id).failure?;
        failure.error().map(str::to_owned)
    }

    pub(crate) fn describe(&mut self, id: &str) -> Description {
        match self.ask(Request::Describe(id.into())) {
            Ok(Reply::Description(told)) => *told,
            other => panic!("it is known: {other:?}"),
        }
    }

    pub(crate) fn history(&mut self, id: &str) -> String {
        match self.ask(Request::History(id.into())) {
            Ok(Reply::History(history)) => history.to_json_string(),
            other => panic!("it is told: {other:?}"),
        }
    }

    pub(crate) fn result(&mut self, id: &str) -> Result<Value, Failure> {
        match self.ask(Request::Wait(id.into(), None)) {
            Ok(Reply::Ended(result)) => result,
            other => panic!("it has ended: {other:?}"),
        }
    }
}
