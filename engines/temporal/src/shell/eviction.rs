//! Removals of runs from memory.

use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_activation::{
    RemoveFromCache, WorkflowActivation, remove_from_cache::EvictionReason,
};

/// A fault for which a run was removed from memory.
pub(super) struct Eviction {
    /// True if the history does not fit the machine.
    pub(super) is_nondeterminism: bool,
    pub(super) message: String,
}

/// The removal that an activation asks for.
pub(super) fn removal(activation: &WorkflowActivation) -> Option<&RemoveFromCache> {
    activation.jobs.iter().find_map(|job| match &job.variant {
        Some(Job::RemoveFromCache(removal)) => Some(removal),
        Some(_) | None => None,
    })
}

/// The fault for which a run was removed, if it was one.
pub(super) fn eviction(removal: &RemoveFromCache) -> Option<Eviction> {
    let message = removal.message.clone();
    match removal.reason() {
        EvictionReason::Nondeterminism => Some(Eviction { is_nondeterminism: true, message }),
        EvictionReason::LangFail | EvictionReason::Fatal => {
            Some(Eviction { is_nondeterminism: false, message })
        }
        EvictionReason::Unspecified
        | EvictionReason::CacheFull
        | EvictionReason::CacheMiss
        | EvictionReason::LangRequested
        | EvictionReason::TaskNotFound
        | EvictionReason::UnhandledCommand
        | EvictionReason::PaginationOrHistoryFetch
        | EvictionReason::WorkflowExecutionEnding => None,
    }
}
