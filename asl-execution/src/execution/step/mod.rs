//! Running frames: steps, transitions, children, retries and error handlers.

pub(super) mod abort;
pub(super) mod call;
pub(super) mod children;
pub(super) mod drive;
pub(super) mod end;
pub(super) mod enter;
pub(super) mod handlers;
pub(super) mod in_place;
pub(super) mod join_verdict;
pub(super) mod next_child;
pub(super) mod progress;
pub(super) mod retry;
pub(super) mod run;
pub(super) mod time_out;
pub(super) mod transition;
