//! Tests of unnatural texts: nothing panics, overflows the stack, or takes more than linear time.

use crate::{Environment, compile};
use asl_source::diagnostics::Code;

fn is_right(text: &str) -> bool {
    compile(text, &Environment::default()).is_ok()
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

#[test]
fn mutated_programs_are_read_or_refused() {
    const PROGRAMS: &[&str] = &[
        "def f(g; $x): reduce .[] as [$a, {b: $c}] (0; . + $a * $x | g) | \"x\\(.a // \"y\\(1)\")z\"; f(.; 2)",
        ".items[]? as {$id, \"n\": $n, (.k): [$z]} ?// $id | {$id, a, \"b c\": 1, (.d): -$id, @uri \"q\\(.)\": try 1 catch .}",
        "label $out | foreach (1, 2) as $i (0; . + 1; if . > 1 then ., break $out elif .a == 1 then 2 else .[1:2] end) # end\n",
        "import \"a\" as $d; include \"b\" {search: \".\"}; .a.b.\"c\"[0] |= . + 1e3 // .5 and not or @base64 \"\\u00e9\\ud83d\\ude00\"",
    ];
    const PIECES: &[&str] = &[
        "|", ",", ".", "[", "]", "(", ")", "{", "}", "\"", "\\(", "\\", "as", "$x", "def f:", ";",
        "?//", "//", "-", "if", "then", "end", "try", "reduce", "label", "#", "é", "\u{0}", "..",
        "::", "@", "$__loc__", "catch", ":", "1e", "\\u", "import", "\n",
    ];
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut right = 0;
    for round in 0..4_000 {
        let mut text: Vec<char> = PROGRAMS[round % PROGRAMS.len()].chars().collect();
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
        let text: String = text.into_iter().collect();
        match compile(&text, &Environment::default()) {
            Ok(_) => right += 1,
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
    assert!(right > 20, "mutations are too rough: {right} programs were right");
}

#[test]
fn depth_is_bounded_whatever_nests() {
    let count = 30_000;
    for (open, middle, close) in [
        ("(", ".", ")"),
        ("[", "", "]"),
        ("{a:", "1", "}"),
        ("\"\\(", "1", ")\""),
        ("-", "1", ""),
        ("try ", "1", ""),
        ("if ", "1", " then 2 end"),
        ("reduce ", ".", " as $x (0; 1)"),
        (". as $x | ", "1", ""),
        ("label $x | ", "1", ""),
        ("def f: ", "1", "; f"),
        ("1 // ", "1", ""),
        (". as [", "$x", "] | 1"),
        ("f(", "1", ")"),
        (".[", "0", "]"),
        (".a = (", "1", ")"),
        ("", "1", " + 1"),
        ("", ".", "[0]"),
        ("", ".", "?"),
        ("{(", "1", "): 2}"),
        ("import \"", "a", "\" as x;"),
    ] {
        let text = format!("{}{middle}{}", open.repeat(count), close.repeat(count));
        let faults = compile(&text, &Environment::default()).expect_err(open);
        assert!(
            faults.iter().any(|fault| fault.code == Code::JqTooDeep)
                || open.starts_with("import")
                || open.ends_with('['),
            "{open}: {:?}",
            faults[0]
        );
    }
    for open in ["(", "[", "{", "\"\\(", "\"", "if ", "def f: "] {
        assert!(!is_right(&open.repeat(count)), "{open}");
    }
    for close in [")", "]", "}", "[)", "(]", "\"\\()", "end"] {
        assert!(!is_right(&close.repeat(count)), "{close}");
    }
}

#[test]
fn what_is_allowed_to_nest_fits_on_a_small_stack() {
    for text in [
        format!("{}1{}", "(".repeat(250), ")".repeat(250)),
        format!("{}.{}", "[".repeat(250), "]".repeat(250)),
        format!("{}1{}", "if . then ".repeat(120), " else 2 end".repeat(120)),
        format!("{}1", ". as $x | ".repeat(120)),
        format!("{}1{}", "try (".repeat(120), ") catch .".repeat(120)),
        format!("{}1{}", "{a: ".repeat(250), "}".repeat(250)),
    ] {
        assert!(is_right(&text), "{}…", &text[..40]);
    }
}

/// Definitions, each of which calls the one before.
fn chained(count: usize) -> String {
    let definitions: Vec<String> = (1..count).map(|n| format!("def f{n}: f{};", n - 1)).collect();
    format!("def f0: 1; {}", definitions.concat())
}

#[test]
fn long_programs_that_are_not_deep_are_read() {
    let count = 4_000;
    for text in [
        format!("1{}", ", 1".repeat(count)),
        format!(".{}", " | .".repeat(count)),
        format!("[{}]", vec!["1"; count].join(",")),
        format!("{{{}}}", (0..count).map(|n| format!("a{n}: .b")).collect::<Vec<_>>().join(",")),
        chained(count) + "f9",
        format!("{}f", "def f: 1; ".repeat(count)),
        format!("\"{}\"", "x\\(.)".repeat(count)),
        format!("if . then 1{} end", " elif . then 1".repeat(count)),
        format!(". as [{}] | 1", vec!["$x"; 200].join(", ")),
    ] {
        assert!(is_right(&text), "{}…", &text[..20]);
    }
}

#[test]
fn many_faults_are_told_in_a_time_that_the_text_is_long() {
    let count = 20_000;
    for text in [
        "nope | ",
        "$x, ",
        "break $x, ",
        "{a b}, ",
        "'",
        "@x, ",
        ") ",
        "\"\\q\" | ",
        "{1: 2}, ",
        "1 + | ",
    ] {
        assert!(!is_right(&text.repeat(count)), "{text}");
    }
}
