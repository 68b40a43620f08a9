use super::*;
use crate::machine::Wait;
use asl_jsonata::{Fault, Outcome};
use asl_value::Failure;
use asl_value::error::names;
use asl_value::expression::Limit;
use asl_value::json;

const SECONDS: Field = Field::new("TimeoutSeconds", "$states.input.t");

fn cx() -> machine::Cx<'static> {
    machine::Cx::default()
}

#[expect(clippy::unnecessary_wraps, reason = "it is the outcome of a run")]
fn item(value: Value) -> Outcome {
    Ok(Item::Data(value))
}

/// The cause and the location of an expression's failure.
fn cause<T: std::fmt::Debug>(result: Result<T, Failed>) -> (String, Option<&'static str>) {
    let failure = *result.expect_err("it fails");
    assert_eq!(failure.error(), Some(names::QUERY_EVALUATION_ERROR));
    let Failure { cause, unplaced, location, .. } = failure;
    assert!(unplaced);
    (cause.expect("it has one").to_string(), location)
}

fn ending<T: std::fmt::Debug>(result: Result<T, Failed>) -> String {
    let (cause, location) = cause(result);
    assert_eq!(location, Some("TimeoutSeconds"));
    let about =
        "The JSONata expression '$states.input.t' specified for the field 'TimeoutSeconds' ";
    cause.strip_prefix(about).map_or(cause.clone(), str::to_owned)
}

#[test]
fn failures_of_expressions_have_the_words_of_aws() {
    assert_eq!(
        ending(value(&cx(), &SECONDS, Ok(Item::Undefined))),
        "returned nothing (undefined)."
    );
    let thrown = Fault::new("T2001").token("+");
    assert_eq!(
        ending(value(&cx(), &SECONDS, Err::<Item, _>(thrown))),
        "threw an error during evaluation. T2001: The left side of the \"+\" operator must evaluate to a number"
    );
    let internal = value(&cx(), &SECONDS, Err::<Item, _>(Fault::new("D3137").internal()));
    let found = ending(internal);
    let uuid = found.strip_prefix("threw an internal error during evaluation. ");
    assert_eq!(uuid.map(str::len), Some(36), "{found}");
    let limits = [
        (Limit::Fuel, "Expression evaluation timeout"),
        (
            Limit::Size,
            "Expression evaluation memory limit exceeded: Check for excessive memory usage",
        ),
        (
            Limit::Depth,
            "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive",
        ),
    ];
    for (limit, words) in limits {
        let found = ending(value(&cx(), &SECONDS, Err::<Item, _>(Fault::Limit(limit))));
        assert_eq!(found, format!("threw an error during evaluation: {words}"));
    }
}

#[test]
fn numbers_that_json_does_not_have_become_strings_at_any_depth() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5].map(Value::Float);
    let list = Value::array(numbers.into_iter().collect());
    let found = value(&cx(), &SECONDS, item(json!({"list": (list)})));
    assert_eq!(found.expect("it succeeds"), json!({"list": ["NaN", "Infinity", "-Infinity", 1.5]}));
}

#[test]
fn fields_with_a_type_refuse_others() {
    let unexpected = |wanted: &str, was: &str, text: &str| {
        format!(
            "returned an unexpected result type. Expected '{wanted}', but was '{was}' for value: {text}"
        )
    };
    let found = ending(task_seconds(&cx(), &SECONDS, item(json!("3"))));
    assert_eq!(found, unexpected("number", "string", "\"3\""));
    let found = ending(condition(&cx(), &SECONDS, item(json!(1))));
    assert_eq!(found, unexpected("boolean", "number", "1"));
    let found = ending(text(&cx(), &SECONDS, item(json!(null))));
    assert_eq!(found, unexpected("string", "null", "null"));
    let found = ending(items(&cx(), &SECONDS, item(json!({"foo": "bar"}))));
    assert_eq!(found, unexpected("array", "object", "{\"foo\":\"bar\"}"));
    assert!(condition(&cx(), &SECONDS, item(json!(true))).expect("it succeeds"));
}

