//! A store for the console: executions from its files, histories and actions from its process.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io};

use asl_console::{Action, Answer, Problem, Store};
use asl_durable::{
    Description, Durable, Inspection, List, Page, Remote, RemoteError, StoredVersion,
};
use asl_report::Report;
use asl_runtime::value::Text;
use axum::http::StatusCode;

/// Age up to which the contents are shown without a look at the files: a busy store changes with
/// each request, and to read it takes the time of its whole journal.
const FRESH: Duration = Duration::from_secs(1);

/// Time after which a file system gives a changed file another time.
const TICK: Duration = Duration::from_secs(2);

/// A store in a directory.
#[derive(Clone)]
pub(super) struct Shown {
    directory: PathBuf,
    kept: Arc<Mutex<Option<Kept>>>,
}

/// The contents as read last.
struct Kept {
    contents: Arc<Inspection>,
    read: Instant,
    /// None if a file was so new that a later change may have left no mark.
    marks: Option<Marks>,
}

/// Names, sizes and times of the files, which change with each commit.
type Marks = BTreeSet<(OsString, u64, Option<SystemTime>)>;

impl Shown {
    /// The store in a directory, with its contents as just read.
    pub(super) fn new(directory: &Path, contents: Inspection) -> Self {
        let kept = Kept { contents: Arc::new(contents), read: Instant::now(), marks: None };
        Self { directory: directory.to_owned(), kept: Arc::new(Mutex::new(Some(kept))) }
    }

    /// The contents, read again if the files have changed.
    fn contents(&self) -> Result<Arc<Inspection>, Problem> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.read.elapsed() < FRESH) {
            return Ok(Arc::clone(&kept.contents));
        }
        // Before the contents: a change meanwhile is seen the next time.
        let marks = marks(&self.directory).ok().filter(are_old);
        if let Some(kept) = kept.as_mut().filter(|kept| kept.marks.is_some() && kept.marks == marks)
        {
            kept.read = Instant::now();
            return Ok(Arc::clone(&kept.contents));
        }
        let contents = Durable::inspect(&self.directory)
            .map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
        let contents = Arc::new(contents);
        *kept = Some(Kept { contents: Arc::clone(&contents), read: Instant::now(), marks });
        Ok(contents)
    }

    /// Asks the process that has the store open.
    fn ask<T>(
        &self,
        call: impl FnOnce(&mut Remote) -> Result<T, RemoteError>,
    ) -> Result<T, Problem> {
        let told = Remote::connect(&self.directory).and_then(|mut remote| call(&mut remote));
        told.map_err(|error| problem(&error))
    }

    fn perform(&self, action: &Action) -> Result<(), Problem> {
        let done = self.ask(|remote| match action {
            Action::Redrive { id } => remote.redrive(id),
            Action::MoveTo { id, state, data } => remote.move_to(id, state, data.clone()),
            Action::Cancel { id, error, cause } => remote.cancel(id, error, cause),
            Action::Success { token, output } => remote.success(token, output.clone()),
            Action::Failure { token, error } => {
                remote.failure(token, error.error(), error.cause().unwrap_or_default())
            }
            Action::Send { .. } | _ => Err(RemoteError::Refused(
                "the socket of a store takes no events: send them in the program".to_owned(),
            )),
        });
        // The next page shows the change.
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
        done
    }

    fn make_report(&self, id: &str) -> Result<Report, Problem> {
        let history = self.ask(|remote| remote.first_events(id))?;
        Report::from_history(&history)
            .map_err(|error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    }

    /// Does on a thread of its own what blocks.
    fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Answer<'static, T> {
        let store = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&store));
        Box::pin(async {
            done.await.unwrap_or_else(|error| {
                Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
            })
        })
    }
}

impl Store for Shown {
    fn machines(&self) -> Vec<Text> {
        let Ok(contents) = self.contents() else { return Vec::new() };
        let names = contents.statistics().executions.into_iter().map(|of| of.machine);
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn versions(&self) -> Answer<'_, Vec<StoredVersion>> {
        self.answer(|store| Ok(store.contents()?.versions()))
    }

    fn list(&self, list: List) -> Answer<'_, Page> {
        self.answer(move |store| Ok(store.contents()?.list(&list)))
    }

    fn describe(&self, id: Text) -> Answer<'_, Description> {
        self.answer(move |store| Ok(store.contents()?.describe(&id)?))
    }

    fn report(&self, id: Text) -> Answer<'_, Report> {
        self.answer(move |store| store.make_report(&id))
    }

    fn act(&self, action: Action) -> Answer<'_, ()> {
        self.answer(move |store| store.perform(&action))
    }

    fn can_act(&self) -> bool {
        Remote::connect(&self.directory).is_ok()
    }
}

/// The refusal of the process, or the reason why it was not reached.
fn problem(error: &RemoteError) -> Problem {
    let status = match error {
        RemoteError::Refused(_) => StatusCode::CONFLICT,
        RemoteError::Unreachable { .. } => StatusCode::SERVICE_UNAVAILABLE,
        RemoteError::Interrupted(_) | _ => StatusCode::BAD_GATEWAY,
    };
    Problem::new(status, error.to_string())
}

fn marks(directory: &Path) -> io::Result<Marks> {
    let read = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let metadata = entry.metadata()?;
        Ok((entry.file_name(), metadata.len(), metadata.modified().ok()))
    };
    fs::read_dir(directory)?.map(read).collect()
}

/// Returns true if a change from now on gives each file another time.
fn are_old(marks: &Marks) -> bool {
    let now = SystemTime::now();
    marks.iter().all(|(_, _, changed)| {
        changed.is_some_and(|changed| now.duration_since(changed).is_ok_and(|age| age > TICK))
    })
}
