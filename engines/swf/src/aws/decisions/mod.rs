//! Decisions of the model as decisions of the SDK.

mod types;

use aws_sdk_swf::error::BuildError;

pub(super) use types::write;

/// For each type of decisions: the setter of its attributes, their type, and the setters of their
/// fields.
macro_rules! decisions {
    ($($Type:ident = $set:ident: $Sdk:ident { $($field:ident: $set_field:ident),* $(,)? })*) => {
        /// Converts a decision. The fault names a missing field.
        pub(in crate::aws) fn write(decision: Decision) -> Result<sdk::Decision, BuildError> {
            let decision_type = sdk::DecisionType::from(decision.decision_type());
            let built = sdk::Decision::builder().decision_type(decision_type);
            match decision {
                $(Decision::$Type(attributes) => {
                    let written = sdk::$Sdk::builder()$(.$set_field(attributes.$field.write()))*.build();
                    built.$set(Some(written.built()?))
                })*
            }
            .build()
        }
    };
}

use decisions;

/// The result of a builder of the SDK. Some builders check required fields.
trait Built<T> {
    fn built(self) -> Result<T, BuildError>;
}

impl<T> Built<T> for Result<T, BuildError> {
    fn built(self) -> Self {
        self
    }
}

macro_rules! always_built {
    ($($Sdk:ident)*) => {
        $(impl Built<Self> for sdk::$Sdk {
            fn built(self) -> Result<Self, BuildError> {
                Ok(self)
            }
        })*
    };
}

use always_built;
