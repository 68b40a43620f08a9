//! AWS's quotas for the data of states, of machines with `limits = aws`.

use crate::execution::Execution;
use asl_value::error::{Failed, Failure, names};
use asl_value::value::Value;

/// AWS: "Maximum input or output size for a task, state, or execution", in bytes of UTF-8.
const MOST_BYTES: usize = 256 * 1024;

/// AWS's quota: results and outputs have at most 256 KiB.
pub(in crate::execution) fn check_quota(
    run: &Execution,
    data: &Value,
    producer: impl FnOnce() -> &'static str,
) -> Result<(), Failed> {
    if !run.has_quotas() || data.json_len(MOST_BYTES).is_some() {
        return Ok(());
    }
    let cause = format!(
        "The state/task '{}' returned a result with a size exceeding the maximum number of bytes service limit.",
        producer()
    );
    Err(Box::new(Failure::new(names::DATA_LIMIT_EXCEEDED, cause)))
}
