//! The thirteen types of decisions.

mod types;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Declares `Decision`: a variant for each type, with the key of its attributes.
macro_rules! decision_types {
    ($($(#[$doc:meta])* $Type:ident = $key:literal,)*) => {
        /// A decision. Each type has its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Decision {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
        }

        impl Decision {
            /// All types of decisions.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// Name of the type at Amazon SWF.
            pub fn decision_type(&self) -> &'static str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                }
            }

            /// Reads the attributes of this type from the fields of a decision.
            pub(super) fn read(
                decision_type: &str,
                fields: &mut serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, String> {
                match decision_type {
                    $(stringify!($Type) => $crate::model::decision::attributes($key, fields).map(Self::$Type),)*
                    _ => Err(String::from("is of a type that there is not")),
                }
            }
        }

        impl serde::Serialize for Decision {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;

                let mut decision = serializer.serialize_map(Some(2))?;
                decision.serialize_entry("decisionType", self.decision_type())?;
                match self {
                    $(Self::$Type(attributes) => decision.serialize_entry($key, attributes),)*
                }?;
                decision.end()
            }
        }
    };
}

pub(super) use decision_types;

pub use types::*;

impl Decision {
    /// True if the decision closes the run. It must be the last of its list.
    pub fn closes(&self) -> bool {
        matches!(
            self,
            Self::CompleteWorkflowExecution(_)
                | Self::FailWorkflowExecution(_)
                | Self::CancelWorkflowExecution(_)
                | Self::ContinueAsNewWorkflowExecution(_)
        )
    }
}

impl<'de> Deserialize<'de> for Decision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let Some(Value::String(decision_type)) = fields.remove("decisionType") else {
            return Err(D::Error::custom("a decision has no `decisionType`"));
        };
        Self::read(&decision_type, &mut fields).map_err(|error| {
            D::Error::custom(format_args!("a decision, `{decision_type}`, {error}"))
        })
    }
}

/// Reads the attributes under a key. The Developer Guide also uses
/// `CancelWorkflowExecutionAttributes`, without `Decision` and with an upper-case letter.
fn attributes<T: DeserializeOwned>(
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<T, String> {
    let of_guide = key.replace("DecisionAttributes", "Attributes");
    let spelled =
        |name: &&String| name.eq_ignore_ascii_case(key) || name.eq_ignore_ascii_case(&of_guide);
    let name = fields.keys().find(spelled).cloned().unwrap_or_default();
    let Some(attributes) = fields.remove(&name).filter(|attributes| !attributes.is_null()) else {
        return Err(format!("has no `{key}`"));
    };
    serde_json::from_value(attributes)
        .map_err(|error| format!("has `{name}` with a fault: {error}"))
}
