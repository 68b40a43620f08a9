//! Findings in expressions before they run.

use crate::{
    Edition, Environment, Fault, StateEnvironment, StatesMembers, compile, compile_in_state,
    findings, too_deep,
};
use asl_source::diagnostics::Code;

/// The findings in an expression that is given the variable `$given`.
fn found(text: &str) -> Vec<Fault> {
    let environment = Environment { edition: Edition::V2_2, variables: &["given"] };
    let program = compile(text, &environment).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    findings(&program)
}

/// The ids of the findings, and the text that each points at.
fn marked(text: &str) -> Vec<(&'static str, &str)> {
    let place = |fault: &Fault| fault.place.start as usize..fault.place.end as usize;
    found(text).iter().map(|fault| (fault.code.id(), &text[place(fault)])).collect()
}

fn check(cases: &[(&str, &[(&'static str, &str)])]) {
    for (text, expected) in cases {
        assert_eq!(marked(text), *expected, "{text}: {:#?}", found(text));
    }
}

#[test]
fn functions_that_do_not_exist_are_errors() {
    check(&[
        ("$summ(a)", &[("ASL2212", "$summ")]),
        ("$sum(a)", &[]),
        ("a ~> $summ()", &[("ASL2212", "$summ")]),
        ("a ~> $summ", &[("ASL2212", "$summ")]),
        ("$map(a, $uppercas)", &[("ASL2212", "$uppercas")]),
        ("$summ(?, 1)", &[("ASL2212", "$summ")]),
        ("$eval('1')", &[("ASL2241", "$eval")]),
        ("$given(1)", &[]),
        ("sum(a)", &[("ASL2212", "sum")]),
        ("foo(a)", &[("ASL2212", "foo")]),
        ("items.sum(price)", &[("ASL1806", "sum")]),
        ("items.foo(price)", &[]),
        ("1(2)", &[("ASL2212", "1")]),
        ("a ~> 'x'", &[("ASL2212", "'x'")]),
        ("($f := 1; $f(2))", &[("ASL2212", "$f")]),
        ("a ? $summ(a) : 1", &[("ASL1806", "$summ")]),
        ("a and $summ(a)", &[("ASL1806", "$summ")]),
        ("{'a': [$summ(a)]}", &[("ASL2212", "$summ")]),
        ("($x := $summ(a); 1)", &[("ASL2212", "$summ")]),
        ("function($x){ $summ($x) }(a)", &[("ASL1806", "$summ")]),
        ("a.$summ(b)", &[("ASL1806", "$summ")]),
        ("a[$summ(b)]", &[("ASL1806", "$summ")]),
        ("($f := function($n){ $n = 0 ? 1 : $f($n - 1) }; $f(3))", &[]),
    ]);
}

#[test]
fn variables_that_nothing_binds_are_doubtful() {
    check(&[
        ("$prise * 2", &[("ASL2241", "$prise")]),
        ("$given * 2", &[]),
        ("$prise.a[0]", &[("ASL2241", "$prise")]),
        ("($a := 1; $b)", &[("ASL2241", "$b")]),
        ("($a; $a := 1)", &[("ASL2241", "$a")]),
        ("items@$i.(name & $i.name)", &[]),
        ("$$.a & $.b", &[]),
    ]);
}

#[test]
fn names_are_suggested() {
    for (text, label) in [
        ("$summ(a)", "did you mean `$sum`?"),
        ("($total := 1; $totl)", "did you mean `$total`?"),
        ("$gven", "did you mean `$given`?"),
        ("items@$entry.$entri", "did you mean `$entry`?"),
        ("$quux(1)", "there is no such function"),
        ("$quux", "nothing binds it before"),
        ("sum(a)", "write `$sum`"),
        ("lenght(a)", "did you mean `$length`?"),
        ("foo(a)", "a member of the input is no function"),
    ] {
        assert_eq!(found(text)[0].label, label, "{text}");
    }
}

#[test]
fn numbers_of_arguments_are_checked() {
    check(&[
        ("$sum()", &[("ASL2213", "$sum")]),
        ("$sum(a, b)", &[("ASL2213", "b")]),
        ("$substring(a, 1, 2, 3)", &[("ASL2213", "3")]),
        ("$length()", &[]),
        ("a ~> $substring(1, 2, 3)", &[("ASL2213", "3")]),
        ("a ~> $substring(1)", &[]),
        ("$now('[Y]', '0000', 1)", &[("ASL2213", "1")]),
        ("$zip()", &[("ASL2213", "$zip")]),
        ("$zip(a, b, c)", &[]),
        ("a ? $sum() : 1", &[("ASL1806", "$sum")]),
        ("($f := function($x){$x}; $f(1, 2))", &[("ASL2242", "2")]),
        ("($f := function($x, $y){$x + $y}; $f(1))", &[("ASL2242", "$f")]),
        ("($f := function($x, $y){$exists($y) ? $x + $y : $x}; $f(1))", &[]),
        ("($f := function($x, $y){$x + ($y ?? 0)}; $f(1))", &[]),
        ("($f := function($x, $y){$x}; $f(1))", &[]),
        ("($f := function($x)<n:n>{$x}; $f(1, 2))", &[("ASL2213", "2")]),
        ("($f := function($x)<n:n>{$x}; $f('a'))", &[("ASL2214", "'a'")]),
        ("($f := function($x){$x}; $f := function(){1}; $f(1))", &[]),
    ]);
    let finding = &found("$substring(a, 1, 2, 3)")[0];
    assert_eq!(finding.title, "`$substring` takes 1 to 3 arguments, but is given 4 arguments");
    assert!(finding.help.as_ref().unwrap().contains("$substring("), "{finding:?}");
}

#[test]
fn arguments_that_are_never_taken_are_errors() {
    check(&[
        ("$floor('a')", &[("ASL2214", "'a'")]),
        ("$floor($string(a))", &[]),
        ("$floor($string(1))", &[("ASL2214", "$string(1)")]),
        ("$uppercase(a & b) ~> $floor()", &[("ASL2214", "$uppercase(a & b)")]),
        ("$floor(a & b)", &[("ASL2214", "a & b")]),
        ("$floor(a)", &[]),
        ("$match(a, 'b')", &[("ASL2214", "'b'")]),
        ("$sum('a')", &[("ASL2214", "'a'")]),
        ("$sum([1, 'a'])", &[("ASL2214", "'a'")]),
        ("$sum([1, a])", &[]),
        ("$join([1, 2])", &[("ASL2214", "1")]),
        ("$map(a, 'b')", &[("ASL2214", "'b'")]),
        ("$keys(1)", &[]),
        ("($x := 1; $length($x))", &[("ASL2214", "$x")]),
        ("$length(1) & $length(2)", &[("ASL2214", "1"), ("ASL2214", "2")]),
    ]);
    let finding = &found("$match(a, 'b')")[0];
    assert_eq!(finding.title, "an argument that `$match` never takes");
    assert_eq!(finding.label, "this is a string");
}

#[test]
fn literal_arguments_for_which_a_function_fails_are_errors() {
    check(&[
        ("$sqrt(-2)", &[("ASL2214", "-2")]),
        ("$sqrt(2)", &[]),
        ("$sqrt(-a)", &[]),
        ("-2 ~> $sqrt()", &[("ASL2214", "-2")]),
        ("a ? $sqrt(-2) : 1", &[("ASL1806", "-2")]),
        ("$power(-2, 0.5)", &[("ASL2214", "-2")]),
        ("$power(10, 1000)", &[("ASL2214", "10")]),
        ("$power(0, -1)", &[("ASL2214", "0")]),
        ("$power(2, 3)", &[]),
        ("$number('x')", &[("ASL2214", "'x'")]),
        ("$number('')", &[("ASL2214", "''")]),
        ("$number('0x1F') + $number('-1.5e3')", &[]),
        ("$toMillis('x')", &[("ASL2214", "'x'")]),
        ("$toMillis('2026')", &[]),
        ("$toMillis('x', '[Y]')", &[]),
        ("$formatBase(10, 1)", &[("ASL2214", "1")]),
        ("$formatBase(10, 40)", &[("ASL2214", "40")]),
        ("$formatBase(a, 1)", &[("ASL1806", "1")]),
        ("$formatBase(10, 36)", &[]),
        ("$split('a,b', ',', -1)", &[("ASL2214", "-1")]),
        ("$split(a, ',', -1)", &[("ASL1806", "-1")]),
        ("$split(',', -1)", &[("ASL1806", "-1")]),
        ("$match('a', /a/, -1)", &[("ASL2214", "-1")]),
        ("$replace('a', '', 'b')", &[("ASL2214", "''")]),
        ("$replace('a', 'b', '', -1)", &[("ASL2214", "-1")]),
        ("$replace('a', 'b', '')", &[]),
        ("$reduce([1, 2], function($x) { $x })", &[("ASL2214", "function($x) { $x }")]),
        ("$reduce([1, 2], function($x, $y) { $x + $y })", &[]),
        ("$partition([1], -1)", &[("ASL2214", "-1")]),
        ("$partition([1], -0.5)", &[]),
        ("$hash('a', 'md5')", &[("ASL2214", "'md5'")]),
        ("$hash('a', 'MD5')", &[]),
    ]);
    let finding = &found("$sqrt(-2)")[0];
    assert_eq!(finding.title, "`$sqrt` fails for this argument");
    assert_eq!(finding.label, "this is negative");
    assert_eq!(finding.help.as_deref(), Some("this call fails with D3060"));
}

#[test]
fn operands_that_are_never_taken_are_errors() {
    check(&[
        ("'a' + 1", &[("ASL2215", "'a'")]),
        ("1 - 'a'", &[("ASL2215", "'a'")]),
        ("a + 'b'", &[("ASL2215", "'b'")]),
        ("a * [1]", &[("ASL2215", "[1]")]),
        ("a + b", &[]),
        ("-'x'", &[("ASL2215", "'x'")]),
        ("-x", &[]),
        ("1 < 'a'", &[("ASL2215", "1 < 'a'")]),
        ("'a' < 'b'", &[]),
        ("a < 'b'", &[]),
        ("true > a", &[("ASL2215", "true")]),
        ("null > a", &[("ASL2215", "null")]),
        ("[1..'a']", &[("ASL2215", "'a'")]),
        ("[1.5..3]", &[("ASL2215", "1.5")]),
        ("[1..3]", &[]),
        ("[1..10000001]", &[("ASL2215", "1..10000001")]),
        ("[1..10000000]", &[]),
        ("{1: 2}", &[("ASL2215", "1")]),
        ("{a: 2}", &[]),
        ("a{1: 2}", &[("ASL1806", "1")]),
        ("|a|'b'|(c)", &[("ASL1806", "'b'")]),
        ("c ~> |a|{}, 1|", &[("ASL1806", "1")]),
        ("c ~> |a|{}, ['b']|", &[]),
        ("('a' + 1) + 2", &[("ASL2215", "'a'")]),
        ("a.(b + 'c')", &[("ASL1806", "'c'")]),
    ]);
    let finding = &found("'a' + 1")[0];
    assert!(finding.help.as_ref().unwrap().starts_with("`&` joins strings"));
}

#[test]
fn conditions_that_are_always_the_same_are_doubtful() {
    check(&[
        ("1 = '1'", &[("ASL2243", "1 = '1'")]),
        ("1 != '1'", &[("ASL2243", "1 != '1'")]),
        ("a = '1'", &[]),
        ("(a & b) = 1", &[("ASL2243", "(a & b) = 1")]),
        ("$length(a) = '1'", &[("ASL2243", "$length(a) = '1'")]),
        ("$length(a) != '1'", &[]),
        ("1 = 2", &[("ASL2243", "1 = 2")]),
        ("1 in ['a', 'b']", &[("ASL2243", "1 in ['a', 'b']")]),
        ("1 in [1, 'b']", &[]),
        ("a in []", &[("ASL2243", "a in []")]),
        ("true ? a : b", &[("ASL2243", "true")]),
        ("'' ? a : b", &[("ASL2243", "''")]),
        ("function(){1} ? a : b", &[("ASL2243", "function(){1}")]),
        ("a and true", &[("ASL2243", "true")]),
        ("a[true]", &[("ASL2243", "true")]),
        ("a.b[false]", &[("ASL2243", "false")]),
        ("a['b']", &[("ASL2243", "'b'")]),
        ("a[1 = '1']", &[("ASL2243", "1 = '1'")]),
        ("a[[0, 1]]", &[]),
        ("a[b]", &[]),
    ]);
}

#[test]
fn paths_that_never_find_anything_are_doubtful() {
    check(&[
        ("$sum(a).total", &[("ASL2244", "total")]),
        ("(a & b).c", &[("ASL2244", "c")]),
        ("{'a': 1}.b", &[]),
        ("[1, 2].a", &[("ASL2244", "a")]),
        ("[1, 2][2]", &[("ASL2244", "2")]),
        ("[1, 2][-3]", &[("ASL2244", "-3")]),
        ("[1, 2][1.9]", &[]),
        ("[1, 2][-2]", &[]),
        ("[1, a][2]", &[]),
        ("[1..5][4]", &[]),
        ("$count(a)[1]", &[("ASL2244", "1")]),
        ("$count(a)[0]", &[]),
        ("$count(a)[-1]", &[]),
        ("a[7]", &[]),
        ("$match(a, /b/).groups", &[]),
    ]);
}

#[test]
fn results_that_cannot_be_stored_are_errors() {
    check(&[
        ("$sum", &[("ASL2217", "$sum")]),
        ("function(){1}", &[("ASL2217", "function(){1}")]),
        ("$substring(?, 1)", &[("ASL2217", "$substring(?, 1)")]),
        ("a ? $sum : 1", &[]),
        ("()", &[("ASL2245", "()")]),
        ("$nothing", &[("ASL2241", "$nothing")]),
    ]);
}

#[test]
fn pictures_are_read() {
    check(&[
        ("$formatNumber(1, '#,##0.00')", &[]),
        ("$formatNumber(1, '#,##0.0.0')", &[("ASL2216", ".")]),
        ("$formatNumber(a, '#,##0.0.0')", &[("ASL1806", ".")]),
        ("$formatNumber(1, 'x')", &[("ASL2216", "x")]),
        ("$formatNumber(1, '0;0;0')", &[("ASL2216", ";0")]),
        ("$formatNumber(1, '0#')", &[("ASL2216", "#")]),
        ("$formatNumber(1, '0,.0')", &[("ASL2216", ",")]),
        ("$formatNumber(1, '0%%')", &[("ASL2216", "%")]),
        ("$formatNumber(1, '0.0', {'decimal-separator': ','})", &[("ASL2216", ".")]),
        ("$formatNumber(1, '0.0.0', a)", &[]),
        ("$formatNumber(1, a)", &[]),
        ("1 ~> $formatNumber('0.0.0')", &[("ASL2216", ".")]),
        ("$formatInteger(1, 'w;o')", &[]),
        ("$formatInteger(1, '0\u{661}')", &[("ASL2216", "0")]),
        ("$formatInteger(1, '')", &[("ASL2216", "")]),
        ("$parseInteger('1', '#')", &[("ASL2216", "#")]),
        ("$fromMillis(1, '[Y0001]-[M01]-[D01]')", &[]),
        ("$fromMillis(1, '[Y0001]-[Q]')", &[("ASL2216", "Q")]),
        ("$fromMillis(1, '[Y0001]-[M01')", &[("ASL2216", "[")]),
        ("$fromMillis(1, '[YN]')", &[("ASL2216", "YN")]),
        ("$now('[Y]\\u00e9\\n[Q]')", &[("ASL2216", "Q")]),
        ("$now('\\ud83d\\ude00[Q]')", &[("ASL2216", "Q")]),
        ("$toMillis('1', '[Y]-[Dn]')", &[("ASL2216", "Dn")]),
        ("$toMillis(a, '[Y]-[M]')", &[]),
    ]);
    assert_eq!(found("$formatNumber(1, '0%%')")[0].title, "a picture has two percent signs");
}

#[test]
fn expressions_deeper_than_step_functions_allows_are_doubtful() {
    let deep = |text: &str| {
        let environment = StateEnvironment { variables: &[], members: StatesMembers::Input };
        let program = compile_in_state(text, &environment);
        too_deep(&program.unwrap_or_else(|faults| panic!("{text}: {faults:?}")))
    };
    let chain = |operator: &str, count| vec!["1"; count].join(operator);
    let nested =
        |open: &str, close: &str, count| format!("{}1{}", open.repeat(count), close.repeat(count));
    // Measured: the last ones that Step Functions evaluates, and the first ones that it refuses.
    for text in [chain(" + ", 100), chain(" & ", 100), nested("(", ")", 99), nested("[", "]", 99)] {
        assert_eq!(deep(&text), None, "{text}");
    }
    for text in [chain(" + ", 101), nested("(", ")", 100), nested("[", "]", 100)] {
        assert_eq!(deep(&text).map(|fault| fault.code), Some(Code::JsonataDeep), "{text}");
    }
    let fault = deep(&chain(" & ", 101)).unwrap();
    assert_eq!(fault.place, 0..1);
    assert_eq!(fault.title, "the expression is 101 levels deep; Step Functions allows 100");
}

#[test]
fn failures_are_told_from_doubts() {
    let finding = found("'a' + 1").remove(0);
    assert!(finding.is_failure());
    assert_eq!(finding.into_warning().code, Code::AlwaysFails);
    let finding = found("1 = '1'").remove(0);
    assert!(!finding.is_failure());
    assert_eq!(finding.clone().into_warning(), finding);
}

#[test]
fn expressions_that_have_a_result_never_fail() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/jsonata");
    let mut results = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        for case in serde_json::from_str::<Vec<serde_json::Value>>(&text).unwrap() {
            let (Some(text), true) = (case["expr"].as_str(), case.get("error").is_none()) else {
                continue;
            };
            let bindings = case["bindings"].as_object().into_iter().flatten();
            let given: Vec<&str> = bindings.map(|(name, _)| name.as_str()).collect();
            let environment = Environment { edition: Edition::V2_2, variables: &given };
            let program = compile(text, &environment).unwrap();
            let failures: Vec<Fault> =
                findings(&program).into_iter().filter(Fault::is_failure).collect();
            assert_eq!(failures, [], "{text}");
            results += 1;
        }
    }
    assert!(results > 100, "only {results} cases have a result");
}
