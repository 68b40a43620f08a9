//! The reads of the machine's input by its states, and the end of a state that does not find it.

use std::collections::HashMap;

use super::border::{Border, Borders, Origin, Place, Step};
use super::condition;
use super::fault::Fault;
use super::fault::Read;
use super::place::find;
use super::shape::Shape;
use super::solve::Flow;
use super::transfer::Pass;
use super::wanted::Wanted;
use crate::check::variables::expressions;
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{
    Branch, Comparison, Condition, ForEach, Machine, NodeId, NodeKind, Selection, Test,
};
use asl_language::shape::Kinds;
use asl_language::shape::checks::Weight;
use asl_source::expression::foreseen::Foreseen;
use asl_source::options::Profile;
use asl_source::span::Span;

/// A read of the machine's input by a node.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The node.
    pub node: NodeId,
    /// The steps from the input to the value, without what Choices have found out.
    pub steps: Vec<Step>,
    /// The kinds that the value may have there, if the read says so.
    pub kinds: Option<Kinds>,
    /// The end of the node without the value.
    pub force: Force,
}

/// A part of the machine's input that a task gets as it is.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The node that calls the task.
    pub node: NodeId,
    /// The steps from the machine's input to the part.
    pub from: Vec<Step>,
    /// The names of the members on the way to it in what the task takes.
    pub to: Vec<String>,
}

/// The end of a node without a value that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Force {
    /// It continues: the read is a question, or a part of an expression in which it may be missing.
    Asks,
    /// It fails if it comes to the read.
    Uses,
    /// It fails whenever it is reached.
    Fails,
}

impl Flow {
    /// The reads of the machine's input by its nodes. The borders of the flow must have an input.
    pub(crate) fn demands(&self, machine: &Machine) -> Vec<Demand> {
        let mut demands = Vec::new();
        for id in (0..).map(NodeId).take(machine.nodes.len()) {
            let raw = self.input(id);
            if !raw.is_never() {
                Collector { machine, flow: self, id, raw: &raw, demands: &mut demands }.node();
            }
        }
        demands
    }

    /// The parts of the machine's input that tasks get as they are.
    pub(crate) fn passed(&self, machine: &Machine) -> Vec<Passed> {
        let mut passed = Vec::new();
        for node in (0..).map(NodeId).take(machine.nodes.len()) {
            let raw = self.input(node);
            let own = self.passes(machine, node, &raw, &mut Vec::new()).into_iter().next();
            let request = own.and_then(|own| own.request).filter(|_| !raw.is_never());
            let mut open: Vec<_> = request.into_iter().map(|it| (Vec::new(), it)).collect();
            while let Some((to, shape)) = open.pop() {
                if let Some(place) = shape.border().and_then(|border| border.only()) {
                    let from = input_steps(place);
                    passed.extend(from.map(|from| Passed { node, from, to }));
                } else if let Some(object) = shape.kinds().and_then(|it| it.object.as_ref()) {
                    let parts = object.known.iter().rev();
                    open.extend(parts.map(|(name, part)| {
                        ([to.as_slice(), std::slice::from_ref(name)].concat(), part.shape.clone())
                    }));
                }
            }
        }
        passed
    }

    /// The steps from the machine's input to the list whose items a Map iterates over: only those
    /// that each iteration gets as they are.
    pub(crate) fn iterates(&self, machine: &Machine, each: &ForEach) -> Option<Vec<Step>> {
        if each.selector.is_some() || each.run.is_some() {
            return None;
        }
        let start = machine.scopes.get(each.body.index())?.start.node?;
        let mut steps = input_steps(self.input(start).border()?.only()?)?;
        (steps.pop()? == Step::Item).then_some(steps)
    }
}

/// The steps from the machine's input to a place, without what Choices have found out.
fn input_steps(place: &Place) -> Option<Vec<Step>> {
    let is_step = |step: &&Step| !step.narrows();
    (place.origin == Origin::Input).then(|| place.steps.iter().filter(is_step).cloned().collect())
}

/// The demands of a node.
struct Collector<'a> {
    machine: &'a Machine,
    flow: &'a Flow,
    id: NodeId,
    raw: &'a Shape,
    demands: &'a mut Vec<Demand>,
}

