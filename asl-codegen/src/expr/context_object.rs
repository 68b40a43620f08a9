//! The members of the context object that a state reads without the whole object.

/// A member of the context object with a source of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    /// `Execution.Id`.
    ExecutionId,
    /// `Execution.Input`.
    ExecutionInput,
    /// `Execution.Name`.
    ExecutionName,
    /// `Execution.RoleArn`.
    RoleArn,
    /// `Execution.StartTime`.
    StartTime,
    /// `StateMachine.Id`.
    MachineId,
    /// `StateMachine.Name`.
    MachineName,
    /// `State.Name`.
    StateName,
    /// `State.EnteredTime`.
    EnteredTime,
    /// `State.RetryCount`.
    RetryCount,
    /// `Task.Token`.
    TaskToken,
    /// `Map.Item.Index`.
    ItemIndex,
    /// `Map.Item.Key`.
    ItemKey,
    /// `Map.Item.Source`.
    ItemSource,
    /// `Map.Item.Value`.
    ItemValue,
}

impl Member {
    /// All of them. None is a part of another.
    pub const ALL: &'static [Self] = &[
        Self::ExecutionId,
        Self::ExecutionInput,
        Self::ExecutionName,
        Self::RoleArn,
        Self::StartTime,
        Self::MachineId,
        Self::MachineName,
        Self::StateName,
        Self::EnteredTime,
        Self::RetryCount,
        Self::TaskToken,
        Self::ItemIndex,
        Self::ItemKey,
        Self::ItemSource,
        Self::ItemValue,
    ];

    /// The names on the way to it.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::ExecutionId => &["Execution", "Id"],
            Self::ExecutionInput => &["Execution", "Input"],
            Self::ExecutionName => &["Execution", "Name"],
            Self::RoleArn => &["Execution", "RoleArn"],
            Self::StartTime => &["Execution", "StartTime"],
            Self::MachineId => &["StateMachine", "Id"],
            Self::MachineName => &["StateMachine", "Name"],
            Self::StateName => &["State", "Name"],
            Self::EnteredTime => &["State", "EnteredTime"],
            Self::RetryCount => &["State", "RetryCount"],
            Self::TaskToken => &["Task", "Token"],
            Self::ItemIndex => &["Map", "Item", "Index"],
            Self::ItemKey => &["Map", "Item", "Key"],
            Self::ItemSource => &["Map", "Item", "Source"],
            Self::ItemValue => &["Map", "Item", "Value"],
        }
    }

    /// The member whose names these are, joined by dots.
    pub fn from_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|member| member.names().iter().copied().eq(path.split('.')))
    }
}
