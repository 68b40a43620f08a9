//! Retriers and catchers of the reference interpreter. ASL: "Errors".

use asl_codegen::options::Profile;

use super::super::json::Json;
use super::{Fault, millis};

/// Returns true if a retrier or catcher matches the error.
pub(super) fn lists(rule: &Json, fault: &Fault, profile: Profile) -> bool {
    rule.items_at("ErrorEquals").iter().filter_map(Json::as_text).any(|name| match name {
        "States.ALL" => true,
        "States.TaskFailed" => {
            let is_evaluation = fault.error == "States.QueryEvaluationError";
            fault.error != "States.Timeout" && !(is_evaluation && profile == Profile::Aws)
        }
        "States.HeartbeatTimeout" => fault.heartbeat,
        "States.BranchFailed" if fault.branch && profile == Profile::Spec => true,
        _ => name == fault.error,
    })
}

/// The delay of a retrier, if it allows another retry.
pub(super) fn pause(retrier: &Json, retried: &mut u32) -> Option<u64> {
    if f64::from(*retried) >= retrier.number_at("MaxAttempts").unwrap_or(3.0) {
        return None;
    }
    let mut seconds = retrier.number_at("IntervalSeconds").unwrap_or(1.0);
    for _ in 0..*retried {
        seconds *= retrier.number_at("BackoffRate").unwrap_or(2.0);
    }
    *retried += 1;
    Some(millis(retrier.number_at("MaxDelaySeconds").map_or(seconds, |most| seconds.min(most))))
}
