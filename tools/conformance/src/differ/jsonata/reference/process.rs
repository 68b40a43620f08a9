//! Joins parts of a tree: steps to one path, predicates to their step, each `%` to its ancestor.

use super::Stop;
use super::tree::{Kind, Node, Parent, Stage, Term};

type Parsed = Result<Node, Stop>;

/// All parents that the text refers to.
#[derive(Default)]
pub(super) struct Parents(Vec<Parent>);

impl Parents {
    pub(super) fn add(&mut self) -> usize {
        self.0.push(Parent { label: self.0.len(), levels: 1 });
        self.0.len() - 1
    }

    /// The label of each.
    pub(super) fn labels(self) -> Vec<usize> {
        self.0.into_iter().map(|parent| parent.label).collect()
    }

    fn levels(&self, parent: usize) -> i32 {
        self.0.get(parent).map_or(0, |parent| parent.levels)
    }

    fn climb(&mut self, parent: usize, by: i32) {
        if let Some(parent) = self.0.get_mut(parent) {
            parent.levels += by;
        }
    }

    fn share_label(&mut self, parent: usize, other: usize) {
        let label = self.0.get(other).map(|other| other.label);
        if let (Some(parent), Some(label)) = (self.0.get_mut(parent), label) {
            parent.label = label;
        }
    }

    /// Looks for the ancestor in a step and the parts of it.
    fn seek(&mut self, node: &mut Node, parent: usize) -> Result<(), Stop> {
        match &mut node.kind {
            Kind::Name(_) | Kind::Wildcard => {
                self.climb(parent, -1);
                if self.levels(parent) == 0 {
                    if let Some(other) = node.ancestor {
                        self.share_label(parent, other);
                    }
                    node.ancestor = Some(parent);
                    node.tuple = true;
                }
            }
            Kind::Parent(_) => self.climb(parent, 1),
            Kind::Block(parts) => {
                if let Some(last) = parts.last_mut() {
                    self.seek(last, parent)?;
                    node.tuple = true;
                }
            }
            Kind::Path { steps, .. } => {
                node.tuple = true;
                let mut steps = steps.iter_mut().rev();
                if let Some(last) = steps.next() {
                    self.seek(last, parent)?;
                }
                for step in steps {
                    if self.levels(parent) <= 0 {
                        break;
                    }
                    self.seek(step, parent)?;
                }
            }
            _ => return Err(Stop::error("S0217")),
        }
        Ok(())
    }

    /// Finds the steps that the last step of a path looks for.
    fn resolve(&mut self, path: &mut Node) -> Result<(), Stop> {
        let Kind::Path { steps, .. } = &mut path.kind else { return Ok(()) };
        let Some((last, before)) = steps.split_last_mut() else { return Ok(()) };
        for parent in sought(last) {
            let mut index = before.len();
            while self.levels(parent) > 0 {
                if index == 0 {
                    path.seeking.push(parent);
                    break;
                }
                index -= 1;
                // Steps that bind one item's variables side by side count as one.
                while index > 0 && has_focus(before, index) && has_focus(before, index - 1) {
                    index -= 1;
                }
                if let Some(step) = before.get_mut(index) {
                    self.seek(step, parent)?;
                }
            }
        }
        Ok(())
    }
}

fn has_focus(steps: &[Node], index: usize) -> bool {
    steps.get(index).is_some_and(|step| step.focus.is_some())
}

/// The parents that a part looks for.
fn sought(node: &Node) -> Vec<usize> {
    let own = if let Kind::Parent(parent) = node.kind { Some(parent) } else { None };
    node.seeking.iter().copied().chain(own).collect()
}

/// A node with children whose parents it looks for, too.
pub(super) fn with_children(children: Vec<Node>, kind: impl FnOnce(Vec<Node>) -> Kind) -> Node {
    let seeking = children.iter().flat_map(sought).collect();
    Node { seeking, ..Node::new(kind(children)) }
}

