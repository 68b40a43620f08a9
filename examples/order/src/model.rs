//! An order as it comes in, and what the tasks of the machine make of it: the shapes of their JSON.

use serde::{Deserialize, Serialize};

/// An order of a customer.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    /// Letters, digits and dashes.
    pub order_id: String,
    /// Who ordered.
    pub customer: Customer,
    /// The request.
    pub items: Vec<Item>,
    /// A voucher, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<String>,
    /// How it is paid.
    pub payment: Payment,
    /// How it travels.
    pub delivery: Delivery,
}

/// Who ordered.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Customer {
    /// For the receipt.
    pub name: String,
    /// ISO 3166 code: decides the tax.
    pub country: String,
}

/// A line of an order.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Which article.
    pub sku: String,
    /// Number.
    pub quantity: u64,
}

/// How an order is paid.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// The number on the card.
    pub card: String,
}

/// How an order travels.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(
    tag = "method",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Delivery {
    /// By parcel service.
    Parcel,
    /// The customer comes for it.
    Pickup {
        /// Seconds until it lies on the counter.
        pack_seconds: u64,
    },
}

/// What an order costs and weighs.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// How the order travels: `parcel` or `pickup`.
    pub method: String,
    /// Weight of everything.
    pub grams: u64,
    /// Sum of the lines.
    pub goods_cents: u64,
    /// What the coupon takes off.
    pub discount_cents: u64,
    /// Delivery.
    pub shipping_cents: u64,
    /// Value added tax on goods and delivery.
    pub tax_cents: u64,
    /// What is to be paid.
    pub total_cents: u64,
}

/// Stock that is held for an order.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reservation {
    /// The order it is held for.
    pub order_id: String,
    /// How many pieces.
    pub pieces: u64,
}

/// What the payment gateway is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChargeRequest {
    /// Reason for the wait.
    pub order_id: String,
    /// How much.
    pub amount_cents: u64,
    /// From which card.
    pub card: String,
}

/// A payment.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Charge {
    /// The gateway's word that it will pay.
    pub authorization: String,
    /// The card's last four digits.
    pub card: String,
    /// How much.
    pub amount_cents: u64,
}

/// What the parcel service is asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParcelRequest {
    /// What it carries.
    pub order_id: String,
    /// Weight.
    pub grams: u64,
    /// Where to.
    pub country: String,
}

/// A booked parcel.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Parcel {
    /// To follow it with.
    pub tracking: String,
}

/// Everything a receipt says: an order with what its tasks added.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    /// The order's id.
    pub order_id: String,
    /// Who ordered.
    pub customer: Customer,
    /// The request.
    pub items: Vec<Item>,
    /// What was found before paying.
    pub prepared: Prepared,
    /// The payment, unless there was nothing to pay.
    pub charge: Option<Charge>,
    /// The parcel, unless it is picked up.
    pub parcel: Option<Parcel>,
}

/// The outcome of the state `Prepare`.
#[derive(Clone, Debug, Deserialize)]
pub struct Prepared {
    /// What it costs.
    pub quote: Quote,
    /// What is held.
    pub reservation: Reservation,
}

/// A receipt that was written.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Receipt {
    /// Where it is.
    pub path: String,
}
