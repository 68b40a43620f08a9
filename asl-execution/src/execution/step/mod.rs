//! Running frames: steps, transitions, children, retries and error handlers.

pub(super) mod abort;
pub(super) mod children;
pub(super) mod handlers;
pub(super) mod in_place;
pub(super) mod join_verdict;
pub(super) mod next_child;
pub(super) mod retry;
pub(super) mod rules;
pub(super) mod run;
pub(super) mod transition;
