//! The environment of a store: its clients, its tasks and the clock. If the store's process dies,
//! the environment continues as if nothing had happened: tasks that are started again end at their
//! original times, and clients repeat unanswered requests. Time stands still meanwhile, so that a
//! run with crashes must equal the run without, byte for byte.

mod attempts;
mod requests;

use std::collections::BTreeMap;

use asl_durable::testing::{Action, Core, Disk, Place, Request, Rewrite, Rewritten, TaskReport};
use asl_durable::{Start, StoreError};
use asl_runtime::execution::{Cancellation, Report};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskContext, Value};

use crate::log::log;
use crate::plan::Plan;
use crate::script::{Act, TaskEvent};
use asl_language::random::SplitMix64;
use attempts::Attempts;
use requests::Asked;

/// A store over some disk.
pub(crate) trait Stage {
    type Disk: Disk;

    /// Opens the store in a new process.
    fn open(
        &mut self,
        plan: &Plan,
        now: u64,
    ) -> Result<(Core<Self::Disk>, Vec<Action>), StoreError>;

    /// Returns true if the process has died, or its disk has failed: then errors are expected.
    fn is_broken(&self) -> bool;

    /// Leaves only what survives a crash.
    fn crash(&mut self);

    /// Returns true if this text is anywhere on the disk.
    fn holds(&self, text: &str) -> bool;
}

/// The result of an execution.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Told {
    pub(crate) result: Result<Value, Failure>,
    pub(crate) history: String,
}

/// Reason why a process of the store has ended.
enum Stop {
    /// It has died.
    Crash,
    /// It has behaved incorrectly.
    Fault(String),
}

type Life<T> = Result<T, Stop>;

/// The next event of the environment.
#[derive(Clone, Debug)]
enum Deed {
    /// A report on an attempt.
    Task(TaskEvent),
    /// A detached call has ended.
    Acknowledged,
    Start(usize),
    Act(usize, Act),
    Redrive(usize),
    /// A move by hand to this state.
    Move(usize, Text),
    Purge(usize),
}

/// The journal is being compacted while other things happen.
enum Rewriting<D: Disk> {
    Not,
    Begun(Box<Rewrite<D>>),
    Done(Box<Result<Rewritten<D>, StoreError>>),
}

/// Time, execution, and index among several.
type When = (u64, Text, usize);

struct Client {
    is_started: bool,
    redrives: u32,
    result: Option<Result<Value, Failure>>,
    history: Option<String>,
    goes_on: bool,
    is_purged: bool,
}

pub(crate) struct Environment<'p, S: Stage> {
    plan: &'p Plan,
    stage: S,
    /// Decisions that are not part of the plan: when to commit, when to compact the journal.
    dice: SplitMix64,
    now: u64,
    clients: Vec<Client>,
    deeds: BTreeMap<When, Deed>,
    attempts: Attempts,
    /// Events that this process of the store has received but not acknowledged.
    told: Vec<(When, Deed)>,
    asked: BTreeMap<u64, Asked>,
    tickets: u64,
    /// True if the last move by hand has resumed an execution that had ended.
    is_resumed: bool,
    /// True once the executions to purge are known.
    is_purging: bool,
    /// Number of processes of the store so far.
    lives: u32,
}

/// Runs a plan to its end, through all crashes. Returns the result of each execution.
pub(crate) fn run<S: Stage>(
    plan: &Plan,
    stage: S,
    dice: SplitMix64,
) -> Result<(Vec<Told>, S), String> {
    let mut world = Environment::new(plan, stage, dice);
    loop {
        world.lives += 1;
        match world.live() {
            Ok(told) => return Ok((told, world.stage)),
            Err(Stop::Fault(what)) => {
                return Err(format!("after {} crashes: {what}", world.lives - 1));
            }
            Err(Stop::Crash) if world.lives > 1_000 => return Err("1,000 crashes".to_owned()),
            Err(Stop::Crash) => world.crash(),
        }
    }
}

fn fault<T>(what: impl Into<String>) -> Life<T> {
    Err(Stop::Fault(what.into()))
}

impl<'p, S: Stage> Environment<'p, S> {
    fn new(plan: &'p Plan, stage: S, dice: SplitMix64) -> Self {
        let mut deeds = BTreeMap::new();
        let mut clients = Vec::new();
        for (at, planned) in plan.executions.iter().enumerate() {
            clients.push(Client {
                is_started: false,
                redrives: 0,
                result: None,
                history: None,
                goes_on: false,
                is_purged: false,
            });
            deeds.insert((planned.at, planned.id.clone(), 0), Deed::Start(at));
            if let Some((after, state)) = plan.moves(planned) {
                let when = (planned.at + after, planned.id.clone(), 98);
                deeds.insert(when, Deed::Move(at, state));
            }
            let acts = plan.script.acts(&planned.id, planned.machine.sm4c.is_some());
            for (number, (after, act)) in acts.into_iter().enumerate() {
                deeds.insert(
                    (planned.at + after, planned.id.clone(), number + 1),
                    Deed::Act(at, act),
                );
            }
        }
        Self {
            plan,
            stage,
            dice,
            now: crate::reference::START,
            clients,
            deeds,
            attempts: Attempts::default(),
            told: Vec::new(),
            asked: BTreeMap::new(),
            tickets: 0,
            is_resumed: false,
            is_purging: false,
            lives: 0,
        }
    }

