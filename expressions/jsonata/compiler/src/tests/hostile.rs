//! Texts that no author writes: nothing panics, runs out of stack, or takes longer than the text is
//! long.

use std::thread;

use asl_source::diagnostics::Code;
use quote::{format_ident, quote};

use crate::{Edition, Environment, Fault, compile, emit_module, findings, parse};

fn is_right(text: &str) -> bool {
    parse(text, Edition::V2_2).is_ok()
}

/// The findings in an expression that is right.
fn found(text: &str) -> Vec<Fault> {
    let environment = Environment { edition: Edition::V2_2, variables: &[] };
    match compile(text, &environment) {
        Ok(program) => findings(&program),
        Err(faults) => panic!("{}…: {faults:?}", text.get(..20).unwrap_or(text)),
    }
}

fn check_places(text: &str, faults: &[Fault]) {
    for fault in faults {
        let place = fault.place.start as usize..fault.place.end as usize;
        assert!(text.get(place).is_some(), "{text}: {fault:?}");
        assert!(!fault.title.is_empty() && !fault.label.is_empty());
        assert!(!fault.title.contains('{') && !fault.label.contains('{'), "{fault:?}");
    }
}

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end.max(1)).unwrap()).unwrap()
    }
}

/// Texts that mean something in expressions.
const PIECES: &[&str] = &[
    ".",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "\\",
    "/",
    "/*",
    "*/",
    "$x",
    "%",
    "@$v",
    "#$i",
    "^(",
    "|",
    "~>",
    "?",
    ":",
    ":=",
    "..",
    "**",
    "*",
    "-",
    "function(",
    "<",
    ">",
    "é",
    "\u{0}",
    ",",
    ";",
    "and",
    "in",
    "1e",
    "\\u",
    "[]",
    "!",
    "~",
    "??",
    "?:",
    "\n",
];

