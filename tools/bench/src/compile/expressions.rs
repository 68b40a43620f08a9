//! Cost of `jq!` and `jsonata!`: a crate with many expressions, minus one without any.

use std::fmt::Write as _;

use super::scratch::{Command, Scratch};
use crate::problem::Result;

/// A language.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// Its macro.
    macro_name: &'static str,
    /// The method that runs a program.
    method: &'static str,
    /// Typical expressions of definitions; `N` is another name in each copy, so that no two are
    /// equal.
    typical: [&'static str; 25],
}

/// All of them.
pub(crate) static LANGUAGES: [Language; 2] = [
    Language { name: "jq", macro_name: "jq", method: "first", typical: JQ },
    Language { name: "JSONata", macro_name: "jsonata", method: "run", typical: JSONATA },
];

const JQ: [&str; 25] = [
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

const JSONATA: [&str; 25] = [
    "$states.input.customerN.name",
    "$states.input.orders[0].linesN[-1].sku",
    "$states.input.totalN * 1.2 + $states.input.shipping",
    "{'id': $states.input.id, 'nameN': $states.input.customer.name, 'total': $floor($states.input.total)}",
    "$append($states.input.resultN, 3)",
    "$states.input.items[priceN > 10].sku",
    "$sum($states.input.items.(price * nN))",
    "$states.input ~> |items|{'priceN': price * 2}|",
    "$reduce($states.input.itemsN, function($sum, $item) { $sum + $item.n }, 0)",
    "$states.input.items{kindN: $count(sku)}",
    "$map($states.input.itemsN, function($item) { $item.price & 'N' })",
    "$states.input.aN & ' and ' & $states.input.b",
    "$contains($states.input.nameN, /^[A-Z]/)",
    "$replace($states.input.nameN, 'a', 'b')",
    "$sum($states.input.**.amountN)",
    "$states.input.items^(>priceN)[0].sku",
    "$states.input.aN ? $states.input.b : $states.input.c",
    "$exists($states.input.aN) ? $states.input.aN : 'none'",
    "$states.input.approvedN = true",
    "$states.input.scoreN >= 700 and $states.input.decision = 'Approved'",
    "$sift($states.input, function($value, $key) { $key != 'secretN' })",
    "$join($states.input.tagsN, ', ')",
    "$toMillis($states.input.fromN) < $toMillis($states.input.to)",
    "$filter($states.input.listN, function($item) { $item > 0 })",
    "$sort($keys($states.input.membersN))",
];

/// Number of copies of each.
const COPIES: u32 = 8;

/// Number of expressions in the crate.
pub(crate) const COUNT: u32 = 25 * COPIES;

/// CPU milliseconds of `cargo check` for each.
pub(crate) fn check_millis(language: &Language) -> Result<f64> {
    let name = language.macro_name;
    let with = Scratch::of(format!("expressions_{name}"), &program(language, COPIES))?;
    let without = Scratch::of(format!("no_expressions_{name}"), &program(language, 0))?;
    let seconds = with.cost(Command::Check)?.seconds - without.cost(Command::Check)?.seconds;
    Ok(seconds * 1e3 / f64::from(COUNT))
}

/// A program with this many copies of each.
fn program(language: &Language, copies: u32) -> String {
    let Language { macro_name, method, typical, .. } = language;
    let (mut functions, mut calls) = (String::new(), String::new());
    for copy in 0..copies {
        for (number, expression) in typical.iter().enumerate() {
            let (name, expression) =
                (format!("expression_{number}_{copy}"), expression.replace('N', &copy.to_string()));
            let given =
                if expression.contains("$states") { ", states = input.clone()" } else { "" };
            let _ = writeln!(
                functions,
                "fn {name}(input: &Value) -> bool {{\n    {macro_name}!({expression:?}{given}).{method}(input).is_ok()\n}}\n"
            );
            let _ = writeln!(calls, "    count += u32::from({name}(&input));");
        }
    }
    format!(
        "#![allow(unused, reason = \"one program has nothing in it\")]\n\nuse asl_runtime::{{Value, {macro_name}, json}};\n\n{functions}fn main() {{\n    \
         let input = json!({{}});\n    let mut count = 0;\n{calls}    println!(\"{{count}}\");\n}}\n"
    )
}
