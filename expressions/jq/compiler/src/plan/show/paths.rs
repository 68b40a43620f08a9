//! Filters in path mode, and the ways of updates.

use super::Shown;
use super::titles::call_title;
use crate::plan::tree::{Change, PathNode, PathOp, PathTurns, Way};

impl Shown<'_, '_> {
    /// The way to what is changed, and the change.
    pub(super) fn way(&mut self, way: &Way<'_>) {
        let change = match way {
            Way::InPlace(place, change) => {
                let place = self.place(place);
                self.line(&format!("in place: {}", if place.is_empty() { "." } else { &place }));
                change
            }
            Way::Found(paths, change) => {
                self.paths("found first: ", paths);
                change
            }
        };
        if let Change::Filter(node) = change {
            self.node("becomes ", node);
        }
    }

    /// A filter in path mode and its parts.
    pub(super) fn paths(&mut self, role: &str, node: &PathNode<'_>) {
        if let Some(inline) = self.inline_path(node) {
            return self.line(&format!("{role}{inline}: path"));
        }
        let title = path_title(&node.op);
        self.line(&format!("{role}{title}: path"));
        self.inner(|shown| shown.path_parts(&node.op));
    }

    fn inline_path(&self, node: &PathNode<'_>) -> Option<String> {
        Some(match &node.op {
            PathOp::Input => ".".to_owned(),
            PathOp::Recurse => "..".to_owned(),
            PathOp::Field(target, name) => match self.inline_path(target)?.as_str() {
                "." => format!(".{name}"),
                target => format!("{target}.{name}"),
            },
            PathOp::Iterate(target) => format!("{}[]", self.inline_path(target)?),
            PathOp::Use(closure) => self.closure(*closure),
            _ => return None,
        })
    }

    fn path_parts(&mut self, op: &PathOp<'_>) {
        match op {
            PathOp::Input | PathOp::Recurse | PathOp::Use(_) => {}
            PathOp::Field(part, _)
            | PathOp::Iterate(part)
            | PathOp::Label(_, part)
            | PathOp::First(part) => self.paths("", part),
            PathOp::Index(target, index) => {
                self.node("index ", index);
                self.paths("of ", target);
            }
            PathOp::Slice(target, bounds) => {
                bounds.iter().flatten().for_each(|bound| self.node("bound ", bound));
                self.paths("of ", target);
            }
            PathOp::Pipe(left, right) | PathOp::Both(left, right) => {
                self.paths("", left);
                self.paths("", right);
            }
            PathOp::Alternative(left, right) => {
                self.paths("", left);
                self.paths("or ", right);
            }
            PathOp::Try(body, handler) => {
                self.paths("", body);
                if let Some(handler) = handler {
                    self.paths("catch ", handler);
                }
            }
            PathOp::Branches(branches) => self.branches(branches, &mut Self::paths),
            PathOp::Reduce(turns) => self.turns(turns),
            PathOp::Foreach(turns, extract) => {
                self.turns(turns);
                if let Some(extract) = extract {
                    self.paths("give ", extract);
                }
            }
            PathOp::Bind { bound, body, .. } => {
                self.bound(bound);
                self.paths("", body);
            }
            PathOp::Inline(arguments, body) => {
                self.arguments(arguments);
                self.paths("", body);
            }
            PathOp::Call(call) => self.call(call),
            PathOp::GetPath(path) => self.node("", path),
            PathOp::Limit(count, body) => {
                self.node("", count);
                self.paths("", body);
            }
            PathOp::Made(node, _) => self.node("", node),
        }
    }

    fn turns(&mut self, turns: &PathTurns<'_>) {
        self.paths("from ", &turns.init);
        self.paths("of ", &turns.source);
        self.patterns(&turns.patterns);
        self.paths("next ", &turns.update);
    }
}

fn path_title(op: &PathOp<'_>) -> String {
    match op {
        PathOp::Field(..) => "member",
        PathOp::Index(..) => "item",
        PathOp::Slice(..) => "slice",
        PathOp::Iterate(_) => "each item",
        PathOp::Pipe(..) => "one after the other",
        PathOp::Both(..) => "both",
        PathOp::Try(..) => "try",
        PathOp::Alternative(..) => "all that are true, or else the others",
        PathOp::Branches(_) => "one way",
        PathOp::Reduce(_) => "reduce",
        PathOp::Foreach(..) => "foreach",
        PathOp::Bind { .. } => "bind",
        PathOp::Label(..) => "label",
        PathOp::Inline(..) => "a definition",
        PathOp::Call(call) => return call_title(call),
        PathOp::GetPath(_) => "getpath",
        PathOp::First(_) => "the first",
        PathOp::Limit(..) => "limit",
        PathOp::Made(..) => "a value that was not found",
        PathOp::Input | PathOp::Recurse | PathOp::Use(_) => "",
    }
    .to_owned()
}
