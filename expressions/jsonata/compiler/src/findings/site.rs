//! Certainties about the evaluation of a place.

use crate::parts::Role;

/// The certainty of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Every run evaluates it.
    Certain,
    /// A run may not evaluate it.
    Maybe,
}

/// The context item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// The input of the expression, which has no functions.
    Input,
    /// Any item.
    Item,
}

/// The certainties about a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    pub(super) reach: Reach,
    pub(super) context: Context,
}

impl Site {
    /// The site of a part of a node at this site. The first step of a path is evaluated for the
    /// context, the others for what the steps before them find.
    pub(super) fn part(self, role: Role) -> Self {
        match role {
            Role::Operand
            | Role::Callee
            | Role::Applied
            | Role::Statement
            | Role::Key
            | Role::Value { has_literal_key: true }
            | Role::Step { is_first: true, .. } => self,
            Role::Branch | Role::Body | Role::Value { has_literal_key: false } => {
                Self { reach: Reach::Maybe, ..self }
            }
            Role::Step { is_first: false, .. }
            | Role::Filter { .. }
            | Role::SortKey
            | Role::Transform
            | Role::Predicate
            | Role::Group => Self { reach: Reach::Maybe, context: Context::Item },
        }
    }
}
