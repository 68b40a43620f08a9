//! What goes wrong with a call of the service.

use std::fmt;

/// Why an action of the service has failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwfError {
    kind: SwfErrorKind,
    action: &'static str,
    code: String,
    message: String,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwfErrorKind {
    /// The service asks for fewer calls.
    Throttled,
    /// No connection, or it broke: whether the service has heard of the call is not known.
    Unreachable,
    /// No answer came in time: whether the service has heard of the call is not known.
    Late,
    /// The service has a fault of its own (HTTP 5xx).
    Broken,
    /// There is no such domain, type, execution or task; a task is gone when it was answered or has
    /// timed out.
    Unknown,
    /// What was to be made is there already: a domain, a type, an execution under way.
    AlreadyThere,
    /// Whoever asks may not do this, or is not known.
    NotPermitted,
    /// A limit of the account was reached.
    LimitExceeded,
    /// The service closes no execution to which something has happened meanwhile (seed 001:
    /// `UnhandledDecision`).
    UnhandledDecision,
    /// It does not take the request as it is.
    Refused,
}

impl SwfErrorKind {
    /// Whether the same call may succeed later.
    pub fn is_transient(self) -> bool {
        match self {
            Self::Throttled | Self::Unreachable | Self::Late | Self::Broken => true,
            Self::Unknown
            | Self::AlreadyThere
            | Self::NotPermitted
            | Self::LimitExceeded
            | Self::UnhandledDecision
            | Self::Refused => false,
        }
    }

    /// What a code of the service means: `UnknownResourceFault`, as it is or with what stands
    /// before a `#`.
    pub fn of_code(code: &str) -> Option<Self> {
        Some(match code.rsplit('#').next().unwrap_or(code) {
            "ThrottlingException"
            | "Throttling"
            | "RequestLimitExceeded"
            | "TooManyRequestsException" => Self::Throttled,
            "UnknownResourceFault" => Self::Unknown,
            "DomainAlreadyExistsFault"
            | "TypeAlreadyExistsFault"
            | "WorkflowExecutionAlreadyStartedFault" => Self::AlreadyThere,
            "OperationNotPermittedFault"
            | "AccessDeniedException"
            | "UnrecognizedClientException"
            | "InvalidSignatureException"
            | "IncompleteSignatureException"
            | "MissingAuthenticationTokenException"
            | "ExpiredTokenException" => Self::NotPermitted,
            "LimitExceededFault" => Self::LimitExceeded,
            "UnhandledDecision" | "UnhandledDecisionFault" => Self::UnhandledDecision,
            "ServiceUnavailable"
            | "InternalFailure"
            | "InternalServerError"
            | "ServiceUnavailableException" => Self::Broken,
            "ValidationException"
            | "ValidationError"
            | "SerializationException"
            | "TypeDeprecatedFault"
            | "DomainDeprecatedFault"
            | "DefaultUndefinedFault"
            | "TypeNotDeprecatedFault"
            | "TooManyTagsFault" => Self::Refused,
            _ => return None,
        })
    }
}

impl SwfError {
    /// The error of an action, such as `PollForDecisionTask`, with the service's own code, where it
    /// has one, and words for people.
    pub fn new(
        kind: SwfErrorKind,
        action: &'static str,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, action, code: code.into(), message: message.into() }
    }

    /// What can be done about it.
    pub fn kind(&self) -> SwfErrorKind {
        self.kind
    }

    /// The action that failed.
    pub fn action(&self) -> &'static str {
        self.action
    }

    /// The service's own code; empty where the service has said nothing.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Words for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        self.kind.is_transient()
    }
}

impl fmt::Display for SwfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, action, code, message } = self;
        let what = match kind {
            SwfErrorKind::Throttled => "was throttled",
            SwfErrorKind::Unreachable => "did not reach the service",
            SwfErrorKind::Late => "got no answer in time",
            SwfErrorKind::Broken => "met a fault of the service",
            SwfErrorKind::Unknown => "names what the service does not know",
            SwfErrorKind::AlreadyThere => "makes what is there already",
            SwfErrorKind::NotPermitted => "is not permitted",
            SwfErrorKind::LimitExceeded => "goes beyond a limit of the account",
            SwfErrorKind::UnhandledDecision => {
                "closes an execution to which something has happened meanwhile"
            }
            SwfErrorKind::Refused => "was refused",
        };
        write!(f, "{action} {what}")?;
        match (code.is_empty(), message.is_empty()) {
            (true, true) => Ok(()),
            (true, false) => write!(f, ": {message}"),
            (false, true) => write!(f, ": {code}"),
            (false, false) => write!(f, ": {code}: {message}"),
        }
    }
}

impl std::error::Error for SwfError {}
