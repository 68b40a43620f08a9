//! Writes a function for each example of the built-ins of jq and JSONata, which tests then run, and
//! a machine with an edited table.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, error::Error, fs};

use asl_language::{jq, jsonata};

/// If it is set, the test `counted_work` is compiled, which takes minutes.
const COUNTED_WORK: &str = "ASL_COUNTED_WORK";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={COUNTED_WORK}");
    println!("cargo::rustc-check-cfg=cfg(counted_work)");
    write_cases("jq_examples.rs", &jq_cases()?)?;
    write_cases("jsonata_examples.rs", &jsonata_cases()?)?;
    write_edited_table()?;
    if env::var_os(COUNTED_WORK).is_none() {
        return Ok(());
    }
    println!("cargo::rustc-cfg=counted_work");
    write_cases("jq_work.rs", &jq_work()?)?;
    write_cases("jsonata_work.rs", &jsonata_work()?)?;
    write_cases("jsonata_shared.rs", &jsonata_shared()?)
}

fn write_cases(file: &str, cases: &str) -> Result<(), Box<dyn Error>> {
    fs::write(Path::new(&env::var("OUT_DIR")?).join(file), format!("&[\n{cases}]"))?;
    Ok(())
}

/// The edits of the table of `definitions/good/choice.rs`, and of nothing else.
const EDITS: [(&str, &str); 3] = [
    (
        ".rules(&[node::PUBLIC, node::VALUE_IN_TWENTIES])",
        ".rules(&[node::PUBLIC, node::DEFAULT_STATE])",
    ),
    (".default(node::DEFAULT_STATE)", ".default(node::PUBLIC)"),
    (
        ":function:Foo\")\n            .next(node::NEXT_STATE)",
        ":function:Foo\")\n            .end()",
    ),
];

fn write_edited_table() -> Result<(), Box<dyn Error>> {
    const GOLDEN: &str = "definitions/good/choice.rs";
    println!("cargo::rerun-if-changed={GOLDEN}");
    let mut text = fs::read_to_string(GOLDEN)?;
    for (row, edited) in EDITS {
        if text.matches(row).count() != 1 {
            return Err(format!("{GOLDEN} does not have `{row}` once").into());
        }
        text = text.replace(row, edited);
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("edited_choice.rs"), text)?;
    Ok(())
}

fn jq_cases() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    // `jq!` gives a program one input.
    for built_in in jq::built_ins().filter(|built_in| !built_in.reads_inputs) {
        for example in built_in.examples() {
            let (program, signature) = (example.program, built_in.signature);
            writeln!(cases, "({signature:?}, |input| jq!({program:?}).all(input)),")?;
        }
    }
    Ok(cases)
}

fn jsonata_cases() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    for built_in in jsonata::built_ins() {
        for example in built_in.examples() {
            let (expression, name) = (example.expression, built_in.name);
            writeln!(cases, "({name:?}, |input| jsonata!({expression:?}).run(input)),")?;
        }
    }
    Ok(cases)
}

/// The members of the input that calls are given as their input and their arguments.
const ARGUMENTS: [&str; 4] = ["a", "b", "c", "d"];

/// A call of each built-in of jq with members of the input, as a function of the input and of the
/// steps that it may take. What takes a filter is given one that reads another member, and one that
/// reads its own input.
fn jq_work() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    for built_in in jq::built_ins() {
        let is_refused = matches!(built_in.made, jq::Made::Refused { .. });
        if is_refused || built_in.reads_inputs || built_in.is_helper() {
            continue;
        }
        let mut calls = vec![built_in.name().to_owned(); 2];
        for (call, filter) in calls.iter_mut().zip(["", ".[]?"]) {
            let argument = |(place, parameter): (usize, &str)| {
                let is_value = parameter.starts_with('$') || filter.is_empty();
                let member = ARGUMENTS.get(place + 1).copied().unwrap_or("b");
                if is_value { format!("$in.{member}") } else { filter.to_owned() }
            };
            let arguments: Vec<String> = built_in.parameters().enumerate().map(argument).collect();
            if !arguments.is_empty() {
                *call = format!("{call}({})", arguments.join("; "));
            }
        }
        calls.dedup();
        for call in calls {
            write_jq_work(&mut cases, &format!(". as $in | $in.a | {call}"))?;
        }
    }
    for operator in
        ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "//", ","]
    {
        write_jq_work(&mut cases, &format!(".a {operator} .b"))?;
    }
    for program in JQ_FORMS {
        write_jq_work(&mut cases, program)?;
    }
    Ok(cases)
}