/// Changes a text in a few places.
fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(text.len());
        match numbers.below(3) {
            0 => {
                let end = (at + 1 + numbers.below(6)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let piece = PIECES[numbers.below(PIECES.len())];
                text.splice(at..at, piece.chars());
            }
            _ => {
                let end = (at + numbers.below(20)).min(text.len());
                let copied: Vec<char> = text[at..end].to_vec();
                let target = numbers.below(text.len());
                text.splice(target..target, copied);
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn mutated_expressions_are_read_or_refused() {
    const EXPRESSIONS: &[&str] = &[
        "$sum(a.b[c > 1 and %.d in [1..3]].(e * $f)) ~> $round(?, 2) /* end */",
        "a@$x.b#$i[$i = 0]^(<c, >%.d){`e f`: $x.g[], \"h\": i ?: -1.5e3}.**.*",
        "($f := function($n, $m)<n-n?:a<n>>{ $n = 0 ? [] : $f($n - 1)[0] }; |a|{\"b\": 1}, 'c'| ~> $f)",
        "$match(a, /[a-z(]+)\\/(\\d)/i) & \"\\u00e9\\ud83d\\ude00\\n\" & $map(b, λ($v){ $v ?? null })",
    ];
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut right = 0;
    for round in 0..4_000 {
        let text = mutate(EXPRESSIONS[round % EXPRESSIONS.len()], &mut numbers);
        match parse(&text, Edition::V2_2) {
            Ok(_) => {
                check_places(&text, &found(&text));
                right += 1;
            }
            Err(faults) => {
                assert!(!faults.is_empty(), "{text}");
                for fault in faults {
                    let place = fault.place.start as usize..fault.place.end as usize;
                    assert!(text.get(place).is_some(), "{text}: {fault:?}");
                    assert!(!fault.title.is_empty() && !fault.label.is_empty());
                }
            }
        }
    }
    assert!(right > 20, "mutations are too rough: {right} expressions were right");
}

#[test]
fn depth_is_bounded_whatever_nests() {
    let count = 30_000;
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("{a:", "1", "}"),
        ("{", "a", ": 1}"),
        ("-", "a", ""),
        ("a[", "1", "]"),
        ("a.(", "1", ")"),
        ("b[].", "b", ""),
        ("$f(", "1", ")"),
        ("", "$f", "(1)"),
        ("", "$f", "(?)"),
        ("", "a", "[0]"),
        ("", "a", "#$i"),
        ("", "a", "^(b)"),
        ("", "a", "{b: c}.d"),
        ("", "1", " + 1"),
        ("", "1", " ~> $f"),
        ("a ? ", "1", ""),
        ("a ? 1 : ", "1", ""),
        ("a ?? ", "1", ""),
        ("$a := ", "1", ""),
        ("function(){", "1", "}"),
        ("|a|", "b", "|"),
        ("|", "a", "|b|"),
        ("a@$v.b[", "1", "]"),
    ] {
        let text = format!("{}{middle}{}", open.repeat(count), close.repeat(count));
        let faults = parse(&text, Edition::V2_2).expect_err(&text[..20]);
        let codes: Vec<Code> = faults.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [Code::JsonataTooDeep], "{open}{middle}{close}");
    }
    for open in
        ["(", "[", "{", "\"", "'", "`", "/*", "/", "a[", "$f(", "function(", "|", "a^(", "<"]
    {
        assert!(!is_right(&open.repeat(count)), "{open}");
    }
    for close in [")", "]", "}", "[)", "(]", "a]", "%", "%.", "a.%.%.", "*/"] {
        assert!(!is_right(&close.repeat(count)), "{close}");
    }
}

#[test]
fn what_is_allowed_to_nest_fits_on_a_small_stack() {
    for text in [
        format!("{}1{}", "(".repeat(250), ")".repeat(250)),
        format!("{}{}", "[".repeat(250), "]".repeat(250)),
        format!("{}1", "a ? 1 : ".repeat(250)),
        format!("{}1{}", "{\"a\": ".repeat(250), "}".repeat(250)),
        format!("1{}", " + 1".repeat(250)),
        format!("{}1{}", "function(){".repeat(250), "}".repeat(250)),
        format!("a{}", "^(b)".repeat(250)),
    ] {
        assert!(is_right(&text), "{}…", &text[..20]);
    }
}

#[test]
fn long_expressions_that_are_not_deep_are_read() {
    let count = 20_000;
    for text in [
        format!("a{}", ".a".repeat(count)),
        format!("a{}", ".b[0]".repeat(250)),
        format!("a.b{}", ".%.b".repeat(120)),
        format!("[{}]", vec!["1"; count].join(",")),
        format!("({})", vec!["$a := 1"; count].join(";")),
        format!(
            "{{{}}}",
            (0..count).map(|n| format!("\"a{n}\": b.c")).collect::<Vec<_>>().join(",")
        ),
        format!("$f({})", vec!["a"; count].join(",")),
        format!("a^({})", vec![">b"; count].join(",")),
        format!("\"{}\"", "x\\n".repeat(count)),
        format!("1{}", "/**/ ".repeat(count)),
        format!("function({}){{1}}", vec!["$x"; count].join(",")),
        format!("$f(/{}/)", "a(b)".repeat(1_000)),
    ] {
        assert!(is_right(&text), "{}…", &text[..20]);
    }
    // Their code would be nested as often.
    for text in [format!("a{}", ".b[0]".repeat(count)), format!("a.b{}", ".%.b".repeat(2_000))] {
        assert!(!is_right(&text), "{}…", &text[..20]);
    }
}

#[test]
fn many_faults_are_told_in_a_time_that_the_text_is_long() {
    let count = 20_000;
    for text in ["\"\\q\" & ", "1e999, ", "! ", "(a b) + ", "a@b.", "x := 1; ", ") ", "a.7.", "% "]
    {
        assert!(!is_right(&text.repeat(count)), "{text}");
    }
}

#[test]
fn findings_in_large_expressions_are_few_and_bounded() {
    let count = 20_000;
    let names =
        |separator: &str| (0..count).map(|n| format!("$v{n}")).collect::<Vec<_>>().join(separator);
    for (text, most) in [
        (format!("[{}]", vec!["$summ(1)"; count].join(",")), 100),
        (format!("[{}]", vec!["'a' + 1"; count].join(",")), 100),
        (format!("[{}]", names(",")), 100),
        (format!("[{}]", vec!["$formatNumber(1, '0.0.0')"; count].join(",")), 100),
        (format!("$formatNumber(1, '{}')", "0.".repeat(count * 10)), 1),
        (format!("$fromMillis(1, '{}')", "[Y]".repeat(count)), 0),
        (format!("$fromMillis(1, '{}[q]')", "\\u00e9".repeat(count)), 1),
        (format!("$sum({})", vec!["1"; count].join(",")), 1),
        (format!("$zip({})", vec!["[1]"; count].join(",")), 0),
        (format!("($f := function({}){{1}}; $f())", names(",")), 0),
        (
            format!(
                "($f := function($x){{[{}]}}; [{}])",
                vec!["$x"; count].join(","),
                vec!["$f()"; 5_000].join(",")
            ),
            100,
        ),
        (format!("{}[{}]{}", "-(".repeat(120), vec!["1"; 100_000].join(","), ")".repeat(120)), 1),
        (format!("{}[{}]{}", "$sum(".repeat(240), "a,".repeat(90_000) + "a", ")".repeat(240)), 0),
        (format!("{}[{}]{}", "1 = (".repeat(120), "a,".repeat(90_000) + "a", ")".repeat(120)), 100),
    ] {
        let found = found(&text);
        assert!(found.len() <= most, "{}…: {} findings", &text[..20], found.len());
        check_places(&text, &found);
    }
}

/// Functions of which each calls the one before or behind it, as `body` says: `{}` is the other one.
fn chain(count: usize, body: &str, is_forward: bool) -> String {
    let functions = (0..count).map(|number| {
        let other = if is_forward { (number + 1) % count } else { number.saturating_sub(1) };
        format!("$f{number} := function($x) {{ {} }}; ", body.replace("{}", &format!("$f{other}")))
    });
    let functions: String = functions.collect();
    format!("({functions} $f{}(1))", count - 1)
}

#[test]
fn functions_that_use_each_other_are_checked_in_a_time_that_the_text_is_long() {
    for body in ["{}($x)", "{}({}($x))", "$x > 0 ? {}($x - 1) : 1", "$map($x, {})", "{} ~> {}"] {
        for is_forward in [false, true] {
            let text = chain(8_000, body, is_forward);
            check_places(&text, &found(&text));
        }
    }
    // Functions that others make.
    let made = "$f{n} := $f{m}(1); ";
    let all = (1..8_000).map(|number| {
        made.replace("{n}", &number.to_string()).replace("{m}", &(number - 1).to_string())
    });
    let all: String = all.collect();
    found(&format!("($f0 := function($x) {{ function($y) {{ $x + $y }} }}; {all} $f1(1))"));
}

/// Code nests as deep as expressions do, also in a macro that is compiled without optimizations.
#[test]
fn what_is_allowed_to_nest_is_emitted_on_the_stack_of_a_compiler() {
    let emit = || {
        for text in [
            format!("{}1{}", "(".repeat(250), ")".repeat(250)),
            format!("{}1{}", "function(){".repeat(250), "}".repeat(250)),
            format!("{}1{}", "a[".repeat(250), "]".repeat(250)),
            format!("1{}", " ~> $string()".repeat(250)),
            format!("{}a{}", "$sum(".repeat(250), ")".repeat(250)),
        ] {
            assert!(emitted(&text) > 100, "{}…", &text[..20]);
        }
    };
    thread::Builder::new().stack_size(4 << 20).spawn(emit).unwrap().join().unwrap();
}

#[test]
fn what_is_allowed_to_nest_is_checked_on_a_small_stack() {
    for text in [
        format!("{}1{}", "(".repeat(250), ")".repeat(250)),
        format!("{}{}", "[".repeat(250), "]".repeat(250)),
        format!("{}1", "a ? 1 : ".repeat(250)),
        format!("{}1{}", "{\"a\": ".repeat(250), "}".repeat(250)),
        format!("1{}", " + 1".repeat(250)),
        format!("{}1{}", "function(){".repeat(250), "}".repeat(250)),
        format!("a{}", "^(b)".repeat(250)),
        format!("1{}", " ~> $string()".repeat(250)),
        format!("{}a{}", "$sum(".repeat(250), ")".repeat(250)),
    ] {
        assert!(found(&text).len() <= 1, "{}…", &text[..20]);
    }
}

/// The length of the code of an expression.
fn emitted(text: &str) -> usize {
    let environment = Environment { edition: Edition::V2_2, variables: &[] };
    let program = compile(text, &environment).unwrap();
    emit_module(&program, &format_ident!("program"), &quote!(pub)).to_string().len()
}

#[test]
fn code_is_as_long_as_the_expression() {
    let sum = |terms: usize| {
        format!("($f := function($y) {{ {} }}; $f(1))", vec!["$y"; terms].join(" + "))
    };
    let nested = |functions: usize| {
        let first = "$f0 := function($x) { $x + 1 }; ".to_owned();
        let others = (1..=functions).map(|number| {
            let inner = format!("$f{}", number - 1);
            let body = format!("$sum($map($x.a, {inner})) + $sum($map($x.b, {inner}))");
            format!("$f{number} := function($x) {{ {body} }}; ")
        });
        let all: String = std::iter::once(first).chain(others).collect();
        format!("({all} $sum($map(a, $f{functions})))")
    };
    // Many functions that another one makes, with long bodies.
    let made = |count: usize| {
        let body = vec!["$y"; count].join(" + ");
        let binds = (0..count).map(|number| format!("$g{number} := $f({number}); "));
        let calls = (0..count).map(|number| format!("$g{number}(1)")).collect::<Vec<_>>();
        let binds: String = binds.collect();
        let maker = format!("$f := function($x) {{ function($y) {{ {body} }} }}");
        format!("({maker}; {binds}[{}])", calls.join(", "))
    };
    let parents = |steps: usize| format!("{}.(%.%.id)", vec!["lines"; steps].join("."));
    let cases = [
        (sum(25), sum(100)),
        (nested(4), nested(16)),
        (made(25), made(100)),
        (parents(1_500), parents(6_000)),
        (chain(100, "{}({}($x))", false), chain(400, "{}({}($x))", false)),
        (chain(100, "$x > 0 ? {}($x - 1) : 1", true), chain(400, "$x > 0 ? {}($x - 1) : 1", true)),
    ];
    for (few, many) in cases {
        let (few_length, many_length) = (emitted(&few), emitted(&many));
        assert!(many_length < 5 * few_length, "{few}: {few_length}, {many_length}");
    }
}
