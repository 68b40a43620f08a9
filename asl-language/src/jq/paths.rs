//! Paths: places in a value, as arrays of keys.

use super::{BuiltIn, BuiltInId, Special, finite, jq, special};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    special("path(f)", Special::Path, "The paths that a filter leads to.").example(
        "path(.a[0])",
        "null",
        &[r#"["a", 0]"#],
    ),
    jq(
        "paths",
        "path(..) | if length == 0 then empty else . end",
        "The paths of all parts of the input.",
    )
    .example("[paths]", r#"{"a": [1]}"#, &[r#"[["a"], ["a", 0]]"#]),
    jq(
        "paths(f)",
        "path(.. | if f then . else empty end) | if length == 0 then empty else . end",
        "The paths of all parts for which a filter holds.",
    )
    .example(r#"[paths(type == "number")]"#, r#"{"a": [1]}"#, &[r#"[["a", 0]]"#]),
    jq("leaf_paths", "paths(scalars)", "The paths of all parts without parts of their own.")
        .example("[leaf_paths]", r#"{"a": [1]}"#, &[r#"[["a", 0]]"#]),
    finite("getpath($path)", "getpath", "The part at a path, or `null`.")
        .id(BuiltInId::GetPath)
        .example(r#"getpath(["a", "b"])"#, r#"{"a": {"b": 1}}"#, &["1"]),
    finite("setpath($path; $value)", "setpath", "The input with another value at a path.")
        .id(BuiltInId::SetPath)
        .example(r#"setpath(["a", "b"]; 2)"#, r#"{"a": {"b": 1}}"#, &[r#"{"a": {"b": 2}}"#]),
    finite("delpaths($paths)", "delpaths", "The input without the parts at some paths.")
        .id(BuiltInId::DeletePaths)
        .example(r#"delpaths([["a", 0], ["b"]])"#, r#"{"a": [1, 2], "b": 3}"#, &[r#"{"a": [2]}"#]),
    special("del(f)", Special::Delete, "The input without the parts that a filter leads to.")
        .example("del(.a, .b[0])", r#"{"a": 1, "b": [2, 3]}"#, &[r#"{"b": [3]}"#]),
];
