//! The members of the context object that a state reads without the whole object.

use crate::diagnostics::nearest;

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

/// The members of the context object at one place.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Members with these names, and no others.
    Members(&'static [(&'static str, Known)]),
    /// A text or a number.
    Plain,
    /// Any value.
    Anything,
}

/// All members of the context object, those of redrives included.
const CONTEXT: Known = Known::Members(&[
    (
        "Execution",
        Known::Members(&[
            ("Id", Known::Plain),
            ("Input", Known::Anything),
            ("Name", Known::Plain),
            ("RoleArn", Known::Plain),
            ("StartTime", Known::Plain),
            ("RedriveCount", Known::Plain),
            ("RedriveTime", Known::Plain),
        ]),
    ),
    ("StateMachine", Known::Members(&[("Id", Known::Plain), ("Name", Known::Plain)])),
    (
        "State",
        Known::Members(&[
            ("Name", Known::Plain),
            ("EnteredTime", Known::Plain),
            ("RetryCount", Known::Plain),
        ]),
    ),
    ("Task", Known::Members(&[("Token", Known::Plain)])),
    (
        "Map",
        Known::Members(&[(
            "Item",
            Known::Members(&[
                ("Index", Known::Plain),
                ("Key", Known::Plain),
                ("Source", Known::Plain),
                ("Value", Known::Anything),
            ]),
        )]),
    ),
]);

/// A name on the way from the context object that is never there.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The number of names before it.
    pub at: usize,
    /// The reason, or the name that may be meant.
    pub label: String,
}

impl Missing {
    /// Looks for the first of these names that its object never has.
    pub fn find<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let mut known = CONTEXT;
        let mut place = String::from("the context object");
        for (at, name) in names.into_iter().enumerate() {
            let members = match known {
                Known::Anything => return None,
                Known::Plain => {
                    return Some(Self { at, label: format!("{place} is no object") });
                }
                Known::Members(members) => members,
            };
            let Some((_, inner)) = members.iter().find(|(member, _)| *member == name) else {
                let label = match nearest(name, members.iter().map(|(member, _)| *member)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("{place} has {}", listed(members)),
                };
                return Some(Self { at, label });
            };
            known = *inner;
            place = format!("`{name}`");
        }
        None
    }
}

fn listed(members: &[(&str, Known)]) -> String {
    let names: Vec<String> = members.iter().map(|(name, _)| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => format!("only {last}"),
        Some((last, rest)) => format!("only {} and {last}", rest.join(", ")),
        None => "no members".to_owned(),
    }
}
