//! A worker on Temporal Cloud, whose histories show no data.

use std::env;
use std::error::Error;

use asl_temporal::{Codec, Machines, Options, Server};

use crate::{Shop, machine};

/// Runs orders in a namespace of Temporal Cloud. The address and the API key are in the
/// environment; the codec encrypts the data.
///
/// # Errors
/// The environment does not have them, or the server does not accept the worker.
pub async fn serve(namespace: &str, shop: Shop, codec: impl Codec) -> Result<(), Box<dyn Error>> {
    let server = Server::new(env::var("TEMPORAL_ADDRESS")?).api_key(env::var("TEMPORAL_API_KEY")?);
    let options = Options::default().namespace(namespace).task_queue("orders").codec(codec);
    Machines::new().options(options).register(machine(shop)).serve(server).await?;
    Ok(())
}
