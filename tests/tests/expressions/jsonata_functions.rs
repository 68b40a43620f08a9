//! Functions of programs in JSONata: those that become functions of Rust, those that are values,
//! and those that built-ins call.

use asl_runtime::jsonata::{Options, Program};
use asl_runtime::{Value, json, jsonata};

/// Checks the results of programs on one input.
macro_rules! check {
    ($input:expr, $($program:literal => $expected:tt),+ $(,)?) => {
        let input: Value = $input;
        $(
            let result = jsonata!($program).run(&input);
            let result = result.unwrap_or_else(|error| panic!("{}: {error}", $program));
            assert_eq!(result, Some(json!($expected)), "{}", $program);
        )+
    };
}

#[test]
fn functions_call_themselves() {
    check!(
        json!({"id": 5}),
        "($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $f(id))" => 120,
        "($f := function($n, $sum) { $n = 0 ? $sum : $f($n - 1, $sum + $n) }; $f(100000, 0))"
            => 5_000_050_000_i64,
        "($f := function($n) { $n = 0 ? id : $f($n - 1) }; {'id': 7}.$f(3))" => 5,
        "($f := function($n) { $n = 0 ? [] : $append($f($n - 1), $n) }; $f(4))" => [1, 2, 3, 4],
        "($depth := function($n) { $n = 0 ? 0 : 1 + $depth($n - 1) }; $depth(9000))" => 9000,
    );
}

/// These have a form whose parameters are numbers of Rust, and perhaps one for other values.
#[test]
fn functions_call_themselves_with_numbers() {
    check!(
        json!({"n": 5, "text": "a", "big": 9_007_199_254_740_993_i64}),
        "($f := function($n) { $n < 3 ? 'low' : $f($n - 1) }; [$f(n), $f(1), $f(9)])"
            => ["low", "low", "low"],
        "($f := function($n) { $type($n) = 'number' and $n > 0 ? $f($n - 1) : $n }; [$f(text), $f(3)])"
            => ["a", 0],
        "($f := function($n) { $n > 9 ? $f($n - 1) : $string($n) }; $f(12) & $f(big - big))" => "90",
        "($f := function($n, $s) { $n = 0 ? $s : $f($n - 1, $s & $n) }; $f(3, ''))" => "321",
        "($f := function($n, $s) { $n = 0 ? $s : $f($n - 1, $s) }; $f(3, big))"
            => 9_007_199_254_740_993_i64,
        "($f := function($n, $m) { $n = 0 ? $exists($m) : $f($n - 1) }; [$f(2), $f(2, 1), $f(0, 1)])"
            => [false, false, true],
        "($f := function($n) { $n > 0 ? $f($n - 1) }; [$f(2), 1])" => [1],
        "($f := function($n) { $n > 3 or $exists($n) = false ? 1 : $f($n + 1) }; [$f(missing), $f(0)])"
            => [1, 1],
        "($even := function($n) { $n = 0 ? true : $n < 0 ? false : $even($n - 2) };
            [$even(10), $even(7), $even(n), $even('x' = 'x' ? 4 : 5)])" => [true, false, false, true],
        "($step := 2; $f := function($n) { $n > 10 ? $n : $f($n + $step) }; [$f(0), $map([1, 2], $f)])"
            => [12, 11, 12],
        "($f := function($n) {( $half := $floor($n / 2); $n < 1 ? 0 : 1 + $f($half) )}; $f(1000))" => 10,
        "($x := 1 + 1; $y := $x > 1; $z := function() { $y ? $x : 0 }; [$x, $y, $z(), {'a': $x}.a])"
            => [2, true, 2, 2],
        "($x := missing + 1; $f := function($a) { [$a, $x, $exists($x)] }; $f(2))" => [2, false],
    );
}

#[test]
fn functions_of_numbers_fail_as_others_do() {
    let input = json!({"n": 0});
    let divided = jsonata!("($f := function($n) { $n > 3 ? $n / 0 + 1 : $f($n + 1) }; $f(0))");
    assert_eq!(divided.run(&input).expect_err("it fails").code(), Some("D1001"));
    let endless = jsonata!("($f := function($n) { 1 + $f($n + 1) }; $f(n))");
    let endless = endless.with(Options::default().depth(100));
    assert!(endless.run(&input).expect_err("it has no end").is_limit());
    let steps = jsonata!("($f := function($n) { $n < 0 ? 0 : $f($n + 1) }; $f(0))");
    let steps = steps.with(Options::default().steps(1000));
    assert!(steps.run(&input).expect_err("it has no end").is_limit());
}

