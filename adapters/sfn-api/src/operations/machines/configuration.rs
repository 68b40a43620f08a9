//! Logging, tracing and encryption of state machines. They are checked and kept; nothing is sent
//! to `CloudWatch` or X-Ray, and nothing is encrypted.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::registry::{Revision, default_logging, default_tracing};

/// The configuration in requests to create or update a state machine.
#[derive(Clone, Deserialize)]
pub(super) struct Configuration {
    #[serde(rename = "loggingConfiguration")]
    logging: Option<Map<String, Value>>,
    #[serde(rename = "tracingConfiguration")]
    tracing: Option<Map<String, Value>>,
    #[serde(rename = "encryptionConfiguration")]
    pub(super) encryption: Option<Value>,
}

impl Configuration {
    /// Returns true if the request has none.
    pub(super) fn is_empty(&self) -> bool {
        self.logging.is_none() && self.tracing.is_none() && self.encryption.is_none()
    }

    /// Checks the rules that the API's model does not have.
    pub(super) fn check(&self) -> Result<(), Fault> {
        if let Some(logging) = &self.logging {
            let level = logging.get("level").and_then(Value::as_str).unwrap_or("OFF");
            let destinations =
                logging.get("destinations").and_then(Value::as_array).map_or(0, Vec::len);
            if destinations > 1 || level != "OFF" && destinations == 0 {
                return Err(Fault::new(
                    "InvalidLoggingConfiguration",
                    "Invalid Logging Configuration: Must specify exactly one Log Destination.",
                ));
            }
        }
        let encryption = self.encryption.as_ref();
        let kind = encryption.and_then(|encryption| encryption.get("type")).and_then(Value::as_str);
        if kind == Some("CUSTOMER_MANAGED_KMS_KEY") {
            return Err(Fault::new(
                "InvalidEncryptionConfiguration",
                "Invalid Encryption Configuration: this server has no KMS keys; use the type \
                 AWS_OWNED_KEY or leave encryptionConfiguration out",
            ));
        }
        Ok(())
    }

    /// The logging configuration with AWS's defaults.
    pub(super) fn logging(&self) -> Value {
        with_defaults(default_logging(), self.logging.as_ref())
    }

    /// The tracing configuration with AWS's defaults.
    pub(super) fn tracing(&self) -> Value {
        with_defaults(default_tracing(), self.tracing.as_ref())
    }

    /// Replaces the parts of a revision that the request has.
    pub(super) fn apply(&self, revision: &mut Revision) {
        if self.logging.is_some() {
            revision.logging = self.logging();
        }
        if self.tracing.is_some() {
            revision.tracing = self.tracing();
        }
        if self.encryption.is_some() {
            revision.encryption.clone_from(&self.encryption);
        }
    }
}

fn with_defaults(mut value: Value, given: Option<&Map<String, Value>>) -> Value {
    if let (Value::Object(members), Some(given)) = (&mut value, given) {
        members.extend(given.clone());
    }
    value
}

/// Returns true if two texts are the same JSON.
pub(super) fn is_same_json(text: &str, other: &str) -> bool {
    let read = |text| serde_json::from_str::<Value>(text).ok();
    text == other || read(text).is_some_and(|value| Some(value) == read(other))
}