#[test]
fn numbers_out_of_range_are_refused_by_the_name_of_the_field() {
    let seconds = |number: Value| task_seconds(&cx(), &SECONDS, item(number));
    assert_eq!(
        ending(seconds(json!(-1))),
        "TimeoutSeconds must be between 0 and 99999999 but was: -1"
    );
    assert_eq!(
        ending(seconds(json!(1.6))),
        "The TimeoutSeconds field cannot be parsed as an integer: 1.6"
    );
    assert_eq!(seconds(json!(0)).expect("it succeeds"), 0);
    assert_eq!(seconds(Value::Float(3.0)).expect("it succeeds"), 3);
    let batch = Field::new("ItemBatcher/MaxItemsPerBatch", "0");
    assert_eq!(
        cause(positive(&cx(), &batch, item(json!(0)))),
        (
            "MaxItemsPerBatch must be greater than 0.".to_owned(),
            Some("ItemBatcher/MaxItemsPerBatch")
        )
    );
    let share = Field::new("ToleratedFailurePercentage", "101");
    let found = cause(percentage(&cx(), &share, item(json!(101))));
    assert_eq!(found.0, "ToleratedFailurePercentage must be between 0 and 100.");
    let count = Field::new("ToleratedFailureCount", "-1");
    let found = cause(not_negative(&cx(), &count, item(json!(-1))));
    assert_eq!(found.0, "ToleratedFailureCount cannot be negative.");
}

#[test]
fn waits_take_seconds_and_timestamps_within_the_limit() {
    let field = Field::new("Timestamp", "$t");
    let until = |text: &str| wait_timestamp(&cx(), &field, item(Value::text(text)));
    let found = until("1970-01-01T00:00:01Z").expect("it succeeds");
    assert!(matches!(found, Wait::Until(1000)), "{found:?}");
    assert_eq!(
        cause(until("2016-13-05T21:29:29Z")).0,
        "The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: 2016-13-05T21:29:29Z"
    );
    assert_eq!(cause(until("2100-01-01T00:00:00Z")).0, "Wait state delay is too long.");
    let seconds = Field::new("Seconds", "$s");
    let found = wait_seconds(&cx(), &seconds, item(json!(2))).expect("it succeeds");
    assert!(matches!(found, Wait::For(2000)), "{found:?}");
}

/// Measured on AWS: expressions may be what literals may not.
#[test]
fn waits_of_expressions_are_read_more_freely_than_literals() {
    let field = Field::new("Timestamp", "$t");
    let until = |text: &str| wait_timestamp(&cx(), &field, item(Value::text(text)));
    for good in
        ["1970-01-01t00:00:01z", "1970-01-01T00:00:01.000000000Z", "1970-01-01T01:00:01+01:00"]
    {
        assert!(matches!(until(good), Ok(Wait::Until(1000))), "{good}");
    }
    for good in ["1970-01-01T00:01Z", "1970-01-01t01:01+01:00"] {
        assert!(matches!(until(good), Ok(Wait::Until(60_000))), "{good}");
    }
    for bad in
        ["1970-01-01 00:01Z", "1970-01-01T00:01", "2016-02-30T00:00:00Z", "T", "1970-01-01T0:01Z"]
    {
        assert!(until(bad).is_err(), "{bad}");
    }
    let seconds = Field::new("Seconds", "$s");
    let wait = |value: Value| wait_seconds(&cx(), &seconds, item(value));
    assert!(matches!(wait(Value::Float(0.0)), Ok(Wait::For(0))));
    assert!(matches!(wait(json!(100_000_000)), Ok(Wait::For(100_000_000_000))));
    assert_eq!(cause(wait(json!(3_000_000_000_u64))).0, "Wait state delay is too long.");
    let negative = cause(wait(json!(-1))).0;
    assert_eq!(negative, "Seconds must be between 0 and 99999999 but was: -1");
    for bad in [json!(1.5), json!("1"), json!(null), json!(true)] {
        assert!(wait(bad).is_err());
    }
}

#[test]
fn a_map_without_items_takes_only_an_array() {
    assert_eq!(whole_input(&json!([1])).expect("it succeeds"), &json!([1]));
    let (cause, location) = cause(whole_input(&json!({"foo": "bar"})));
    assert_eq!(cause, "Map state input must be an array but was: {\"foo\":\"bar\"}");
    assert_eq!(location, None);
}

#[test]
fn random_numbers_depend_on_the_field() {
    let cx = cx();
    let draw = |path| {
        let runs = runs(&cx);
        begin_random(&cx, &Field::new(path, "$random()"), &runs).random_bits()
    };
    assert_eq!(draw("Output/a"), draw("Output/a"));
    assert_ne!(draw("Output/a"), draw("Output/b"));
}