/// A form with the depth of calls as a parameter, one that counts its turns in a local, and one
/// that counts in the run end at the same limits.
#[test]
fn functions_of_numbers_have_the_limits_of_others() {
    let recursive: Program =
        jsonata!("($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; $f(n) + $f(n))");
    let other: Program =
        jsonata!("($f := function($n) { $n = 0 ? '' : $f($n - 1) & '' }; $f(n) & $f(n))");
    let looped: Program =
        jsonata!("($f := function($n) { $n = 0 ? 0 : $f($n - 1) }; $f(n) + $f(n))");
    let is_within = |options: Options, n: u32| {
        let input = json!({"n": n});
        [recursive.with(options), other.with(options), looped.with(options)].map(|program| {
            let result = program.run(&input);
            assert!(result.as_ref().is_ok() || result.is_err_and(|error| error.is_limit()));
            program.run(&input).is_ok()
        })
    };
    // The first call is one of them, too.
    assert_eq!(is_within(Options::default().depth(100), 99), [true, true, true]);
    assert_eq!(is_within(Options::default().depth(100), 100), [false, false, true]);
    // Twice 401 calls, and two names.
    assert_eq!(is_within(Options::default().steps(804), 400), [true, true, true]);
    assert_eq!(is_within(Options::default().steps(803), 400), [false, false, false]);
    assert_eq!(is_within(Options::default(), 9_999), [true, true, true]);
    assert_eq!(is_within(Options::default(), 10_000), [false, false, true]);
}

#[test]
fn deep_calls_of_numbers_continue_on_other_stacks() {
    check!(
        json!({"n": 9000}),
        "($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; [$f(n), $f(n), $f(9)])"
            => [9000, 9000, 9],
        "($f := function($n) { $n = 0 ? '' : $f($n - 1) & '' }; [$f(n), $f(n), $f(9)])"
            => ["", "", ""],
        "($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) };
            $g := function($n) { $n = 0 ? $f(900) : $g($n - 1) + 1 }; $g(n))" => 9900,
    );
}

#[test]
fn functions_call_each_other() {
    check!(
        json!({"n": 10}),
        "(
            $even := function($n) { $n = 0 ? true : $odd($n - 1) };
            $odd := function($n) { $n = 0 ? false : $even($n - 1) };
            [$even(n), $odd(n), $even(100001)]
        )" => [true, false, false],
        "(
            $add := function($n) { $n = 0 ? n : 1 + $twice($n - 1) };
            $twice := function($n) { $n = 0 ? n : 2 * $add($n - 1) };
            $add(3)
        )" => 23,
        "(
            $last := function($n) { $n };
            $f := function($n) { $n > 5 ? $last($n) : $f($n + 1) };
            $f(0)
        )" => 6,
    );
}

#[test]
fn functions_see_the_variables_around_them() {
    check!(
        json!({"items": [{"n": 1, "of": [{"m": 2}, {"m": 3}]}, {"n": 4, "of": {"m": 5}}], "k": 100}),
        "(
            $base := 10;
            $f := function($n) { $n > 2 ? $n + $base + k + $$.k : $f($n + 1) };
            items.$f(n)
        )" => [213, 214],
        "items.(
            $own := n;
            $f := function($m) { $m = 0 ? $own * n : 1 + $f($m - 1) };
            of.$f(m)
        )" => [3, 4, 21],
        "items.of#$at.(
            $f := function($x) { $x < 1 ? [$at, m] : $f($x - 1) };
            [$f(2)]
        )" => [0, 2, 1, 3, 0, 5],
        "(
            $count := 1;
            $f := function() { $count };
            $count := 2;
            $g := function() { $f() + $count };
            $g()
        )" => 4,
        "(
            $outer := function($n) {(
                $k := $n * 2;
                $inner := function($m) { $m = 0 ? $k : $inner($m - 1) + $n };
                $n > 5 ? $inner($n) : $outer($n + 1)
            )};
            $outer(4)
        )" => 48,
        "(
            $make := function($n) { function($m) { $n + $m + $f($m) } };
            $f := function($m) { $m = 0 ? 0 : 1 + $f($m - 1) };
            $map([1, 2], $make(10))
        )" => [12, 14],
        "([$late := 3]; $f := function() { $late }; $f())" => 3,
    );
}

