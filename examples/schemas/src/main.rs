//! A machine whose input, output and task have JSON Schemas. `build.rs` makes Rust types of them,
//! which rustc compares with the definition, as the compiler compares the schemas.

#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "typify makes it")]
mod types {
    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

use std::error::Error;
use std::io::{self, Write as _};

use asl_runtime::{TaskContext, TaskError, asl_machine};
use types::{Order, Price, PriceRequest, Quote};

asl_machine! {
    "quote.asl.json",
    schemas = "schemas",
    input = Order,
    output = Quote,
    tasks = { price: fn(PriceRequest) -> Price },
}

/// A shop where everything costs the same.
struct Shop;

impl quote::Tasks for Shop {
    async fn price(&self, _: &TaskContext, order: PriceRequest) -> Result<Price, TaskError> {
        let items = i64::try_from(order.skus.len())?;
        Ok(Price { cents: 250 * items })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let order: Order = serde_json::from_str(include_str!("../order.json"))?;
    let quote = quote::run(Shop, order).await?;
    writeln!(io::stdout(), "{} costs {} cents", quote.order_id, quote.cents)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use asl_runtime::shape::Values;

    use super::*;

    #[tokio::test]
    async fn an_order_has_a_price() -> Result<(), Box<dyn Error>> {
        let order: Order = serde_json::from_str(include_str!("../order.json"))?;
        assert_eq!(quote::run(Shop, order).await?.cents, 500);
        Ok(())
    }

    #[test]
    fn rustc_knows_the_shapes_of_the_types() {
        let types = quote::MACHINE.types.expect("the machine has types");
        let rows = [types.input, types.output, types.tasks[0].request, types.tasks[0].response];
        for row in rows {
            let row = row.expect("each side has a type");
            assert!(matches!(row.read, Values::Named(..)), "{row:?}");
        }
    }
}
