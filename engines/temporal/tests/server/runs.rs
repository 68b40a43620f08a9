//! Machines that run undisturbed end as they do on tokio, and their histories replay.

#[path = "../../../restate/tests/server/cases.rs"]
mod cases;

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::services::Services;
use asl_runtime::{Failure, Value, json};

use asl_temporal::{Client, ClientError, Machines, replay};

use crate::shop::Shop;
use crate::world::World;
use cases::cases;

pub(crate) use cases::{plain, told};

/// Replays the history of an execution with the machines of the tests.
pub(crate) async fn replays(shop: &Shop, client: &Client, id: &str) {
    let history = client.history(id).await.expect("its history");
    let machines = shop.register(Machines::new());
    replay(machines, &history).await.unwrap_or_else(|error| panic!("{id}: {error}"));
}

pub(crate) async fn machines_end_as_on_tokio(world: &mut World) {
    let here = Shop::new(world.server.folder().join("notes-of-tokio"));
    let services = Services::new();
    for machine in here.machines() {
        services.register(machine.machine().name, machine);
    }
    let client = world.client().await;
    let mut runs = Vec::new();
    for (number, (name, input)) in cases().into_iter().enumerate() {
        let id = format!("run-{number}");
        let both = both(here.clone(), services.clone(), client.clone(), id, name, input);
        runs.push(tokio::spawn(both));
    }
    for (number, run) in runs.into_iter().enumerate() {
        let (name, there, here) = run.await.expect("both end");
        assert_eq!(plain(there), plain(here), "{name} {number}");
    }
    world.until("dropped run-2.Fan#0.0.Slow#0").await;
    // Detached children of the parent continue.
    let left = told(client.wait("left-behind").await).expect("it succeeds");
    assert_eq!(left.get("charged"), Some(&json!(20)));
    for number in 0..cases().len() {
        replays(&here, &client, &format!("run-{number}")).await;
    }
    if std::env::var_os("ASL_BLESS").is_some() {
        // For the tests of replays, which need no server.
        let history = client.history("run-0").await.expect("its history");
        std::fs::write("tests/histories/order.bin", history.to_bytes()).expect("it is written");
    }
}

async fn both(
    shop: Shop,
    services: Services,
    client: Client,
    id: String,
    name: &'static str,
    input: Value,
) -> (&'static str, Result<Value, Failure>, Result<Value, Failure>) {
    let machine = shop
        .machines()
        .into_iter()
        .find(|machine| machine.machine().name == name)
        .expect("it is there");
    let options = RunOptions::default().services(services);
    let here = machine.run_with(input.clone(), options).await;
    let there = told(client.run(name, &id, &input).await);
    (name, there, here)
}