#[test]
fn arguments_may_be_missing_or_too_many() {
    check!(
        json!({}),
        "($f := function($a, $b) { $exists($b) ? 'both' : $a }; [$f(1), $f(1, 2), $f(1, 2, 3)])"
            => [1, "both", "both"],
        "($f := function($a, $b) { $exists($b) ? $f($a) : $a }; $f(1, 2))" => 1,
        "($f := function($a) { $a > 3 ? $a : $f($a + 1, 'not read') }; $f(1))" => 4,
        "($f := function() { 'none' }; [$f(), $f(1)])" => ["none", "none"],
        "($f := function($a) { $a * 2 }; 4 ~> $f())" => 8,
        "($f := function($a, $b) { $a - $b }; 4 ~> $f(1))" => 3,
    );
    let error = jsonata!("($f := function($a) { $a }; $f(1, -text))").run(&json!({"text": "x"}));
    assert_eq!(error.unwrap_err().code(), Some("D1002"));
}

#[test]
fn functions_may_be_values_too() {
    check!(
        json!({"a": [3, 1, 2]}),
        "($f := function($n) { $n = 0 ? 'end' : $f($n - 1) }; $g := $f; $g(3))" => "end",
        "($f := function($n) { $n + 1 }; $map(a, $f))" => [4, 2, 3],
        "($f := function($n, $i) { $n * $i }; $map(a, $f))" => [0, 1, 4],
        "($f := function($n, $i, $all) { $n + $count($all) }; $map(a, $f))" => [6, 4, 5],
        "($f := function($n) { $n > 1 }; $filter(a, $f))" => [3, 2],
        "($f := function($n, $i) { $i > 0 }; $filter(a, $f))" => [1, 2],
        "($f := function() { 7 }; $map(a, $f))" => [7, 7, 7],
        "($f := function($x, $y) { $x * 10 + $y }; [$reduce(a, $f), $reduce(a, $f, 9)])" => [312, 9312],
        "($f := function($x, $y) { $x > $y }; $sort(a, $f))" => [1, 2, 3],
        "($f := function($v, $k) { $k & $string($v) }; $each({'x': 1, 'y': 2}, $f))" => ["x1", "y2"],
        "($f := function($v) { $v > 1 }; $sift({'x': 1, 'y': 2}, $f))" => {"y": 2},
        "($f := function($v) { $v > 2 }; $single(a, $f))" => 3,
        "($f := function($n) { [$n, $n] }; $map(a, $f))" => [[3, 3], [1, 1], [2, 2]],
        "($k := 2; $f := function($n) { $n > $k ? $n : $f($n + 1) }; $sum($map(a, $f)))" => 9,
        "($f := function($n) { $n * 2 }; a ~> $map($f) ~> $sum())" => 12,
        "($f := function($n) { $n * 2 }; $g := $f ~> $string; $g(4))" => "8",
        "($f := function($a, $b) { $a - $b }; $g := $f(?, 1); $g(4))" => 3,
        "($tree := function($n) { {'n': $n.n, 'of': [$map($n.of, $tree)]} };
          $tree({'n': 1, 'of': [{'n': 2, 'of': []}, {'n': 3}]}))"
            => {"n": 1, "of": [{"n": 2, "of": []}, {"n": 3, "of": []}]},
        "($call := function($f, $n) { $f($n) }; $twice := function($n) { $n * 2 }; $call($twice, 4))"
            => 8,
    );
}

#[test]
fn faults_name_the_function() {
    let errors = [
        jsonata!("($f := function($n) { $n = 0 ? $error('end') : $f($n - 1) }; $f(2))")
            .run(&json!({})),
        jsonata!("($f := function($n) { 1 + $n }; $map(['x'], $f))").run(&json!({})),
        jsonata!("($f := function($n) { $n.a }; $g := $f; $reduce([1], $g))").run(&json!({})),
        jsonata!("($g := function() { $f(1) }; 1; $g(); $f := function($n) { $n }; 2)")
            .run(&json!({})),
    ];
    let codes = errors.map(|error| error.unwrap_err().code());
    assert_eq!(codes, [Some("D3137"), Some("T2002"), Some("D3050"), Some("T1006")]);
}

