//! c: an order from its arrival to its parcel, 14 states of which 7 are tasks, each with a retrier and a catcher.

use asl_runtime::value::Object;
use asl_runtime::{Value, json};

/// The definition.
pub(super) fn definition() -> Value {
    let states: Value = [before_payment(), after_payment()].concat().into_iter().collect();
    json!({"StartAt": "Normalize", "States": states})
}

type State = (&'static str, Value);

fn before_payment() -> Vec<State> {
    vec![
        ("Normalize", normalize()),
        (
            "Validate",
            task(
                "validate",
                &json!({"InputPath": "$.work", "ResultPath": "$.validation", "Next": "IsValid"}),
            ),
        ),
        (
            "IsValid",
            choice(
                &json!({"Variable": "$.validation.ok", "BooleanEquals": true, "Next": "Reserve"}),
                "Rejected",
            ),
        ),
        ("Reserve", reserve()),
        ("Price", price()),
        (
            "HighValue",
            choice(
                &json!({"Variable": "$.price.total", "NumericGreaterThan": 1000, "Next": "Fraud"}),
                "Charge",
            ),
        ),
        ("Fraud", fraud()),
        ("FraudOk", choice(&fraud_is_unlikely(), "Rejected")),
    ]
}

fn after_payment() -> Vec<State> {
    vec![
        ("Charge", charge()),
        ("Ship", ship()),
        ("Notify", notify()),
        ("Summary", summary()),
        ("Done", json!({"Type": "Succeed"})),
        (
            "Rejected",
            json!({"Type": "Fail", "Error": "OrderRejected", "Cause": "the order could not be completed"}),
        ),
    ]
}

/// A Task state with these fields, which is retried if the host is busy.
fn task(function: &str, fields: &Value) -> Value {
    let mut state = json!({
        "Type": "Task",
        "Resource": format!("arn:aws:lambda:eu-west-1:123456789012:function:{function}"),
        "Retry": [{"ErrorEquals": ["Host.Busy"], "IntervalSeconds": 1, "MaxAttempts": 3, "BackoffRate": 2.0}],
        "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Rejected"}],
    });
    for (field, value) in fields.as_object().into_iter().flat_map(Object::iter) {
        state.insert(field, value);
    }
    state
}

fn choice(rule: &Value, default: &str) -> Value {
    json!({"Type": "Choice", "Choices": [rule], "Default": default})
}

fn normalize() -> Value {
    json!({
        "Type": "Pass",
        "Parameters": {
            "id.$": "$.order.id",
            "lines.$": "$.order.lines",
            "who.$": "$.order.customer.email",
            "currency": "EUR",
        },
        "ResultPath": "$.work",
        "Next": "Validate",
    })
}

fn reserve() -> Value {
    let fields = json!({
        "Parameters": {"lines.$": "$.work.lines", "warehouse": "eu-1"},
        "ResultSelector": {"reservation.$": "$.id", "count.$": "$.count"},
        "ResultPath": "$.reservation",
        "Next": "Price",
    });
    task("reserve", &fields)
}

fn price() -> Value {
    let fields = json!({
        "Parameters": {"lines.$": "$.work.lines", "currency.$": "$.work.currency"},
        "ResultSelector": {"total.$": "$.total"},
        "ResultPath": "$.price",
        "Next": "HighValue",
    });
    task("price", &fields)
}

fn fraud() -> Value {
    let fields = json!({
        "Parameters": {"who.$": "$.work.who", "total.$": "$.price.total"},
        "ResultPath": "$.fraud",
        "Next": "FraudOk",
    });
    task("fraud", &fields)
}

fn fraud_is_unlikely() -> Value {
    json!({
        "And": [
            {"Variable": "$.fraud.score", "NumericLessThan": 80},
            {"Variable": "$.fraud.verdict", "StringEquals": "pass"},
        ],
        "Next": "Charge",
    })
}

fn charge() -> Value {
    let fields = json!({
        "Parameters": {
            "total.$": "$.price.total",
            "who.$": "$.work.who",
            "reference.$": "States.Format('order-{}', $.work.id)",
        },
        "ResultSelector": {"payment.$": "$.id"},
        "ResultPath": "$.payment",
        "Next": "Ship",
    });
    task("charge", &fields)
}

fn ship() -> Value {
    let fields = json!({
        "Parameters": {
            "lines.$": "$.work.lines",
            "reservation.$": "$.reservation.reservation",
            "address.$": "$.order.customer.address",
        },
        "ResultSelector": {"tracking.$": "$.id"},
        "ResultPath": "$.shipment",
        "Next": "Notify",
    });
    task("ship", &fields)
}

fn notify() -> Value {
    let fields = json!({
        "Parameters": {"who.$": "$.work.who", "tracking.$": "$.shipment.tracking"},
        "ResultPath": null,
        "Next": "Summary",
    });
    task("notify", &fields)
}

fn summary() -> Value {
    json!({
        "Type": "Pass",
        "Parameters": {
            "id.$": "$.work.id",
            "total.$": "$.price.total",
            "payment.$": "$.payment.payment",
            "tracking.$": "$.shipment.tracking",
        },
        "Next": "Done",
    })
}
