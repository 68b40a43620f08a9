//! Orders of a tea shop: the state machine of `order.asl.json`, compiled into this crate, and the
//! tasks it calls.
//!
//! ```
//! use asl_runtime::json;
//! use order::model::Order;
//! use order::process;
//! use order::shop::{Receipts, Shop};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! # let receipts = std::env::temp_dir().join("asl-order-doc");
//! let shop = Shop::open(Receipts::Folder(receipts));
//! let input: Order = serde_json::from_str(include_str!("../inputs/out-of-stock.json"))?;
//! let outcome = runtime.block_on(process::run(shop, input))?;
//! assert_eq!(outcome.get("status"), Some(&json!("out of stock")));
//! # Ok(())
//! # }
//! ```

pub mod catalog;
pub mod gateway;
pub mod model;
pub mod money;
pub mod price;
pub mod receipt;
pub mod shop;
pub mod stock;

use asl_runtime::{TaskContext, TaskError, asl_machine};

use model::{
    Charge, ChargeRequest, Order, Parcel, ParcelRequest, Quote, Receipt, Reservation, Settled,
};
use shop::Shop;

asl_machine! {
    pub "order.asl.json",
    name = process,
    input = Order,
    tasks = {
        check_order: fn(Order) -> Order,
        quote_price: fn(Order) -> Quote,
        reserve_stock: fn(Order) -> Reservation,
        release_stock: fn(String) -> (),
        charge_card: fn(ChargeRequest) -> Charge,
        book_parcel: fn(ParcelRequest) -> Parcel,
        write_receipt: fn(Settled) -> Receipt,
    },
}

/// The price of an order, which is checked as the machine does it. Nothing is reserved.
pub async fn quote(shop: Shop, order: Order) -> Result<Quote, process::Error> {
    let machine = process::machine(shop);
    let checked = process::states::check_order(&machine, order).await?;
    Ok(process::states::quote_price(&machine, checked).await?)
}

/// True if the same order may be carried out later.
pub fn may_succeed_later(error: &process::Error) -> bool {
    matches!(error, process::Error::GatewayBusy(_) | process::Error::StatesTimeout(_))
}

/// Each task of the definition is a method; its input and output are checked against the types
/// above.
impl process::Tasks for Shop {
    async fn check_order(&self, _: &TaskContext, order: Order) -> Result<Order, TaskError> {
        self.check(order)
    }

    async fn quote_price(&self, _: &TaskContext, order: Order) -> Result<Quote, TaskError> {
        Ok(self.quote(&order))
    }

    async fn reserve_stock(&self, _: &TaskContext, order: Order) -> Result<Reservation, TaskError> {
        self.reserve(&order)
    }

    async fn release_stock(&self, _: &TaskContext, order_id: String) -> Result<(), TaskError> {
        self.release(&order_id);
        Ok(())
    }

    async fn charge_card(
        &self,
        cx: &TaskContext,
        request: ChargeRequest,
    ) -> Result<Charge, TaskError> {
        // If this attempt is delivered again, the card is still charged only once.
        self.charge(&cx.idempotency_key(), &request)
    }

    async fn book_parcel(
        &self,
        _: &TaskContext,
        request: ParcelRequest,
    ) -> Result<Parcel, TaskError> {
        Ok(self.book(&request))
    }

    async fn write_receipt(&self, _: &TaskContext, order: Settled) -> Result<Receipt, TaskError> {
        // Writing a small local file takes less time than passing it to another thread.
        self.print_receipt(&order)
    }
}
