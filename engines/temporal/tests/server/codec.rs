//! Payloads that a codec encodes.

use std::time::Duration;

use asl_runtime::{Value, json};
use asl_temporal::{Client, ClientError, Codec, Machines, Options, ReplayError, replay};

use crate::runs::told;
use crate::shop::Shop;
use crate::world::{Worker, World};

/// Stands for a cipher.
struct Flipped;

impl Codec for Flipped {
    fn encode(&self, plain: Vec<u8>) -> Result<Vec<u8>, String> {
        Ok(plain.into_iter().map(|byte| !byte).collect())
    }

    fn decode(&self, encoded: Vec<u8>) -> Result<Vec<u8>, String> {
        self.encode(encoded)
    }
}

/// Runs that have data in inputs, outputs and causes, and what of them no history may show.
fn cases() -> Vec<(&'static str, Value, &'static [&'static str])> {
    vec![
        ("count", json!({"n": 0, "until": 2, "card": "4929 1234"}), &["4929 1234", "until"]),
        ("fan", json!({"pause": 0, "card": "4929 1234"}), &["4929 1234", "as it should"]),
        ("worse", json!({}), &["it was expected"]),
        ("paid", json!({"id": 7_654_321}), &["7654321", "parcel", "99.95"]),
    ]
}

/// The results of the runs, the bytes of their histories, and which of the words these have.
async fn run(client: &Client, start: &str) -> (Vec<String>, Vec<bool>) {
    let (mut results, mut found) = (Vec::new(), Vec::new());
    for (machine, input, words) in cases() {
        let id = format!("{start}-{machine}");
        client.start(machine, &id, &input).await.expect("it starts");
        if machine == "paid" {
            for (kind, data) in [("paid", json!({"amount": 99.95})), ("sent", json!({"number": 7}))]
            {
                let event = crate::outside::event(&format!("shop.{kind}"), &data);
                client.send(&id, &event).await.expect("it is taken");
            }
        }
        results.push(format!("{:?}", told(client.wait(&id).await)));
        let history = client.history(&id).await.expect("its history").to_bytes();
        let has = |word: &&str| history.windows(word.len()).any(|part| part == word.as_bytes());
        found.extend(words.iter().map(has));
    }
    (results, found)
}

pub(crate) async fn encoded_payloads_show_nothing(world: &mut World) {
    let shop = Shop::new(world.server.folder().join("notes-of-the-secret-worker"));
    let options = Options::default()
        .task_queue("secret")
        .worker_patience(Duration::from_secs(3))
        .stop_patience(Duration::from_secs(1))
        .codec(Flipped);
    let worker = Worker::start(world, &shop, options.clone());
    let open = world.client().await;
    let secret = open.clone().task_queue("secret").codec(Flipped);
    let (plain, found) = run(&open, "open").await;
    assert!(found.iter().all(|found| *found), "{found:?}");
    let (hidden, found) = run(&secret, "secret").await;
    assert_eq!(hidden, plain);
    assert!(!found.iter().any(|found| *found), "{found:?}");

    let history = secret.history("secret-count").await.expect("its history");
    let machines = || shop.register(Machines::new());
    replay(machines().options(options), &history).await.expect("it replays");
    let error = replay(machines(), &history).await.expect_err("nobody can read it");
    assert!(matches!(error, ReplayError::Foreign(_)), "{error}");
    assert!(error.to_string().ends_with("this worker has no codec"), "{error}");
    let state = secret.state("secret-count").await.expect("the worker answers");
    assert_eq!(state.get("machine"), Some(&json!("count")));
    let error = open.state("secret-count").await.expect_err("nobody can read it");
    assert!(matches!(error, ClientError::Refused(..)), "{error}");
    worker.stop().await;
}
