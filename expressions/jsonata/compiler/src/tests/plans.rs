//! The printed plans of expressions: what is one loop, what is a number of Rust, and what is neither.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::{Edition, Environment, compile};

/// The expressions, by what they show.
const EXPRESSIONS: &[(&str, &[&str])] = &[
    ("names and constants", &["1", "'a'", "a.b.c", "$v.a[0].b", "$v", "a.*", "**.a", "$$.a"]),
    (
        "numbers and truths",
        &[
            "a + 1",
            "1 + 2 * 3",
            "-a < $length(b)",
            "a = 1 and $exists(b) ? 'x' : c",
            "a & '-' & $string(b) & $uppercase(c)",
        ],
    ),
    (
        "loops",
        &[
            "items.(price * count)",
            "items[price > 1].name",
            "items[0].parts[1].id",
            "$sum(items.(price * count))",
            "$count(items.parts)",
            "$max(items.price)",
            "$exists(items[price > 1])",
            "$average($map(items, function($x) { $x.price }))",
            "$map(items, function($x, $i) { $x.n + $i })",
            "$filter($map(items, function($x) { $x.n }), function($n) { $n > 1 })",
            "$reduce(items, function($sum, $x) { $sum + $x.n }, 0)",
            "$reduce(items.n, function($a, $b) { $a & $b })",
            "$join(items.name, '-')",
            "$merge(items.{id: name})",
            "$sort(items, function($a, $b) { $a.n > $b.n })",
            "$sort(items, function($a, $b) { $a.n + 1 > $b.n })",
            "$match(text, /a(b)/).match",
        ],
    ),
    (
        "no loops",
        &[
            "$sum(5)",
            "$sum([1, 2])",
            "$map(items, $f)",
            "$filter(items, function($x, $i, $all) { $count($all) > $i })",
            "$reduce(items.n, function($a, $b) { $a + $b }, $number(first))",
            "$join(items.name, separator)",
            "items.(a + 1).(b + 1)",
            "items^(price).name",
            "$keys(a)",
        ],
    ),
    (
        "groups and objects",
        &["items{kind: $sum(price)}", "{'a': b, 'c': 1 + d}", "{a: b}", "[1, a]"],
    ),
    (
        "tuples",
        &[
            "items@$i.parts#$p.{'a': $i.a, 'p': $p}",
            "a.b.%.c",
            "items#$i^(n)",
            "items@$i.parts[$i.n]",
            "items@$i.(a + 1).(b + $i)",
            "a.(b.c).%.%",
        ],
    ),
    (
        "functions",
        &[
            "($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f(5))",
            "($f := function($n, $r) { $n = 0 ? $r : $f($n - 1, $r + $n) }; $f(10, 0))",
            "($k := a; $f := function($x) { $x + $k }; $f(1) & $f(2))",
            "($f := function($x) { $ & $x }; $g := function($x) { $f($x) }; $g(1))",
            "($add := function($x) { function($y) { $x + $y } }; $three := $add(3); $three(4))",
            "($f := function($x) { $x * 2 }; $map(items.n, $f))",
            "($f := function($x) { $x }; [$f])",
            "($x := 1; $x := 2; $x)",
            "$substring(?, 1)",
            "a ~> $sum",
        ],
    ),
    ("transforms", &["a ~> |b|{'c': d}|", "a ~> |b[c = 1]|{'c': d}, 'e'|"]),
];

#[test]
fn plans_are_as_recorded() {
    let mut shown = String::new();
    for (title, expressions) in EXPRESSIONS {
        let _ = writeln!(shown, "# {title}\n");
        for text in *expressions {
            let environment = Environment { edition: Edition::V2_0, variables: &["v"] };
            let program = compile(text, &environment).unwrap();
            let _ = writeln!(shown, "{text}\n{}", program.plan());
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/plans.txt");
    if env::var_os("ASL_BLESS").is_some() {
        fs::write(&path, &shown).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        shown,
        "ASL_BLESS=1 rewrites {path:?}"
    );
}
