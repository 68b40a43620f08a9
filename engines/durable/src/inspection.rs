//! Reads a store without opening it.

use std::fmt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use asl_runtime::__engine::now;
use asl_runtime::machine::Machine;
use asl_runtime::value::Value;
use asl_runtime::versions::{Outline, Version};

use super::core::{Core, HistorySource};
#[cfg(feature = "messages")]
use super::disk::ExecutionRow;
use super::disk::{Disk, RealDisk};
use super::journal::traces;
use super::list::{merge_pages, merge_versions};
use super::{
    CallError, Description, Durable, Forecast, HistoryPage, HistoryRange, List, Page, Statistics,
    StoreError, StoredVersion, Verified,
};

/// Maximum number of attempts to read a directory that changes meanwhile.
const ATTEMPTS: u32 = 10;

/// Time before the second attempt; it grows with each one.
const PAUSE: Duration = Duration::from_millis(20);

/// The contents of a store at one moment. Later changes of the store do not change them.
pub struct Inspection {
    parts: Vec<Box<dyn Part>>,
}

/// A part of a store, on any medium; a store in a directory has one.
trait Part: Send + Sync {
    fn register(&mut self, machines: Vec<&'static Machine>);
    fn executions(&self) -> usize;
    fn list(&self, list: &List) -> Page;
    fn describe(&self, id: &str) -> Result<Description, CallError>;
    fn history(&self, id: &str) -> Result<Value, CallError>;
    fn history_page(&self, id: &str, range: &HistoryRange) -> Result<HistoryPage, CallError>;
    fn versions(&self) -> Vec<StoredVersion>;
    fn forecast(&self, machine: &str, version: Version, outline: &Outline) -> Vec<Forecast>;
    fn statistics(&self) -> Statistics;
    fn verify(&self) -> Verified;
    #[cfg(feature = "messages")]
    fn rows(&self) -> Vec<ExecutionRow>;
}

impl<D: Disk<Lock: Sync> + Sync> Part for Core<D> {
    fn register(&mut self, machines: Vec<&'static Machine>) {
        Core::register(self, machines);
    }

    fn executions(&self) -> usize {
        Core::executions(self)
    }

    fn list(&self, list: &List) -> Page {
        Core::list(self, list)
    }

    fn describe(&self, id: &str) -> Result<Description, CallError> {
        Core::describe(self, id)
    }

    fn history(&self, id: &str) -> Result<Value, CallError> {
        HistorySource::of(self, id)?.whole()
    }

    fn history_page(&self, id: &str, range: &HistoryRange) -> Result<HistoryPage, CallError> {
        HistorySource::of(self, id)?.page(range)
    }

    fn versions(&self) -> Vec<StoredVersion> {
        self.stored_versions()
    }

    fn forecast(&self, machine: &str, version: Version, outline: &Outline) -> Vec<Forecast> {
        Core::forecast(self, machine, version, outline)
    }

    fn statistics(&self) -> Statistics {
        Core::statistics(self)
    }

    fn verify(&self) -> Verified {
        Core::verify(self)
    }

