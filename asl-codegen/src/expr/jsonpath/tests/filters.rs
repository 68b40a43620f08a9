//! Tests of filters: accepted ones, refused ones, and emitted code.

use super::{emitted, error, name, segments};
use crate::expr::jsonpath::{
    Constant, Filter, Operand, Operator, PathErrorKind, Query, Segment, Selector, Start, parse,
};
use asl_source::span::Span;

fn filter(text: &str) -> Filter {
    match segments(&format!("$[?{text}]")).as_slice() {
        [Segment::Child(selectors)] => match selectors.as_slice() {
            [Selector::Objects(filter)] => filter.clone(),
            others => panic!("{text}: {others:?}"),
        },
        others => panic!("{text}: {others:?}"),
    }
}

fn place(names: &[&str]) -> Query {
    below(names.iter().map(|text| name(text)).collect())
}

fn below(segments: Vec<Segment>) -> Query {
    Query { start: Start::Tested, segments }
}

fn exists(member: &str) -> Filter {
    Filter::Exists(place(&[member]))
}

fn not(inner: Filter) -> Filter {
    Filter::Not(Box::new(inner))
}

fn compare(member: &str, operator: Operator, constant: Constant) -> Filter {
    let (left, right) = (Operand::Place(place(&[member])), Operand::Constant(constant));
    Filter::Compare { left, operator, right }
}

