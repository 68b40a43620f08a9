//! Definitions, bindings, loops and labels, and the scopes of the names that they introduce.

use std::collections::{HashMap, HashSet};

use super::scope::{Bound, Target};
use super::{Resolver, number};
use crate::syntax::{
    Callee, Definition, DefinitionId, Filter, Kind, Loop, Parameter, Pattern, VariableId,
};
use crate::tree::{DefinitionTree, LoopTree, MemberPattern, Name, PatternTree, Tree};
use asl_source::sorted::SortedSet;

impl Resolver<'_> {
    /// Definitions that only the body sees.
    pub(super) fn local(&mut self, definitions: &[DefinitionTree<'_>], body: &Tree<'_>) -> Kind {
        let mark = self.scope.mark();
        for definition in definitions {
            self.definition(definition);
        }
        let body = self.kind(body);
        self.scope.leave(mark);
        body
    }

    /// Reads a definition and makes it visible; it sees itself.
    pub(crate) fn definition(&mut self, tree: &DefinitionTree<'_>) -> DefinitionId {
        let id = self.new_definition(tree.name.text);
        self.scope.bind_function(tree.name.text, tree.parameters.len(), Target::Definition(id));
        let mark = self.scope.mark();
        let outside = self.owner.replace(id);
        let mut parameters = Vec::with_capacity(tree.parameters.len());
        for (at, parameter) in tree.parameters.iter().enumerate() {
            let target = if parameter.is_variable { Target::Value } else { Target::Parameter };
            self.scope.bind_function(parameter.name.text, 0, target(id, number(at)));
            let variable = parameter.is_variable.then(|| self.variable_id(parameter.name.text));
            if let Some(variable) = variable {
                self.scope.bind_variable(parameter.name.text, Bound::Variable(variable));
            }
            parameters.push(Parameter { name: parameter.name.text.to_owned(), variable });
        }
        let body = self.filter(&tree.body);
        self.owner = outside;
        self.scope.leave(mark);
        let (parameters, body) = self.values_as_filters(id, parameters, body);
        if let Some(definition) = self.definitions.get_mut(super::index(id.0)) {
            definition.parameters = parameters;
            definition.body = body;
        }
        id
    }

    /// A definition of which nothing is known yet but its name.
    pub(crate) fn new_definition(&mut self, name: &str) -> DefinitionId {
        let id = DefinitionId(number(self.definitions.len()));
        let body = Filter { kind: Kind::Identity, place: 0..0 };
        let parent = self.owner;
        let definition = Definition {
            name: name.to_owned(),
            parameters: Vec::new(),
            body,
            parent,
            is_recursive: false,
            is_apart: false,
        };
        self.definitions.push(definition);
        self.references.by_definition.push(SortedSet::new());
        id
    }

    /// A definition without parameters, of this body.
    pub(crate) fn constant(&mut self, name: &str, kind: Kind) -> DefinitionId {
        let id = self.new_definition(name);
        if let Some(definition) = self.definitions.get_mut(super::index(id.0)) {
            definition.parent = None;
            definition.body.kind = kind;
        }
        id
    }

    /// `def f($a): .. a ..;` calls the argument itself where it says `a`. Then it is
    /// `def f(a): a as $a | .. a ..;`, and so that the parameters are still evaluated in their
    /// order, all of them become filters.
    fn values_as_filters(
        &mut self,
        id: DefinitionId,
        mut parameters: Vec<Parameter>,
        mut body: Filter,
    ) -> (Vec<Parameter>, Filter) {
        if !self.called_values.remove(&id) {
            return (parameters, body);
        }
        for (at, parameter) in parameters.iter_mut().enumerate().rev() {
            let Some(variable) = parameter.variable.take() else { continue };
            let place = body.place.clone();
            let call = Kind::Call(Callee::Parameter(id, number(at)), Vec::new());
            let kind = Kind::Bind {
                source: Box::new(Filter { kind: call, place: place.clone() }),
                patterns: vec![Pattern::Variable(variable)],
                body: Box::new(body),
            };
            body = Filter { kind, place };
        }
        (parameters, body)
    }

    /// `source as patterns | body`
    pub(super) fn bind(
        &mut self,
        source: &Tree<'_>,
        patterns: &[PatternTree<'_>],
        body: &Tree<'_>,
    ) -> Kind {
        let source = self.boxed(source);
        let mark = self.scope.mark();
        let patterns = self.patterns(patterns);
        let body = self.boxed(body);
        self.scope.leave(mark);
        Kind::Bind { source, patterns, body }
    }

    /// `reduce` and `foreach`: the variables are visible in what is done for each of them.
    pub(super) fn each(
        &mut self,
        each: &LoopTree<'_>,
        extract: Option<&Tree<'_>>,
    ) -> (Loop, Option<Box<Filter>>) {
        let source = self.filter(&each.source);
        let init = self.filter(&each.init);
        let mark = self.scope.mark();
        let patterns = self.patterns(&each.patterns);
        let update = self.filter(&each.update);
        let extract = self.optional(extract);
        self.scope.leave(mark);
        (Loop { source, patterns, init, update }, extract)
    }

    pub(super) fn label(&mut self, name: &Name<'_>, body: &Tree<'_>) -> Kind {
        let label = self.label_id();
        let mark = self.scope.mark();
        self.scope.bind_label(name.text, label);
        let body = self.boxed(body);
        self.scope.leave(mark);
        Kind::Label(label, body)
    }

    /// Patterns, whose variables are visible from now on. Their keys see only what was visible
    /// before.
    fn patterns(&mut self, trees: &[PatternTree<'_>]) -> Vec<Pattern> {
        let mut names = HashMap::new();
        let mut patterns = Vec::with_capacity(trees.len());
        for tree in trees {
            let mut bound = HashSet::new();
            patterns.push(self.pattern(tree, &mut names, &mut bound));
        }
        for (name, variable) in names {
            self.scope.bind_variable(&name, Bound::Variable(variable));
        }
        patterns
    }

    /// One pattern. A name in several alternatives is one variable; of a name that
    /// one pattern has twice, the first counts, where jq goes through arrays from their end.
    fn pattern(
        &mut self,
        tree: &PatternTree<'_>,
        names: &mut HashMap<String, VariableId>,
        bound: &mut HashSet<VariableId>,
    ) -> Pattern {
        match tree {
            PatternTree::Wrong => Pattern::Array(Vec::new()),
            PatternTree::Variable(name) => Pattern::Variable(self.declare(name, names, bound)),
            PatternTree::Array(items) => {
                let mut items: Vec<Pattern> =
                    items.iter().rev().map(|item| self.pattern(item, names, bound)).collect();
                items.reverse();
                Pattern::Array(items)
            }
            PatternTree::Object(members) => {
                let member = |member: &MemberPattern<'_>| {
                    let key = self.key(&member.key);
                    let variable =
                        member.variable.as_ref().map(|name| self.declare(name, names, bound));
                    let pattern =
                        member.pattern.as_ref().map(|pattern| self.pattern(pattern, names, bound));
                    (key, variable, pattern)
                };
                Pattern::Object(members.iter().map(member).collect())
            }
        }
    }

    fn declare(
        &mut self,
        name: &Name<'_>,
        names: &mut HashMap<String, VariableId>,
        bound: &mut HashSet<VariableId>,
    ) -> VariableId {
        let known = names.get(name.text).copied();
        let variable = match known {
            Some(variable) if !bound.contains(&variable) => variable,
            Some(_) => self.variable_id(name.text),
            None => {
                let variable = self.variable_id(name.text);
                names.insert(name.text.to_owned(), variable);
                variable
            }
        };
        bound.insert(variable);
        variable
    }
}
