//! The ways in which tasks are called and complete.

/// The event that completes a task: AWS's service integration patterns, activities, and the
/// functions of SM4C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The answer of a Lambda function or a service.
    Answer,
    /// The end of the job that the call starts (`.sync`).
    Sync,
    /// The end of the job, whose documents are data instead of text (`.sync:2`).
    Sync2,
    /// A report with the task's token, after the service has answered (`.waitForTaskToken`).
    Token,
    /// The report of a worker that polled for the task (an activity).
    Activity,
    /// The answer of an SM4C function of type `rest`. The resource is its `operation`, the input
    /// its arguments.
    Rest,
    /// The answer of an SM4C function of type `rpc`.
    Rpc,
    /// SM4C's `sendEvent`: the acknowledgement of an event that leaves the machine.
    Event,
    /// SM4C's `invokeSubflow`: the end of another machine. The resource is the name that it is
    /// registered by.
    Subflow,
}

impl Form {
    /// Returns true if the task's own answer completes it.
    pub fn is_answer(self) -> bool {
        match self {
            Self::Answer | Self::Rest | Self::Rpc | Self::Event | Self::Subflow => true,
            Self::Sync | Self::Sync2 | Self::Token | Self::Activity => false,
        }
    }

    /// Returns true if a report from elsewhere completes it: with its token, or of a worker.
    pub fn is_report(self) -> bool {
        match self {
            Self::Token | Self::Activity => true,
            Self::Answer
            | Self::Sync
            | Self::Sync2
            | Self::Rest
            | Self::Rpc
            | Self::Event
            | Self::Subflow => false,
        }
    }
}
