//! The differences between ASL and SM4C at run time. Everything else is the same for both.
//!
//! An execution has the rules of its machine's language. They are read from the machine's static
//! table and not kept: a field would make every waiting execution larger.

use crate::machine::Machine;

/// The language whose rules an execution follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Asl,
    Sm4c,
}

impl Language {
    #[inline]
    pub(super) fn new(machine: &Machine) -> Self {
        if machine.sm4c.is_some() { Self::Sm4c } else { Self::Asl }
    }

    #[inline]
    fn is_sm4c(self) -> bool {
        self == Self::Sm4c
    }

    /// Events are numbered and reported as AWS's history; SM4C reports events of its own.
    #[inline]
    pub(super) fn has_aws_history(self) -> bool {
        !self.is_sm4c()
    }

    /// All frames share global data, and that is the output.
    #[inline]
    pub(super) fn has_global_data(self) -> bool {
        self.is_sm4c()
    }

    /// States can wait for events from outside.
    pub(super) fn has_events(self) -> bool {
        self.is_sm4c()
    }

    /// A wait that is already over still takes a timer.
    pub(super) fn waits_for_past_times(self) -> bool {
        self.is_sm4c()
    }

    /// A join is decided only after the engine has seen the commands of its children.
    pub(super) fn decides_after_commands(self) -> bool {
        self.is_sm4c()
    }

    /// A join may be in the ready queue while its children are open.
    pub(super) fn queues_open_joins(self) -> bool {
        self.is_sm4c()
    }

    /// A child can fail while its siblings continue, also outside of distributed Maps.
    pub(super) fn keeps_siblings_of_failures(self) -> bool {
        self.is_sm4c()
    }

    /// Each retrier counts its own retries; in SM4C all handlers of an action share one counter.
    pub(super) fn counts_each_retrier(self) -> bool {
        !self.is_sm4c()
    }

    /// Task errors whose names begin with `States.` are worth a warning.
    pub(super) fn reserves_error_names(self) -> bool {
        !self.is_sm4c()
    }
}
