//! Processed parts, which may become steps of a path.

use crate::tree::{Group, Kind, Node, ParentId, Path, Place, Step};

/// A processed part.
pub(super) enum Part {
    /// Anything but a path, as the step that it may become.
    Single(SinglePart),
    Path(PathPart),
}

pub(super) struct SinglePart {
    pub(super) step: Step,
    /// The parents that are sought outside (`seekingParent` in jsonata-js).
    pub(super) seeking: Vec<ParentId>,
}

pub(super) struct PathPart {
    /// The steps before the last one.
    pub(super) before: Vec<Step>,
    pub(super) last: Step,
    /// The parents that are sought for the last step.
    pub(super) last_seeking: Vec<ParentId>,
    /// The parents that are sought before the first step.
    pub(super) seeking: Vec<ParentId>,
    pub(super) keeps_singleton: bool,
    pub(super) keeps_array: bool,
    pub(super) group: Option<Group>,
    pub(super) place: Place,
}

impl Part {
    pub(super) fn new(kind: Kind, place: Place) -> Self {
        Self::seeking(kind, place, Vec::new())
    }

    pub(super) fn seeking(kind: Kind, place: Place, seeking: Vec<ParentId>) -> Self {
        Self::Single(SinglePart { step: Step::new(Node::new(kind, place)), seeking })
    }

    /// A path of one step.
    pub(super) fn path_of(part: Self) -> Self {
        Self::Path(part.into_path())
    }

    /// A path of this step, or the path itself.
    pub(super) fn into_path(self) -> PathPart {
        match self {
            Self::Path(path) => path,
            Self::Single(SinglePart { step, seeking }) => PathPart {
                before: Vec::new(),
                place: step.node.place.clone(),
                last: step,
                last_seeking: seeking,
                seeking: Vec::new(),
                keeps_singleton: false,
                keeps_array: false,
                group: None,
            },
        }
    }

    /// Marks the part that `[]` follows; a name is a path of its own.
    pub(super) fn keep_array(&mut self, is_name: bool, is_step: bool) {
        self.last_step().node.keeps_array |= is_step;
        match self {
            Self::Single(part) => part.step.node.keeps_array = true,
            Self::Path(path) => {
                path.keeps_array = true;
                path.keeps_singleton |= is_name;
            }
        }
    }

    /// The last step of a path, or the part itself.
    pub(super) fn last_step(&mut self) -> &mut Step {
        match self {
            Self::Single(part) => &mut part.step,
            Self::Path(path) => &mut path.last,
        }
    }

    /// The parents that are sought for the last step of a path, or for the part itself.
    pub(super) fn last_seeking(&mut self) -> &mut Vec<ParentId> {
        match self {
            Self::Single(part) => &mut part.seeking,
            Self::Path(path) => &mut path.last_seeking,
        }
    }

    /// The node, unless it is a path.
    pub(super) fn single_node(&mut self) -> Option<&mut Node> {
        match self {
            Self::Single(part) => Some(&mut part.step.node),
            Self::Path(_) => None,
        }
    }

    /// The parents that are sought outside, and the parent that this part is.
    pub(super) fn sought(&self) -> impl Iterator<Item = ParentId> {
        let (seeking, itself) = match self {
            Self::Path(path) => (&path.seeking, None),
            Self::Single(part) => match part.step.node.kind {
                Kind::Parent(parent) => (&part.seeking, Some(parent)),
                _ => (&part.seeking, None),
            },
        };
        seeking.iter().copied().chain(itself)
    }

    /// Widens the place to that of an operator around the part.
    pub(super) fn set_place(&mut self, place: Place) {
        match self {
            Self::Single(part) => part.step.node.place = place,
            Self::Path(path) => path.place = place,
        }
    }

    pub(super) fn into_node(self) -> Node {
        match self {
            Self::Single(part) => part.step.node,
            Self::Path(path) => path.into_node(),
        }
    }
}

impl PathPart {
    /// Adds a step, for which parents are sought.
    pub(super) fn push(&mut self, step: Step, seeking: Vec<ParentId>) {
        self.place = self.place.start..step.node.place.end.max(self.place.end);
        self.before.push(std::mem::replace(&mut self.last, step));
        self.last_seeking = seeking;
    }

    fn into_node(self) -> Node {
        let mut steps = self.before;
        steps.push(self.last);
        let path = Path { steps, keeps_singleton: self.keeps_singleton, gives_tuples: false };
        Node {
            group: self.group,
            keeps_array: self.keeps_array,
            ..Node::new(Kind::Path(path), self.place)
        }
    }
}
