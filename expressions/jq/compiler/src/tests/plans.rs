//! Tests of the decisions about programs, without Rust's compiler: their printed form is compared
//! with `plans.txt`. `ASL_BLESS=1` writes it.

use crate::{Environment, compile};

const PROGRAMS: &[&str] = &[
    ".a.b",
    ".[] | .a",
    "select(.a)",
    "[.[] | .a] | length",
    "map(.a) | add",
    "[.a, .b] | add",
    "map(.name) | join(\", \") | ascii_upcase",
    "[.[] | .a > 1] | any, all",
    "with_entries(.value += 1)",
    "with_entries(.key |= ascii_upcase)",
    "with_entries(tojson)",
    "to_entries | map(select(.value)) | from_entries",
    "sort_by(.a) | map(.b)",
    "sort_by(.a + .b) | .[0]",
    "sort_by(.a) | reverse",
    "group_by(.k) | map({k: .[0].k, n: length})",
    "group_by(.a)[] | map(.b) | add",
    "unique_by(.a, .b) | length",
    "min_by(.a)",
    "test(\"a+\")",
    "sub(\"a\"; \"b\"), gsub(\"a\"; \"b\")",
    "sub(\"a\"; .b)",
    "[match(.p; \"g\").offset]",
    ".a + 1",
    ".a * .b + 1",
    ".a * 2 - (.b | floor)",
    "(.a + .b) * (.c | tonumber)",
    ".a * (.b + .c)",
    ".a + \"x\" + .b",
    ".a + .b + .c + .d + .e + .f + .g + .h + .i",
    "reduce .[] as $x (0; . + . * $x)",
    "reduce .[] as $x (0; . + $x.price * $x.count)",
    "reduce .[] as $x ([]; . + [$x])",
    "reduce .[] as [$x] ?// $x (0; . + $x)",
    ".a.b |= . + 1",
    ".items[].price *= 2",
    ".a[1:] = []",
    "(.a, .b) |= not",
    "(.a, .a.b) |= not",
    "(.a | if .b then .c else .d end) = 1",
    "(.. | numbers) |= . + 1",
    ".a[.i] = 1",
    ".a? = 1",
    "del(.a, .b)",
    "del(.[] | select(.a))",
    "reduce .[] as $x ({}; setpath([$x.k]; $x.v))",
    "setpath([\"a\"]; 1)",
    "until(. > 100; . * 2)",
    "[while(. < 9; . + 1)]",
    "[recurse(.[]?)]",
    "def f: if . > 1 then . * (. - 1 | f) else 1 end; f",
    "def f($n): if $n > 9 then . else f($n + 1) end; f(0)",
    "def f(g): g, (g | g); f(.a | .b | .c | .d)",
    "def f(g): (g | 1), (g | 2); f(.a | .b[] | .c | .d)",
    "def f(g): path(g), g; f(.a | .b | .c | .d)",
    "walk(if type == \"number\" then . + 1 else . end)",
];

#[test]
fn decisions_are_those_of_the_golden() {
    let shown = PROGRAMS.iter().map(|program| {
        let compiled = compile(program, &Environment::default()).unwrap();
        format!("# {program}\n{}\n", compiled.plan())
    });
    let text: String = shown.collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/plans.txt");
    if std::env::var_os("ASL_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap_or_default());
}

/// In tests the emitter compares its operands, and whether statements come before an expression,
/// with the plan.
#[test]
fn operands_and_statements_are_as_planned() {
    let around = [
        "P",
        "[1, (P)]",
        "if 1 == (P) and (P) then .a else . end",
        ".[(P):(P)] = (P)",
        "if .a[] then 1 else ((P) as $x | empty) end",
    ];
    for (program, around) in PROGRAMS.iter().flat_map(|&program| around.map(|way| (program, way))) {
        let program = around.replace('P', program);
        let compiled = compile(&program, &Environment::default()).unwrap();
        let name = proc_macro2::Ident::new("program", proc_macro2::Span::call_site());
        let module = crate::emit_module(&compiled, &name, &quote::quote!(::runtime::__private));
        assert!(!module.is_empty(), "{program}");
    }
}
