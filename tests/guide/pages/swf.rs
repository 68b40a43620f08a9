//! Machines on Amazon SWF.

use std::sync::Arc;

use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::{Value, asl_machine};
use asl_swf::aws::AwsSwf;
use asl_swf::aws::config::{Credentials, Region};
use asl_swf::model::{DecisionTask, Timeout};
use asl_swf::worker::{ActivityWorker, DeciderWorker, Registration, Stop, WorkerOptions};
use asl_swf::{ActivityLimits, ActivityOptions, Note};
use asl_swf::{Decider, DeciderOptions};

use crate::{Shop, Tested};

asl_machine!("machines/order.asl.json");

#[test]
fn a_decider_decides() -> Tested {
    let task = DecisionTask::default();
    let decider = Decider::new(&order::MACHINE, DeciderOptions::default())?;
    let decided = decider.decide(&task); // the answer to PollForDecisionTask, all pages of it
    assert!(decided.is_err(), "a task without events is no decision task");
    Ok(())
}

#[test]
fn an_activity_has_options() -> Tested {
    let limits = ActivityLimits {
        schedule_to_close: Some(Timeout::Seconds(360)),
        ..ActivityLimits::default()
    };
    let charge = ActivityOptions::default()
        .version("1.1")
        .task_list("CC_TASKS")
        .control("OPTIONAL_DATA_FOR_DECIDER")
        // Otherwise `Charge_card#0`.
        .id(Note::Made(|input| input.get("id").and_then(Value::as_str).map(str::to_owned)))
        .plain_text(true) // an input that is a text goes out without quotes
        .limits(limits);
    let resource = "arn:aws:lambda:eu-west-1:123456789012:function:ChargeCard";
    let options = DeciderOptions::default().activities([(resource.into(), charge)]);
    Decider::new(&order::MACHINE, options)?;
    Ok(())
}

#[expect(dead_code, reason = "needs an account")]
async fn work(credentials: Credentials) -> Tested {
    let decider = Decider::new(&order::MACHINE, DeciderOptions::default())?;

    let settings = AwsSwf::settings().region(Region::new("eu-west-1"));
    // TLS with ring, and no retries of its own.
    let swf = Arc::new(AwsSwf::new(settings.credentials_provider(credentials).build()));
    // Once; what is known already stays.
    Registration::new("shop", "orders", "work").register(&*swf, &decider).await?;

    let stop = Stop::new();
    let working = ActivityWorker::new(Arc::clone(&swf), WorkerOptions::new("shop", "work"))?
        // The same `Tasks` as on any other engine.
        .serve(&decider, &RemoteTasks::new(crate::order::machine(Shop)))
        .run(&stop);
    let options = WorkerOptions::new("shop", "orders").listener(|notice| println!("{notice}"));
    let deciding = DeciderWorker::new(swf, options, [decider])?.run(&stop);
    let (worked, decided) = tokio::join!(working, deciding);
    worked?;
    decided?;
    Ok(())
}
