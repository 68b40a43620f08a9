//! Machines on Restate.

use crate::{Shop, order};

#[expect(dead_code, reason = "needs a server")]
async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    use asl_restate::Machines;

    Machines::new().register(order::machine(Shop)).serve("0.0.0.0:9080".parse()?).await?;
    Ok(())
}
