//! Tests of the data flow: paths, templates, constants.

use super::*;
use crate::ir::{Eval, Expr, Input, Literal, Output, Place, Selection};

fn eval(fields: &str) -> Eval {
    let machine = machine(&pass(fields));
    let NodeKind::Eval(eval) = first(&machine) else { panic!("a Pass evaluates") };
    eval.clone()
}

#[test]
fn without_fields_everything_is_handed_on() {
    let eval = eval("");
    assert_eq!(eval.input, Input::default());
    assert_eq!(eval.output, Output::default());
    assert_eq!(eval.result, None);
}

#[test]
fn the_whole_is_the_same_as_no_path() {
    let eval = eval(r#", "InputPath": "$", "ResultPath": "$", "OutputPath": "$""#);
    assert_eq!(eval.input, Input::default());
    assert_eq!(eval.output, Output::default());
}

#[test]
fn null_is_a_path_of_its_own() {
    let eval = eval(r#", "InputPath": null, "ResultPath": null, "OutputPath": null"#);
    assert_eq!(eval.input.select, Selection::Nothing);
    assert_eq!(eval.output.place, Place::Discard);
    assert_eq!(eval.output.select, Selection::Nothing);
}

#[test]
fn a_succeed_selects_twice() {
    let machine = machine(
        r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed", "InputPath": "$.a", "OutputPath": null}}}"#,
    );
    let NodeKind::End(end) = first(&machine) else { panic!("a Succeed ends") };
    assert!(matches!(&end.input, Selection::Path(path) if path.text == "$.a"));
    assert_eq!(end.output, Selection::Nothing);
}

#[test]
fn a_template_without_paths_is_a_constant() {
    let eval = eval(r#", "Parameters": {"a": [1, 2.5, null], "b": {"c": "x"}}"#);
    let expected = Literal::Object(vec![
        ("a".to_owned(), Literal::Array(vec![Literal::Int(1), Literal::Float(2.5), Literal::Null])),
        ("b".to_owned(), Literal::Object(vec![("c".to_owned(), Literal::String("x".to_owned()))])),
    ]);
    assert_eq!(eval.input.template, Some(Expr::Literal(expected)));
}

#[test]
fn keys_that_end_in_dot_dollar_are_computed_at_every_depth() {
    let eval = eval(r#", "Parameters": {"a": 1, "list": [{"b.$": "$.x[0]"}]}"#);
    let Some(Expr::Object(fields)) = eval.input.template else { panic!("a computed object") };
    assert_eq!(fields[0], ("a".to_owned(), Expr::Literal(Literal::Int(1))));
    let Expr::Array(items) = &fields[1].1 else { panic!("a computed array") };
    let Expr::Object(inner) = &items[0] else { panic!("a computed object") };
    assert_eq!(inner[0].0, "b");
    assert!(
        matches!(&inner[0].1, Expr::Path { field, path } if field == "b.$" && path.text == "$.x[0]")
    );
}

#[test]
fn a_result_takes_the_place_of_a_template() {
    let eval = eval(r#", "Parameters": {"b.$": "$.x"}, "Result": 7"#);
    assert_eq!(eval.input.template, None);
    assert_eq!(eval.result, Some(Literal::Int(7)));
}

#[test]
fn a_result_selector_belongs_to_the_output() {
    let machine = machine(&task(
        r#", "Parameters": "text", "ResultSelector": {"b.$": "$"}, "ResultPath": "$.r""#,
    ));
    let NodeKind::Invoke(invoke) = first(&machine) else { panic!("a Task invokes") };
    assert_eq!(invoke.input.template, Some(Expr::Literal(Literal::String("text".to_owned()))));
    assert!(matches!(invoke.output.template, Some(Expr::Object(_))));
}

#[test]
fn integers_stay_integers_as_long_as_they_fit() {
    let numbers = |text: &str| match eval(&format!(r#", "Result": [{text}]"#)).result {
        Some(Literal::Array(items)) => items,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        numbers("9223372036854775807, 9223372036854775808, 1.0, 1e2, -0"),
        [
            Literal::Int(i64::MAX),
            Literal::Float(9_223_372_036_854_775_808.0),
            Literal::Float(1.0),
            Literal::Float(100.0),
            Literal::Int(0)
        ]
    );
}

#[test]
fn what_looks_like_a_path_but_is_not_computed_is_pointed_out() {
    let lookalike = |fields: &str| {
        marked(&pass(fields))
            .iter()
            .map(|(code, part)| (*code, (*part).to_owned()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lookalike(r#", "Parameters": {"a": "$.x", "b": ["$.y"], "c": "$5", "d": "$"}"#),
        [
            (Code::LooksLikeAPath, r#""$.x""#.to_owned()),
            (Code::LooksLikeAPath, r#""$.y""#.to_owned())
        ]
    );
    assert_eq!(
        lookalike(r#", "Result": {"a.$": "$", "b": "$.x", "c": "$"}"#),
        [(Code::PathInResult, r#""$""#.to_owned()), (Code::PathInResult, r#""$.x""#.to_owned())]
    );
}

#[test]
fn wrong_templates_are_reported_at_the_wrong_value() {
    assert_eq!(
        marked(&pass(
            r#", "Parameters": {"a.$": 23, "b.$": "23", "c": 1, "c.$": "$.x", "d.$": "$.e[", "f.$": "States.Formt('a')"}"#
        )),
        [
            (Code::NotAPath, "23"),
            (Code::NotAPath, r#""23""#),
            (Code::TemplateKeyTwice, r#""c.$""#),
            (Code::PathSyntax, "["),
            (Code::UnknownFunction, "States.Formt"),
        ]
    );
}

#[test]
fn wrong_paths_are_reported_at_the_wrong_part() {
    assert_eq!(marked(&pass(r#", "InputPath": "x.y""#)), [(Code::PathSyntax, "x")]);
    assert_eq!(marked(&pass(r#", "ResultPath": "$..x""#)), [(Code::NotAReferencePath, "..x")]);
    assert_eq!(marked(&pass(r#", "ResultPath": "$.a[*]""#)), [(Code::NotAReferencePath, "[*]")]);
    assert_eq!(
        marked(&pass(r#", "ResultPath": "$.a[?(@.b)]""#)),
        [(Code::NotAReferencePath, "[?(@.b)]")]
    );
    for field in ["InputPath", "ResultPath", "OutputPath"] {
        let text = pass(&format!(r#", "{field}": "States.UUID()""#));
        assert_eq!(marked(&text), [(Code::PathSyntax, r#""States.UUID()""#)]);
    }
    assert_eq!(
        marked(&pass(r#", "ResultPath": "$$.a""#)),
        [(Code::NotAReferencePath, r#""$$.a""#)]
    );
    assert_eq!(
        marked(&pass(r#", "ResultPath": "$name""#)),
        [(Code::NotAReferencePath, r#""$name""#)]
    );
    assert_eq!(
        marked(&wait(r#""SecondsPath": "$.a[*]""#)),
        [(Code::NotAReferencePath, r#""$.a[*]""#)]
    );
    assert_eq!(marked(&pass(r#", "OutputPath": 7"#)), [(Code::WrongType, "7")]);
    assert_eq!(marked(&pass(r#", "InputPath": "$.\u0061[""#)), [(Code::PathSyntax, "[")]);
}
