//! What is said of rules, and what is not; and that what is said holds, on random rules.

use crate::compile;
use crate::diagnostics::{Code, Diagnostic};
use crate::options::Options;
use crate::source::Sources;

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

#[expect(clippy::wildcard_enum_match_arm, reason = "values of other types never match")]
mod random {
    //! Rules made by chance against every value that can matter: what is called dead is dead, what
    //! is called open is open.

    use super::*;

    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % most
        }
    }

    #[derive(Debug)]
    enum Rule {
        And(Vec<Rule>),
        Or(Vec<Rule>),
        Not(Box<Rule>),
        /// Path, operator, operand.
        Number(u64, u64, i64),
        Text(u64, u64, &'static str),
        Boolean(u64, bool),
        /// Path, kind, expected.
        Is(u64, u64, bool),
        Matches(u64, &'static str),
        /// Compares the numbers at both paths.
        Place(u64, u64),
    }

    const KINDS: [&str; 5] = ["Present", "Null", "Numeric", "String", "Boolean"];

    const OPERATORS: [&str; 5] =
        ["Equals", "LessThan", "GreaterThan", "LessThanEquals", "GreaterThanEquals"];

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Value {
        Missing,
        Null,
        Other,
        Boolean(bool),
        Number(f64),
        Text(&'static str),
    }

    const VALUES: [Value; 18] = [
        Value::Missing,
        Value::Null,
        Value::Other,
        Value::Boolean(true),
        Value::Boolean(false),
        Value::Number(-1.0),
        Value::Number(0.0),
        Value::Number(0.5),
        Value::Number(1.0),
        Value::Number(1.5),
        Value::Number(2.0),
        Value::Number(3.0),
        Value::Text(""),
        Value::Text("a"),
        Value::Text("aa"),
        Value::Text("b"),
        Value::Text("c"),
        Value::Text("?"),
    ];

    fn rule(dice: &mut Dice, depth: u64) -> Rule {
        let path = dice.below(2);
        match dice.below(if depth == 0 { 6 } else { 9 }) {
            0 => Rule::Number(path, dice.below(5), i64::try_from(dice.below(3)).unwrap()),
            1 => {
                Rule::Text(path, dice.below(5), ["a", "b"][usize::try_from(dice.below(2)).unwrap()])
            }
            2 => Rule::Boolean(path, dice.below(2) == 0),
            3 => Rule::Is(path, dice.below(5), dice.below(2) == 0),
            4 => Rule::Matches(path, ["a", "b"][usize::try_from(dice.below(2)).unwrap()]),
            5 => Rule::Place(path, dice.below(5)),
            6 => Rule::Not(Box::new(rule(dice, depth - 1))),
            kind => {
                let inner = (0..=dice.below(3)).map(|_| rule(dice, depth - 1)).collect();
                if kind == 7 { Rule::And(inner) } else { Rule::Or(inner) }
            }
        }
    }

    fn text(rule: &Rule) -> String {
        let all = |rules: &[Rule]| {
            rules.iter().map(|rule| format!("{{{}}}", text(rule))).collect::<Vec<_>>().join(", ")
        };
        let operator = |index: &u64| OPERATORS[usize::try_from(*index).unwrap()];
        match rule {
            Rule::And(inner) => format!(r#""And": [{}]"#, all(inner)),
            Rule::Or(inner) => format!(r#""Or": [{}]"#, all(inner)),
            Rule::Not(inner) => format!(r#""Not": {{{}}}"#, text(inner)),
            Rule::Number(path, order, operand) => {
                format!(r#""Variable": "$.p{path}", "Numeric{}": {operand}"#, operator(order))
            }
            Rule::Text(path, order, operand) => {
                format!(r#""Variable": "$.p{path}", "String{}": "{operand}""#, operator(order))
            }
            Rule::Is(path, kind, expected) => {
                let kind = KINDS[usize::try_from(*kind).unwrap()];
                format!(r#""Variable": "$.p{path}", "Is{kind}": {expected}"#)
            }
            Rule::Matches(path, start) => {
                format!(r#""Variable": "$.p{path}", "StringMatches": "{start}*""#)
            }
            Rule::Place(path, order) => {
                format!(
                    r#""Variable": "$.p{path}", "Numeric{}Path": "$.p{}""#,
                    operator(order),
                    1 - path
                )
            }
            Rule::Boolean(path, operand) => {
                format!(r#""Variable": "$.p{path}", "BooleanEquals": {operand}"#)
            }
        }
    }

    fn holds(rule: &Rule, data: &[Value; 2]) -> Option<bool> {
        let at = |path: &u64| match data[usize::try_from(*path).unwrap()] {
            Value::Missing => None,
            value => Some(value),
        };
        let compares = |order: &u64, found: Option<std::cmp::Ordering>| {
            found.is_some_and(|found| match order {
                0 => found.is_eq(),
                1 => found.is_lt(),
                2 => found.is_gt(),
                3 => found.is_le(),
                _ => found.is_ge(),
            })
        };
        match rule {
            Rule::And(inner) => inner
                .iter()
                .try_fold(true, |all, rule| if all { holds(rule, data) } else { Some(false) }),
            Rule::Or(inner) => inner
                .iter()
                .try_fold(false, |any, rule| if any { Some(true) } else { holds(rule, data) }),
            Rule::Not(inner) => holds(inner, data).map(|holds| !holds),
            Rule::Number(path, order, operand) => Some(match at(path)? {
                #[expect(clippy::cast_precision_loss, reason = "small")]
                Value::Number(found) => compares(order, found.partial_cmp(&(*operand as f64))),
                _ => false,
            }),
            Rule::Text(path, order, operand) => Some(match at(path)? {
                Value::Text(found) => compares(order, Some(found.cmp(operand))),
                _ => false,
            }),
            Rule::Is(path, 0, expected) => Some(at(path).is_some() == *expected),
            Rule::Is(path, kind, expected) => {
                let is = match at(path)? {
                    Value::Missing => return None,
                    Value::Null => *kind == 1,
                    Value::Other => false,
                    Value::Number(_) => *kind == 2,
                    Value::Text(_) => *kind == 3,
                    Value::Boolean(_) => *kind == 4,
                };
                Some(is == *expected)
            }
            Rule::Matches(path, start) => Some(match at(path)? {
                Value::Text(found) => found.starts_with(start),
                _ => false,
            }),
            Rule::Place(path, order) => Some(match (at(path)?, at(&(1 - path))?) {
                (Value::Number(one), Value::Number(other)) => {
                    compares(order, one.partial_cmp(&other))
                }
                _ => false,
            }),
            Rule::Boolean(path, operand) => Some(at(path)? == Value::Boolean(*operand)),
        }
    }

    /// Which rule decides, the number of rules for none; `None`: the state fails.
    fn decides(rules: &[Rule], data: &[Value; 2]) -> Option<usize> {
        for (index, rule) in rules.iter().enumerate() {
            if holds(rule, data)? {
                return Some(index);
            }
        }
        Some(rules.len())
    }

    #[test]
    fn what_is_said_of_random_rules_is_true() {
        let mut said = 0;
        for seed in 1..=1_500_u64 {
            let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let rules: Vec<Rule> = (0..=dice.below(4)).map(|_| rule(&mut dice, 2)).collect();
            let mut taken = vec![false; rules.len() + 1];
            for x in VALUES {
                for y in VALUES {
                    if let Some(index) = decides(&rules, &[x, y]) {
                        taken[index] = true;
                    }
                }
            }
            let texts: Vec<String> = rules.iter().map(text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let definition = choice(&texts, true);
            let starts: Vec<usize> = texts
                .iter()
                .scan(0, |from, text| {
                    let found = definition[*from..].find(&format!("{{{text}, ")).unwrap() + *from;
                    *from = found + text.len();
                    Some(found)
                })
                .collect();
            for found in findings(&definition) {
                said += 1;
                let place = usize::try_from(found.span.start).unwrap();
                match found.code {
                    Code::ShadowedRule => {
                        let index = starts.iter().position(|start| *start == place).unwrap();
                        assert!(!taken[index], "{definition} {found:?}");
                    }
                    Code::ImpossibleCondition => {
                        if let Some(index) = starts.iter().position(|start| *start == place) {
                            assert!(!taken[index], "{definition} {found:?}");
                        }
                    }
                    Code::UnreachableDefault => assert!(!taken[rules.len()], "{definition}"),
                    code => panic!("{code:?}"),
                }
            }
            let without = findings(&choice(&texts, false));
            if without.iter().any(|found| found.code == Code::NotExhaustive) {
                assert!(taken[rules.len()], "{definition}");
            }
        }
        assert!(said > 300, "{said}");
    }
}
