//! The machines of the server, as the backend of the API: each version has a process of its own.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use asl_durable::program::merge_pages;
use asl_durable::{CallError, Description, Durable, HistoryPage, HistoryRange};
use asl_durable::{List, MapRun, Page, Start, Started};
use asl_runtime::error::Failure;
use asl_runtime::execution::{MapRunUpdate, TokenError};
use asl_runtime::services::Services;
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Version;
use asl_sfn_api::{Answer, Backend, Definition, Fault, MachineType, SfnApi, StateTest, TaskReport};

use crate::tasks::Sources;

use super::compiler::{self, Compiled, Compiler};
use super::slots::{self, Patience};
use super::version::MachineVersion;

/// Time after which the process of an old version that nothing needs is closed.
const IDLE: Duration = Duration::from_secs(60);

/// Time between two looks for processes that nothing needs.
const PAUSE: Duration = Duration::from_secs(10);

/// Number of newest versions whose processes stay, although nothing needs them now.
const MOST_IDLE: usize = 16;

type BuildLock = tokio::sync::Mutex<()>;

/// The parts that all versions use.
pub(super) struct Shared {
    pub(super) compiler: Compiler,
    /// The queues of activities.
    pub(super) services: Services,
    pub(super) sources: Sources,
    /// The mock file.
    pub(super) mock: Option<String>,
    /// The directory of the versions.
    directory: PathBuf,
    versions: Mutex<Vec<Arc<MachineVersion>>>,
    /// One build at a time for each version.
    builds: Mutex<HashMap<(String, u64), Arc<BuildLock>>>,
    /// The version in which each execution runs.
    executions: Mutex<HashMap<Text, Arc<MachineVersion>>>,
    calls: AtomicU64,
    api: OnceLock<SfnApi>,
}

/// The machines of the server. Clones share them.
#[derive(Clone)]
pub(super) struct Machines(Arc<Shared>);

