//! Machines that run undisturbed end as they do on tokio.

#[path = "cases.rs"]
mod cases;

use asl_runtime::engine::in_process::RunOptions;
use asl_runtime::services::Services;
use asl_runtime::{Failure, Value, json};

use asl_restate::{Client, ClientError};

use crate::shop::Shop;
use crate::world::World;
use cases::cases;

pub(crate) use cases::{plain, told};

pub(crate) async fn machines_end_as_on_tokio(world: &mut World) {
    let here = Shop::new(world.server.folder().join("notes-of-tokio"));
    let services = Services::new();
    for machine in here.machines() {
        services.register(machine.machine().name, machine);
    }
    let client = world.client();
    let mut runs = Vec::new();
    for (number, (name, input)) in cases().into_iter().enumerate() {
        runs.push(tokio::spawn(both(
            here.clone(),
            services.clone(),
            client.clone(),
            number,
            name,
            input,
        )));
    }
    for run in runs {
        let (name, there, here) = run.await.expect("both end");
        assert_eq!(plain(there), plain(here), "{name}");
    }
    assert!(
        world.notes().contains_key("dropped fan:run-2.Fan#0.0.Slow#0"),
        "the losing task goes on"
    );
    // Detached children of the parent continue.
    assert_eq!(
        told(client.wait("order", "left-behind").await).expect("it succeeds").get("charged"),
        Some(&json!(20))
    );
}

async fn both(
    shop: Shop,
    services: Services,
    client: Client,
    number: usize,
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
    let there = told(client.run(name, &format!("run-{number}"), &input).await);
    (name, there, here)
}
