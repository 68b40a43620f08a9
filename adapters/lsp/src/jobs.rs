//! Jobs: runs and tests, each in a thread of its own that waits for a process.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::host::{Host, Job, JobKind};
use crate::uri;

/// Maximum number of jobs at the same time.
const MOST: usize = 4;

/// The jobs that were begun, by their requests, each with the flag that ends it.
#[derive(Debug)]
pub(crate) struct Jobs {
    /// True if the client asks for lenses again on request.
    refreshes_lenses: bool,
    begun: BTreeMap<String, Arc<AtomicBool>>,
}

impl Jobs {
    pub(crate) fn new(refreshes_lenses: bool) -> Self {
        Self { refreshes_lenses, begun: BTreeMap::new() }
    }

    /// Begins a job, which answers its request itself. False if too many are running.
    pub(crate) fn begin(
        &mut self,
        id: RequestId,
        job: Job,
        host: Host,
        connection: &Connection,
    ) -> bool {
        // The flag of a job that has ended is not shared any more.
        self.begun.retain(|_, flag| Arc::strong_count(flag) > 1);
        if self.begun.len() >= MOST {
            return false;
        }
        let flag = Arc::new(AtomicBool::new(false));
        self.begun.insert(id.to_string(), Arc::clone(&flag));
        let sender = connection.sender.clone();
        // A run may have written the first report of its machine, which has a lens.
        let refreshes = self.refreshes_lenses && matches!(job.kind, JobKind::Run { .. });
        let refresh = format!("lenses {id}");
        std::thread::spawn(move || {
            let result = (host.run)(&job, &flag);
            let is_cancelled = flag.load(Ordering::Relaxed);
            drop(flag);
            let mut messages: Vec<Message> = match result {
                _ if is_cancelled => vec![refused(id, ErrorCode::RequestCanceled, "cancelled")],
                Ok(result) => vec![
                    Notification::new("window/showMessage".to_owned(), shown(&job, &result)).into(),
                    Response::new_ok(id, answer(&job, result)).into(),
                ],
                Err(reason) => vec![refused(id, ErrorCode::RequestFailed, &reason)],
            };
            if refreshes && !is_cancelled {
                let method = "workspace/codeLens/refresh".to_owned();
                messages.push(Request::new(refresh.into(), method, ()).into());
            }
            for message in messages {
                // A client that has gone reads nothing.
                let _ = sender.send(message);
            }
        });
        true
    }

    /// Ends the job of a request.
    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(flag) = self.begun.get(&id.to_string()) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Ends all jobs.
    pub(crate) fn end(&self) {
        self.begun.values().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

fn refused(id: RequestId, code: ErrorCode, reason: &str) -> Message {
    Response::new_err(id, code as i32, reason.to_owned()).into()
}

/// The result, with the report that the run has written.
fn answer(job: &Job, mut result: Value) -> Value {
    if let (JobKind::Run { report, .. }, Some(members)) = (&job.kind, result.as_object_mut())
        && report.is_file()
    {
        members.insert("report".to_owned(), json!(uri::of_path(report)));
    }
    result
}

/// The message for the user: one line.
fn shown(job: &Job, result: &Value) -> Value {
    /// Longest text of a result.
    const LONGEST: usize = 300;
    const ERROR: u32 = 1;
    const INFO: u32 = 3;
    let name = job.path.file_name().map_or(job.path.as_path(), Path::new).display();
    let text = |name: &str| result.get(name).and_then(Value::as_str).unwrap_or_default();
    let has_passed = result.get("exitCode") == Some(&json!(0));
    let (word, detail) = match (&job.kind, has_passed) {
        (JobKind::Run { .. }, true) => ("succeeded", text("output")),
        (JobKind::Run { .. }, false) => ("did not succeed", last_line(text("messages"))),
        (JobKind::Test { .. }, true) => ("all cases passed", ""),
        (JobKind::Test { .. }, false) => ("not all cases passed", last_line(text("messages"))),
    };
    let detail: String = detail.trim().chars().take(LONGEST).collect();
    let mark = if detail.is_empty() { "" } else { ": " };
    let message = format!("{name}: {word}{mark}{detail}");
    json!({ "type": if has_passed { INFO } else { ERROR }, "message": message })
}

fn last_line(text: &str) -> &str {
    text.trim_end().lines().next_back().unwrap_or_default()
}
