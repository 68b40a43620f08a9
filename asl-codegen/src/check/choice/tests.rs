//! Tests of findings about rules, and of their absence; and random rules, on which all findings
//! must be correct.

#[expect(clippy::wildcard_enum_match_arm, reason = "values of other types never match")]
mod random;

use crate::compile;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Options;
use asl_source::source::Sources;

fn findings(text: &str) -> Vec<Diagnostic> {
    compile::check(&mut Sources::from_text("test.asl.json", text), &Options::default())
        .diagnostics
        .sorted()
}

/// A Choice of these conditions, with or without a `Default`.
fn choice(conditions: &[&str], default: bool) -> String {
    let rule = |condition: &&str| format!(r#"{{{condition}, "Next": "B"}}"#);
    let rules: Vec<_> = conditions.iter().map(rule).collect();
    let default = if default { r#", "Default": "B""# } else { "" };
    format!(
        r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Choice", "Choices": [{}]{default}}}, "B": {{"Type": "Succeed"}}}}}}"#,
        rules.join(", ")
    )
}

fn with_default(conditions: &[&str]) -> Vec<Code> {
    findings(&choice(conditions, true)).into_iter().map(|found| found.code).collect()
}

/// What is said of the cases that are open.
fn open(conditions: &[&str]) -> Option<String> {
    let found = findings(&choice(conditions, false));
    assert!(found.iter().all(|found| found.code == Code::NotExhaustive), "{found:?}");
    found.into_iter().next().and_then(|found| found.label)
}

fn number(operator: &str, operand: &str) -> String {
    format!(r#""Variable": "$.x", "Numeric{operator}": {operand}"#)
}

const SMALL: &str = r#""Variable": "$.x", "NumericLessThan": 10"#;
const LARGE: &str = r#""Variable": "$.x", "NumericGreaterThanEquals": 10"#;
const YES: &str = r#""Variable": "$.x", "BooleanEquals": true"#;
const NO: &str = r#""Variable": "$.x", "BooleanEquals": false"#;
const TEXT: &str = r#""Variable": "$.x", "StringEquals": "a""#;

#[test]
fn a_rule_behind_one_that_takes_all_it_would_match_is_reported() {
    assert_eq!(with_default(&[SMALL, &number("Equals", "3")]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[SMALL, &number("LessThanEquals", "9.5")]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[TEXT, TEXT]), [Code::ShadowedRule]);
    assert_eq!(
        with_default(&[r#""Variable": "$['x']", "StringEquals": "a""#, TEXT]),
        [Code::ShadowedRule]
    );
    assert_eq!(
        with_default(&[&number("Equals", "0"), &number("Equals", "-0.0")]),
        [Code::ShadowedRule]
    );
}

#[test]
fn several_rules_can_shadow_one_together() {
    let text = choice(&[SMALL, LARGE, &number("GreaterThan", "-1")], true);
    let found = findings(&text);
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::ShadowedRule]);
    assert_eq!(found[0].related.len(), 2);
}

#[test]
fn near_misses_are_not_reported() {
    let cases: &[&[&str]] = &[
        &[SMALL, &number("Equals", "10")],
        &[SMALL, &number("LessThanEquals", "10")],
        &[SMALL, TEXT, YES, NO, LARGE],
        &[TEXT, r#""Variable": "$.x", "StringEquals": "A""#],
        &[TEXT, r#""Variable": "$.y", "StringEquals": "a""#],
        &[
            r#""Variable": "$.x", "StringGreaterThan": "a""#,
            r#""Variable": "$.x", "StringLessThanEquals": "a""#,
        ],
        &[r#""Variable": "$.x[*]", "StringEquals": "a""#, TEXT],
        &[
            r#""Variable": "$.x", "TimestampLessThan": "2020-01-01T00:00:00Z""#,
            r#""Variable": "$.x", "StringEquals": "2019-01-01T00:00:00Z""#,
        ],
    ];
    for case in cases {
        assert_eq!(with_default(case), [], "{case:?}");
    }
}

#[test]
fn timestamps_compare_by_their_instants() {
    let at = |operator: &str, text: &str| {
        format!(r#""Variable": "$.x", "Timestamp{operator}": "{text}""#)
    };
    let utc = at("Equals", "2020-01-01T00:00:00Z");
    assert_eq!(
        with_default(&[&utc, &at("Equals", "2020-01-01T01:00:00+01:00")]),
        [Code::ShadowedRule]
    );
    assert_eq!(with_default(&[&utc, &at("Equals", "2020-01-01T00:00:00.001Z")]), []);
}

#[test]
fn an_and_that_excludes_itself_is_reported_where_it_does() {
    let and = |one: &str, two: &str| format!(r#""And": [{{{one}}}, {{{two}}}]"#);
    let text = choice(&[&and(SMALL, &number("GreaterThan", "10"))], true);
    let found = findings(&text);
    assert_eq!(
        found.iter().map(|found| found.code).collect::<Vec<_>>(),
        [Code::ImpossibleCondition]
    );
    assert_eq!(found[0].span.start as usize, text.rfind("\"$.x\"").unwrap());
    assert_eq!(found[0].related.len(), 1);
    assert_eq!(with_default(&[&and(TEXT, YES)]), [Code::ImpossibleCondition]);
    assert_eq!(with_default(&[&and(SMALL, &number("GreaterThan", "9"))]), []);
    let inner = and(TEXT, SMALL);
    assert_eq!(
        with_default(&[&format!(r#""Or": [{{{YES}}}, {{{inner}}}]"#)]),
        [Code::ImpossibleCondition]
    );
    let never = format!(r#""And": [{{{YES}}}, {{"Not": {{{YES}}}}}]"#);
    assert_eq!(with_default(&[&never]), [Code::ImpossibleCondition]);
}

#[test]
fn rules_about_several_paths_are_compared() {
    let both = |one: &str, two: &str| {
        format!(
            r#""And": [{{"Variable": "$.x", "NumericEquals": {one}}}, {{"Variable": "$.y", "NumericEquals": {two}}}]"#
        )
    };
    assert_eq!(with_default(&[&both("1", "2"), &both("1", "2")]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&both("1", "2"), &both("2", "1"), &both("1", "1")]), []);
    assert_eq!(with_default(&[&number("Equals", "1"), &both("1", "2")]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&both("1", "2"), &number("Equals", "1")]), []);
}

#[test]
fn a_default_that_is_never_taken_is_reported() {
    let not = |inner: &str| format!(r#""Not": {{{inner}}}"#);
    assert_eq!(with_default(&[TEXT, &not(TEXT)]), [Code::UnreachableDefault]);
    assert_eq!(
        with_default(&[&format!(r#""Or": [{{{TEXT}}}, {{"Not": {{{TEXT}}}}}]"#)]),
        [Code::UnreachableDefault]
    );
    // What is neither true nor false goes to the default.
    assert_eq!(with_default(&[YES, NO]), []);
    assert_eq!(with_default(&[SMALL, LARGE]), []);
}

#[test]
fn open_cases_need_a_default() {
    assert_eq!(open(&[YES, NO]), None);
    assert_eq!(open(&[SMALL, LARGE]), None);
    assert_eq!(open(&[YES]).as_deref(), Some("no rule matches when `$.x` is `false`"));
    assert_eq!(
        open(&[SMALL, &number("GreaterThan", "10")]).as_deref(),
        Some("no rule matches when `$.x` is `10`")
    );
    assert_eq!(open(&[TEXT]).as_deref(), Some("no rule matches when `$.x` is `\"?\"`"));
    let not = r#""Not": {"Variable": "$.x", "StringEquals": "a"}"#;
    assert_eq!(open(&[TEXT, not]), None);
    let time = |operator: &str| {
        format!(r#""Variable": "$.x", "Timestamp{operator}": "2020-01-01T00:00:00Z""#)
    };
    assert!(open(&[&time("LessThan")]).is_some());
    assert_eq!(open(&[&time("LessThan"), &time("GreaterThanEquals")]), None);
    // It is unknown if both of these have a value at once.
    let inner = r#""Variable": "$.x.y", "BooleanEquals": true"#;
    assert_eq!(open(&[YES, inner]), None);
}

#[test]
fn open_cases_of_several_paths_are_found() {
    let flag = |path: &str, value: bool| {
        format!(r#"{{"Variable": "$.{path}", "BooleanEquals": {value}}}"#)
    };
    let both = |x: bool, y: bool| format!(r#""And": [{}, {}]"#, flag("x", x), flag("y", y));
    let all = [both(true, true), both(true, false), both(false, true), both(false, false)];
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(open(&all), None);
    for missing in 0..4 {
        let some: Vec<&str> =
            (0..4).filter(|index| *index != missing).map(|index| all[index]).collect();
        assert!(open(&some).is_some(), "{missing}");
    }
}

const PRESENT: &str = r#""Variable": "$.x", "IsPresent": true"#;
const ABSENT: &str = r#""Variable": "$.x", "IsPresent": false"#;

#[test]
fn a_missing_value_fails_the_state_before_it_is_asked_for() {
    // `$.x` was compared already: where it is missing nothing comes this far.
    assert_eq!(with_default(&[YES, ABSENT]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[ABSENT, YES]), []);
    assert_eq!(with_default(&[PRESENT, YES]), [Code::ShadowedRule, Code::UnreachableDefault]);
    assert_eq!(with_default(&[ABSENT, PRESENT]), [Code::UnreachableDefault]);
    let guarded = format!(r#""And": [{{{PRESENT}}}, {{{YES}}}]"#);
    assert_eq!(with_default(&[&guarded, ABSENT]), []);
    let never = format!(r#""And": [{{{YES}}}, {{{ABSENT}}}]"#);
    assert_eq!(with_default(&[&never]), [Code::ImpossibleCondition]);
}

#[test]
fn tests_of_kinds_are_understood() {
    let is = |kind: &str, expected: bool| format!(r#""Variable": "$.x", "Is{kind}": {expected}"#);
    assert_eq!(with_default(&[&is("Numeric", true), SMALL]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&is("Numeric", false), SMALL, LARGE]), [Code::UnreachableDefault]);
    assert_eq!(with_default(&[&is("String", true), &is("Timestamp", true)]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&is("Timestamp", true), &is("String", true)]), []);
    assert_eq!(
        with_default(&[&is("Null", true), YES, NO, &is("Boolean", true)]),
        [Code::ShadowedRule]
    );
    assert_eq!(
        open(&[&is("Numeric", true)]).as_deref(),
        Some("no rule matches when `$.x` is an object")
    );
    assert_eq!(open(&[&is("Numeric", true), &is("Numeric", false)]), None);
    assert_eq!(open(&[&is("Numeric", true), &is("String", true)]), None);
    assert_eq!(open(&[ABSENT, YES, NO]), None);
    assert_eq!(open(&[PRESENT]).as_deref(), Some("no rule matches when there is no `$.x`"));
}

#[test]
fn patterns_and_other_paths_are_only_equal_to_themselves() {
    let like = |pattern: &str| format!(r#""Variable": "$.x", "StringMatches": "{pattern}""#);
    assert_eq!(with_default(&[&like("a*"), &like("a*")]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&like("a*"), &like("ab*")]), []);
    assert_eq!(
        with_default(&[&format!(r#""And": [{{{}}}, {{{YES}}}]"#, like("a*"))]),
        [Code::ImpossibleCondition]
    );
    assert_eq!(open(&[&like("a*")]).as_deref(), Some("no rule matches when `$.x` is `\"?\"`"));
    assert_eq!(open(&[&like("*")]), None);
    let path =
        |operator: &str, other: &str| format!(r#""Variable": "$.x", "{operator}Path": "{other}""#);
    let less = path("NumericLessThan", "$.y");
    assert_eq!(with_default(&[&less, &less]), [Code::ShadowedRule]);
    assert_eq!(with_default(&[&less, &path("NumericLessThanEquals", "$.y")]), []);
    assert_eq!(with_default(&[&less, &path("NumericLessThan", "$.z")]), []);
    assert!(open(&[&less]).is_some());
    assert_eq!(open(&[&less, &path("NumericGreaterThanEquals", "$.y")]), None);
}

#[test]
fn many_rules_take_few_steps() {
    // Each of these would take minutes if rules were compared with all earlier ones.
    let numbers: Vec<String> =
        (0..4_000).map(|n| number("Equals", &(n * 7 % 4_001).to_string())).collect();
    let rules: Vec<&str> = numbers.iter().map(String::as_str).collect();
    assert_eq!(with_default(&rules), []);
    let pairs: Vec<String> = (0..4_000)
        .map(|n| {
            format!(
                r#""And": [{{{}}}, {{"Variable": "$.y", "NumericEquals": {n}}}]"#,
                number("LessThan", "5")
            )
        })
        .collect();
    let rules: Vec<&str> = pairs.iter().map(String::as_str).collect();
    assert_eq!(with_default(&rules), []);
}
