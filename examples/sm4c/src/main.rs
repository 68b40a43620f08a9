//! Runs the hello world, then three credit checks, and prints the results.
#![expect(clippy::print_stdout, reason = "a command line program talks to its user")]

use std::error::Error;

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::{Event, Value, json};
use sm4c::bureau::Bureau;
use sm4c::desk::Desk;
use sm4c::{credit, hello};

/// The hello world calls no functions.
struct Nobody;

impl hello::Functions for Nobody {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    println!("hello: {}", hello::run(Nobody, Value::Null).await?);

    // The first answer with a score is "busy": the machine's retry policy repeats the call.
    let bureau = Bureau::start(1).await?;
    println!("the bureau answers at {}", bureau.url());
    for customer in [
        json!({ "id": "ada", "name": "Ada", "income": 5200, "loans": [{ "rest": 12_000 }] }),
        json!({ "id": "bob", "name": "Bob", "income": 3100 }),
        json!({ "id": "eve", "name": "Eve", "income": 900, "loans": [] }),
        json!({ "id": "zed", "name": "Zed", "income": 7000 }),
    ] {
        check(&bureau, customer).await?;
    }
    Ok(())
}

/// Runs a credit check; a clerk approves everything that needs a review.
async fn check(bureau: &Bureau, customer: Value) -> Result<(), Box<dyn Error>> {
    let (desk, mut sent) = Desk::new(bureau.url())?;
    println!("{customer}");
    let (handle, run) =
        credit::start(desk, json!({ "customer": (customer) }), RunOptions::default());
    let clerk = async {
        while let Some(event) = sent.recv().await {
            println!("  {} {}", event.name(), event.data().cloned().unwrap_or_default());
            if event.name() == "ReviewRequested" {
                let review = json!({ "customer": (event.attribute("customer").cloned()), "approved": true, "by": "clerk 7" });
                let done = Event::named("ReviewCompleted").with_id("1").with_source("/clerks");
                handle
                    .send(done.with_type("example.credit.review-completed").with_data(review))
                    .await?;
            }
        }
        Ok::<(), Box<dyn Error>>(())
    };
    // The clerk ends with the machine, which is the only sender of events.
    let (output, done) = tokio::join!(run, clerk);
    done?;
    println!("  {}", output?);
    Ok(())
}
