//! The reason of a cancellation.

use serde::{Deserialize, Serialize};

use asl_value::error::{Failed, Failure};
use asl_value::value::Text;

/// The error and the cause with which an execution is cancelled, as AWS's `StopExecution` takes
/// them. The default is neither.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cancellation {
    #[serde(rename = "e", default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Text>,
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<Text>,
}

impl Cancellation {
    /// A cancellation with this error and this cause; an empty text is none.
    pub fn new(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        let given = |text: Text| Some(text).filter(|text| !text.is_empty());
        Self { error: given(error.into()), cause: given(cause.into()) }
    }

    /// The failure of the cancelled execution.
    pub fn into_failure(self) -> Failed {
        let Self { error, cause } = self;
        Box::new(Failure { error, cause, ..*Failure::aborted() })
    }
}