#[test]
fn the_comparisons_and_values_are_read() {
    let examples = [
        ("(@.a == 1)", Operator::Equal, Constant::Int(1)),
        ("(@.a!=-1)", Operator::NotEqual, Constant::Int(-1)),
        ("(@.a < 1.5e1)", Operator::Less, Constant::Float(15.0)),
        ("(@.a<='x')", Operator::LessOrEqual, Constant::String("x".into())),
        (r#"(@.a > "it's \"so\"")"#, Operator::Greater, Constant::String("it's \"so\"".into())),
        (r"(@.a >= '\u263a \'')", Operator::GreaterOrEqual, Constant::String("☺ '".into())),
        ("(@['a'] == true)", Operator::Equal, Constant::Bool(true)),
        ("@.a == false", Operator::Equal, Constant::Bool(false)),
        (" ( ( @.a == null ) ) ", Operator::Equal, Constant::Null),
        (
            "(@.a == 9223372036854775808)",
            Operator::Equal,
            Constant::Float(9_223_372_036_854_775_808.0),
        ),
    ];
    for (text, operator, constant) in examples {
        assert_eq!(filter(text), compare("a", operator, constant), "{text}");
    }
    let sides = Filter::Compare {
        left: Operand::Constant(Constant::Int(1)),
        operator: Operator::Less,
        right: Operand::Place(below(vec![
            name("a-b"),
            Segment::Child(vec![Selector::Index(-1)]),
            name("c"),
        ])),
    };
    assert_eq!(filter("(1 < @.a-b[-1].c)"), sides);
}

#[test]
fn and_binds_closer_than_or_and_not_closest() {
    let (a, b, c) = (exists("a"), exists("b"), exists("c"));
    let examples = [
        (
            "(@.a || @.b && @.c)",
            Filter::Or(vec![a.clone(), Filter::And(vec![b.clone(), c.clone()])]),
        ),
        ("((@.a||@.b)&&@.c)", Filter::And(vec![Filter::Or(vec![a.clone(), b.clone()]), c.clone()])),
        ("(@.a && @.b && !@.c)", Filter::And(vec![a.clone(), b.clone(), not(c)])),
        ("(!(@.a || @.b))", not(Filter::Or(vec![a.clone(), b]))),
        ("(!(!@.a))", not(not(a))),
    ];
    for (text, expected) in examples {
        assert_eq!(filter(text), expected, "{text}");
    }
}

#[test]
fn what_aws_has_not_is_ruled_out() {
    let examples = [
        ("(@.a =~ /x/)", 8..10, "matching by regular expression (`=~`) is"),
        ("(@.a in ['x'])", 8..10, "the operator `in` in a filter is"),
        ("(@.a empty true)", 8..13, "the operator `empty` in a filter is"),
        ("(@.a === 1)", 8..11, "`===` in a filter is"),
        ("(@.a == ['x'])", 11..12, "an array or object as a value in a filter is"),
        ("(length(@.a) == 1)", 4..10, "the function `length()` in a filter is"),
        ("(@.a.length() == 1)", 8..14, "path functions such as `length()` are"),
        ("(@ > 1)", 4..5, "`@` without the name of a member is"),
        ("(@[0] > 1)", 4..8, "`@` without the name of a member is"),
        ("(@.a[*] == 1)", 4..8, "a path that can reach several places in a filter is"),
        ("(@..a)", 4..6, "a path that can reach several places in a filter is"),
        ("(@[?(@.a)])", 4..6, "a path that can reach several places in a filter is"),
        ("(@.a[0,?(@.a)])", 4..9, "a path that can reach several places in a filter is"),
    ];
    for (text, range, what) in examples {
        let error = error(&format!("$[?{text}]"));
        let message = format!("{what} no part of Step Functions' JSONPath");
        assert_eq!(
            (error.kind, error.range, error.message),
            (PathErrorKind::RuledOut, range, message),
            "{text}"
        );
    }
}

/// Both occur in definitions from real projects.
#[test]
fn what_aws_may_read_otherwise_is_doubted() {
    let doubts = |text: &str| parse(&format!("$[?{text}]"), Span::default()).expect(text).doubts;
    let examples = [
        ("(@.a == $.b[0])", 11..17, "comparing with another part of the data"),
        ("(@.a == Failure)", 11..18, "`Failure` without quotation marks is read as a string"),
    ];
    for (text, range, message) in examples {
        let doubts: Vec<_> = doubts(text)
            .into_iter()
            .map(|doubt| (doubt.kind, doubt.range, doubt.message))
            .collect();
        assert_eq!(doubts, [(PathErrorKind::Doubtful, range, message.to_owned())], "{text}");
    }
    assert_eq!(doubts("(@.a == 'Failure')"), []);
    assert_eq!(
        filter("(@.a == Failure)"),
        compare("a", Operator::Equal, Constant::String("Failure".into()))
    );
    assert!(
        emitted("$.x[?(@.a == $.b)]")
            .contains(r#"(node_1.at(["a"]),Order::Equals,data.at(["b"]))"#)
    );
}

#[test]
fn a_syntax_error_in_a_filter_has_its_place() {
    let examples = [
        ("$[?]", 3..4, "a path or a value is expected here"),
        ("$[?()]", 4..5, "a path or a value is expected here"),
        ("$[?(@.a", 7..7, "`&&`, `||` or `)` is expected here"),
        ("$[?@.a", 1..6, "the bracket is not closed"),
        ("$[?(@.a]", 7..8, "`&&`, `||` or `)` is expected here"),
        ("$[?@.a)]", 6..7, "`&&`, `||` or `]` is expected here"),
        ("$[?(@.a == )]", 11..12, "a path or a value is expected here"),
        ("$[?(@.a = 1)]", 8..9, "`=` is no comparison"),
        ("$[?(@.a is 1)]", 8..10, "an operator is expected here"),
        ("$[?(@.a == 01)]", 11..13, "`01` is not how JSON writes a number"),
        ("$[?(@.a == 1e999)]", 11..16, "the number is too large"),
        ("$[?(@.a == 'x)]", 11..15, "the quotation marks are not closed"),
        ("$[?(1)]", 4..5, "a value alone is no test"),
        ("$[?(@.a && true)]", 11..15, "a value alone is no test"),
        ("$[?(!@.a == 1)]", 4..5, "`!` before a comparison needs parentheses"),
        ("$[?(@.a), 1]", 1..12, "a filter cannot share its bracket"),
    ];
    for (text, range, message) in examples {
        let error = error(text);
        let found = (error.kind, error.range, error.message.as_str());
        assert_eq!(found, (PathErrorKind::Syntax, range, message), "{text}");
    }
}

#[test]
fn filters_without_measure_are_refused() {
    let tests = |count| format!("({})", vec!["@.a"; count].join(" && "));
    assert!(matches!(filter(&tests(100)), Filter::And(all) if all.len() == 100));
    let too_many = "the path has too many tests in its filters";
    assert_eq!(error(&format!("$[?{}]", tests(101))).message, too_many);
    assert_eq!(error(&format!("$..[?{}].a[?(!(@.a == 1))]", tests(100))).message, too_many);
    assert_eq!(error(&format!("$[?{}]", tests(100_000))).message, too_many);
    let nested = |depth| format!("{}@.a{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(filter(&nested(32)), exists("a"));
    for depth in [33, 1 << 20] {
        assert_eq!(
            error(&format!("$[?{}]", nested(depth))).message,
            "too many parentheses in one another"
        );
    }
    for opening in ["!(", "@[?(", "@.a[0,?(", "[?("] {
        assert!(!error(&format!("$[?({}", opening.repeat(1 << 18))).message.is_empty());
    }
    assert_eq!(
        error(&format!("$[?(@{})]", ".a".repeat(501))).message,
        "the path has too many steps"
    );
}

#[test]
fn a_filter_is_a_condition_in_a_loop() {
    assert_eq!(
        emitted("$.a[?(@.b < 1.5 && (@.c || !@.d.e))].f"),
        [
            r#"gather("$.a[?(@.b<1.5&&(@.c||!@.d.e))].f",|search|{"#,
            r#"ifletSome(node_0)=data.at(["a"]){"#,
            "fornode_1insearch.objects(node_0){",
            r#"if!(search.compares(node_1.at(["b"]),Order::LessThan,Some(&Value::Float(1.5)))"#,
            r#"&&(node_1.at(["c"]).is_some()||node_1.at(["d","e"]).is_none())){continue;}"#,
            r#"ifletSome(node_2)=node_1.at(["f"]){"#,
            "search.hit(node_2);}}}})?",
        ]
        .concat()
    );
    assert_eq!(
        emitted("$..[?(!(@.a != 'x'))]"),
        [
            r#"gather("$..[?(!(@.a!='x'))]",|search|{"#,
            "fornode_0insearch.objects_below(data){",
            r#"ifsearch.compares(node_0.at(["a"]),Order::Equals,Some(&Value::String(Text::new_static("x")))){"#,
            "search.hit(node_0);}}})?",
        ]
        .concat()
    );
    let conditions = [
        ("(@.a != @.b)", r#"if!search.compares(node_0.at(["a"]),Order::Equals,node_0.at(["b"])){"#),
        (
            "(!(@.a < null))",
            r#"if!search.compares(node_0.at(["a"]),Order::LessThan,Some(&Value::Null)){"#,
        ),
        ("(!(@.a && @.b))", r#"if!(node_0.at(["a"]).is_some()&&node_0.at(["b"]).is_some()){"#),
        ("(!(!@.a))", r#"ifnode_0.at(["a"]).is_some(){"#),
        ("(@.a[0])", r#"ifnode_0.at(["a"]).and_then(|node|item(node,0)).is_some(){"#),
    ];
    for (text, condition) in conditions {
        let emitted = emitted(&format!("$[?{text}]"));
        assert!(emitted.contains(condition), "{emitted}");
    }
}
