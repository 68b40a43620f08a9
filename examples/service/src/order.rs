//! The machine and its types.

use asl_runtime::asl_machine;
use serde::{Deserialize, Serialize};

asl_machine! {
    pub(crate) "machines/order.asl.json",
    input = Order,
    output = Confirmation,
    tasks = {
        reserve: fn(Order) -> u32,
        charge: fn(Order) -> Payment,
        ship: fn(Paid) -> Confirmation,
        release: fn(Order) -> (),
    },
}

/// An order as a customer places it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// Number of the order, which the customer chooses: the same order can be sent again.
    pub(crate) number: String,
    pub(crate) article: String,
    pub(crate) quantity: u32,
    pub(crate) card: String,
    /// Time in which the customer can cancel the order.
    #[serde(default)]
    pub(crate) hold_seconds: u32,
}

/// A payment of the gateway.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payment {
    pub(crate) cents: u64,
}

/// An order that is paid.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Paid {
    #[serde(flatten)]
    pub(crate) order: Order,
    pub(crate) payment: Payment,
}

/// The result of an order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Confirmation {
    pub(crate) number: String,
    pub(crate) cents: u64,
    pub(crate) parcel: String,
}
