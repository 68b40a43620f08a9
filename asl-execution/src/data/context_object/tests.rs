use super::{MOST_ASSIGNED, MOST_STORED, assign};
use crate::machine::{Cx, Limits};
use asl_value::error::{Failed, Failure, names};
use asl_value::value::{Text, Value};

fn variable(name: &str, text: String) -> Value {
    Value::Object([(Text::new(name), Value::text(text))].into_iter().collect())
}

/// An object with one variable, of this many bytes of JSON text.
fn of_size(name: &str, bytes: usize) -> Value {
    let around = variable(name, String::new()).to_string().len();
    let variables = variable(name, "x".repeat(bytes - around));
    assert_eq!(variables.to_string().len(), bytes);
    variables
}

fn within_quotas() -> Cx<'static> {
    Cx { limits: Limits::Aws, ..Cx::default() }
}

fn refused(result: Result<(), Failed>) -> String {
    let Failure { error, cause, unplaced, .. } = *result.expect_err("it is too large");
    assert_eq!(error.as_deref(), Some(names::DATA_LIMIT_EXCEEDED));
    assert!(unplaced, "the state is added");
    cause.expect("it has one").to_string()
}

#[test]
fn one_assign_has_at_most_256_kib_under_the_quotas_of_aws() {
    let cx = &mut within_quotas();
    assign(cx, of_size("a", MOST_ASSIGNED)).expect("it just fits");
    let kept = cx.vars.clone();
    let cause = refused(assign(cx, of_size("a", MOST_ASSIGNED + 1)));
    assert_eq!(cause, "The variables exceed the maximum size of 262144 bytes.");
    assert_eq!(cx.vars, kept);
    assign(&mut Cx::default(), of_size("a", MOST_ASSIGNED + 1)).expect("there are no quotas");
    // Escapes count as they are written.
    let controls = variable("a", "\u{1}".repeat(MOST_ASSIGNED / 5));
    refused(assign(cx, controls));
}

#[test]
fn all_variables_have_at_most_10_mib_under_the_quotas_of_aws() {
    let (cx, free) = (&mut within_quotas(), &mut Cx::default());
    let share = MOST_STORED / 64;
    for number in 0..64 {
        // One byte for each comma in place of two braces, and two for the braces of all.
        let bytes = if number == 0 { share - 1 } else { share + 1 };
        let variables = of_size(&format!("v{number:02}"), bytes);
        assign(cx, variables.clone()).expect("they just fit");
        assign(free, variables).expect("there are no quotas");
    }
    assert_eq!(cx.vars.size(), MOST_STORED as u64);
    let (kept, assigned) = (cx.vars.clone(), cx.assigned.clone());
    let cause = refused(assign(cx, of_size("more", 20)));
    assert_eq!(cause, "The variables exceed the maximum size of 10485760 bytes.");
    assert_eq!((&cx.vars, &cx.assigned), (&kept, &assigned), "a catcher sees them as they were");
    assign(cx, of_size("v00", share - 1)).expect("it replaces one of the same size");
    assign(free, of_size("more", 20)).expect("there are no quotas");
}
