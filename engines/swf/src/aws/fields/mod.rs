//! Conversion between fields of the SDK's types and of the model.

mod types;

use std::fmt;

use aws_sdk_swf::types as sdk;

use crate::model::{self, ActivityType, TaskList, Timeout, WorkflowExecution, WorkflowType};

/// A fault of a response of the service.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Fault(String);

impl Fault {
    /// A required field.
    pub(super) fn missing(field: &str) -> Self {
        Self(format!("has no `{field}`"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Converts a field of the SDK to the model.
pub(super) trait Read<T> {
    fn read(self, field: &'static str) -> Result<T, Fault>;
}

/// Converts a field of the model for a builder of the SDK.
pub(super) trait Write<T> {
    fn write(self) -> Option<T>;
}

/// Fields with the same type on both sides.
macro_rules! same {
    ($($Type:ty)*) => {
        $(impl Read<$Type> for $Type {
            fn read(self, _: &'static str) -> Result<Self, Fault> {
                Ok(self)
            }
        })*
    };
}

same!(String Option<String> i64);

/// Enumerations: both the SDK and the model keep unknown values.
macro_rules! words {
    ($($Word:ident)*) => {
        $(impl Read<model::$Word> for sdk::$Word {
            fn read(self, _: &'static str) -> Result<model::$Word, Fault> {
                Ok(model::$Word::from(self.as_str()))
            }
        })*
    };
}

use words;

/// Optional fields of the SDK, which are optional or required in the model.
macro_rules! optional {
    ($($Type:ident)*) => {
        $(
            impl Read<Option<model::$Type>> for Option<sdk::$Type> {
                fn read(self, field: &'static str) -> Result<Option<model::$Type>, Fault> {
                    self.map(|value| value.read(field)).transpose()
                }
            }

            impl Read<model::$Type> for Option<sdk::$Type> {
                fn read(self, field: &'static str) -> Result<model::$Type, Fault> {
                    self.ok_or_else(|| Fault::missing(field))?.read(field)
                }
            }
        )*
    };
}

use optional;

impl Read<ActivityType> for sdk::ActivityType {
    fn read(self, _: &'static str) -> Result<ActivityType, Fault> {
        Ok(ActivityType { name: self.name, version: self.version })
    }
}

impl Read<WorkflowType> for sdk::WorkflowType {
    fn read(self, _: &'static str) -> Result<WorkflowType, Fault> {
        Ok(WorkflowType { name: self.name, version: self.version })
    }
}

impl Read<TaskList> for sdk::TaskList {
    fn read(self, _: &'static str) -> Result<TaskList, Fault> {
        Ok(TaskList { name: self.name })
    }
}

impl Read<WorkflowExecution> for sdk::WorkflowExecution {
    fn read(self, _: &'static str) -> Result<WorkflowExecution, Fault> {
        Ok(WorkflowExecution { workflow_id: self.workflow_id, run_id: self.run_id })
    }
}

impl Read<Timeout> for String {
    fn read(self, field: &'static str) -> Result<Timeout, Fault> {
        Timeout::parse(&self)
            .ok_or_else(|| Fault(format!("has `{self}` as `{field}`, which is no duration")))
    }
}

impl Read<Option<Timeout>> for Option<String> {
    fn read(self, field: &'static str) -> Result<Option<Timeout>, Fault> {
        self.map(|text| text.read(field)).transpose()
    }
}

impl Read<Vec<String>> for Option<Vec<String>> {
    fn read(self, _: &'static str) -> Result<Vec<String>, Fault> {
        Ok(self.unwrap_or_default())
    }
}

/// Ids of events: the SDK uses 0 for none.
impl Read<Option<i64>> for i64 {
    fn read(self, _: &'static str) -> Result<Option<i64>, Fault> {
        Ok((self != 0).then_some(self))
    }
}

impl Write<Self> for String {
    fn write(self) -> Option<Self> {
        Some(self)
    }
}

impl Write<String> for Option<String> {
    fn write(self) -> Self {
        self
    }
}

impl Write<String> for Timeout {
    fn write(self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Write<String> for Option<Timeout> {
    fn write(self) -> Option<String> {
        self.map(|timeout| timeout.to_string())
    }
}

impl Write<Self> for Vec<String> {
    fn write(self) -> Option<Self> {
        Some(self).filter(|words| !words.is_empty())
    }
}

impl Write<sdk::ActivityType> for ActivityType {
    fn write(self) -> Option<sdk::ActivityType> {
        sdk::ActivityType::builder().name(self.name).version(self.version).build().ok()
    }
}

impl Write<sdk::WorkflowType> for WorkflowType {
    fn write(self) -> Option<sdk::WorkflowType> {
        sdk::WorkflowType::builder().name(self.name).version(self.version).build().ok()
    }
}

impl Write<sdk::WorkflowExecution> for WorkflowExecution {
    fn write(self) -> Option<sdk::WorkflowExecution> {
        sdk::WorkflowExecution::builder()
            .workflow_id(self.workflow_id)
            .run_id(self.run_id)
            .build()
            .ok()
    }
}

impl Write<sdk::TaskList> for Option<TaskList> {
    fn write(self) -> Option<sdk::TaskList> {
        self.and_then(|list| sdk::TaskList::builder().name(list.name).build().ok())
    }
}

impl Write<sdk::ChildPolicy> for Option<model::ChildPolicy> {
    fn write(self) -> Option<sdk::ChildPolicy> {
        self.map(|policy| sdk::ChildPolicy::from(policy.as_str()))
    }
}