/// The forms of jq that are neither a built-in nor an operator.
const JQ_FORMS: &[&str] = &[
    ".a[]?",
    ".a[.b]?",
    ".a[1:]",
    ".a[.b:.c]",
    "-.a",
    "[.a[]?]",
    "{a: .a, b: .b}",
    ". as $in | {($in.a): 1}",
    "[..]",
    "\"\\(.a) \\(.b)\"",
    "@json \"\\(.a)\"",
    "@csv \"\\(.a)\"",
    "@uri \"\\(.a)\"",
    "@base64 \"\\(.a)\"",
    "@base64d \"\\(.a)\"",
    "@html \"\\(.a)\"",
    "@sh \"\\(.a)\"",
    ".a = .b",
    ".a |= .",
    ".a[]? |= .",
    ".a += .b",
    "del(.a[]?)",
    ". as $in | reduce $in.a[]? as $x (0; $x)",
    ". as $in | foreach $in.a[]? as $x (0; $x)",
    ". as {a: [$x]} ?// {b: $x} | $x",
    "if .a then .b else .c end",
    "try error(.a) catch .",
    "[limit(3; .a[]?)]",
    "[path(..)]",
    "[paths]",
    "[.a | tostream]",
    ".a | getpath([\"a\", \"a\"])?",
];

/// Writes a function that runs a program a thousand times.
fn write_jq_work(cases: &mut String, program: &str) -> Result<(), Box<dyn Error>> {
    let often = format!("range(1000) as $turn | ({program})");
    writeln!(
        cases,
        "({program:?}, |input, steps| {{ let options = jq::Options::default().steps(steps); \
         let _ = jq!({often:?}).with(options).each(input, drop); }}),"
    )?;
    Ok(())
}

/// The same of each built-in of JSONata, of the operators and of the forms of paths.
fn jsonata_work() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    for built_in in jsonata::built_ins() {
        let arguments = built_in.signature.trim_start_matches('<');
        let arguments = arguments.split(':').next().unwrap_or_default();
        let mut calls = vec![Vec::new(); 2];
        for place in 0..built_in.parameters.len() {
            for (call, function) in calls.iter_mut().zip(["/a+b/", LAMBDA]) {
                let is_function = letters(arguments).nth(place).is_some_and(|of| of.contains('f'));
                call.push(if is_function {
                    function.to_owned()
                } else {
                    ARGUMENTS.get(place).copied().unwrap_or("b").to_owned()
                });
            }
        }
        if arguments.contains('(') {
            let members = ARGUMENTS.iter().take(built_in.parameters.len());
            calls.push(members.map(|member| (*member).to_owned()).collect());
        }
        calls.dedup();
        for call in calls {
            let call = format!("${}({})", built_in.name, call.join(", "));
            write_jsonata_work(&mut cases, &call)?;
        }
    }
    for operator in
        ["=", "!=", "<", "<=", ">", ">=", "in", "and", "or", "&", "+", "-", "*", "/", "%"]
    {
        write_jsonata_work(&mut cases, &format!("(a {operator} b) = 1"))?;
    }
    for expression in JSONATA_FORMS {
        write_jsonata_work(&mut cases, expression)?;
    }
    Ok(cases)
}

/// A function that any built-in may call.
const LAMBDA: &str = "function($x, $y) { $x }";

/// The types of a signature's parameters, such as `s`, `(sf)` or `a<n>`.
fn letters(signature: &str) -> impl Iterator<Item = &str> {
    let mut rest = signature;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(['-', '?', '+']);
        let mut end = usize::from(!rest.is_empty());
        if rest.starts_with('(') {
            end = rest.find(')')? + 1;
        }
        if rest.get(end..)?.starts_with('<') {
            end += rest.get(end..)?.find('>')? + 1;
        }
        let (letter, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!letter.is_empty()).then_some(letter)
    })
}