    #[cfg(feature = "messages")]
    fn rows(&self) -> Vec<ExecutionRow> {
        Core::rows(self)
    }
}

impl Durable {
    /// Reads a store that another process may have open: without its lock, without writing
    /// anything, and without starting anything. Blocks the thread while it reads the whole journal
    /// once.
    ///
    /// The result has all executions as of the last commit. It keeps the files open, so a
    /// compaction in the other process does not disturb it.
    ///
    /// ```
    /// # use std::time::Duration;
    /// use asl_durable::{Durable, List, Options};
    /// # use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
    /// # asl_machine!("doc/greet.asl.json"); // -> mod greet
    /// # struct Polite;
    /// # impl greet::Tasks for Polite {
    /// #     async fn greet(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
    /// #         Ok(json!("Hello!"))
    /// #     }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
    /// # let directory = std::env::temp_dir().join(format!("asl-inspect-{}", std::process::id()));
    /// let store = Durable::open(&directory, [greet::machine(Polite)], Options::default()).await?;
    /// let started = store.start("greet", "ada", json!({"name": "Ada"})).await?;
    /// # let _ = store.wait(started.id.clone()).await?;
    ///
    /// let inspection = Durable::inspect(&directory)?; // here or in another process
    /// assert_eq!(inspection.list(&List::default().machine("greet")).executions.len(), 1);
    ///
    /// // Histories are made by the machine's code, from the recorded inputs.
    /// let inspection = inspection.with_machines([&greet::MACHINE]);
    /// assert!(inspection.history(&started.id)?.at(["events"]).is_some());
    /// # store.close(Duration::from_secs(10)).await?;
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    ///
    /// # Errors
    /// The directory is not a store or cannot be read, or one of its files is damaged. A commit at
    /// the end that is not whole is no damage: another process may be writing it.
    pub fn inspect(directory: impl AsRef<Path>) -> Result<Inspection, StoreError> {
        let directory = directory.as_ref();
        let mut attempt = 1;
        loop {
            let before = traces(&RealDisk::reading(directory));
            match Core::inspect(RealDisk::reading(directory), now()) {
                Ok(core) => return Ok(Inspection { parts: vec![Box::new(core)] }),
                // Another process has created or removed files, or truncated one.
                Err(_) if attempt < ATTEMPTS && traces(&RealDisk::reading(directory)) != before => {
                    thread::sleep(PAUSE * attempt);
                    attempt += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

impl Inspection {
    /// The contents of a store that has parts on other media.
    #[cfg(feature = "messages")]
    #[doc(hidden)]
    pub fn of_parts<D: Disk<Lock: Sync> + Sync + 'static>(
        disks: impl IntoIterator<Item = D>,
    ) -> Result<Self, StoreError> {
        let read = |disk| Ok(Box::new(Core::inspect(disk, now())?) as Box<dyn Part>);
        let parts = disks.into_iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok(Self { parts })
    }

    /// The rows of all executions, for media that show them to people.
    #[cfg(feature = "messages")]
    #[doc(hidden)]
    pub fn rows(&self) -> impl Iterator<Item = ExecutionRow> {
        self.parts.iter().flat_map(|part| part.rows())
    }

    /// Adds the machines whose code is here, such as `order::MACHINE`, in all their versions. The
    /// operations that a running execution waits for, histories, and the replay of a verification
    /// need them; nothing else does. No task is called.
    #[must_use]
    pub fn with_machines(mut self, machines: impl IntoIterator<Item = &'static Machine>) -> Self {
        let machines: Vec<_> = machines.into_iter().collect();
        for part in &mut self.parts {
            part.register(machines.clone());
        }
        self
    }

    /// Some executions. All unfinished ones are
    /// [`Running`](crate::State::Running): another process may have their machines.
    pub fn list(&self, list: &List) -> Page {
        merge_pages(self.parts.iter().map(|part| part.list(list)).collect(), list)
    }

    /// Describes an execution. The operations that it waits for need its machine; see
    /// [`Description::are_waits_known`].
    ///
    /// # Errors
    /// No execution has this id, or its records cannot be read.
    pub fn describe(&self, id: &str) -> Result<Description, CallError> {
        self.find(id, |part| part.describe(id))
    }

    /// The history of an execution, as of [`Durable::history`]. It needs the machine.
    ///
    /// # Errors
    /// No execution has this id, its inputs were not kept, or its machine is not here
    /// ([`CallError::WaitsForMachine`]).
    pub fn history(&self, id: &str) -> Result<Value, CallError> {
        self.find(id, |part| part.history(id))
    }

    /// A page of the history of an execution, as of [`Durable::history_page`]. It needs the machine.
    ///
    /// # Errors
    /// As for [`Inspection::history`].
    pub fn history_page(&self, id: &str, range: &HistoryRange) -> Result<HistoryPage, CallError> {
        self.find(id, |part| part.history_page(id, range))
    }

    /// The versions of machines in which executions are or were, in the order in which they came.
    pub fn versions(&self) -> Vec<StoredVersion> {
        let versions = self.parts.iter().map(|part| part.versions());
        versions.reduce(merge_versions).unwrap_or_default()
    }

    /// Forecasts for the unfinished executions of a machine: moves to a version with this outline, if
    /// the program that has it opened the store. Those that are in that version are left out.
    pub fn forecast(&self, machine: &str, version: Version, outline: &Outline) -> Vec<Forecast> {
        let forecasts = self.parts.iter();
        let mut found: Vec<_> =
            forecasts.flat_map(|part| part.forecast(machine, version, outline)).collect();
        if self.parts.len() > 1 {
            found.sort_by(|one, other| one.id.cmp(&other.id));
        }
        found
    }

    /// Figures of the store.
    pub fn statistics(&self) -> Statistics {
        let figures = self.parts.iter().map(|part| part.statistics());
        figures.reduce(Statistics::merged).unwrap_or_default()
    }

    /// Reads all records of all executions, and replays the executions whose machines are here.
    /// [`Durable::inspect`] has compared each record with its checksum already.
    pub fn verify(&self) -> Verified {
        let verified = self.parts.iter().map(|part| part.verify());
        verified.reduce(Verified::merged).unwrap_or_default()
    }

    /// The answer of the part that has the execution.
    fn find<T>(
        &self,
        id: &str,
        ask: impl Fn(&dyn Part) -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        let mut answer = Err(CallError::UnknownExecution { id: id.into() });
        for part in &self.parts {
            answer = ask(part.as_ref());
            if !matches!(answer, Err(CallError::UnknownExecution { .. })) {
                break;
            }
        }
        answer
    }
}

impl fmt::Debug for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let executions: usize = self.parts.iter().map(|part| part.executions()).sum();
        f.debug_struct("Inspection").field("executions", &executions).finish_non_exhaustive()
    }
}
