//! Control: choices, errors, repetition, and the number of outputs.

use super::{BuiltIn, Special, jq, special};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    special("empty", Special::Empty, "No output.").example("1, empty, 2", "null", &["1", "2"]),
    special("not", Special::Not, "True if the input is `false` or `null`.")
        .example("map(not)", "[true, null, 0]", &["[false, true, false]"]),
    jq("select(f)", "if f then . else empty end", "The input if a filter holds for it.")
        .example(".[] | select(. > 1)", "[1, 2, 3]", &["2", "3"]),
    special("error", Special::Error, "Raises the input as an error.")
        .example("try error catch .", r#"{"code": 7}"#, &[r#"{"code": 7}"#]),
    jq("error(message)", "message | error", "Raises an error.")
        .example(r#"try error("x") catch ."#, "null", &[r#""x""#]),
    jq("debug", ".", "The input; nothing is written.").example("debug", "1", &["1"]),
    jq("debug(message)", "(message | empty), .", "The input; the message is only computed.")
        .example(r#"debug("seen")"#, "1", &["1"]),
    jq("stderr", ".", "The input; nothing is written.").example("stderr", "1", &["1"]),
    special("first(f)", Special::First, "The first output of a filter.")
        .example("first(.[] | select(. > 1))", "[1, 2, 3]", &["2"]),
    special("last(f)", Special::Last, "The last output of a filter.")
        .example("last(.[])", "[1, 2, 3]", &["3"]),
    jq(
        "nth($n; f)",
        r#"if $n < 0 then error("nth doesn't support negative indices") else first(skip($n; f)) end"#,
        "The output of a filter at a place, counted from 0.",
    )
    .example("nth(1; .[])", "[1, 2, 3]", &["2"]),
    special("limit($count; f)", Special::Limit, "The first outputs of a filter, so many at most.")
        .example("[limit(2; .[])]", "[1, 2, 3]", &["[1, 2]"]),
    jq(
        "skip($n; f)",
        r#"if $n > 0 then foreach f as $item ($n; . - 1; if . < 0 then $item else empty end) elif $n == 0 then f else error("skip doesn't support negative count") end"#,
        "The outputs of a filter without the first ones.",
    )
    .example("[skip(1; .[])]", "[1, 2, 3]", &["[2, 3]"]),
    special("isempty(f)", Special::IsEmpty, "True if a filter has no output.")
        .example("isempty(.[])", "[]", &["true"]),
    special("range($to)", Special::RangeTo, "The numbers from 0 up to a bound.")
        .example("[range(3)]", "null", &["[0, 1, 2]"]),
    special("range($from; $to)", Special::Range, "The numbers from one bound up to another.")
        .example("[range(2; 4)]", "null", &["[2, 3]"]),
    jq(
        "range($from; $to; $by)",
        "if $by > 0 then $from | while(. < $to; . + $by) elif $by < 0 then $from | while(. > $to; . + $by) else empty end",
        "The numbers from one bound to another in steps.",
    )
    .example("[range(0; 10; 4)]", "null", &["[0, 4, 8]"]),
    special("recurse", Special::Recurse, "The input and all its parts.")
        .example("[recurse]", "[1, [2]]", &["[[1, [2]], 1, [2], 2]"]),
    jq(
        "recurse(f)",
        "def each: ., (f | each); each",
        "The input, a filter's outputs for it, its outputs for those, and so on.",
    )
    .example("[recurse(if . < 3 then . + 1 else empty end)]", "1", &["[1, 2, 3]"]),
    jq(
        "recurse(f; condition)",
        "def each: ., (f | select(condition) | each); each",
        "The same as long as a condition holds.",
    )
    .example("[recurse(. * 2; . < 10)]", "2", &["[2, 4, 8]"]),
    jq("repeat(f)", "def each: f, each; each", "The outputs of a filter, again and again.")
        .example("[limit(3; repeat(.[]))]", "[1, 2]", &["[1, 2, 1]"]),
    jq(
        "while(condition; update)",
        "def each: if condition then ., (update | each) else empty end; each",
        "The input and its updates as long as a condition holds.",
    )
    .example("[while(. < 9; . * 2)]", "2", &["[2, 4, 8]"]),
    jq(
        "until(condition; update)",
        "def each: if condition then . else update | each end; each",
        "The first update for which a condition holds.",
    )
    .example("until(. > 9; . * 2)", "2", &["16"]),
];
