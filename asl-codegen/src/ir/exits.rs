//! The targets of nodes, for walks over the graph.

use super::{Catcher, Exit, ForEach, Fork, Invoke, NodeKind, Retrier, Target};

impl NodeKind {
    /// Every transition out of the node, in the order of the definition: choices, next, default,
    /// catchers.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Self::Eval(eval) => eval.exit.target().into_iter().chain(&eval.leave_for).collect(),
            Self::Invoke(invoke) => invoke
                .exit
                .target()
                .into_iter()
                .chain(invoke.catch.iter().map(|catcher| &catcher.target))
                .collect(),
            Self::Branch(branch) => {
                branch.rules.iter().map(|rule| &rule.target).chain(&branch.default).collect()
            }
            Self::Fork(fork) => fork
                .exit
                .target()
                .into_iter()
                .chain(fork.catch.iter().map(|catcher| &catcher.target))
                .collect(),
            Self::ForEach(each) => each
                .exit
                .target()
                .into_iter()
                .chain(each.catch.iter().map(|catcher| &catcher.target))
                .collect(),
            Self::Await(wait) => {
                let timeout = wait.timeout.as_ref().map(|(_, target)| target);
                wait.transitions
                    .iter()
                    .map(|transition| &transition.target)
                    .chain(timeout)
                    .collect()
            }
            Self::End(_) | Self::Fail(_) => Vec::new(),
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
        match self {
            Self::Eval(eval) => eval.exit == Exit::End,
            Self::Invoke(invoke) => invoke.exit == Exit::End,
            Self::Fork(fork) => fork.exit == Exit::End,
            Self::ForEach(each) => each.exit == Exit::End,
            Self::End(_) | Self::Fail(_) => true,
            Self::Branch(_) | Self::Await(_) => false,
        }
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
