//! The targets of nodes, for walks over the graph.

use super::{Catcher, Eval, Exit, ForEach, Fork, Invoke, NodeKind, Retrier, Target};

impl NodeKind {
    /// Every transition out of the node, in the order of the definition: next, choices, default,
    /// catchers.
    pub fn targets(&self) -> Vec<&Target> {
        let mut targets: Vec<&Target> = self.exit().and_then(Exit::target).into_iter().collect();
        match self {
            Self::Eval(eval) => targets.extend(&eval.leave_for),
            Self::Branch(branch) => {
                targets.extend(branch.rules.iter().map(|rule| &rule.target).chain(&branch.default));
            }
            Self::Await(wait) => {
                targets.extend(wait.transitions.iter().map(|transition| &transition.target));
                targets.extend(wait.timeout.iter().map(|(_, target)| target));
            }
            Self::Invoke(_) | Self::Fork(_) | Self::ForEach(_) | Self::End(_) | Self::Fail(_) => {}
        }
        targets.extend(self.catchers().iter().map(|catcher| &catcher.target));
        targets
    }

    /// The exit that its function takes when it has its result.
    pub fn exit(&self) -> Option<&Exit> {
        match self {
            Self::Eval(Eval { exit, .. })
            | Self::Invoke(Invoke { exit, .. })
            | Self::Fork(Fork { exit, .. })
            | Self::ForEach(ForEach { exit, .. }) => Some(exit),
            Self::Branch(_) | Self::Await(_) | Self::End(_) | Self::Fail(_) => None,
        }
    }

    /// The node's catchers.
    pub fn catchers(&self) -> &[Catcher] {
        match self {
            Self::Invoke(Invoke { catch, .. })
            | Self::Fork(Fork { catch, .. })
            | Self::ForEach(ForEach { catch, .. }) => catch,
            Self::Eval(_) | Self::Branch(_) | Self::Await(_) | Self::End(_) | Self::Fail(_) => &[],
        }
    }

    /// The node's retriers.
    pub fn retriers(&self) -> &[Retrier] {
        match self {
            Self::Invoke(Invoke { retry, .. })
            | Self::Fork(Fork { retry, .. })
            | Self::ForEach(ForEach { retry, .. }) => retry,
            Self::Eval(_) | Self::Branch(_) | Self::Await(_) | Self::End(_) | Self::Fail(_) => &[],
        }
    }

    /// True if the node can end its scope: `End`, Succeed or Fail.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::End(_) | Self::Fail(_)) || self.exit() == Some(&Exit::End)
    }
}

impl Exit {
    /// The target node, unless the exit ends the scope.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Next(target) => Some(target),
            Self::End | Self::Leave => None,
        }
    }
}