/// The forms of JSONata that are neither a built-in nor an operator between two values.
const JSONATA_FORMS: &[&str] = &[
    "a ? b : c",
    "[a..b]",
    "a.b.c",
    "a.*",
    "a.**",
    "**",
    "a[0]",
    "a[-1]",
    "a[b]",
    "a[$ = 1]",
    "a[$ = $$.b]",
    "a[$ in $$.b]",
    "a[]",
    "a^($)",
    "a^(>$string($))",
    "a{'k': $}",
    "a{$: $}",
    "a{$string($): $}",
    "a@$x.b[$x = $]",
    "a#$i[$i = 0]",
    "a.b.%.c",
    "[a, b]",
    "[a.b, b]",
    "{'a': a, 'b': b}",
    "{a: b}",
    "a ~> |$|{'z': 1}|",
    "a ~> |**|{'z': 1}|",
    "a ~> |$|{}, $$.b|",
    "$map(a, function($v, $i, $all) { $v })",
    "$filter(a, function($v) { $$.b })",
    "$sort(a, function($l, $r) { $l > $r })",
    "$sort(a, function($l, $r) { $l.a > $r.a })",
    "$reduce(a, function($l, $r) { $l = $r })",
    "$sum(a.b)",
    "$join(a.b)",
    "$merge(a.b)",
    "$count(a.b)",
    "$max(a.b)",
    "$uppercase($substring(a, 1)) & b",
    "$substringBefore(a, b) & c",
    "$lookup(a, b)",
    "-a",
];

/// As [`write_jq_work`].
fn write_jsonata_work(cases: &mut String, expression: &str) -> Result<(), Box<dyn Error>> {
    let often = format!("[1..1000].($$.({expression}))");
    writeln!(
        cases,
        "({expression:?}, |input, steps| {{ let options = jsonata::Options::default().steps(steps); \
         let _ = jsonata!({often:?}).with(options).run(input); }}),"
    )?;
    Ok(())
}

/// Functions that make a value of another one, which is in it twice, and the values that they begin
/// with.
const DOUBLED: [(&str, &str); 5] = [
    ("{'a': $a, 'b': $a}", "1"),
    ("[[$a], [$a]]", "[]"),
    ("[[$a], [$a]]", "1/3"),
    ("{'a': $a, 'b': $a}", "{'f': $f}"),
    ("[[$a], [$a]]", "[$f]"),
];

/// The uses of such a value, `$d`; `$e` is another one.
const USES: &[&str] = &[
    "$d",
    "[$d][0]",
    "$string($d)",
    "$d & ''",
    "$d = $e",
    "$d != $e",
    "$d in [$e]",
    "$boolean($d)",
    "$not($d)",
    "$d and $e",
    "$d ? 1 : 2",
    "[1, 2][$d]",
    "$count($d.**)",
    "$count($d.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*)",
    "$distinct([$d, $e])",
    "$d ~> |**|{'z': 1}|",
    "$d ~> |$|{'z': 1}|",
    "$d ~> |$|{}, 'a'|",
    "$keys($d)",
    "$lookup($d, 'a')",
    "$spread($d)",
    "$merge([$d, $e])",
    "$each($d, function($v) { $v })",
    "$sift($d, function($v) { $v })",
    "$filter([$d, $e], function($v) { $v })",
    "$sort([$d, $e], function($l, $r) { $l = $r })",
    "$zip($d, $e)",
    "$append($d, $e)",
    "$reverse($d)",
    "$shuffle($d)",
    "$sum($d)",
    "$join($d)",
    "$clone($d)",
    "$type($d)",
    "$error($string($d))",
    "-$d",
    "$d.a.a.a",
    "{'x': $d}{'y': $}",
    "[$d, $e]{$string($): $}",
    "[$d, $e]^($string($))",
    "$d < $e",
    "$number($d)",
];

fn jsonata_shared() -> Result<String, Box<dyn Error>> {
    let mut cases = String::new();
    for (twice, begin) in DOUBLED {
        let value = format!("$reduce([1..40], function($a, $v) {{ {twice} }}, {begin})");
        let begin = format!("$f := function() {{ 1 }}; $d := {value}; $e := {value}");
        for used in USES {
            write_jsonata_work(&mut cases, &format!("({begin}; {used})"))?;
        }
    }
    Ok(cases)
}
