//! The credit check with the bureau's real service on loopback.
#![expect(clippy::unwrap_used, reason = "tests")]

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::{Event, Value, json};
use sm4c::bureau::Bureau;
use sm4c::credit;
use sm4c::desk::Desk;

/// Runs a credit check; `approved` is the clerk's answer to a review.
async fn checked(busy: u32, customer: Value, approved: bool) -> (Value, Vec<String>) {
    let bureau = Bureau::start(busy).await.unwrap();
    let (desk, mut sent) = Desk::new(bureau.url()).unwrap();
    let (handle, run) = credit::start(desk, json!({"customer": (customer)}), RunOptions::default());
    let clerk = async {
        let mut names = Vec::new();
        while let Some(event) = sent.recv().await {
            names.push(event.name().to_owned());
            if event.name() == "ReviewRequested" {
                let done = Event::named("ReviewCompleted").with_id("1").with_source("/clerks");
                let done = done.with_type("example.credit.review-completed");
                // The review of another customer is ignored.
                let other = done.clone().with_data(json!({"customer": "nobody", "approved": true}));
                handle.send(other).await.unwrap();
                let review = json!({"customer": (event.attribute("customer").cloned()), "approved": (approved)});
                handle.send(done.with_data(review)).await.unwrap();
            }
        }
        names
    };
    let (output, names) = tokio::join!(run, clerk);
    (output.unwrap(), names)
}

#[tokio::test]
async fn good_scores_are_approved_even_if_the_bureau_is_busy_at_first() {
    let (output, sent) =
        checked(2, json!({"id": "ada", "name": "Ada", "income": 5200}), false).await;
    assert_eq!(
        output,
        json!({"customer": "Ada", "decision": "approved", "points": 780, "busy": 2})
    );
    assert_eq!(sent, ["CreditDecided"]);
}

#[tokio::test]
async fn a_clerk_decides_if_the_score_does_not() {
    for (approved, decision) in [(true, "approved"), (false, "declined")] {
        let (output, sent) =
            checked(0, json!({"id": "bob", "name": "Bob", "income": 3100}), approved).await;
        assert_eq!(output.get("decision"), Some(&json!(decision)));
        assert_eq!(output.at(["review", "customer"]), Some(&json!("bob")));
        assert_eq!(sent, ["ReviewRequested", "CreditDecided"]);
    }
}

#[tokio::test]
async fn debts_count_against_the_score() {
    let customer =
        json!({"id": "ada", "name": "Ada", "income": 5200, "loans": [{"rest": 100_000}]});
    let (_, sent) = checked(0, customer, true).await;
    assert_eq!(sent, ["ReviewRequested", "CreditDecided"]);
}

#[tokio::test]
async fn unknown_customers_are_declined() {
    let (output, sent) =
        checked(0, json!({"id": "zed", "name": "Zed", "income": 7000}), true).await;
    assert_eq!(output, json!({"customer": "Zed", "decision": "declined", "points": 500}));
    assert_eq!(sent, ["CreditDecided"]);
}
