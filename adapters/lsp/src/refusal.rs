//! Refused requests.

use lsp_server::ErrorCode;

/// A refused request: the code of the protocol, and the reason.
pub(crate) type Refused = (ErrorCode, String);
