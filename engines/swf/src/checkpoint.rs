//! What a run leaves to the next one: its snapshot, as the input of
//! `ContinueAsNewWorkflowExecution`.

use asl_runtime::execution::{Execution, RestoreError, Snapshot};

/// How every checkpoint begins, in any version.
const MARK: &str = r#"{"aslCheckpoint":"#;
/// How those of this version begin.
const BEGIN: &str = r#"{"aslCheckpoint":1,"snapshot":"#;

/// The checkpoint of an execution, where it fits into so many characters.
pub(crate) fn write(run: &Execution, limit: usize) -> Option<String> {
    // A character of three bytes or four is one or two for the service.
    let text = format!("{BEGIN}{}}}", run.snapshot().to_json_within(limit.saturating_mul(3))?);
    let fits = text.len() <= limit || text.encode_utf16().count() <= limit;
    fits.then_some(text)
}

/// What a checkpoint says; `None` for input that is none.
pub(crate) fn read(input: &str) -> Option<Result<Snapshot, RestoreError>> {
    if !input.starts_with(MARK) {
        return None;
    }
    let snapshot = input.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix('}'));
    let other = RestoreError::Malformed("the checkpoint is of another version");
    Some(snapshot.ok_or(other).and_then(Snapshot::from_json_str))
}
