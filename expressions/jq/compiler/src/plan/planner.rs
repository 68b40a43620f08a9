//! The state of planning: slots, and the functions that definitions become.

use super::facts::{Facts, Site};
use super::repr::Repr;
use super::unfused::Unfused;
use std::collections::BTreeMap;

use super::repr::lends;
use super::scope::Scope;
use super::scope::{Code, Value};
use super::tree::{Closure, Condition, Function, Mode, Node, Op, Slot, Test, Variable};
use crate::analysis::Outputs;
use crate::syntax::{Callee, DefinitionId, Filter, Kind, VariableId};

/// The functions of a program, by what is called.
pub(crate) type Functions<'p> = BTreeMap<(DefinitionId, Mode), Function<'p>>;

/// The state.
pub(super) struct Planner<'p> {
    pub(super) facts: &'p Facts<'p>,
    /// The names of slots, in the order of the slots.
    slots: Vec<&'p str>,
    functions: Functions<'p>,
    /// Functions that are called and not planned yet.
    open: Vec<(DefinitionId, Mode)>,
}

/// A point of the program: the input there, and what names mean.
#[derive(Clone)]
pub(super) struct Here<'p> {
    pub(super) input: Repr,
    pub(super) scope: Scope<'p>,
}

impl<'p> Here<'p> {
    /// The same names with another input.
    pub(super) fn on(&self, input: Repr) -> Self {
        Self { input, scope: self.scope.clone() }
    }

    /// The same input with other names.
    pub(super) fn scoped(&self, scope: Scope<'p>) -> Self {
        Self { input: self.input.clone(), scope }
    }
}

/// A kind of code with the representation of its outputs.
pub(super) struct Planned<'p> {
    pub(super) op: Op<'p>,
    pub(super) output: Repr,
    pub(super) unfused: Option<Unfused>,
}

impl<'p> Planned<'p> {
    pub(super) fn new(op: Op<'p>, output: Repr) -> Self {
        Self { op, output, unfused: None }
    }

    /// Code that makes a value.
    pub(super) fn made(op: Op<'p>) -> Self {
        Self::new(op, Repr::Made)
    }

    /// Code that puts its outputs into a local.
    pub(super) fn local(op: Op<'p>) -> Self {
        Self::new(op, Repr::LOCAL)
    }

    /// Code without outputs.
    pub(super) fn nothing(op: Op<'p>) -> Self {
        Self::new(op, Repr::Constant)
    }

    /// The same, not made in a faster way for a reason.
    pub(super) fn unfused(mut self, reason: Option<Unfused>) -> Self {
        self.unfused = reason;
        self
    }
}

impl<'p> Planner<'p> {
    pub(super) fn new(facts: &'p Facts<'p>) -> Self {
        Self { facts, slots: Vec::new(), functions: Functions::new(), open: Vec::new() }
    }

    /// A new slot of this name.
    pub(super) fn slot(&mut self, name: &'p str) -> Slot {
        self.slots.push(name);
        Slot(self.slots.len() - 1)
    }

    /// The functions that were called, and those that these call, with the names of slots.
    pub(super) fn finish(mut self) -> (Functions<'p>, Vec<&'p str>) {
        while let Some((definition, mode)) = self.open.pop() {
            let function = self.function(definition, mode);
            self.functions.insert((definition, mode), function);
        }
        (self.functions, self.slots)
    }

    /// Notes that a function is called.
    pub(super) fn need(&mut self, definition: DefinitionId, mode: Mode) {
        let is_known = self.functions.contains_key(&(definition, mode));
        if !is_known && !self.open.contains(&(definition, mode)) {
            self.open.push((definition, mode));
        }
    }

    /// The names at a point, for decisions.
    pub(super) fn site(&self, here: &Here<'p>) -> Site<'p> {
        Site { facts: self.facts, scope: here.scope.clone() }
    }

    /// A filter whose input is needed after it if `lends`.
    pub(super) fn plan(&mut self, here: &Here<'p>, filter: &'p Filter, lends: bool) -> Node<'p> {
        let mut here = here.on(here.input.lent_if(lends));
        let mut filter = filter;
        // An argument stands where its parameter is used.
        while let Kind::Call(Callee::Parameter(definition, index), _) = filter.kind {
            let (argument, scope) = match &here.scope.parameter((definition, index)).code {
                Code::Inline(filter, scope) => (*filter, scope.clone()),
                Code::Closure(_) => break,
            };
            (filter, here) = (argument, here.scoped(scope));
        }
        let outputs = self.facts.outputs(filter, &here.scope);
        let Planned { op, output, unfused } = self.op(&here, filter, outputs);
        Node { outputs, lends, input: here.input, output, unfused, op }
    }

    /// The input itself.
    pub(super) fn input(here: &Here<'p>, lends: bool) -> Node<'p> {
        let input = here.input.lent_if(lends);
        Self::node(input.clone(), lends, Planned::new(Op::Input, input))
    }

    /// A node of one output for code that no filter stands for.
    pub(super) fn node(input: Repr, lends: bool, planned: Planned<'p>) -> Node<'p> {
        let Planned { op, output, unfused } = planned;
        Node { outputs: Outputs::One, lends, input, output, unfused, op }
    }

    /// The call of a closure, as a filter.
    pub(super) fn closure_use(closure: Closure) -> Node<'p> {
        let planned = Planned::new(Op::Use(closure), closure.kind.output());
        Self::node(Repr::Borrowed, false, planned)
    }

    pub(super) fn boxed(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
        lends: bool,
    ) -> Box<Node<'p>> {
        Box::new(self.plan(here, filter, lends))
    }

    /// The value of a variable.
    pub(super) fn variable(here: &Here<'p>, id: VariableId) -> (Variable, Repr) {
        match here.scope.variable(id) {
            Value::Null => (None, Repr::Constant),
            Value::Bound(slot, repr) => (Some(slot), repr),
        }
    }

    /// A scope with a variable, which is never moved.
    pub(super) fn bound(
        &mut self,
        scope: &Scope<'p>,
        id: VariableId,
        value: &Repr,
    ) -> (Scope<'p>, Slot) {
        let slot = self.slot(self.name_of(id));
        (scope.with_variable(id, Value::Bound(slot, value.lent())), slot)
    }

    /// The name of a variable in the program.
    pub(super) fn name_of(&self, variable: VariableId) -> &'p str {
        self.facts.program.variables.get(variable.0 as usize).map_or("value", String::as_str)
    }

    /// The condition of a branch, which runs for each of its outputs.
    pub(super) fn test(&mut self, here: &Here<'p>, filter: &'p Filter, lends: bool) -> Test<'p> {
        let here = here.on(here.input.lent_if(lends));
        if self.site(&here).has_one(filter) {
            return Test::One(self.condition(&here, filter));
        }
        Test::Each(self.plan(&here, filter, true))
    }

    pub(super) fn boxed_condition(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
    ) -> Box<Condition<'p>> {
        Box::new(self.condition(here, filter))
    }

    /// True if a use for each output of a filter lends what it uses.
    pub(super) fn lends(&self, here: &Here<'p>, filter: &Filter) -> bool {
        lends(self.facts.outputs(filter, &here.scope))
    }
}