impl Shared {
    /// The next number of a call, unique among all processes.
    pub(super) fn next_call(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    /// The API over the machines, for tasks that call it.
    pub(super) fn api(&self) -> &SfnApi {
        let Some(api) = self.api.get() else {
            unreachable!("no process starts before the API is set")
        };
        api
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Machines {
    /// The machines in a directory, which may be empty.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub(super) fn open(
        directory: PathBuf,
        compiler: Compiler,
        sources: Sources,
        mock: Option<String>,
    ) -> Result<Self, String> {
        let shared = Arc::new(Shared {
            compiler,
            services: Services::new(),
            sources,
            mock,
            directory,
            versions: Mutex::default(),
            builds: Mutex::default(),
            executions: Mutex::default(),
            calls: AtomicU64::new(1),
            api: OnceLock::new(),
        });
        let machines = Self(shared);
        for (folder, compiled) in compiler::load(&machines.0.directory)? {
            machines.add(compiled, folder);
        }
        Ok(machines)
    }

    pub(super) fn of(shared: &Arc<Shared>) -> Self {
        Self(Arc::clone(shared))
    }

    /// Sets the API over the machines, once.
    pub(super) fn set_api(&self, api: SfnApi) {
        let _ = self.0.api.set(api);
    }

    fn add(&self, compiled: Compiled, folder: PathBuf) -> Arc<MachineVersion> {
        let version = MachineVersion::new(compiled, folder, Arc::clone(&self.0));
        lock(&self.0.versions).push(Arc::clone(&version));
        version
    }

    /// The versions, the oldest first.
    fn versions(&self) -> Vec<Arc<MachineVersion>> {
        lock(&self.0.versions).clone()
    }

    fn find(&self, name: &str, hash: Option<u64>) -> Option<Arc<MachineVersion>> {
        let fits = |version: &Arc<MachineVersion>| {
            version.compiled.name == name && hash.is_none_or(|hash| version.compiled.hash == hash)
        };
        lock(&self.0.versions).iter().rev().find(|version| fits(version)).cloned()
    }

    /// Reads the executions of earlier runs of the server, and starts the processes of those that
    /// are unfinished, and of the newest versions.
    ///
    /// # Errors
    /// A store cannot be read.
    pub(super) fn resume(&self) -> Result<(), String> {
        for version in self.versions() {
            let is_newest = self.is_newest(&version);
            if self.read_executions(&version)? || is_newest {
                tokio::spawn(async move {
                    if let Err(fault) = version.process().await {
                        crate::output::message(&format!("error: {}\n", fault.message()));
                    }
                });
            }
        }
        Ok(())
    }

    /// Reads the executions of a version. Returns true if one of them is unfinished.
    fn read_executions(&self, version: &Arc<MachineVersion>) -> Result<bool, String> {
        if !version.store().exists() {
            return Ok(false);
        }
        let store = Durable::inspect(version.store()).map_err(|error| error.to_string())?;
        let mut list = List::default();
        let mut is_running = false;
        loop {
            let page = store.list(&list);
            let mut executions = lock(&self.0.executions);
            for execution in page.executions {
                is_running |= !execution.state.is_over();
                executions.insert(execution.id, Arc::clone(version));
            }
            let Some(next) = page.next else { return Ok(is_running) };
            list = list.after(next);
        }
    }

    fn is_newest(&self, version: &Arc<MachineVersion>) -> bool {
        let newest = self.find(&version.compiled.name, None);
        newest.is_some_and(|newest| Arc::ptr_eq(&newest, version))
    }

    /// Builds a version, if it is new.
    ///
    /// # Errors
    /// It cannot be built.
    pub(super) async fn register(&self, compiled: Compiled) -> Result<Arc<MachineVersion>, String> {
        let key = (compiled.name.clone(), compiled.hash);
        let build = Arc::clone(lock(&self.0.builds).entry(key).or_default());
        let _one = build.lock().await;
        if let Some(known) = self.find(&compiled.name, Some(compiled.hash)) {
            // Now it is the newest again.
            let mut versions = lock(&self.0.versions);
            versions.retain(|version| !Arc::ptr_eq(version, &known));
            versions.push(Arc::clone(&known));
            return Ok(known);
        }
        let machines = self.clone();
        slots::while_waiting(move |patience| machines.build(compiled, patience)).await
    }

    fn build(
        &self,
        compiled: Compiled,
        patience: &Patience,
    ) -> Result<Arc<MachineVersion>, String> {
        self.0.compiler.build(&compiled, patience)?;
        let mut versions = lock(&self.0.versions);
        let folder = compiler::save(&self.0.directory, versions.len(), &compiled)?;
        let version = MachineVersion::new(compiled, folder, Arc::clone(&self.0));
        versions.push(Arc::clone(&version));
        Ok(version)
    }

    /// Closes processes that nothing needs, from time to time: those of old versions, and those of
    /// the newest ones that were used longest ago, if there are many.
    pub(super) async fn close_idle(self) {
        loop {
            tokio::time::sleep(PAUSE).await;
            let mut newest = Vec::new();
            for version in self.versions() {
                if self.is_newest(&version) {
                    newest.push((version.last_used(), version));
                } else {
                    version.close_if_idle(IDLE).await;
                }
            }
            newest.sort_unstable_by_key(|(used, _)| Reverse(*used));
            for (_, version) in newest.into_iter().skip(MOST_IDLE) {
                version.close_if_idle(PAUSE).await;
            }
        }
    }

    /// Ends the commands of tasks.
    pub(super) fn stop_commands(&self) {
        self.0.sources.stop_all();
    }

    /// Closes all processes.
    pub(super) async fn close(&self) {
        let closing: Vec<_> = self
            .versions()
            .into_iter()
            .map(|version| tokio::spawn(async move { version.close().await }))
            .collect();
        for closed in closing {
            // A panic has been reported.
            let _ = closed.await;
        }
    }

    /// The version in which an execution runs.
    fn version_of(&self, id: &Text) -> Result<Arc<MachineVersion>, Fault> {
        let found = lock(&self.0.executions).get(id).cloned();
        found.ok_or_else(|| CallError::UnknownExecution { id: id.clone() }.into())
    }

    /// The version in which to start an execution: the one in which an execution of this id runs,
    /// the one that is asked for, or the newest.
    fn version_for(&self, start: &Start) -> Result<Arc<MachineVersion>, Fault> {
        if let Ok(version) = self.version_of(&start.id) {
            return Ok(version);
        }
        let hash = start.version.map(Version::hash);
        self.find(&start.machine, hash).ok_or_else(|| {
            let arn = &start.machine_id;
            Fault::new("StateMachineDoesNotExist", format!("State Machine Does Not Exist: '{arn}'"))
        })
    }
}

impl Backend for Machines {
    fn machines(&self) -> Vec<Definition> {
        let define = |version: Arc<MachineVersion>| Definition {
            name: version.compiled.name.as_str().into(),
            version: version.compiled.version(),
            text: version.compiled.definition.as_str().into(),
        };
        self.versions().into_iter().map(define).collect()
    }

    fn compile(&self, name: Text, kind: MachineType, text: Text) -> Answer<'_, Definition> {
        Box::pin(async move {
            let (machines, definition) = (self.clone(), (name.clone(), text.clone()));
            let read = move || machines.0.compiler.read(&definition.0, kind, &definition.1);
            let read = tokio::task::spawn_blocking(read).await;
            let read = read.unwrap_or_else(|error| Err(error.to_string()));
            let compiled = read.map_err(|findings| {
                Fault::new(
                    "InvalidDefinition",
                    format!("Invalid State Machine Definition: '{findings}'"),
                )
            })?;
            let version = self.register(compiled).await;
            let version = version.map_err(|problem| Fault::new("InternalFailure", problem))?;
            // The first execution need not wait for it, and a program that cannot run is no machine.
            version.process().await?;
            Ok(Definition { name, version: version.compiled.version(), text })
        })
    }

    fn test_state(&self, definition: Text, test: StateTest) -> Answer<'_, Value> {
        Box::pin(async move {
            let machines = self.clone();
            let tested = slots::while_waiting(move |patience| {
                machines.0.compiler.test_state(&definition, test, patience)
            });
            match tested.await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(mistake)) => Err(Fault::new("ValidationException", mistake)),
                Err(problem) => Err(Fault::new("InternalFailure", problem)),
            }
        })
    }

    fn start(&self, start: Start) -> Answer<'_, Started> {
        Box::pin(async move {
            let mut start = start;
            if let Some((machine, case)) = start.machine.rsplit_once('#') {
                start.machine_id = format!("{}#{case}", start.machine_id).into();
                start.machine = machine.into();
            }
            let version = self.version_for(&start)?;
            start.version = Some(version.compiled.version());
            let is_known = self.version_of(&start.id).is_ok();
            let mut started =
                version.ask(move |store| Backend::start(store, start.clone())).await?;
            // After a crash the start is repeated, which is not new to the store.
            started.is_new |= !is_known;
            lock(&self.0.executions).entry(started.id.clone()).or_insert(version);
            Ok(started)
        })
    }

    fn describe(&self, id: Text) -> Answer<'_, Description> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version.ask(move |store| Backend::describe(store, id.clone())).await
        })
    }

    fn list(&self, list: List) -> Answer<'_, Page> {
        Box::pin(async move {
            let mut versions = self.versions();
            versions.retain(|version| {
                let (name, hash) = (&version.compiled.name, version.compiled.version());
                list.machine.as_ref().is_none_or(|machine| machine == name)
                    && list.version.is_none_or(|version| version == hash)
            });
            let mut pages = Vec::new();
            for version in versions {
                let list = list.clone();
                pages.push(version.ask(move |store| Backend::list(store, list.clone())).await?);
            }
            Ok(merge_pages(pages, &list))
        })
    }

    fn wait(&self, id: Text) -> Answer<'_, Result<Value, Failure>> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version.ask(move |store| Backend::wait(store, id.clone())).await
        })
    }

    fn stop(&self, id: Text, error: Text, cause: Text) -> Answer<'_, SystemTime> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version
                .ask(move |store| Backend::stop(store, id.clone(), error.clone(), cause.clone()))
                .await
        })
    }

    fn redrive(&self, id: Text, token: Text) -> Answer<'_, SystemTime> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version.ask(move |store| Backend::redrive(store, id.clone(), token.clone())).await
        })
    }

    fn history(&self, id: Text, range: HistoryRange) -> Answer<'_, HistoryPage> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version.ask(move |store| Backend::history(store, id.clone(), range.clone())).await
        })
    }

    fn map_runs(&self, id: Text) -> Answer<'_, Vec<MapRun>> {
        Box::pin(async move {
            let version = self.version_of(&id)?;
            version.ask(move |store| Backend::map_runs(store, id.clone())).await
        })
    }

    fn update_map_run(&self, id: Text, update: MapRunUpdate) -> Answer<'_, ()> {
        Box::pin(async move {
            let process = self.version_of(&id)?.process().await?;
            Backend::update_map_run(process.store(), id, update).await
        })
    }

    fn report(&self, token: Text, report: TaskReport) -> Answer<'_, ()> {
        Box::pin(async move {
            // `execution.serial.digest`
            let execution = token.rsplitn(3, '.').nth(2).map(Text::from);
            let version = execution.and_then(|id| self.version_of(&id).ok());
            let version = version.ok_or(CallError::Token(TokenError::Unknown))?;
            // As a client's, a report that is repeated may find that the first one was accepted.
            version.ask(move |store| Backend::report(store, token.clone(), report.clone())).await
        })
    }

    fn next_activity(&self, activity: Text, worker: Text) -> Answer<'_, (Text, Value)> {
        Box::pin(async move {
            let work = self.0.services.next_activity(&activity, &worker).await;
            Ok((work.token().into(), work.input().clone()))
        })
    }
}