#[test]
fn endless_calls_end() {
    let depth = |depth| Options::default().depth(depth);
    let message = |result: Result<_, jsonata::Error>| result.unwrap_err().to_string();
    let deep = "calls or values are nested too deeply";
    let program = jsonata!("($f := function($n) { 1 + $f($n) }; $f(0))");
    assert_eq!(message(program.run(&Value::Null)), deep);
    let program =
        jsonata!("($f := function($n) { 1 + $g($n) }; $g := function($n) { 1 + $f($n) }; $f(0))");
    assert_eq!(message(program.run(&Value::Null)), deep);
    let program = jsonata!("($f := function($n) { $f() }; $f(0))");
    assert_eq!(message(program.run(&Value::Null)), "the program takes too many steps");
    let program = jsonata!("($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; $f(99))");
    assert_eq!(program.with(depth(100)).run(&Value::Null).unwrap(), Some(json!(99)));
    assert_eq!(message(program.with(depth(99)).run(&Value::Null)), deep);
    let program = jsonata!("($f := function($n) { $map([$n], $f) }; $f(0))");
    assert_eq!(message(program.run(&Value::Null)), deep);
}

#[test]
fn sorts_compare_as_jsonata_js_does() {
    check!(
        json!({"a": [{"k": 2, "n": 1}, {"k": 1, "n": 2}, {"k": 2, "n": 3}, {"n": 4}], "b": ["b", "a", "c"]}),
        "$sort(a[n < 4], function($x, $y) { $x.k > $y.k }).n" => [2, 1, 3],
        "$sort(a[n < 4], function($x, $y) { $x.k < $y.k }).n" => [1, 3, 2],
        "$sort(a[n < 4], function($x, $y) { $y.k < $x.k }).n" => [2, 1, 3],
        "$sort(a[n < 4], function($x, $y) { $y.k > $x.k }).n" => [1, 3, 2],
        "$sort(a[n < 4], function($x, $y) { $x.k >= $y.k }).n" => [2, 3, 1],
        "$sort(a[n < 4], function($x, $y) { $x.k <= $y.k }).n" => [3, 1, 2],
        "$sort(a, function($x, $y) { $x.k > $y.k }).n" => [2, 1, 3, 4],
        "$sort(b, function($x, $y) { $x > $y })" => ["a", "b", "c"],
        "$sort(b, function($x, $y) { $y > $x })" => ["c", "b", "a"],
        "$sort(b, function($x, $y) { 0 })" => ["b", "a", "c"],
        "$sort(b, function($x, $y) { $x > $y ? 'true' })" => ["a", "b", "c"],
        "$sort(a, function($x, $y) { $x.n < $y.n and $exists($y.k) }).n" => [3, 2, 1, 4],
        "$sort(5, function($x, $y) { $x > $y })" => [5],
        "$exists($sort(missing, function($x, $y) { $x > $y }))" => false,
        "b ~> $sort(function($x, $y) { $x < $y })" => ["c", "b", "a"],
        "a^(k, >n).n" => [2, 3, 1, 4],
        "a^(>k, n)[0].n" => 1,
        "$sum(a^(n).n)" => 10,
    );
    let codes = [
        jsonata!("$sort(a, function($x, $y) { $x > $y })").run(&json!({"a": [1, "x"]})),
        jsonata!("$sort(a, function($x, $y) { $x > $y })").run(&json!({"a": [1, true]})),
        jsonata!("$sort(a, function($x, $y) { -$x > $y })").run(&json!({"a": [1, "x"]})),
        jsonata!("a^($)").run(&json!({"a": [1, "x"]})),
    ]
    .map(|result| result.unwrap_err().code());
    assert_eq!(codes, [Some("T2009"), Some("T2010"), Some("T2009"), Some("T2007")]);
}

#[test]
fn groups_are_in_the_order_of_their_first_items() {
    check!(
        json!({"a": [{"k": "x", "n": 1}, {"k": "y", "n": 2}, {"k": "x", "n": 3}]}),
        "a{k: $sum(n)}" => {"x": 4, "y": 2},
        "a{k: n}" => {"x": [1, 3], "y": 2},
        "[[1, 2], [3]]{'all': $}" => {"all": [1, 2, 3]},
        "[1..20]{$string($ % 12): $count($)}" => {
            "1": 2, "2": 2, "3": 2, "4": 2, "5": 2, "6": 2, "7": 2, "8": 2, "9": 1, "10": 1,
            "11": 1, "0": 1
        },
    );
    let error = jsonata!("a{'x' & k: 1, 'xk': 2}").run(&json!({"a": [{"k": "k"}, {"k": "l"}]}));
    assert_eq!(error.unwrap_err().code(), Some("D1009"));
}

