//! Conversion of errors of the SDK.

use asl_runtime::__engine::chain;
use aws_sdk_swf::error::{ProvideErrorMetadata, SdkError};

use crate::service::{SwfError, SwfErrorKind};

/// The error of a call.
pub(super) fn of_call<E>(action: &'static str, error: &SdkError<E>) -> SwfError
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    let status = error.raw_response().map(|response| response.status().as_u16());
    let by_status = match status {
        Some(429) => SwfErrorKind::Throttled,
        // A response that cannot be read: incomplete, or from a proxy.
        Some(200..=299 | 500..) => SwfErrorKind::Broken,
        Some(401 | 403) => SwfErrorKind::NotPermitted,
        Some(_) | None => SwfErrorKind::Refused,
    };
    match error {
        SdkError::ServiceError(service) => {
            let service = service.err();
            let code = service.code().unwrap_or_default();
            let kind = SwfErrorKind::of_code(code).unwrap_or(by_status);
            let unsaid = || {
                format!(
                    "HTTP status {}, and no answer that could be read",
                    status.unwrap_or_default()
                )
            };
            let message = service.message().map_or_else(unsaid, str::to_owned);
            SwfError::new(kind, action, code, message)
        }
        SdkError::TimeoutError(_) => SwfError::new(SwfErrorKind::Late, action, "", chain(error)),
        SdkError::DispatchFailure(failure) if failure.is_timeout() => {
            SwfError::new(SwfErrorKind::Late, action, "", chain(error))
        }
        SdkError::DispatchFailure(failure) if failure.is_user() => {
            SwfError::new(SwfErrorKind::Refused, action, "", chain(error))
        }
        SdkError::DispatchFailure(_) => {
            SwfError::new(SwfErrorKind::Unreachable, action, "", chain(error))
        }
        SdkError::ResponseError(_) => SwfError::new(SwfErrorKind::Broken, action, "", chain(error)),
        SdkError::ConstructionFailure(_) | _ => {
            SwfError::new(SwfErrorKind::Refused, action, "", chain(error))
        }
    }
}

/// A fault of the fields of a call or of its response.
pub(super) fn unreadable(action: &'static str, fault: impl std::fmt::Display) -> SwfError {
    SwfError::new(SwfErrorKind::Refused, action, "", format!("the answer cannot be read: {fault}"))
}