pub(super) fn binary(operator: &'static str, left: Node, right: Node) -> Node {
    let seeking = sought(&left).into_iter().chain(sought(&right)).collect();
    Node { seeking, ..Node::new(Kind::Binary(operator, Box::new(left), Box::new(right))) }
}

pub(super) fn otherwise(is_coalesce: bool, left: Node, right: Node) -> Node {
    let seeking = sought(&left).into_iter().chain(sought(&right)).collect();
    let (left, right) = (Box::new(left), Box::new(right));
    let kind = if is_coalesce { Kind::Coalesce(left, right) } else { Kind::Elvis(left, right) };
    Node { seeking, ..Node::new(kind) }
}

pub(super) fn condition(condition: Node, then: Node, other: Option<Node>) -> Node {
    let parts = [Some(&condition), Some(&then), other.as_ref()];
    let seeking = parts.into_iter().flatten().flat_map(sought).collect();
    let kind = Kind::Condition(Box::new(condition), Box::new(then), other.map(Box::new));
    Node { seeking, ..Node::new(kind) }
}

pub(super) fn negate(inner: Node) -> Node {
    if let Kind::Number(number) = inner.kind {
        return Node { kind: Kind::Number(-number), ..inner };
    }
    with_children(vec![inner], |mut inner| {
        Kind::Negate(Box::new(inner.pop().unwrap_or_else(|| Node::new(Kind::Null))))
    })
}

pub(super) fn bind(name: String, value: Node) -> Node {
    Node { seeking: sought(&value), ..Node::new(Kind::Bind(name, Box::new(value))) }
}

pub(super) fn apply(left: Node, right: Node) -> Node {
    let keeps_array = left.keeps_array || right.keeps_array;
    Node { keeps_array, ..Node::new(Kind::Apply(Box::new(left), Box::new(right))) }
}

pub(super) fn object(pairs: Vec<(Node, Node)>) -> Node {
    let seeking = pairs
        .iter()
        .flat_map(|(key, value)| sought(key).into_iter().chain(sought(value)))
        .collect();
    Node { seeking, ..Node::new(Kind::Object(pairs)) }
}

pub(super) fn block(parts: Vec<Node>) -> Node {
    let constructs = parts.iter().any(|part| match &part.kind {
        Kind::Path { steps, .. } => steps.first().is_some_and(|step| step.constructs),
        _ => part.constructs,
    });
    Node { constructs, ..with_children(parts, Kind::Block) }
}

/// Marks the calls that a function ends with.
pub(super) fn mark_tail(node: &mut Node) {
    if !node.predicates.is_empty() {
        return;
    }
    node.is_tail = true;
    match &mut node.kind {
        Kind::Condition(_, then, other) => {
            mark_tail(then);
            if let Some(other) = other {
                mark_tail(other);
            }
        }
        Kind::Block(parts) => parts.last_mut().into_iter().for_each(mark_tail),
        Kind::Call(..) => {}
        _ => node.is_tail = false,
    }
}

/// `left.right`.
pub(super) fn step(left: Node, right: Node, parents: &mut Parents) -> Parsed {
    let mut path = as_path(left, true);
    let Kind::Path { steps, keeps_singleton } = &mut path.kind else {
        return Err(Stop::error("S0213"));
    };
    match right.kind {
        Kind::Path { steps: more, .. } => steps.extend(more),
        _ => steps.push(as_step(right)),
    }
    for step in &mut *steps {
        match &mut step.kind {
            Kind::Number(_) | Kind::Bool(_) | Kind::Null => return Err(Stop::error("S0213")),
            Kind::Text(text) => step.kind = Kind::Name(std::mem::take(text)),
            _ => {}
        }
    }
    *keeps_singleton |= steps.iter().any(|step| step.keeps_array);
    for at in [0, steps.len() - 1] {
        if let Some(step) = steps.get_mut(at)
            && matches!(step.kind, Kind::Array(_))
        {
            step.constructs = true;
        }
    }
    parents.resolve(&mut path)?;
    Ok(path)
}

