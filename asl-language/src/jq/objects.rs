//! Objects: members, keys and entries.

use super::{BuiltIn, BuiltInId, finite, jq};
use crate::shape::Kinds;

pub(super) const BUILT_INS: &[BuiltIn] = &[
    finite("keys", "keys", "The names of the members, sorted, or the indices of the items.").of(Kinds::LIST.or(Kinds::OBJECT), Kinds::LIST)
        .example("keys", r#"{"b": 1, "a": 2}"#, &[r#"["a", "b"]"#]),
    finite("keys_unsorted", "keys_unsorted", "The same, in the order of the object.").of(Kinds::LIST.or(Kinds::OBJECT), Kinds::LIST)
        .example("keys_unsorted | length", r#"{"b": 1, "a": 2}"#, &["2"]),
    finite("has($key)", "has", "True if there is a member or an item of this key.").of(Kinds::LIST.or(Kinds::OBJECT).or(Kinds::NULL), Kinds::BOOLEAN).id(BuiltInId::Has)
        .example(r#"has("a"), has("b")"#, r#"{"a": null}"#, &["true", "false"]),
    jq("in(container)", ". as $key | container | has($key)", "True if the input is a key there.")
        .example("in([5, 6])", "1", &["true"]),
    finite("to_entries", "to_entries", "An array of the members as `{key, value}`.").of(Kinds::NONE, Kinds::LIST).id(BuiltInId::ToEntries)
        .example("to_entries", r#"{"a": 1}"#, &[r#"[{"key": "a", "value": 1}]"#]),
    finite("from_entries", "from_entries", "The object of an array of `{key, value}`.").of(Kinds::LIST.or(Kinds::OBJECT), Kinds::OBJECT).id(BuiltInId::FromEntries)
        .example("from_entries", r#"[{"key": "a", "value": 1}]"#, &[r#"{"a": 1}"#]),
    jq(
        "with_entries(f)",
        "to_entries | map(f) | from_entries",
        "The object with a filter applied to its entries.",
    )
    .example("with_entries(.value += 1)", r#"{"a": 1}"#, &[r#"{"a": 2}"#]),
    jq("map_values(f)", ".[] |= f", "The input with a filter applied to its values.")
        .example("map_values(. + 1)", r#"{"a": 1, "b": 2}"#, &[r#"{"a": 2, "b": 3}"#]),
    jq(
        "pick(f)",
        ". as $whole | reduce path(f) as $path (null; setpath($path; $whole | getpath($path)))",
        "The parts of the input at the paths of a filter.",
    )
    .example("pick(.a.b)", r#"{"a": {"b": 1, "c": 2}, "d": 3}"#, &[r#"{"a": {"b": 1}}"#]),
    jq(
        "walk(f)",
        r#"def each: (type as $t | if $t == "object" then .[] |= each elif $t == "array" then [.[] | each] else . end) | f; each"#,
        "The input with a filter applied to all its parts, the innermost first.",
    )
    .example(
        "walk(numbers |= . + 1)",
        r#"{"a": [1, "b"], "c": 2}"#,
        &[r#"{"a": [2, "b"], "c": 3}"#],
    ),
];
