//! States: their transitions, event groups and exit actions. Spec section 3.

pub(crate) mod event_group;
mod exit_action;
mod nodes;
pub(crate) mod transition;

pub(crate) use nodes::lower_state;
