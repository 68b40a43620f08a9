//! Random rules evaluated with every value that matters: rules that are reported as dead are dead,
//! and cases that are reported as open are open.

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
        1 => Rule::Text(path, dice.below(5), ["a", "b"][usize::try_from(dice.below(2)).unwrap()]),
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
            (Value::Number(one), Value::Number(other)) => compares(order, one.partial_cmp(&other)),
            _ => false,
        }),
        Rule::Boolean(path, operand) => Some(at(path)? == Value::Boolean(*operand)),
    }
}

/// The index of the rule that decides, the number of rules for none; `None`: the state fails.
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
