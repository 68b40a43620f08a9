//! Reports of runs.

use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::history::History;
use asl_runtime::{RunOptions, json};
use asl_testing::{Scenario, returns, throws};

use crate::{Shop, Tested, folder, order};

#[tokio::test]
async fn an_execution_on_disk_has_a_report() -> Tested {
    let directory = folder("report");
    let store = Durable::open(&directory, [order::machine(Shop)], Options::default()).await?;
    let started = store.start("order", "order-7", json!({ "total": 1250 })).await?;
    store.wait(started.id.clone()).await?.unwrap();
    let page = directory.join("order-7.html");
    order::MACHINE.report(&store.history(started.id).await?)?.write(&page)?;
    store.close(Duration::from_secs(30)).await?;

    assert!(std::fs::read_to_string(page)?.contains("Charge card"));
    std::fs::remove_dir_all(directory)?;
    Ok(())
}

/// A path in the directory for temporary files.
fn temporary(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("guide-report-{}-{name}", std::process::id()))
}

#[test]
fn a_scenario_has_a_report() {
    let page = temporary("run.html");
    let run = Scenario::new(&order::MACHINE)
        .input(json!({ "total": 1250 }))
        .task("charge_card", returns(json!({ "key": "K-1" })))
        .task("ship", throws("Lost", "no parcel"))
        .run();
    run.report(&page).expect_failure("Lost");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("no parcel") && text.contains("data-path"));
    std::fs::remove_file(page).unwrap();
}

#[tokio::test]
async fn a_run_in_a_process_has_a_report() -> Tested {
    let path = temporary("in-process.html");
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    order::run_with(Shop, json!({ "total": 1250, "card": "4111 1111" }), options).await?;
    let report = order::MACHINE.report(&history.to_json())?;
    report.redact("$.card")?.write(&path)?;
    let page = std::fs::read_to_string(&path)?;
    assert!(page.contains("order.asl.json:") && !page.contains("4111"));
    std::fs::remove_file(path)?;
    Ok(())
}
