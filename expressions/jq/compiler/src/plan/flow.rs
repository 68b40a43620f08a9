//! Arithmetic, logic, conditions and loops over states.

use super::repr::Repr;
use asl_language::jq::{BuiltInId, Special};

use super::binding;
use super::choice::{self, Calculation, Ways};
use super::numbers;
use super::planner::{Here, Planned, Planner};
use super::repr::lends;
use super::tree::{Branches, Condition, Foreach, Node, Op, Reduce, Term, Turn};
use crate::analysis::Outputs;
use crate::syntax::{Arithmetic, Callee, Comparison, Filter, Kind, Literal, Loop};

impl<'p> Planner<'p> {
    /// `left + right`: the right side is the outer loop. A left side that nothing else needs grows
    /// in place.
    pub(super) fn arithmetic(
        &mut self,
        here: &Here<'p>,
        operator: Arithmetic,
        left: &'p Filter,
        right: &'p Filter,
    ) -> Planned<'p> {
        let site = self.site(here);
        match choice::calculation(&site, (operator, left, right), here.input.form()) {
            Calculation::Numbers { moves } => {
                let [left, right] =
                    [left, right].map(|side| Box::new(self.term(here, side, moves)));
                Planned::made(Op::Numbers(Box::new(Term::Operator(operator, left, right))))
            }
            Calculation::Values { moves, owns, unfused } => {
                let right = self.boxed(here, right, true);
                let left = self.boxed(here, left, !moves || lends(right.outputs));
                Planned::made(Op::Calculate { operator, left, right, owns }).unfused(unfused)
            }
        }
    }

    /// The terms of arithmetic in numbers of Rust; `moves`: the input is moved.
    fn term(&mut self, here: &Here<'p>, filter: &'p Filter, moves: bool) -> Term<'p> {
        if let Kind::Arithmetic(operator, left, right) = &filter.kind
            && numbers::is_direct(*operator)
        {
            let [left, right] = [left, right].map(|side| Box::new(self.term(here, side, moves)));
            return Term::Operator(*operator, left, right);
        }
        let is_input = matches!(filter.kind, Kind::Identity);
        let node = self.plan(here, filter, !(is_input && moves));
        Term::Operand { node, constant: numbers::constant(filter), is_input }
    }

    /// Comparisons, `and`, `or`.
    pub(super) fn logic(
        &mut self,
        here: &Here<'p>,
        filter: &'p Filter,
        outputs: Outputs,
    ) -> Planned<'p> {
        if outputs == Outputs::One {
            let condition = self.condition(here, filter);
            return Planned::new(Op::Condition(Box::new(condition)), Repr::Truth);
        }
        let (Kind::Compare(_, left, right) | Kind::And(left, right) | Kind::Or(left, right)) =
            &filter.kind
        else {
            unreachable!("the other kinds have no logic")
        };
        let right = self.boxed(here, right, true);
        let left = self.boxed(here, left, true);
        match &filter.kind {
            Kind::Compare(comparison, ..) => {
                Planned::new(Op::Compare(*comparison, left, right), Repr::Truth)
            }
            kind => {
                let decides = matches!(kind, Kind::Or(..));
                Planned::local(Op::Connect { left, right, decides })
            }
        }
    }

    /// `if c then a elif .. else b end`
    pub(super) fn branches(
        &mut self,
        here: &Here<'p>,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
    ) -> Planned<'p> {
        let is_shared = match choice::ways(&self.site(here), branches, otherwise) {
            Ways::Value => return self.choose(here, branches, otherwise),
            Ways::Single => false,
            Ways::Shared => true,
        };
        let (mut lent, mut ways) = (false, Vec::with_capacity(branches.len()));
        for (condition, branch) in branches {
            lent |= self.lends(here, condition);
            let test = self.test(here, condition, lent);
            ways.push((test, self.plan(here, branch, lent)));
        }
        let otherwise = match otherwise {
            Some(filter) => self.plan(here, filter, lent),
            None => Self::input(here, lent),
        };
        let output = if is_shared {
            Repr::LOCAL
        } else {
            let mut nodes = ways.iter().map(|(_, way)| way).chain([&otherwise]);
            let way = nodes.find(|way| !matches!(way.op, Op::Empty));
            way.map_or(Repr::Constant, |way| way.output.clone())
        };
        Planned::new(Op::Branches(Box::new(Branches { is_shared, ways, otherwise })), output)
    }

    fn choose(
        &mut self,
        here: &Here<'p>,
        branches: &'p [(Filter, Filter)],
        otherwise: Option<&'p Filter>,
    ) -> Planned<'p> {
        let ways: Vec<(Condition<'p>, Node<'p>)> = branches
            .iter()
            .map(|(condition, way)| (self.condition(here, condition), self.plan(here, way, false)))
            .collect();
        let otherwise = match otherwise {
            Some(filter) => self.plan(here, filter, false),
            None => Self::input(here, false),
        };
        Planned::made(Op::Choose(ways, Box::new(otherwise)))
    }

    /// `reduce source as $x (init; update)`: the state is moved from turn to turn.
    pub(super) fn reduce(&mut self, here: &Here<'p>, parts: &'p Loop) -> Planned<'p> {
        let is_number = numbers::number_turn(&self.site(here), parts);
        let init = self.plan(here, &parts.init, true);
        let (bound, inner) =
            binding::bound_outputs(self, here, &parts.source, &parts.patterns, true);
        let state = here.on(Repr::LOCAL).scoped(inner);
        let (turn, output) = if is_number {
            (Turn::Number(Box::new(self.term(&state, &parts.update, true))), Repr::Made)
        } else {
            (Turn::Value(self.boxed(&state, &parts.update, false)), Repr::LOCAL)
        };
        Planned::new(Op::Reduce(Box::new(Reduce { init, bound, turn })), output)
    }

    /// `foreach source as $x (init; update; extract)`: each output of the update is a state.
    pub(super) fn foreach(
        &mut self,
        here: &Here<'p>,
        parts: &'p Loop,
        extract: Option<&'p Filter>,
    ) -> Planned<'p> {
        let init = self.plan(here, &parts.init, true);
        let (bound, inner) =
            binding::bound_outputs(self, here, &parts.source, &parts.patterns, true);
        let state = here.on(Repr::LOCAL).scoped(inner);
        let update = self.plan(&state, &parts.update, false);
        let kept = Repr::Local { is_last: false };
        let extract = extract.map(|extract| self.plan(&state.on(kept.clone()), extract, false));
        let output = extract.as_ref().map_or(kept, |extract| extract.output.clone());
        Planned::new(Op::Foreach(Box::new(Foreach { init, bound, update, extract })), output)
    }

    /// The condition that a filter with one output is.
    pub(super) fn condition(&mut self, here: &Here<'p>, filter: &'p Filter) -> Condition<'p> {
        match &filter.kind {
            Kind::Literal(Literal::Null | Literal::Bool(false)) => Condition::Known(false),
            Kind::Literal(_) => Condition::Known(true),
            Kind::And(left, right) => {
                Condition::And(self.boxed_condition(here, left), self.boxed_condition(here, right))
            }
            Kind::Or(left, right) => {
                Condition::Or(self.boxed_condition(here, left), self.boxed_condition(here, right))
            }
            Kind::Pipe(left, right)
                if matches!(right.kind, Kind::Call(Callee::Special(Special::Not), _)) =>
            {
                Condition::Not(self.boxed_condition(here, left))
            }
            Kind::Compare(comparison, left, right) => {
                self.comparison(here, *comparison, left, right)
            }
            _ => Condition::Truth(self.plan(here, filter, true)),
        }
    }

    fn comparison(
        &mut self,
        here: &Here<'p>,
        comparison: Comparison,
        left: &'p Filter,
        right: &'p Filter,
    ) -> Condition<'p> {
        match (comparison, &left.kind, &right.kind) {
            (
                Comparison::Equal,
                Kind::Call(Callee::Native(native), _),
                Kind::Literal(Literal::String(kind)),
            ) if native.is(BuiltInId::TypeName) => Condition::Kind(kind),
            _ => {
                let right = self.plan(here, right, true);
                Condition::Compare(comparison, self.plan(here, left, true), right)
            }
        }
    }
}
