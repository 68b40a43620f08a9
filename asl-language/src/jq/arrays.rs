//! Arrays: items, order, groups and search.

use super::{BuiltIn, BuiltInId, finite, jq, native};
use crate::shape::Kinds;

pub(super) const BUILT_INS: &[BuiltIn] = &[
    jq("map(f)", "[.[] | f]", "The outputs of a filter for all items, as one array.").example(
        "map(. * 2)",
        "[1, 2]",
        &["[2, 4]"],
    ),
    jq("first", ".[0]", "The first item.").example("first", "[1, 2, 3]", &["1"]),
    jq("last", ".[-1]", "The last item.").example("last", "[1, 2, 3]", &["3"]),
    jq("nth($n)", ".[$n]", "The item at a place, counted from 0.").example(
        "nth(1)",
        "[1, 2, 3]",
        &["2"],
    ),
    native("add", "sum", "The sum of all items: numbers, strings, arrays or objects.")
        .of(Kinds::LIST.or(Kinds::OBJECT), Kinds::NONE)
        .id(BuiltInId::Sum)
        .example("add", "[1, 2, 3]", &["6"])
        .example("add", r#"["a", "b"]"#, &[r#""ab""#]),
    jq("add(f)", "reduce f as $item (null; . + $item)", "The sum of a filter's outputs.").example(
        "add(.[].price)",
        r#"[{"price": 2}, {"price": 3}]"#,
        &["5"],
    ),
    finite("any", "any", "True if any item is neither `false` nor `null`.")
        .of(Kinds::NONE, Kinds::BOOLEAN)
        .id(BuiltInId::Any)
        .example("any", "[false, 1]", &["true"]),
    jq("any(f)", "any(.[]; f)", "True if a filter holds for any item.").example(
        "any(. > 2)",
        "[1, 2, 3]",
        &["true"],
    ),
    jq(
        "any(items; f)",
        "isempty(items | f | if . then . else empty end) | not",
        "True if a filter holds for any output of another one.",
    )
    .example("any(.a[]; . > 2)", r#"{"a": [1, 2]}"#, &["false"]),
    finite("all", "all", "True if no item is `false` or `null`.")
        .of(Kinds::NONE, Kinds::BOOLEAN)
        .id(BuiltInId::All)
        .example("all", "[true, 0]", &["true"]),
    jq("all(f)", "all(.[]; f)", "True if a filter holds for all items.").example(
        "all(. > 2)",
        "[1, 2, 3]",
        &["false"],
    ),
    jq(
        "all(items; f)",
        "isempty(items | f | if . then empty else . end)",
        "True if a filter holds for all outputs of another one.",
    )
    .example("all(.a[]; . > 0)", r#"{"a": [1, 2]}"#, &["true"]),
    finite("flatten", "flatten", "The array with the items of nested arrays in their place.")
        .of(Kinds::NONE, Kinds::LIST)
        .example("flatten", "[1, [2, [3]]]", &["[1, 2, 3]"]),
    finite("flatten($depth)", "flatten_to", "The same for so many levels of nested arrays.")
        .example("flatten(1)", "[1, [2, [3]]]", &["[1, 2, [3]]"]),
    finite("reverse", "reverse", "The items, or the characters of a string, in reverse order.")
        .example("reverse", "[1, 2, 3]", &["[3, 2, 1]"]),
    finite("transpose", "transpose", "The columns of an array of rows; gaps are `null`.").example(
        "transpose",
        "[[1, 2], [3]]",
        &["[[1, 3], [2, null]]"],
    ),
    jq(
        "combinations",
        "if length == 0 then [] else .[0][] as $first | .[1:] | combinations | [$first] + . end",
        "All combinations that take one item from each array.",
    )
    .example("combinations", "[[1, 2], [3]]", &["[1, 3]", "[2, 3]"]),
    jq(
        "combinations(n)",
        ". as $items | [range(n) | $items] | combinations",
        "All combinations of so many items of the array.",
    )
    .example("[combinations(2)]", "[0, 1]", &["[[0, 0], [0, 1], [1, 0], [1, 1]]"]),
    finite("sort", "sort", "The items in jq's order of values.")
        .of(Kinds::LIST, Kinds::LIST)
        .example("sort", r#"[3, "a", null, 1]"#, &[r#"[null, 1, 3, "a"]"#]),
    jq("sort_by(f)", "_sort_by_impl([.[] | [f]])", "The items in the order of a filter's outputs.")
        .example("sort_by(.a)", r#"[{"a": 2}, {"a": 1}]"#, &[r#"[{"a": 1}, {"a": 2}]"#]),
    finite("_sort_by_impl($keys)", "sort_by", "")
        .of(Kinds::NONE, Kinds::LIST)
        .id(BuiltInId::SortBy),
    jq("group_by(f)", "_group_by_impl([.[] | [f]])", "Arrays of the items with equal outputs.")
        .example("group_by(. % 2)", "[1, 2, 3]", &["[[2], [1, 3]]"]),
    finite("_group_by_impl($keys)", "group_by", "")
        .of(Kinds::NONE, Kinds::LIST)
        .id(BuiltInId::GroupBy),
    finite("unique", "unique", "The items in order, without duplicates.")
        .of(Kinds::LIST, Kinds::LIST)
        .example("unique", "[2, 1, 2]", &["[1, 2]"]),
    jq("unique_by(f)", "_unique_by_impl([.[] | [f]])", "One item for each output of a filter.")
        .example("unique_by(length)", r#"["a", "b", "cd"]"#, &[r#"["a", "cd"]"#]),
    finite("_unique_by_impl($keys)", "unique_by", "")
        .of(Kinds::NONE, Kinds::LIST)
        .id(BuiltInId::UniqueBy),
    finite("min", "min", "The least item.").example("min", "[2, 1, 3]", &["1"]),
    jq("min_by(f)", "_min_by_impl([.[] | [f]])", "The item with the least output of a filter.")
        .example("min_by(.a)", r#"[{"a": 2}, {"a": 1}]"#, &[r#"{"a": 1}"#]),
    finite("_min_by_impl($keys)", "min_by", "").id(BuiltInId::MinBy),
    finite("max", "max", "The greatest item.").example("max", "[2, 1, 3]", &["3"]),
    jq("max_by(f)", "_max_by_impl([.[] | [f]])", "The item with the greatest output of a filter.")
        .example("max_by(.a)", r#"[{"a": 2}, {"a": 1}]"#, &[r#"{"a": 2}"#]),
    finite("_max_by_impl($keys)", "max_by", "").id(BuiltInId::MaxBy),
    native("bsearch($value)", "bsearch", "The place of a value in a sorted array, or -1 - place.")
        .example("bsearch(2), bsearch(0)", "[1, 2, 3]", &["1", "-1"]),
    finite("contains($part)", "contains", "True if the input contains all parts of a value.")
        .of(Kinds::NONE, Kinds::BOOLEAN)
        .example(r#"contains({a: ["x"]})"#, r#"{"a": ["xy", "z"], "b": 1}"#, &["true"]),
    finite("inside($whole)", "inside", "True if a value contains all parts of the input.")
        .of(Kinds::NONE, Kinds::BOOLEAN)
        .example("inside([1, 2])", "[1]", &["true"]),
    finite("index($part)", "index", "The first place of a part in a string or an array.").example(
        r#"index("b")"#,
        r#""abab""#,
        &["1"],
    ),
    finite("rindex($part)", "rindex", "The last place of a part in a string or an array.").example(
        r#"rindex("b")"#,
        r#""abab""#,
        &["3"],
    ),
    finite("indices($part)", "indices", "All places of a part in a string or an array.").example(
        "indices(1)",
        "[0, 1, 2, 1]",
        &["[1, 3]"],
    ),
    native("_strindices($part)", "text_indices", ""),
];
