use super::*;
use asl_source::options::Dialect;

fn parsed(text: &str) -> Parsed {
    parse(text, Dialect::Aws, &|_| Span::default())
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A call without findings.
fn read(text: &str) -> Call {
    let Parsed { call, findings } = parsed(text);
    assert!(findings.is_empty() && call.refused.is_none(), "{text}: {findings:?}");
    call
}

/// The wrong part of a call that AWS creates, what is said of it, and the cause that is known
/// before it runs.
fn finding(text: &str) -> (String, String, Option<String>) {
    let Parsed { call, findings } = parsed(text);
    let [finding] = findings.as_slice() else { panic!("{text}: {findings:?}") };
    (text[finding.range.clone()].to_owned(), finding.message.clone(), call.refused)
}

/// The wrong part of a call, and what is said of it.
fn fault(text: &str) -> (String, String) {
    let error = parse(text, Dialect::Aws, &|_| Span::default()).expect_err(text);
    (text[error.range].to_owned(), error.message)
}

fn text(text: &str) -> Argument {
    Argument::Literal(Literal::String(text.to_owned()))
}

#[test]
fn arguments_of_all_kinds_are_read() {
    let call = read(
        "States.Array('it\\'s \\\\ \\{\\}', -1, 2.5e1, true, null, $, $$.Execution.Id , $x[0].y, States.UUID())",
    );
    assert_eq!(call.function, Function::Array);
    assert_eq!(call.arguments[0], text("it's \\ {}"));
    assert_eq!(call.arguments[1], Argument::Literal(Literal::Int(-1)));
    assert_eq!(call.arguments[2], Argument::Literal(Literal::Float(25.0)));
    assert_eq!(call.arguments[4], Argument::Literal(Literal::Null));
    let roots: Vec<_> =
        call.paths().iter().map(|path| (path.text.clone(), path.root.clone())).collect();
    let variable = Root::Variable("x".to_owned());
    let expected = [("$", Root::Data), ("$$.Execution.Id", Root::Context), ("$x[0].y", variable)];
    assert_eq!(roots, expected.map(|(text, root)| (text.to_owned(), root)));
    assert!(matches!(&call.arguments[8], Argument::Call(call) if call.text == "States.UUID()"));
    assert!(call.reads_data());
}

#[test]
fn paths_end_where_the_argument_does() {
    let call = read("States.Array($.a[?(@.b == 'x),(' && @.c > 1)].d,$['a,b'],$.a\\,b)");
    let paths: Vec<_> = call.paths().iter().map(|path| path.text.clone()).collect();
    assert_eq!(paths, ["$.a[?(@.b == 'x),(' && @.c > 1)].d", "$['a,b']", "$.a\\,b"]);
}

#[test]
fn templates_are_taken_apart_at_their_placeholders() {
    assert_eq!(read("States.Format('a{}b\\{\\}c{}', 1, 2)").texts, ["a", "b{}c", ""]);
    assert_eq!(read("States.Format('no value')").texts, ["no value"]);
    assert!(read("States.Format($.template, 1)").texts.is_empty());
}

#[test]
fn faults_point_at_what_is_wrong() {
    for (call, part, message) in [
        ("States.Array('a", "'a", "the text is not closed"),
        ("States.Array(1", "States.Array(1", "the call is not closed"),
        ("States.Array(1 2)", "2", "`,` or `)` is expected here"),
        ("States.Array(1) x", " x", "nothing can follow the call"),
        ("States.Array(\"a\")", "\"", "texts stand in single quotation marks"),
        ("States.Array('\\n')", "\\n", "a backslash is allowed before `'`, `\\`, `{` or `}` only"),
        ("States.Array(007)", "007", "`007` is not a number"),
        ("States.Array(abc)", "abc", "`abc` is no argument"),
        (
            "States.Array(1,)",
            ")",
            "a text in single quotation marks, a number, a path or a call is expected here",
        ),
        ("States.Xyz($.a)", "States.Xyz", "there is no intrinsic function `States.Xyz`"),
        (
            "States.Array(States.Uuid())",
            "States.Uuid",
            "there is no intrinsic function `States.Uuid`",
        ),
    ] {
        assert_eq!(fault(call), (part.to_owned(), message.to_owned()), "{call}");
    }
    assert!(read("States.ArrayRange(1, 1000, 1)").paths().is_empty());
}

/// A call, its wrong part, what is said of it, and the cause that is known before it runs.
type Failing = (&'static str, &'static str, &'static str, Option<&'static str>);

const FAILING: &[Failing] = &[
    ("States.UUID('x')", "States.UUID('x')", "`States.UUID` takes no arguments, and gets 1", None),
    (
        "States.MathRandom(1)",
        "States.MathRandom(1)",
        "`States.MathRandom` takes 2 or 3 arguments, and gets 1",
        Some("Invalid arguments in States.MathRandom"),
    ),
    (
        "States.Format()",
        "States.Format()",
        "`States.Format` takes at least 1 argument, and gets 0",
        Some("Invalid arguments in States.Format"),
    ),
    (
        "States.JsonToString(1, 2)",
        "States.JsonToString(1, 2)",
        "`States.JsonToString` takes 1 argument, and gets 2",
        Some("Invalid arguments in States.JsonToString: only a single argument is allowed."),
    ),
    (
        "States.ArrayLength('a')",
        "'a'",
        "argument 1 of `States.ArrayLength` must be an array: this is a string",
        None,
    ),
    (
        "States.MathAdd($.a, null)",
        "null",
        "argument 2 of `States.MathAdd` must be a number: this is `null`",
        None,
    ),
    (
        "States.MathAdd(2147483648, 1)",
        "2147483648",
        "argument 1 of `States.MathAdd` does not fit an integer of 32 bits",
        None,
    ),
    (
        "States.MathAdd(1e309, 1)",
        "1e309",
        "the number is too large",
        Some("Invalid arguments in States.MathAdd"),
    ),
    (
        "States.ArrayLength(States.UUID())",
        "States.UUID()",
        "argument 1 of `States.ArrayLength` must be an array: `States.UUID` makes a string",
        None,
    ),
    (
        "States.Format('{} {}', 1)",
        "States.Format('{} {}', 1)",
        "the template has 2 placeholders for 1 value",
        Some("Invalid arguments in States.Format"),
    ),
    (
        "States.Format('{{}}', 1)",
        "'{{}}'",
        "the template has a `{` without a `}` right after it",
        Some("Invalid template in States.Format: matching '}' not found for '{'."),
    ),
    (
        "States.Format('{}} {', 1)",
        "'{}} {'",
        "the template has a `}` without a `{` before it",
        Some("Invalid template in States.Format: matching '{' not found for '}'."),
    ),
    (
        "States.ArrayRange(0, 1000, 1)",
        "States.ArrayRange(0, 1000, 1)",
        "the array would have 1001 items, and may have 1000",
        None,
    ),
    ("States.ArrayRange(0, $.n, 0.6)", "0.6", "a step of 0 leads nowhere", None),
    ("States.ArrayPartition($.a, 0.49)", "0.49", "a group cannot have 0 items", None),
    ("States.ArrayGetItem($.a, -1)", "-1", "an index counts from 0", None),
    ("States.MathRandom(5, 5.9)", "5.9", "there is no integer from 5 to before 5", None),
    ("States.Hash('a', 'SHA256')", "'SHA256'", "there is no algorithm `SHA256`", None),
    (
        "States.JsonMerge($.a, $.b, true)",
        "true",
        "`States.JsonMerge` merges the outermost level only",
        None,
    ),
];

/// AWS creates machines with such calls, which fail when they run.
#[test]
fn calls_that_always_fail_are_read_all_the_same() {
    for (call, part, message, refused) in FAILING {
        let expected = ((*part).to_owned(), (*message).to_owned(), refused.map(str::to_owned));
        assert_eq!(finding(call), expected, "{call}");
    }
    read("States.JsonMerge($.a, $.b, 'false')");
    read("States.MathRandom(1, 2, 9223372036854775807)");
    let inner = parsed("States.Array(States.MathAdd(1), States.Hash(1, $.a))");
    assert_eq!(inner.findings.len(), 2);
}

#[test]
fn calls_nest_ten_deep() {
    let nested = |depth: usize| format!("{}1{}", "States.Array(".repeat(depth), ")".repeat(depth));
    read(&nested(MOST_NESTED));
    assert_eq!(fault(&nested(MOST_NESTED + 1)).1, "calls can be nested 10 deep at most");
}

#[test]
fn random_calls_are_numbered() {
    let mut call =
        read("States.Array(States.UUID(), States.MathRandom(1, States.MathRandom(2, 3)))");
    let mut next = 5;
    call.number(&mut next);
    assert_eq!(next, 8);
    let Argument::Call(uuid) = &call.arguments[0] else { panic!("{call:?}") };
    let Argument::Call(outer) = &call.arguments[1] else { panic!("{call:?}") };
    assert_eq!((uuid.number, outer.number), (5, 7));
}

#[test]
fn no_text_brings_the_reader_down() {
    let texts = [
        "",
        "(",
        "States.Array(",
        "States.Array($",
        "States.Array($.a[",
        "States.Array('\\",
        "States.Array(-)",
        "é(",
    ];
    for text in texts {
        assert!(parse(text, Dialect::Aws, &|_| Span::default()).is_err(), "{text}");
    }
}
