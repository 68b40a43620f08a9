//! The parts of nodes that have no statements and no loops.

use crate::plan::op::{Op, Plan, TransformParts};

/// The parts of a node that has no statements and no loops, with what they are.
pub(super) fn children(op: &Op) -> Vec<(&'static str, &Plan)> {
    let all = |plans| <[Plan]>::iter(plans).map(|plan| ("", plan)).collect();
    match op {
        Op::Checked(_, value)
        | Op::Try(value)
        | Op::IntoItems(value)
        | Op::OneItem(value)
        | Op::TupleStart(value)
        | Op::TupleNumber(value, _)
        | Op::TupleAt(value, _)
        | Op::TupleItems(value, _)
        | Op::At(value, _)
        | Op::Bind(_, _, value)
        | Op::NumbersResult(_, value, _)
        | Op::WholeNames(value, _)
        | Op::NamedItems(value, _)
        | Op::FunctionValue { call: value, .. } => vec![("", value)],
        Op::Cons(first, second)
        | Op::Constructed(first, second)
        | Op::Coalesce(first, second)
        | Op::Default(first, second)
        | Op::Apply { left: first, right: second, .. } => vec![("", first), ("", second)],
        Op::Runtime(_, plans)
        | Op::Joined(plans)
        | Op::NextTurn { values: plans, .. }
        | Op::TailCall { arguments: plans, .. } => all(plans),
        Op::Both { sides, .. } => all(sides),
        Op::NativeCall(call) => all(&call.arguments.values),
        Op::DirectCall { arguments, .. }
        | Op::NumbersCall { arguments, .. }
        | Op::Applied { arguments, .. }
        | Op::ValueCall { arguments, .. } => all(&arguments.values),
        Op::Steps(first, rest) | Op::WordsCall { text: first, rest, .. } => {
            [first].into_iter().chain(rest).map(|part| ("", part)).collect()
        }
        Op::Array { parts, .. } => parts.iter().map(|(_, part)| ("", part)).collect(),
        Op::Partial { arguments, .. } => {
            arguments.iter().flatten().map(|part| ("", part)).collect()
        }
        _ => with_roles(op),
    }
}

/// The same of a node whose parts are of several kinds.
fn with_roles(op: &Op) -> Vec<(&'static str, &Plan)> {
    match op {
        Op::Condition(condition, then, otherwise) => {
            vec![("if ", condition), ("then ", then), ("else ", otherwise)]
        }
        Op::SortByKey(sort) => vec![("", &sort.array), ("key ", &sort.key.1)],
        Op::Step { items, value, .. } => vec![("of ", items), ("each ", value)],
        Op::Filter(value, filter) => vec![("", value), ("where ", filter)],
        Op::Chosen(chosen) => {
            let given = chosen.given.iter().map(|given| ("", &given.value));
            let forms = [("if numbers ", &chosen.of_numbers), ("else ", &chosen.of_items)];
            given.chain(forms).collect()
        }
        Op::Group(group) => {
            let entries = group.entries.iter().flat_map(|(key, member)| {
                let role = if member.is_joined { "of an array: " } else { "of the members: " };
                [("key ", key), (role, &member.value)]
            });
            [("", &group.input)].into_iter().chain(entries).collect()
        }
        Op::Transform(transform) => match &transform.parts {
            TransformParts::Parts { pattern, update, delete, .. } => {
                let parts = [("pattern ", &pattern.0), ("update ", &update.0)];
                parts.into_iter().chain(delete.iter().map(|delete| ("delete ", delete))).collect()
            }
            TransformParts::Members { values, .. } => {
                values.0.iter().map(|value| ("member in place ", value)).collect()
            }
        },
        _ => Vec::new(),
    }
}
