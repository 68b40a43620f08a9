//! Errors of calls of the service.

use std::fmt;

/// The kind of fault of an action.
#[derive(Clone, PartialEq, Eq)]
pub struct SwfError {
    kind: SwfErrorKind,
    action: &'static str,
    code: String,
    message: String,
}

/// The kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwfErrorKind {
    /// The service throttles calls.
    Throttled,
    /// The connection failed or broke. The service may have received the call.
    Unreachable,
    /// No response arrived in time. The service may have received the call.
    Late,
    /// The service has a fault of its own (HTTP 5xx).
    Broken,
    /// The domain, type, execution or task does not exist. A task ceases to exist when it is
    /// answered or times out.
    Unknown,
    /// The domain, the type or an open execution exists already.
    AlreadyThere,
    /// The caller lacks the permission, or is unknown.
    NotPermitted,
    /// A limit of the account was reached.
    LimitExceeded,
    /// The service does not close an execution with new events (seed 001: `UnhandledDecision`).
    UnhandledDecision,
    /// The service refuses the request.
    Refused,
}

impl SwfErrorKind {
    /// True if the same call may succeed later.
    pub fn is_transient(self) -> bool {
        matches!(self, Self::Throttled | Self::Unreachable | Self::Late | Self::Broken)
    }

    /// The kind of an error code such as `UnknownResourceFault`, with or without a prefix that ends
    /// in `#`.
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
    /// An error of an action such as `PollForDecisionTask`, with the service's code, if any, and a
    /// message.
    pub fn new(
        kind: SwfErrorKind,
        action: &'static str,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { kind, action, code: code.into(), message: message.into() }
    }

    /// The kind of fault.
    pub fn kind(&self) -> SwfErrorKind {
        self.kind
    }

    /// The action that failed.
    pub fn action(&self) -> &'static str {
        self.action
    }

    /// The service's code. Empty without a response.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// True if the same call may succeed later.
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

asl_runtime::__readable_error!(SwfError);
