//! Variables: `source as $x | body`, patterns that take values apart, and their alternatives.

use super::choice;
use super::planner::{Here, Planned, Planner};
use super::repr::Repr;
use super::scope::Scope;
use super::scope::Value;
use super::tree::{Bind, Bound, Member, MemberKey, Op, Pattern, Patterns, Slot};
use crate::analysis;
use crate::syntax::{self, Filter, Kind, Literal, VariableId};
use asl_source::sorted::SortedSet;

/// The parts of a pattern of an object.
type Entries<'p> = &'p [(Filter, Option<VariableId>, Option<syntax::Pattern>)];

/// The way in which a pattern takes a value apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    /// Its parts are looked at.
    Values,
    /// Each look is a step of a path.
    Steps,
}

/// `source as $x | body`
pub(super) fn plan_bind<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    source: &'p Filter,
    patterns: &'p [syntax::Pattern],
    body: &'p Filter,
) -> Planned<'p> {
    let form = here.input.form();
    let moved = choice::moved_pattern(&planner.site(here), (source, patterns, body), form);
    let is_plain = matches!(moved, Some(syntax::Pattern::Variable(_)));
    let (bound, inner) = if let Some(pattern) = moved {
        let source = planner.plan(here, source, true);
        let value = source.output.own();
        let (pattern, inner) = plan_pattern(planner, here, pattern, &value, Apart::Values);
        (Bound { source, word: "value", patterns: Patterns::One(pattern) }, inner)
    } else {
        bound_outputs(planner, here, source, patterns, true)
    };
    let body = planner.plan(&here.scoped(inner), body, !is_plain);
    let output = body.output.clone();
    Planned::new(Op::Bind(Box::new(Bind { is_owned: moved.is_some(), bound, body })), output)
}

/// A source whose outputs are bound, and the names behind it.
pub(super) fn bound_outputs<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    source: &'p Filter,
    patterns: &'p [syntax::Pattern],
    lends: bool,
) -> (Bound<'p>, Scope<'p>) {
    let word = match patterns {
        [pattern] => word_of(planner, pattern),
        _ => "value",
    };
    let source = planner.plan(here, source, lends);
    let value = source.output.stable();
    let (patterns, scope) = plan_patterns(planner, here, patterns, &value, Apart::Values);
    (Bound { source, word, patterns }, scope)
}

/// The patterns of a value, and the names behind them.
pub(super) fn plan_patterns<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    patterns: &'p [syntax::Pattern],
    value: &Repr,
    apart: Apart,
) -> (Patterns<'p>, Scope<'p>) {
    if let [pattern] = patterns {
        let (pattern, scope) = plan_pattern(planner, here, pattern, value, apart);
        return (Patterns::One(pattern), scope);
    }
    let mut all = SortedSet::new();
    for pattern in patterns {
        analysis::variables(pattern, &mut |variable| {
            all.insert(variable);
        });
    }
    // Variables of the other patterns are null.
    let (mut inner, mut unbound, mut variables) =
        (here.scope.clone(), here.scope.clone(), Vec::new());
    for variable in &all {
        let (scope, slot) = planner.bound(&inner, *variable, &Repr::Borrowed);
        inner = scope;
        unbound = unbound.with_variable(*variable, Value::Null);
        variables.push((planner.name_of(*variable), slot));
    }
    let all: Vec<VariableId> = all.into_iter().collect();
    let unbound = here.scoped(unbound);
    let patterns = patterns.iter().map(|pattern| {
        let (made, scope) = plan_pattern(planner, &unbound, pattern, &value.lent(), Apart::Values);
        let values = own_variables(&all, pattern, &unbound.scoped(scope));
        (made, values)
    });
    (Patterns::Several { patterns: patterns.collect(), variables }, inner)
}

/// The variables of a pattern behind it, with their places among those of all patterns.
fn own_variables(
    all: &[VariableId],
    pattern: &syntax::Pattern,
    behind: &Here<'_>,
) -> Vec<(usize, Slot)> {
    let mut own = SortedSet::new();
    analysis::variables(pattern, &mut |variable| {
        own.insert(variable);
    });
    let values = own.iter().filter_map(|variable| {
        let place = all.binary_search(variable).ok()?;
        Some((place, Planner::variable(behind, *variable).0?))
    });
    values.collect()
}

/// A pattern of a value, and the names behind it.
pub(super) fn plan_pattern<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    pattern: &'p syntax::Pattern,
    value: &Repr,
    apart: Apart,
) -> (Pattern<'p>, Scope<'p>) {
    match pattern {
        syntax::Pattern::Variable(variable) => {
            let (scope, slot) = with_first(planner, &here.scope, *variable, value);
            (Pattern::Variable(slot), scope)
        }
        syntax::Pattern::Array(items) => {
            let (mut here, mut made) = (here.clone(), Vec::with_capacity(items.len()));
            // jq takes the last item first.
            for (place, item) in items.iter().enumerate().rev() {
                let (pattern, scope) = plan_pattern(planner, &here, item, &Repr::Borrowed, apart);
                here.scope = scope;
                made.push((place, word_of(planner, item), pattern));
            }
            (Pattern::Items(made), here.scope)
        }
        syntax::Pattern::Object(entries) => plan_members(planner, here, entries, apart),
    }
}

fn plan_members<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    entries: Entries<'p>,
    apart: Apart,
) -> (Pattern<'p>, Scope<'p>) {
    let (mut here, mut members) = (here.clone(), Vec::with_capacity(entries.len()));
    for (key, variable, pattern) in entries {
        let key = match &key.kind {
            Kind::Literal(Literal::String(name)) => MemberKey::Name(name),
            _ => MemberKey::Computed(planner.plan(&here, key, true)),
        };
        let value = match (&key, apart) {
            (MemberKey::Computed(_), Apart::Values) => Repr::LOCAL,
            _ => Repr::Borrowed,
        };
        let word = variable.map_or("member", |variable| planner.name_of(variable));
        let slot = variable.and_then(|variable| {
            let (scope, slot) = with_first(planner, &here.scope, variable, &value);
            here.scope = scope;
            slot
        });
        let pattern = pattern.as_ref().map(|pattern| {
            let (pattern, scope) = plan_pattern(planner, &here, pattern, &value, apart);
            here.scope = scope;
            pattern
        });
        members.push(Member { key, word, variable: slot, pattern });
    }
    (Pattern::Members(members), here.scope)
}

/// With a variable of a pattern. Of one that a pattern binds twice, jq keeps the value that it
/// takes first; alternatives begin with null.
fn with_first<'p>(
    planner: &mut Planner<'p>,
    scope: &Scope<'p>,
    variable: VariableId,
    value: &Repr,
) -> (Scope<'p>, Option<Slot>) {
    match scope.find_variable(variable) {
        None | Some(Value::Null) => {
            let (scope, slot) = planner.bound(scope, variable, value);
            (scope, Some(slot))
        }
        Some(Value::Bound(..)) => (scope.clone(), None),
    }
}

/// The word that names what a pattern takes apart.
fn word_of<'p>(planner: &Planner<'p>, pattern: &syntax::Pattern) -> &'p str {
    match pattern {
        syntax::Pattern::Variable(variable) => planner.name_of(*variable),
        syntax::Pattern::Array(_) | syntax::Pattern::Object(_) => "value",
    }
}
