//! The invoices of October, from the file that the README names.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use asl_runtime::{Failure, Value, json};
use invoices::{PostOffice, invoices as machine};

fn october() -> Value {
    Value::from_json_str(include_str!("../october.json")).unwrap()
}

async fn run(office: PostOffice, input: Value) -> Result<Value, Failure> {
    machine::run(office, input).await
}

#[tokio::test]
async fn each_customer_with_orders_in_the_month_gets_an_invoice() {
    let output = run(PostOffice::default(), october()).await.unwrap();
    let expected = json!({
        "month": "2026-10", "invoices": 3, "net": 1391.47,
        "largest": "Café Zentral", "problems": [],
    });
    assert_eq!(output, expected);
}

#[tokio::test]
async fn a_customer_without_an_address_is_a_problem_of_its_own() {
    let output = run(PostOffice::without("Velo Rüegg"), october()).await.unwrap();
    assert_eq!(output.get("invoices"), Some(&json!(2)));
    assert_eq!(output.get("problems"), Some(&json!(["Velo Rüegg: there is no address"])));
}

#[tokio::test]
async fn a_month_without_orders_fails() {
    let mut input = october();
    input.insert("month", "2026-11");
    let failure = run(PostOffice::default(), input).await.unwrap_err();
    assert_eq!(failure.error(), Some("Invoices.NoOrders"));
    assert_eq!(failure.cause(), Some("no orders in 2026-11"));
}

#[tokio::test]
async fn an_expression_that_fails_says_which_one_it_is() {
    let mut input = october();
    input.insert("taxes", json!({"DE": 19}));
    let failure = run(PostOffice::default(), input).await.unwrap_err();
    assert_eq!(failure.error(), Some("States.QueryEvaluationError"));
    let cause = failure.cause().unwrap();
    assert!(cause.contains("'$lookup($taxes, $states.input.country)'"), "{cause}");
    assert!(cause.contains("the field 'Output/tax' returned nothing (undefined)."), "{cause}");
}
