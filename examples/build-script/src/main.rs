//! The machine of `examples/order`, compiled by `build.rs`: the same definition, options and
//! generated code as the macro's, for those who want to see the code or to keep macros out of their
//! build.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::{env, fs};

use asl_runtime::{TaskContext, TaskError, include_machine};
use shop::model::{
    Charge, ChargeRequest, Order, Parcel, ParcelRequest, Quote, Receipt, Reservation, Settled,
};
use shop::shop::{Receipts, Shop};

include_machine!("process");

/// A shop whose payment gateway is in this program.
struct Counter(Shop);

impl process::Tasks for Counter {
    async fn check_order(&self, _: &TaskContext, order: Order) -> Result<Order, TaskError> {
        self.0.check(order)
    }

    async fn quote_price(&self, _: &TaskContext, order: Order) -> Result<Quote, TaskError> {
        Ok(self.0.quote(&order))
    }

    async fn reserve_stock(&self, _: &TaskContext, order: Order) -> Result<Reservation, TaskError> {
        self.0.reserve(&order)
    }

    async fn release_stock(&self, _: &TaskContext, order_id: String) -> Result<(), TaskError> {
        self.0.release(&order_id);
        Ok(())
    }

    async fn charge_card(
        &self,
        cx: &TaskContext,
        request: ChargeRequest,
    ) -> Result<Charge, TaskError> {
        self.0.charge(&cx.idempotency_key(), &request)
    }

    async fn book_parcel(
        &self,
        _: &TaskContext,
        request: ParcelRequest,
    ) -> Result<Parcel, TaskError> {
        Ok(self.0.book(&request))
    }

    async fn write_receipt(&self, _: &TaskContext, order: Settled) -> Result<Receipt, TaskError> {
        self.0.print_receipt(&order)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: build-script ORDER.json")?;
    let order: Order = serde_json::from_str(&fs::read_to_string(&path)?)?;
    let counter = Counter(Shop::open(Receipts::Folder("target/receipts".into())));
    let output = process::run(counter, order).await?;
    match writeln!(io::stdout().lock(), "{output:#}") {
        // The reader may close the pipe early (`| head`).
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use asl_runtime::Value;
    use asl_runtime::engine::simulation::Simulation;

    use super::*;

    #[test]
    fn macro_and_build_script_make_the_same_machine() {
        assert_eq!(process::MACHINE.hash, shop::process::MACHINE.hash);
        assert_eq!(process::MACHINE.nodes.len(), shop::process::MACHINE.nodes.len());
    }

    #[test]
    fn both_machines_take_the_same_path() {
        let declined =
            Value::from_json_str(include_str!("../../order/inputs/declined.json")).unwrap();
        let shop = || Shop::open(Receipts::Folder("target/receipts".into()));
        let from_script =
            Simulation::new().run_tasks(&process::machine(Counter(shop())), declined.clone());
        let from_macro = Simulation::new().run_tasks(&shop::process::machine(shop()), declined);
        assert_eq!(from_script.log, from_macro.log);
        assert_eq!(from_script.result, from_macro.result);
        assert!(from_script.result.is_ok());
    }
}
