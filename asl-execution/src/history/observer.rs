//! Observers: they receive the events of executions as they happen, on every engine.

use std::fmt;
use std::sync::Arc;

use asl_language::version::Version;

use asl_value::error::Status;
use asl_value::value::Text;

use super::HistoryEvent;

/// Receives the events of executions as they happen. Every engine takes one, and calls it on the
/// thread that runs the execution: it should return soon, and must not panic.
///
/// An event is reported once. Engines that replay an execution report only what is new, and only
/// after they have persisted its cause.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use asl_runtime::history::{EventType, HistoryEvent, Observer, Subject};
/// use asl_runtime::{RunOptions, TaskContext, TaskError, Value, asl_machine, json};
///
/// asl_machine!("doc/greet.asl.json");
///
/// struct Polite;
///
/// impl greet::Tasks for Polite {
///     async fn greet(&self, _cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
///         Ok(json!("Hello!"))
///     }
/// }
///
/// /// Counts the states that executions enter.
/// #[derive(Default)]
/// struct Entries(AtomicU64);
///
/// impl Observer for Entries {
///     fn event(&self, subject: &Subject, event: &HistoryEvent) {
///         if matches!(event.kind, EventType::StateEntered(_)) {
///             println!("{} entered {:?}", subject.execution_id, subject.state);
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let entries = Arc::new(Entries::default());
/// let options = RunOptions::default().observer(Arc::clone(&entries));
/// greet::machine(Polite).run_with(json!({}), options).await?;
/// assert_eq!(entries.0.load(Ordering::Relaxed), 1);
/// # Ok(())
/// # })
/// # }
/// ```
pub trait Observer: Send + Sync + 'static {
    /// Receives the next event of an execution.
    fn event(&self, subject: &Subject, event: &HistoryEvent);

    /// Returns true to receive the events of a distributed Map's children too. At AWS these are in
    /// histories of their own. Asked once for each execution.
    fn watches_children(&self) -> bool {
        false
    }

    /// Reports that an execution came into the memory of this process: it was started, or loaded by
    /// an engine that had stored it.
    fn loaded(&self, _subject: &Subject) {}

    /// Reports that an execution left the memory of this process: it has ended, was stored or was
    /// dropped.
    fn unloaded(&self, _subject: &Subject) {}
}

/// The execution that an event is about, and the place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Subject {
    /// Name of the machine.
    pub machine: &'static str,
    /// Version of the machine.
    pub version: Version,
    /// Id of the execution.
    pub execution_id: Text,
    /// Start of the execution, in milliseconds since 1970.
    pub started: u64,
    /// True for an event of a distributed Map's child.
    pub is_in_child: bool,
    /// The state, for an event of one.
    pub state: Option<&'static str>,
    /// The Resource of the state's task.
    pub resource: Option<&'static str>,
    /// Index of the innermost iteration of a Map that the state runs in.
    pub map_index: Option<u32>,
    /// Retries of the state before this attempt.
    pub attempt: u32,
    /// Start of this attempt, in milliseconds since 1970.
    pub attempt_began: u64,
    /// The result of the execution, in its last event.
    pub end: Option<Result<(), Status>>,
}

/// A shared observer, as engines take it. Cloning it is cheap.
#[derive(Clone)]
pub struct ObserverHandle(Arc<dyn Observer>);

impl ObserverHandle {
    /// The observer.
    pub fn handle(&self) -> Arc<dyn Observer> {
        Arc::clone(&self.0)
    }

    /// One that reports to `first`, if there is one, and to `second`.
    #[doc(hidden)]
    #[must_use]
    pub fn join(first: Option<Self>, second: Self) -> Self {
        match first {
            Some(first) => Self(Arc::new(Both { first, second })),
            None => second,
        }
    }

    pub(crate) fn observer(&self) -> &dyn Observer {
        &*self.0
    }
}

impl<O: Observer> From<O> for ObserverHandle {
    fn from(observer: O) -> Self {
        Self(Arc::new(observer))
    }
}

impl<O: Observer> From<Arc<O>> for ObserverHandle {
    fn from(observer: Arc<O>) -> Self {
        Self(observer)
    }
}

impl From<Arc<dyn Observer>> for ObserverHandle {
    fn from(observer: Arc<dyn Observer>) -> Self {
        Self(observer)
    }
}

impl fmt::Debug for ObserverHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ObserverHandle")
    }
}

/// Two observers.
struct Both {
    first: ObserverHandle,
    second: ObserverHandle,
}

impl Both {
    fn each(&self) -> [&dyn Observer; 2] {
        [self.first.observer(), self.second.observer()]
    }
}

impl Observer for Both {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        for observer in self.each() {
            if !subject.is_in_child || observer.watches_children() {
                observer.event(subject, event);
            }
        }
    }

    fn watches_children(&self) -> bool {
        self.each().iter().any(|observer| observer.watches_children())
    }

    fn loaded(&self, subject: &Subject) {
        self.each().iter().for_each(|observer| observer.loaded(subject));
    }

    fn unloaded(&self, subject: &Subject) {
        self.each().iter().for_each(|observer| observer.unloaded(subject));
    }
}
