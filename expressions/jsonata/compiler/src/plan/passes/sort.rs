//! `$sort` with a function that compares in place.

use super::applied::{Applied, Argument, Use};
use crate::plan::op::{Local, Op, Plan, SortByKey};
use crate::plan::operator::is_plain;
use crate::plan::path::plain_name;
use crate::plan::planner::Planner;
use crate::plan::value::plan_operand;
use crate::resolve::VariableId;
use crate::tree::{Kind, Node, Operator};

/// `$sort(array, function)`
pub(super) fn plan_sort(planner: &mut Planner<'_>, array: &Node, applied: &Applied<'_>) -> Plan {
    let array = plan_operand(planner, array);
    if let Some(by_key) = by_key(planner, applied) {
        let ByKey { operator, is_turned, parameter, names, key } = by_key;
        let key = applied.plan_key(planner, key);
        let names = || names.iter().map(|name| (*name).to_owned()).collect();
        let seen = (!applied.has_level(planner)).then(names);
        let sort = SortByKey { array, operator, is_turned, parameter, seen, key };
        return Plan::item(Op::SortByKey(sort));
    }
    let items = [Argument::View(Local::First), Argument::View(Local::Second)];
    Plan::item(Op::SortWith(array, applied.plan(planner, &items, Use::JsTruth)))
}

/// A function that compares the same key of both items.
struct ByKey<'t> {
    operator: Operator,
    /// True if the second item is on the left.
    is_turned: bool,
    parameter: VariableId,
    /// The names behind it.
    names: Vec<&'t str>,
    key: &'t Node,
}

/// Finds `$a.name > $b.name`. Such a key never fails.
fn by_key<'t>(planner: &Planner<'_>, applied: &Applied<'t>) -> Option<ByKey<'t>> {
    let (node, lambda) = applied.written()?;
    let [first, second] = planner.names.parameters.get(&node.place.start)?.as_slice() else {
        return None;
    };
    let Kind::Binary(operator, left, right) = &lambda.body.kind else { return None };
    let is_order = matches!(
        operator,
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
    );
    let (on_left, names) = key(planner, left)?;
    let (on_right, others) = key(planner, right)?;
    let is_turned = (on_left, on_right) == (*second, *first);
    let is_key = is_turned || (on_left, on_right) == (*first, *second);
    let is_same = is_order && is_plain(&lambda.body) && is_key && names == others;
    is_same.then_some(ByKey {
        operator: *operator,
        is_turned,
        parameter: on_left,
        names,
        key: left,
    })
}

/// A variable, and the names of the path behind it.
fn key<'t>(planner: &Planner<'_>, node: &'t Node) -> Option<(VariableId, Vec<&'t str>)> {
    if let Some(id) = planner.names.certain_variable(node) {
        return Some((id, Vec::new()));
    }
    let Kind::Path(path) = &node.kind else { return None };
    let (first, rest) = path.steps.split_first()?;
    let is_alone = is_plain(node) && !path.keeps_singleton && first.stages.is_empty();
    let id = planner.names.certain_variable(&first.node).filter(|_| is_alone)?;
    let names = rest.iter().map(|step| plain_name(step).filter(|_| !step.is_tuple));
    Some((id, names.collect::<Option<_>>()?))
}
