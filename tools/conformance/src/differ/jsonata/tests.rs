//! Tests of the comparison: expressions are the same for a seed, most of them are sound, and
//! differences are found.

use super::generate::Generator;
use super::reference::{Stop, run};
use super::{Planned, difference};

#[test]
fn a_seed_always_makes_the_same_expressions_and_most_have_an_outcome() {
    let make = |seed| {
        let mut generator = Generator::new(seed);
        (0..300).map(|_| (generator.expression(), generator.document())).collect::<Vec<_>>()
    };
    let (first, again) = (make(3), make(3));
    let same = |a: &str, b: &str| a == b;
    assert!(first.iter().zip(&again).all(|(a, b)| same(&a.0, &b.0) && a.1 == b.1));
    let outcomes: Vec<_> = first.iter().map(|(text, input)| run(text, Some(input), &[])).collect();
    let values = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Some(_)))).count();
    let failures = outcomes.iter().filter(|outcome| matches!(outcome, Err(Stop::Error(_)))).count();
    assert!(values > 100 && failures > 10, "{values} values, {failures} failures");
}

#[test]
fn another_result_or_error_is_found() {
    let mut generator = Generator::new(1);
    let planned = |expression: &str, generator: &mut Generator| {
        let input = generator.document();
        let expected = run(expression, Some(&input), &[]);
        Planned { program: 0, expression: expression.to_owned(), input, expected }
    };
    let found = |run: &Planned, line: &str| difference(run, Ok(line.to_owned())).unwrap();
    let value = planned("[1, 2].($ + 1)", &mut generator);
    assert_eq!(found(&value, r#"{"result": "[2, 3.0]"}"#), None);
    assert!(found(&value, r#"{"result": "[2, 4]"}"#).is_some());
    assert!(found(&value, r#"{"undefined": true}"#).is_some());
    let failure = planned("1 + true", &mut generator);
    assert_eq!(found(&failure, r#"{"error": "T2002", "message": "no"}"#), None);
    assert!(found(&failure, r#"{"error": "T2001", "message": "no"}"#).is_some());
    assert!(difference(&failure, Err("crashed".to_owned())).unwrap().is_some());
}
