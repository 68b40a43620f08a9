//! Reports of executions, as the script of reports reads them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_durable::Description;
use asl_report::{Report, ReportError};
use serde::Deserialize;

use crate::permission::Permission;
use crate::problem::Problem;
use crate::store::Store;
use crate::tokens::withhold;

/// Reports that are kept: pages ask for the same one again and again while an execution waits.
const KEPT: usize = 4;

/// Maximum bytes of a report that is kept.
const LARGEST_KEPT: usize = 8 << 20;

/// The reports of a console's executions.
#[derive(Clone, Default)]
pub(crate) struct Reports {
    /// The paths of data that no report has.
    redactions: Vec<String>,
    /// The last reports, the newest at the end. Clones of a console share them.
    kept: Arc<Mutex<Vec<Kept>>>,
}

/// A report, and the digest of what it was made of.
type Kept = (u64, Arc<str>);

impl Reports {
    /// Removes the data at a path from all reports.
    pub(crate) fn redact(&mut self, path: String) -> Result<(), ReportError> {
        const SMALLEST: &str = r#"{"events": [{"id": 1, "previousEventId": 0,
            "timestamp": "1970-01-01T00:00:00Z", "type": "ExecutionStarted"}]}"#;
        Report::from_history(SMALLEST)?.redact(&path)?;
        self.redactions.push(path);
        Ok(())
    }

    /// Returns true if reports lack some data of their executions.
    pub(crate) fn are_redacted(&self) -> bool {
        !self.redactions.is_empty()
    }

    /// The data of an execution's report, as JSON. It is made anew only if the execution has
    /// changed: a store makes a history by replaying the execution.
    pub(crate) async fn data(
        &self,
        store: &dyn Store,
        description: &Description,
        permission: Permission,
    ) -> Result<Arc<str>, Problem> {
        let digest = self.digest(description, permission);
        // Without its waits, a change of a running execution is not seen.
        let is_kept = description.are_waits_known;
        if let Some(data) = self.find(digest).filter(|_| is_kept) {
            return Ok(data);
        }
        let id = &description.summary.id;
        let mut report = store.report(id.clone()).await?.named(id.as_str());
        for path in &self.redactions {
            report =
                report.redact(path).map_err(|error| Problem::bad_request(error.to_string()))?;
        }
        let data = report.data();
        let data: Arc<str> = match permission {
            Permission::Act => data.into(),
            Permission::None | Permission::Read => withhold(&data).into(),
        };
        if is_kept {
            self.keep(digest, &data);
        }
        Ok(data)
    }

    /// A digest of all that changes when an execution does, and of all that is left out for a
    /// reader: clones of a console share the reports that are kept.
    fn digest(&self, description: &Description, permission: Permission) -> u64 {
        let Description { summary, waits, .. } = description;
        let mut hasher = DefaultHasher::new();
        self.redactions.hash(&mut hasher);
        (summary.id.as_str(), summary.state, summary.stopped, permission).hash(&mut hasher);
        for wait in waits {
            (&wait.operation, wait.until).hash(&mut hasher);
            std::mem::discriminant(&wait.what).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn find(&self, digest: u64) -> Option<Arc<str>> {
        self.lock().iter().find(|(kept, _)| *kept == digest).map(|(_, data)| Arc::clone(data))
    }

    fn keep(&self, digest: u64, data: &Arc<str>) {
        if data.len() > LARGEST_KEPT {
            return;
        }
        let mut kept = self.lock();
        kept.retain(|(other, _)| *other != digest);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((digest, Arc::clone(data)));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The data of an execution in its report, without what is redacted.
#[derive(Default)]
pub(crate) struct Redacted {
    pub(crate) input: Option<String>,
    pub(crate) output: Option<String>,
    pub(crate) cause: Option<String>,
}

/// Reads the data of an execution in its report.
pub(crate) fn read(data: &str) -> Redacted {
    #[derive(Deserialize)]
    struct Data {
        runs: [Run; 1],
    }
    #[derive(Deserialize)]
    struct Run {
        input: Option<u64>,
        output: Option<u64>,
        cause: Option<String>,
        texts: BTreeMap<u64, String>,
    }
    // A report of another form would show nothing here, rather than what must not be shown.
    let Ok(Data { runs: [mut run] }) = serde_json::from_str(data) else {
        return Redacted::default();
    };
    let text = |id: Option<u64>| id.and_then(|id| run.texts.get(&id).cloned());
    let (input, output) = (text(run.input), text(run.output));
    Redacted { input, output, cause: run.cause.take() }
}