impl Collector<'_> {
    fn node(&mut self) {
        let Some(node) = self.machine.nodes.get(self.id.index()) else { return };
        let passes = self.flow.passes(self.machine, self.id, self.raw, &mut Vec::new());
        let expressions = expressions(&node.kind).into_iter();
        // True for those that are nothing but a path, whose result must be there.
        let expressions: HashMap<Span, bool> = expressions
            .map(|it| (it.span, matches!(it.program.foreseen(), Foreseen::Members { .. })))
            .collect();
        let own = match &node.kind {
            NodeKind::Branch(branch) => Own::At(selections(branch)),
            NodeKind::ForEach(each) => Own::NotAt(self.selected(each)),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Fork(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => Own::Always,
        };
        for (index, pass) in passes.into_iter().enumerate() {
            for read in pass.faults.into_iter().filter_map(Fault::read_of) {
                // A path with several hits finds none where a value is missing, or of another kind.
                if read.weight == Weight::OfItems && !expressions.contains_key(&read.span) {
                    continue;
                }
                // A catcher runs only if there is an error.
                let force = if index == 0 { own.force(&read) } else { Force::Uses };
                let force = match expressions.get(&read.span) {
                    // jq reads a missing value as null.
                    _ if self.flow.is_sm4c => Force::Asks,
                    // In an expression a missing value may be none in its result, too.
                    Some(false) => Force::Asks,
                    Some(true) | None => force,
                };
                let wanted = read.wanted.filter(|_| read.weight != Weight::Doubt);
                self.add(&read.border, wanted.map(Wanted::kinds), force);
            }
        }
        match &node.kind {
            NodeKind::Branch(branch) => self.branch(branch),
            NodeKind::ForEach(each) => self.items(each),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Fork(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => {}
        }
    }

    fn add(&mut self, border: &Border, kinds: Option<Kinds>, force: Force) {
        // A value that may come from another place is not missed in the input.
        let force = if border.only().is_some() { force } else { force.min(Force::Uses) };
        // What is made where it is not there need not be there.
        let is_made = kinds.is_some_and(|kinds| kinds.includes(Kinds::ABSENT));
        let force = if is_made { force.min(Force::Uses) } else { force };
        let kinds = kinds.map(|kinds| kinds.and(Kinds::ABSENT.others().or(Kinds::UNKNOWN)));
        let (node, places) = (self.id, border.places().filter_map(input_steps));
        self.demands.extend(places.map(|steps| Demand { node, steps, kinds, force }));
    }

    fn at(&mut self, found: Option<&Shape>, kinds: Option<Kinds>, force: Force) {
        if let Some(border) = found.and_then(Shape::border) {
            self.add(border, kinds, force);
        }
    }

    /// The data after `InputPath`.
    fn selected_input(&self, selection: &Selection) -> Option<Shape> {
        match selection {
            Selection::Whole => Some(self.raw.clone()),
            Selection::Nothing => None,
            Selection::Path(path) => find(path, self.raw).shape(),
        }
    }

    /// The places of the expressions that a Map evaluates for each item or batch, of which there may
    /// be none.
    fn selected(&self, each: &ForEach) -> Vec<Span> {
        let Some(input) = self.selected_input(&each.input) else { return Vec::new() };
        let batch = each.run.as_deref().and_then(|run| run.batch.as_ref());
        let mut pass = Pass::new(self.raw, Span::default(), self.flow.variables.clone());
        for template in each.selector.iter().chain(batch.and_then(|batch| batch.input.as_ref())) {
            pass.evaluate(template, &input);
        }
        pass.faults.into_iter().filter_map(Fault::read_of).map(|read| read.span).collect()
    }

    /// The items of a Map.
    fn items(&mut self, each: &ForEach) {
        let run = each.run.as_deref();
        if run.is_some_and(|run| run.reader.is_some()) {
            return;
        }
        let Some(input) = self.selected_input(&each.input) else { return };
        let items = match (&each.items, each.collection.as_deref()) {
            (Some(path), _) => find(path, &input).shape(),
            (None, Some(collection)) => {
                let mut pass = Pass::new(self.raw, Span::default(), self.flow.variables.clone());
                Some(pass.evaluate(collection, &input))
            }
            (None, None) => Some(input),
        };
        // A distributed Map on AWS iterates over the members of objects, too.
        let also = if run.is_some() { Kinds::LIST.or(Kinds::OBJECT) } else { Kinds::LIST };
        self.at(items.as_ref(), Some(also), Force::Fails);
    }

    /// The paths of a Choice's rules.
    fn branch(&mut self, branch: &Branch) {
        let Some(input) = self.selected_input(&branch.input) else { return };
        if self.machine.profile == Profile::Aws
            && let Some(path) = condition::first_path(branch)
        {
            self.at(find(path, &input).shape().as_ref(), None, Force::Fails);
        }
        let mut open: Vec<&Condition> = branch.rules.iter().map(|rule| &rule.condition).collect();
        while let Some(condition) = open.pop() {
            match condition {
                Condition::And(inner) | Condition::Or(inner) => open.extend(inner),
                Condition::Not(inner) => open.push(inner),
                Condition::Compare { variable, comparison } => {
                    self.test(variable, comparison, &input);
                }
                Condition::Jq(_) | Condition::Jsonata(_) => {}
            }
        }
    }

    /// A test of a value's type: it may have others, too, but after a test for null.
    fn test(&mut self, path: &Path, comparison: &Comparison, input: &Shape) {
        let Comparison::Is(test, _) = comparison else { return };
        if path.root != Root::Data || !path.is_definite() {
            return;
        }
        let kinds = match test {
            // A question about the presence says nothing about the type.
            Test::Present => None,
            Test::Null => Some(Kinds::NULL),
            Test::Numeric | Test::String | Test::Boolean | Test::Timestamp => Some(Kinds::UNKNOWN),
        };
        self.at(find(path, input).shape().as_ref(), kinds, Force::Asks);
    }
}

/// The places of what a Choice reads whenever it is reached. What its rules read depends on those
/// before, and what it assigns on the rule.
fn selections(branch: &Branch) -> Vec<Span> {
    let of = |selection: &Selection| match selection {
        Selection::Path(path) => Some(path.span),
        Selection::Whole | Selection::Nothing => None,
    };
    [&branch.input, &branch.output].into_iter().filter_map(of).collect()
}

/// The reads of a node's own pass that happen whenever it is reached.
enum Own {
    /// All of them.
    Always,
    /// Those at these places.
    At(Vec<Span>),
    /// All but those at these places, which a Map reads for each item.
    NotAt(Vec<Span>),
}

impl Own {
    fn force(&self, read: &Read) -> Force {
        let is_certain = match self {
            Self::Always => true,
            Self::At(places) => places.contains(&read.span),
            Self::NotAt(places) => !places.contains(&read.span),
        };
        if is_certain { Force::Fails } else { Force::Uses }
    }
}

impl Borders {
    /// The borders of a machine about whose types nothing is known, so that each part of its data
    /// can be told by its place.
    pub fn all(machine: &Machine) -> Self {
        let results = vec![super::Answer::Whole; machine.nodes.len()];
        Self::new(true, results)
    }
}