    /// The process has died: events that it had not acknowledged are sent again.
    fn crash(&mut self) {
        log(|| format!("{} life {} is over", self.now, self.lives));
        self.stage.crash();
        self.attempts.forget_open();
        self.asked.clear();
    }

    /// An error of the store is a fault unless something was done to its disk.
    fn store<T>(&self, done: Result<T, StoreError>) -> Life<T> {
        match done {
            Ok(done) => Ok(done),
            Err(_) if self.stage.is_broken() => Err(Stop::Crash),
            Err(error) => fault(format!("the store says: {error}")),
        }
    }

    /// Runs one process of the store, from its start to its end.
    fn live(&mut self) -> Life<Vec<Told>> {
        let opened = self.stage.open(self.plan, self.now);
        let (mut core, actions) = self.store(opened)?;
        // Open attempts are started again before any report on them.
        actions.into_iter().try_for_each(|action| self.perform(action))?;
        let told = std::mem::take(&mut self.told);
        self.tell_again(&mut core, told)?;
        self.ask_again(&mut core)?;
        let mut rewriting = Rewriting::Not;
        for _ in 0..100_000 {
            rewriting = self.rewrite(&mut core, rewriting)?;
            if core.next_wake().is_some_and(|wake| wake <= self.now) {
                let done = core.perform_due(self.now);
                self.store(done)?;
            } else if self.deeds.first_key_value().is_some_and(|(when, _)| when.0 <= self.now) {
                self.next_deed(&mut core)?;
                if self.dice.percent(40) {
                    self.commit(&mut core)?;
                }
            } else if self.is_pending() {
                self.commit(&mut core)?;
            } else if self.is_over() {
                if let Some(told) = self.end(&mut core)? {
                    return Ok(told);
                }
            } else {
                self.commit(&mut core)?;
                self.pass_time(&core)?;
            }
        }
        fault("it goes on and on")
    }

    /// Compacts in the background, as a thread does in a program.
    fn rewrite(
        &mut self,
        core: &mut Core<S::Disk>,
        rewriting: Rewriting<S::Disk>,
    ) -> Life<Rewriting<S::Disk>> {
        if !self.plan.in_background || !self.dice.percent(self.plan.compacts) {
            return Ok(rewriting);
        }
        Ok(match rewriting {
            Rewriting::Not => {
                let begun = core.begin_rewrite();
                Rewriting::Begun(Box::new(self.store(begun)?))
            }
            Rewriting::Begun(rewrite) => Rewriting::Done(Box::new(rewrite.run())),
            Rewriting::Done(rewritten) => {
                let done = core.finish_rewrite(*rewritten);
                self.store(done)?;
                Rewriting::Not
            }
        })
    }

    /// Sends unacknowledged events again, unless the store has recorded them without acknowledging.
    fn tell_again(&mut self, core: &mut Core<S::Disk>, told: Vec<(When, Deed)>) -> Life<()> {
        // The process may die again meanwhile.
        self.told.clone_from(&told);
        let mut again = Vec::new();
        for (when, deed) in told {
            let is_there = match &deed {
                Deed::Act(_, Act::Send(event)) => self.stage.holds(&format!("\"{}\"", event.id())),
                Deed::Redrive(client) => self.is_redriven(core, *client)?,
                Deed::Move(client, _) => self.is_moved(core, *client)?,
                Deed::Task(_)
                | Deed::Acknowledged
                | Deed::Start(_)
                | Deed::Purge(_)
                | Deed::Act(_, Act::Cancel) => false,
            };
            if !is_there {
                again.push((when, deed));
            }
        }
        self.told.clear();
        self.deeds.extend(again);
        Ok(())
    }

    /// Returns true if the execution was redriven: it is running, or its history contains the
    /// redrive.
    fn is_redriven(&mut self, core: &mut Core<S::Disk>, client: usize) -> Life<bool> {
        let told = std::mem::take(&mut self.told);
        let done = self.look_up(core, client);
        self.told = told;
        done?;
        let client = self.client(client);
        let history = client.history.take();
        let is_redriven =
            client.goes_on || history.is_some_and(|history| history.contains("ExecutionRedriven"));
        if is_redriven {
            client.result = None;
        }
        Ok(is_redriven)
    }