/// A path of one step, if it is none yet.
fn as_path(node: Node, is_parent_sought: bool) -> Node {
    if matches!(node.kind, Kind::Path { .. }) {
        return node;
    }
    let seeking = match node.kind {
        Kind::Parent(parent) if is_parent_sought => vec![parent],
        _ => Vec::new(),
    };
    Node { seeking, ..Node::path(vec![node]) }
}

/// The predicates of a step are applied to the result of each item.
fn as_step(mut node: Node) -> Node {
    node.stages.append(&mut node.predicates);
    node
}

/// The step that a suffix such as a predicate belongs to.
fn last_step(node: &mut Node) -> &mut Node {
    let is_path = matches!(&node.kind, Kind::Path { steps, .. } if !steps.is_empty());
    if !is_path {
        return node;
    }
    match &mut node.kind {
        Kind::Path { steps, .. } => {
            let last = steps.len() - 1;
            steps.get_mut(last).unwrap_or_else(|| unreachable!("the path has steps"))
        }
        _ => unreachable!("it is a path"),
    }
}

/// `left[]`. The step of a path keeps the mark only if it is a name, or binds a variable.
pub(super) fn keep_array(mut left: Node) -> Node {
    left.keeps_array = true;
    let has_group = left.group.is_some();
    if let Kind::Path { steps, keeps_singleton } = &mut left.kind
        && let Some(step) = steps.last_mut()
    {
        let is_plain = step.index.is_none()
            && !step.stages.iter().any(|stage| matches!(stage, Stage::Index(_)));
        let is_name = matches!(step.kind, Kind::Name(_)) && is_plain && !has_group;
        step.keeps_array |= step.focus.is_some() || is_name;
        *keeps_singleton |= step.focus.is_none() && is_name;
    }
    left
}

/// `left[predicate]`.
pub(super) fn filter(mut left: Node, mut predicate: Node, parents: &mut Parents) -> Parsed {
    let is_path = matches!(left.kind, Kind::Path { .. });
    let step = last_step(&mut left);
    if step.group.is_some() {
        return Err(Stop::error("S0209"));
    }
    for parent in std::mem::take(&mut predicate.seeking) {
        if parents.levels(parent) == 1 {
            parents.seek(step, parent)?;
        } else {
            parents.climb(parent, -1);
        }
        step.seeking.push(parent);
    }
    let stages = if is_path { &mut step.stages } else { &mut step.predicates };
    stages.push(Stage::Filter(predicate));
    Ok(left)
}

/// `left{pairs}`.
pub(super) fn group(mut left: Node, pairs: Vec<(Node, Node)>) -> Parsed {
    if left.group.is_some() {
        return Err(Stop::error("S0210"));
    }
    left.group = Some(pairs);
    Ok(left)
}

/// `left@$name`.
pub(super) fn focus(mut left: Node, name: String) -> Parsed {
    let step = last_step(&mut left);
    if !step.stages.is_empty() || !step.predicates.is_empty() {
        return Err(Stop::error("S0215"));
    }
    if matches!(step.kind, Kind::Sort(_)) {
        return Err(Stop::error("S0216"));
    }
    step.focus = Some(name);
    step.tuple = true;
    Ok(left)
}

/// `left#$name`.
pub(super) fn index(left: Node, name: String) -> Node {
    let is_path = matches!(left.kind, Kind::Path { .. });
    let mut path = if is_path { left } else { as_path(as_step(left), false) };
    let step = last_step(&mut path);
    if step.stages.is_empty() {
        step.index = Some(name);
    } else {
        step.stages.push(Stage::Index(name));
    }
    step.tuple = true;
    path
}

/// `left^(terms)`.
pub(super) fn sort(left: Node, terms: Vec<Term>, parents: &mut Parents) -> Parsed {
    let mut path = as_path(left, false);
    let seeking = terms.iter().flat_map(|term| sought(&term.node)).collect();
    let step = Node { seeking, ..Node::new(Kind::Sort(terms)) };
    if let Kind::Path { steps, .. } = &mut path.kind {
        steps.push(step);
    }
    parents.resolve(&mut path)?;
    Ok(path)
}
