//! Paths and filters that never find anything.

use asl_language::jsonata::signature::Types;

use super::operator::literal;
use super::{Findings, in_words, is_plain, problem, truth};
use crate::state;
use crate::tree::{Kind, Node, Operator, Path, Stage, Step};
use asl_source::expression::context_object::Missing;

impl Findings<'_> {
    /// Checks the steps of a path.
    pub(super) fn path(&mut self, path: &Path) {
        self.context_member(path);
        for (step, next) in path.steps.iter().zip(path.steps.iter().skip(1)) {
            let Kind::Name(name) = &next.node.kind else { continue };
            // A variable behind `@` is not the context of the next step.
            if step.focus.is_none() && !matches!(step.node.kind, Kind::Sort(_) | Kind::Name(_)) {
                self.member(&step.node, &next.node, name);
            }
        }
        for step in &path.steps {
            if let Some(Stage::Filter(filter)) = step.stages.first() {
                self.index(&step.node, filter);
            }
            for stage in &step.stages {
                if let Stage::Filter(filter) = stage {
                    self.filter(filter);
                }
            }
        }
    }

    /// Reports a member that the context object of a state does not have.
    fn context_member(&mut self, path: &Path) {
        let Some((first, rest)) = path.steps.split_first() else { return };
        let Kind::Variable(variable) = &first.node.kind else { return };
        let is_plain = first.stages.is_empty() && is_plain(&first.node);
        let Some(begin) = state::names_from_context(variable).filter(|_| is_plain) else { return };
        let names: Vec<&str> = rest.iter().map_while(step_name).collect();
        let all = || begin.iter().chain(&names).copied();
        let Some(missing) = Missing::find(all()) else { return };
        let step = missing.at.checked_sub(begin.len()).and_then(|at| rest.get(at));
        let Some(step) = step else { return };
        let known: Vec<&str> = all().take(missing.at + 1).collect();
        let values = [("name", known.join(".")), ("label", missing.label)];
        self.doubt(&problem::NO_CONTEXT_MEMBER, &step.node.place, &values);
    }

    /// Checks the predicates of a node that is no path.
    pub(super) fn filters(&mut self, node: &Node) {
        if let Some(first) = node.predicates.first() {
            self.index(node, first);
        }
        for filter in &node.predicates {
            self.filter(filter);
        }
    }

    /// Reports a member of something that has no members.
    fn member(&mut self, of: &Node, name_node: &Node, name: &str) {
        let types = self.shape(of).of_items();
        let has_members = Types::OBJECT.and(Types::ARRAY).and(Types::FUNCTION);
        if types != Types::NONE && !types.meets(has_members) {
            let values = [("types", in_words(types)), ("name", name.to_owned())];
            self.doubt(&problem::NO_MEMBER, &name_node.place, &values);
        }
    }

    /// Reports an index that is beyond the items of a node. Fractions are cut.
    fn index(&mut self, node: &Node, filter: &Node) {
        let Some(index) = literal(filter).map(f64::floor) else { return };
        let Some(length) = self.length(node) else { return };
        let values = [("index", index.to_string()), ("length", items(length))];
        #[expect(clippy::cast_precision_loss, reason = "lengths of literals are below 2^53")]
        let length = length as f64;
        if index >= length || index < -length {
            self.doubt(&problem::NO_ITEM, &filter.place, &values);
        }
    }

    /// The number of items of a node without its predicates, if it is certain.
    fn length(&mut self, node: &Node) -> Option<usize> {
        if let Kind::Array { items, .. } = &node.kind {
            let mut is_one = |item: &Node| {
                let is_whole = matches!(item.kind, Kind::Array { .. }) && is_plain(item);
                let is_range = matches!(item.kind, Kind::Binary(Operator::Range, ..));
                !is_range && (is_whole || !self.may_be_many(item))
            };
            return items.iter().all(&mut is_one).then_some(items.len());
        }
        let types = self.shape_of_kind(node).types;
        (!types.meets(Types::ARRAY.and(Types::MISSING))).then_some(1)
    }

    fn may_be_many(&mut self, item: &Node) -> bool {
        self.types(item).meets(Types::ARRAY.and(Types::MISSING))
    }

    /// Reports a filter that takes all items or none.
    fn filter(&mut self, filter: &Node) {
        match (&filter.kind, truth::truth(self, filter)) {
            (Kind::Number(_) | Kind::Array { .. }, _) | (_, None) => {}
            (Kind::String(name), Some(true)) => {
                let values = [("name", name.clone())];
                self.doubt(&problem::STRING_FILTER, &filter.place, &values);
            }
            (_, Some(truth)) => {
                let values = [("result", truth.to_string())];
                self.doubt(&problem::CONSTANT_CONDITION, &filter.place, &values);
            }
        }
    }
}

/// The name that a step is, whatever filters it.
fn step_name(step: &Step) -> Option<&str> {
    match &step.node.kind {
        Kind::Name(name) => Some(name),
        _ => None,
    }
}

fn items(length: usize) -> String {
    match length {
        0 => "there is no item".to_owned(),
        1 => "there is 1 item".to_owned(),
        length => format!("there are {length} items"),
    }
}
