//! `^(..)`: the keys of items.

use super::op::{Op, Plan, Repr, Sort, SortForm, SortKeys};
use super::operator::is_plain;
use super::path::plain_names;
use super::planner::Planner;
use super::value::plan_key;
use crate::tree::{Kind, Node, SortTerm};

/// The items in the order of their keys.
pub(super) fn plan_sort(
    planner: &mut Planner<'_>,
    form: SortForm,
    items: Plan,
    terms: &[SortTerm],
) -> Plan {
    let descending: Vec<bool> = terms.iter().map(|term| term.is_descending).collect();
    let names = terms.iter().map(|term| owned_names_of_key(planner, &term.key)).collect();
    let keys = match names {
        Some(names) => SortKeys::Names(names),
        None => {
            let (keys, _) = planner.in_context(|planner| {
                terms.iter().map(|term| plan_key(planner, &term.key)).collect()
            });
            SortKeys::Values(keys)
        }
    };
    let repr = match form {
        SortForm::Sorted => Repr::Items,
        SortForm::SortStep => Repr::Item,
    };
    Plan::new(repr, Op::Sort(Sort { form, items, descending, keys }))
}

/// The names that a key is.
pub(super) fn owned_names_of_key(planner: &Planner<'_>, key: &Node) -> Option<Vec<String>> {
    if !is_plain(key) || planner.checked_level(key).is_some() {
        return None;
    }
    let names = match &key.kind {
        Kind::Name(name) => vec![name.as_str()],
        Kind::Path(path) => plain_names(path)?,
        _ => return None,
    };
    Some(names.into_iter().map(str::to_owned).collect())
}