    /// Returns true if the execution was moved by hand: one that failed was redriven.
    fn is_moved(&mut self, core: &mut Core<S::Disk>, client: usize) -> Life<bool> {
        let told = std::mem::take(&mut self.told);
        let done = self.look_up(core, client);
        self.told = told;
        done?;
        let client = self.client(client);
        let history = client.history.take().unwrap_or_default();
        let is_redriven = history.contains("ExecutionRedriven");
        if is_redriven {
            client.result = None;
        }
        Ok(is_redriven || history.contains("ExecutionMigrated"))
    }

    fn look_up(&mut self, core: &mut Core<S::Disk>, client: usize) -> Life<()> {
        let id = self.id(client);
        self.ask(core, Asked::State(client), Request::Describe(id.clone()))?;
        self.ask(core, Asked::History(client), Request::History(id))?;
        self.commit(core)
    }

    fn ask_again(&mut self, core: &mut Core<S::Disk>) -> Life<()> {
        for client in 0..self.clients.len() {
            if self
                .clients
                .get(client)
                .is_some_and(|client| client.is_started && client.result.is_none())
            {
                self.wait(core, client)?;
            }
        }
        Ok(())
    }

    /// Waits for the end of an execution, unless the client waits for it already. It does if a
    /// process answered the start and died before it acknowledged it: then the start is repeated.
    fn wait(&mut self, core: &mut Core<S::Disk>, client: usize) -> Life<()> {
        let is_same = |asked: &Asked| matches!(asked, Asked::Wait(other) if *other == client);
        if self.asked.values().any(is_same) {
            return Ok(());
        }
        let id = self.id(client);
        self.ask(core, Asked::Wait(client), Request::Wait(id, None))
    }

    fn ask(&mut self, core: &mut Core<S::Disk>, asked: Asked, request: Request) -> Life<()> {
        self.tickets += 1;
        self.asked.insert(self.tickets, asked);
        let done = core.request(self.tickets, request, self.now);
        self.store(done)
    }

    fn id(&self, client: usize) -> Text {
        self.plan.executions.get(client).map(|planned| planned.id.clone()).unwrap_or_default()
    }

    /// Returns true if an event is pending that a commit will acknowledge.
    fn is_pending(&self) -> bool {
        !self.told.is_empty() || self.asked.values().any(|asked| !matches!(asked, Asked::Wait(_)))
    }

    fn is_over(&self) -> bool {
        self.deeds.is_empty() && self.clients.iter().all(|client| client.result.is_some())
    }

    fn pass_time(&mut self, core: &Core<S::Disk>) -> Life<()> {
        let deed = self.deeds.first_key_value().map(|(when, _)| when.0);
        let next = deed.into_iter().chain(core.next_wake()).min();
        match next {
            _ if self.is_over() => Ok(()),
            Some(next) if next < u64::MAX => {
                self.now = self.now.max(next);
                Ok(())
            }
            Some(_) | None => fault("everybody waits for what never comes"),
        }
    }

    fn next_deed(&mut self, core: &mut Core<S::Disk>) -> Life<()> {
        let Some((when, deed)) = self.deeds.pop_first() else { return Ok(()) };
        // The process may die while it receives the event.
        self.told.push((when.clone(), deed.clone()));
        if !self.plan.in_background && self.dice.percent(self.plan.compacts) {
            self.ask(core, Asked::Compact, Request::Compact)?;
        }
        let key = when.1.clone();
        log(|| format!("{} {key}: {deed:?}", self.now));
        match &deed {
            Deed::Start(client) => self.start(core, *client)?,
            Deed::Act(client, act) => {
                let id = self.id(*client);
                let request = match act {
                    Act::Send(event) => Request::Send(id, event.clone()),
                    Act::Cancel => Request::Cancel(id, Cancellation::default()),
                };
                self.ask(core, Asked::Act, request)?;
            }
            Deed::Redrive(client) => {
                let id = self.id(*client);
                self.ask(core, Asked::Redrive(*client), Request::Redrive(id, "".into()))?;
                self.wait(core, *client)?;
            }
            Deed::Move(client, state) => {
                let (id, state) = (self.id(*client), state.clone());
                let data = self.plan.script.input(&id);
                self.ask(core, Asked::Move(*client), Request::MoveTo { id, state, data })?;
                // If it had failed, it goes on, and ends once more.
                self.commit(core)?;
                if std::mem::take(&mut self.is_resumed) {
                    self.wait(core, *client)?;
                }
            }
            Deed::Purge(client) => {
                let id = self.id(*client);
                self.ask(core, Asked::Purge(*client), Request::Purge(id))?;
            }
            Deed::Task(TaskEvent::Report(report)) => self.report(core, &key, report)?,
            Deed::Task(TaskEvent::Ended(outcome)) => {
                self.hear(core, &key, TaskReport::Ended(outcome.clone()))?;
            }
            Deed::Task(TaskEvent::Submitted(answer)) => {
                self.hear(core, &key, TaskReport::Submitted(answer.clone()))?;
            }
            Deed::Acknowledged => self.hear(core, &key, TaskReport::Acknowledged)?,
        }
        Ok(())
    }

