//! The snapshot that a run passes to the next one, as input of `ContinueAsNewWorkflowExecution`.

use asl_runtime::execution::{Execution, RestoreError, Snapshot};

/// Prefix of all checkpoints.
const MARK: &str = r#"{"aslCheckpoint":"#;
/// Prefix of checkpoints of this version.
const BEGIN: &str = r#"{"aslCheckpoint":1,"snapshot":"#;

/// The checkpoint of an execution, if it fits into this many characters.
pub(crate) fn write(run: &Execution, limit: usize) -> Option<String> {
    // The service counts a character of three or four bytes as one or two.
    let text = format!("{BEGIN}{}}}", run.snapshot().to_json_within(limit.saturating_mul(3))?);
    let fits = text.len() <= limit || text.encode_utf16().count() <= limit;
    fits.then_some(text)
}

/// Reads a checkpoint. `None` for other input.
pub(crate) fn read(input: &str) -> Option<Result<Snapshot, RestoreError>> {
    if !input.starts_with(MARK) {
        return None;
    }
    let snapshot = input.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix('}'));
    let other = RestoreError::Malformed("the checkpoint is of another version");
    Some(snapshot.ok_or(other).and_then(Snapshot::from_json_str))
}
