//! Names of resources: `arn:aws:states:REGION:ACCOUNT:KIND:NAME`.

use std::fmt;

/// Account and region of a server's resources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    pub(crate) region: String,
    pub(crate) account: String,
}

impl Scope {
    /// ARN of a state machine.
    pub(crate) fn state_machine(&self, name: &str) -> String {
        self.arn(format_args!("stateMachine:{name}"))
    }

    /// ARN of an execution of a Standard state machine.
    pub(crate) fn execution(&self, machine: &str, name: &str) -> String {
        self.arn(format_args!("execution:{machine}:{name}"))
    }

    fn arn(&self, rest: fmt::Arguments<'_>) -> String {
        format!("arn:aws:states:{}:{}:{rest}", self.region, self.account)
    }
}