    fn start(&mut self, core: &mut Core<S::Disk>, client: usize) -> Life<()> {
        let Some(planned) = self.plan.executions.get(client) else { return Ok(()) };
        let start = Start::new(planned.machine.name, self.plan.script.input(&planned.id))
            .name(planned.id.clone())
            .id(planned.id.clone());
        let request = Request::Start { start: Box::new(start), seed: 0, parent: None };
        self.ask(core, Asked::Start(client), request)?;
        if self.client(client).result.is_some() { Ok(()) } else { self.wait(core, client) }
    }

    fn report(&mut self, core: &mut Core<S::Disk>, key: &Text, report: &Report) -> Life<()> {
        let Some(token) = self.attempts.token(key) else { return Ok(()) };
        self.ask(core, Asked::Report, Request::Report(token, report.clone()))
    }

    /// Drops reports on operations that no execution waits for.
    fn hear(&mut self, core: &mut Core<S::Disk>, key: &Text, report: TaskReport) -> Life<()> {
        let is_over = matches!(report, TaskReport::Ended(_) | TaskReport::Acknowledged);
        let Some(place) = self.attempts.place(key, is_over) else { return Ok(()) };
        let done = core.task_reported(&place, report, self.now);
        self.store(done)
    }

    fn commit(&mut self, core: &mut Core<S::Disk>) -> Life<()> {
        let mut done = core.commit();
        // The system lacked files or space for a moment.
        while done.is_err() && core.broken().is_none() {
            done = core.commit();
        }
        log(|| format!("{} commit: {:?}", self.now, done.as_ref().map(drop)));
        let actions = self.store(done)?;
        // A request may fail by itself, because it could not read; then nothing counts as sent.
        actions.into_iter().try_for_each(|action| self.perform(action))?;
        for (when, deed) in std::mem::take(&mut self.told) {
            if let Deed::Task(TaskEvent::Ended(_)) | Deed::Acknowledged = deed {
                self.attempts.acknowledge(&when.1);
            }
        }
        Ok(())
    }

    fn perform(&mut self, action: Action) -> Life<()> {
        match action {
            Action::Run { place, context, limits, .. } => {
                if self.begin(place, &context)? {
                    let (key, form) = (Text::from(context.idempotency_key()), context.form());
                    for (number, (after, event)) in
                        self.plan.script.attempt(&key, form, &limits).into_iter().enumerate()
                    {
                        self.deeds
                            .insert((self.now + after, key.clone(), number), Deed::Task(event));
                    }
                }
                Ok(())
            }
            Action::Detach { place, context, .. } => {
                self.begin(place, &context)?;
                self.deeds
                    .insert((self.now, context.idempotency_key().into(), 0), Deed::Acknowledged);
                Ok(())
            }
            Action::Read { .. } | Action::Write { .. } => fault("no machine here reads or writes"),
            Action::Beat(_) => Ok(()),
            Action::Drop(place) => {
                self.attempts.drop_open(place);
                Ok(())
            }
            Action::Answer { ticket, reply } => self.answer(ticket, reply),
        }
    }

    /// Starts an attempt. Returns true for the first time.
    fn begin(&mut self, place: Place, context: &TaskContext) -> Life<bool> {
        let key = Text::from(context.idempotency_key());
        log(|| format!("{} {key} begins", self.now));
        self.attempts.begin(place, key, || context.token(), self.lives).map_err(Stop::Fault)
    }

    /// Collects the results when all executions have ended. Some were purged before, and must not
    /// reappear.
    fn end(&mut self, core: &mut Core<S::Disk>) -> Life<Option<Vec<Told>>> {
        for client in 0..self.clients.len() {
            let (id, is_purged) = (self.id(client), self.client(client).is_purged);
            if is_purged {
                self.ask(core, Asked::Gone(client), Request::Describe(id))?;
            } else if !self.is_purging {
                self.ask(core, Asked::History(client), Request::History(id))?;
            }
        }
        self.commit(core)?;
        if !std::mem::replace(&mut self.is_purging, true) {
            let purged =
                (0..self.clients.len()).filter(|client| self.plan.purges(&self.id(*client)));
            let deeds: Vec<_> = purged
                .map(|client| ((self.now, self.id(client), 100), Deed::Purge(client)))
                .collect();
            self.deeds.extend(deeds);
            return Ok(None);
        }
        let told = self.clients.iter().filter_map(|client| {
            Some(Told { result: client.result.clone()?, history: client.history.clone()? })
        });
        Ok(Some(told.collect()))
    }
}
