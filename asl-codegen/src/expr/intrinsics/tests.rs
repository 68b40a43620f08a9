use super::*;
use crate::expr::jsonpath::Dialect;

fn read(text: &str) -> Call {
    parse(text, Dialect::Aws, &|_| Span::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
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
    let call =
        read("States.Array('it\\'s \\\\ \\{\\}', -1, 2.5e1, true, null, $, $$.Execution.Id , $x[0].y, States.UUID())");
    assert_eq!(call.function, Function::Array);
    assert_eq!(call.arguments[0], text("it's \\ {}"));
    assert_eq!(call.arguments[1], Argument::Literal(Literal::Int(-1)));
    assert_eq!(call.arguments[2], Argument::Literal(Literal::Float(25.0)));
    assert_eq!(call.arguments[4], Argument::Literal(Literal::Null));
    let roots: Vec<_> = call.paths().iter().map(|path| (path.text.clone(), path.root.clone())).collect();
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
    assert_eq!(read("States.Format('a{}b\\{\\}{c}{}', 1, 2)").texts, ["a", "b{}{c}", ""]);
    assert_eq!(read("States.Format('no value')").texts, ["no value"]);
    assert!(read("States.Format($.template, 1)").texts.is_empty());
}

#[test]
fn faults_point_at_what_is_wrong() {
    for (call, part, message) in [
        ("States.Array('a", "'a", "the text is not closed"),
        ("States.Array(1", "States.Array(1", "the call is not closed"),
        ("States.Array(1 2)", "2", "`,` or `)` is expected here"),
        ("States.Array(1) x", " x", "nothing can stand behind the call"),
        ("States.Array(\"a\")", "\"", "texts stand in single quotation marks"),
        ("States.Array('\\n')", "\\n", "a backslash stands before `'`, `\\`, `{` or `}` only"),
        ("States.Array(007)", "007", "`007` is not a number"),
        ("States.Array(abc)", "abc", "`abc` is no argument"),
        ("States.Array(1,)", ")", "a text in single quotation marks, a number, a path or a call is expected here"),
        ("States.Xyz($.a)", "States.Xyz", "there is no intrinsic function `States.Xyz`"),
        ("States.Array(States.Uuid())", "States.Uuid", "there is no intrinsic function `States.Uuid`"),
        ("States.UUID(1)", "States.UUID(1)", "`States.UUID` takes no arguments, and gets 1"),
        ("States.MathRandom(1)", "States.MathRandom(1)", "`States.MathRandom` takes 2 or 3 arguments, and gets 1"),
        ("States.Format()", "States.Format()", "`States.Format` takes at least 1 argument, and gets 0"),
        ("States.ArrayLength('a')", "'a'", "argument 1 of `States.ArrayLength` must be an array: this is a string"),
        ("States.MathAdd($.a, null)", "null", "argument 2 of `States.MathAdd` must be a number: this is `null`"),
        (
            "States.ArrayLength(States.UUID())",
            "States.UUID()",
            "argument 1 of `States.ArrayLength` must be an array: `States.UUID` makes a string",
        ),
        ("States.Format('{} {}', 1)", "States.Format('{} {}', 1)", "the template has 2 placeholders for 1 value"),
        (
            "States.ArrayRange(0, 1000, 1)",
            "States.ArrayRange(0, 1000, 1)",
            "the array would have 1001 items, and may have 1000",
        ),
        ("States.ArrayRange(0, $.n, 0)", "0", "a step of 0 leads nowhere"),
        ("States.ArrayPartition($.a, 0)", "0", "a group cannot have 0 items"),
        ("States.ArrayGetItem($.a, -1)", "-1", "an index counts from 0"),
        ("States.Hash('a', 'SHA256')", "'SHA256'", "there is no algorithm `SHA256`"),
        ("States.JsonMerge($.a, $.b, true)", "true", "`States.JsonMerge` merges the outermost level only"),
    ] {
        assert_eq!(fault(call), (part.to_owned(), message.to_owned()), "{call}");
    }
    assert!(read("States.ArrayRange(1, 1000, 1)").paths().is_empty());
}

#[test]
fn calls_nest_ten_deep() {
    let nested = |depth: usize| format!("{}1{}", "States.Array(".repeat(depth), ")".repeat(depth));
    read(&nested(MOST_NESTED));
    assert_eq!(fault(&nested(MOST_NESTED + 1)).1, "calls can be nested 10 deep at most");
}

#[test]
fn random_calls_are_numbered() {
    let mut call = read("States.Array(States.UUID(), States.MathRandom(1, States.MathRandom(2, 3)))");
    let mut next = 5;
    call.number(&mut next);
    assert_eq!(next, 8);
    let Argument::Call(uuid) = &call.arguments[0] else { panic!("{call:?}") };
    let Argument::Call(outer) = &call.arguments[1] else { panic!("{call:?}") };
    assert_eq!((uuid.number, outer.number), (5, 7));
}

#[test]
fn no_text_brings_the_reader_down() {
    let texts =
        ["", "(", "States.Array(", "States.Array($", "States.Array($.a[", "States.Array('\\", "States.Array(-)", "é("];
    for text in texts {
        assert!(parse(text, Dialect::Aws, &|_| Span::default()).is_err(), "{text}");
    }
}