#[test]
fn a_call_at_the_end_of_a_function_gives_nothing_for_nothing() {
    let input = json!({"l": [1, 2], "s": "y"});
    let results = [
        jsonata!("$map(l, function($v) { $map(m, function($x) { $x }) })").run(&input),
        jsonata!("$map(l, function($v) { $filter($v.m, function($x) { true }) })").run(&input),
        jsonata!(
            "$map(l, function($v) { $map($map($v, function($x) { m }), function($x) { s }) })"
        )
        .run(&input),
    ];
    for result in results {
        assert_eq!(result.expect("no failure"), None);
    }
    // An empty array is not nothing: its results are an empty sequence, which stays.
    let empty = jsonata!("$map(l, function($v) { $map([], function($x) { $x }) })").run(&input);
    assert_eq!(empty.expect("no failure"), Some(json!([[], []])));
}

/// Steps behind `$match` have a loop of their own; those behind a block with it have none.
#[test]
fn members_of_matches_are_those_of_the_list() {
    check!(
        json!({"s": ["a1", "b22c3", "-", "d"], "one": "a1b2"}),
        "s.$match($, /([a-z])[0-9]*/).match" => ["a1", "b22", "c3", "d"],
        "[s.$match($, /[a-z]/).match] = [s.($match($, /[a-z]/)).match]" => true,
        "[s.$match($, /[0-9]/).index] = [s.($match($, /[0-9]/)).index]" => true,
        "[s.$match($, /([a-z])([0-9])?/).groups] = [s.($match($, /([a-z])([0-9])?/)).groups]" => true,
        "[s.$match($, /([a-z])/, 1).groups] = [s.($match($, /([a-z])/, 1)).groups]" => true,
        "[s.$match($, /([a-z])/, 0).groups] = []" => true,
        "[s.$match(/(b)/).groups] = [s.($match(/(b)/)).groups]" => true,
        "[s.$match($, /x/).groups] = []" => true,
        "one.$match($, /a(.)/).groups" => ["1"],
        "one.$match($, /([a-z])(.)/).groups" => ["a", "1", "b", "2"],
        "$sum(s.$match($, /[0-9]+/).$number(match))" => 26,
        "s[$contains($, /[0-9]/)]" => ["a1", "b22c3"],
        "s[$contains(/[0-9]/)]" => ["a1", "b22c3"],
        "s[$contains($, '-')]" => "-",
        "[s[$contains(nothing, /a/)]]" => [],
    );
    let codes = [
        jsonata!("n[$contains($, /1/)]").run(&json!({"n": [1]})),
        jsonata!("n.$match($, /1/).match").run(&json!({"n": [1]})),
        jsonata!("n.$match($, /x*/).match").run(&json!({"n": ["y"]})),
        jsonata!("n.$match(s, /y/, less).match").run(&json!({"n": [{"s": "y", "less": -1}]})),
    ]
    .map(|result| result.unwrap_err().to_string());
    assert!(codes[0].contains("\"contains\""), "{codes:?}");
    assert!(codes[1].contains("\"match\""), "{codes:?}");
    assert!(codes[2].starts_with("D1004"), "{codes:?}");
    assert!(codes[3].starts_with("D3040"), "{codes:?}");
}

/// Small whole numbers have a remainder of their own.
#[test]
fn remainders_are_those_of_doubles() {
    check!(
        json!({"n": [7, -7, 0, 4_294_967_296_i64, 7.5, 4_294_967_295_i64], "by": 4}),
        "n.($ % $$.by)" => [3, -3, 0, 0, 3.5, 3],
        "[1 / (0 % 2) > 0, 7 % -4, 7 % 2.5]" => [true, 3, 2],
        "n#$i[$i % 2 = 1]" => [-7, 4_294_967_296_i64, 4_294_967_295_i64],
        "n@$v#$i.{'v': $v % $$.by, 'i': $i}[i > 3]" => [{"v": 3.5, "i": 4}, {"v": 3, "i": 5}],
    );
}
