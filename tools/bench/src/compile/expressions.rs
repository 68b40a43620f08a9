//! Cost of `jq!`: a crate with many expressions, minus one without any.

use std::fmt::Write as _;

use super::scratch::{Command, Scratch};
use crate::problem::Result;

/// Typical expressions of definitions; `N` is another name in each copy, so that no two are equal.
const TYPICAL: [&str; 25] = [
    ".customerN.name",
    ".orders[0].linesN[-1].sku",
    ".totalN * 1.2 + .shipping",
    "{id, nameN: .customer.name, total: (.total | floor)}",
    ".resultN += [3]",
    "[.items[] | select(.priceN > 10) | .sku]",
    ".items | map(.price * .nN) | add",
    ".items[].priceN |= . * 2",
    "reduce .itemsN[] as $item (0; . + $item.n)",
    ".items | group_by(.kindN) | map({kind: .[0].kindN, count: length})",
    "with_entries(.value |= (. + \"N\"))",
    "\"\\(.aN) and \\(.b)\"",
    ".nameN | test(\"^[A-Z]\")",
    ".nameN | sub(\"a\"; \"b\")",
    "[.. | numbers | . + N] | add",
    ".items | sort_by(.priceN) | .[0].sku",
    "if .aN then .b else .c end",
    ".aN // \"none\"",
    ".approvedN == true",
    ".scoreN >= 700 and .decision == \"Approved\"",
    "del(.secretN, .token)",
    ".tagsN | join(\", \")",
    "(.fromN | fromdate) < (.to | fromdate)",
    "[.listN[] | tonumber? // 0]",
    ".membersN | to_entries | map(.key) | sort",
];

/// Number of copies of each.
const COPIES: u32 = 8;

/// Number of expressions in the crate.
pub(crate) const COUNT: u32 = 25 * COPIES;

/// CPU milliseconds of `cargo check` for each.
pub(crate) fn check_millis() -> Result<f64> {
    let with = Scratch::of("expressions".to_owned(), &program(COPIES))?.cost(Command::Check)?;
    let without = Scratch::of("no_expressions".to_owned(), &program(0))?.cost(Command::Check)?;
    Ok((with.seconds - without.seconds) * 1e3 / f64::from(COUNT))
}

/// A program with this many copies of each.
fn program(copies: u32) -> String {
    let (mut functions, mut calls) = (String::new(), String::new());
    for copy in 0..copies {
        for (number, expression) in TYPICAL.iter().enumerate() {
            let (name, expression) =
                (format!("expression_{number}_{copy}"), expression.replace('N', &copy.to_string()));
            let _ = writeln!(
                functions,
                "fn {name}(input: &Value) -> bool {{\n    jq!({expression:?}).first(input).is_ok()\n}}\n"
            );
            let _ = writeln!(calls, "    count += u32::from({name}(&input));");
        }
    }
    format!(
        "#![allow(unused, reason = \"one program has nothing in it\")]\n\nuse asl_runtime::{{Value, jq, json}};\n\n{functions}fn main() {{\n    \
         let input = json!({{}});\n    let mut count = 0;\n{calls}    println!(\"{{count}}\");\n}}\n"
    )
}
