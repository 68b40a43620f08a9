//! The JSON types of an order, and of the results of the machine's tasks.

use asl_runtime::Shape;
use serde::{Deserialize, Serialize};

/// An order of a customer.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    /// Letters, digits and dashes.
    pub order_id: String,
    /// The customer.
    pub customer: Customer,
    /// The request.
    pub items: Vec<Item>,
    /// A voucher, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<String>,
    /// Payment.
    pub payment: Payment,
    /// Delivery.
    pub delivery: Delivery,
}

/// A customer.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(deny_unknown_fields)]
pub struct Customer {
    /// Name, for the receipt.
    pub name: String,
    /// ISO 3166 code of the country, which determines the tax.
    pub country: String,
}

/// A line of an order.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Stock keeping unit of the article.
    pub sku: String,
    /// Number.
    pub quantity: u64,
}

/// Payment of an order.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// Number of the card.
    pub card: String,
}

/// Delivery of an order.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(
    tag = "method",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Delivery {
    /// By parcel service.
    Parcel,
    /// The customer collects it.
    Pickup {
        /// Seconds until it can be collected.
        pack_seconds: u64,
    },
}

/// Price and weight of an order.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Kind of delivery: `parcel` or `pickup`.
    pub method: String,
    /// Total weight.
    pub grams: u64,
    /// Sum of the lines.
    pub goods_cents: u64,
    /// Discount of the coupon.
    pub discount_cents: u64,
    /// Delivery.
    pub shipping_cents: u64,
    /// Value added tax on goods and delivery.
    pub tax_cents: u64,
    /// Total to pay.
    pub total_cents: u64,
}

/// Stock that is reserved for an order.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct Reservation {
    /// The order.
    pub order_id: String,
    /// Number of pieces.
    pub pieces: u64,
}

/// A request to the payment gateway.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct ChargeRequest {
    /// Reason for the payment.
    pub order_id: String,
    /// The amount.
    pub amount_cents: u64,
    /// The card.
    pub card: String,
}

/// A payment.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct Charge {
    /// Authorization by the gateway.
    pub authorization: String,
    /// The card's last four digits.
    pub card: String,
    /// The amount.
    pub amount_cents: u64,
}

/// A request to the parcel service.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct ParcelRequest {
    /// The order in the parcel.
    pub order_id: String,
    /// Weight.
    pub grams: u64,
    /// Destination.
    pub country: String,
}

/// A booked parcel.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct Parcel {
    /// Tracking number.
    pub tracking: String,
}

/// The contents of a receipt: an order with the results of its tasks.
#[derive(Clone, Debug, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    /// The order's id.
    pub order_id: String,
    /// The customer.
    pub customer: Customer,
    /// The request.
    pub items: Vec<Item>,
    /// The results of the preparation.
    pub prepared: Prepared,
    /// The payment, unless there was nothing to pay.
    pub charge: Option<Charge>,
    /// The parcel, unless it is picked up.
    pub parcel: Option<Parcel>,
}

/// The outcome of the state `Prepare`.
#[derive(Clone, Debug, Deserialize, Shape)]
pub struct Prepared {
    /// Its price.
    pub quote: Quote,
    /// Its reserved stock.
    pub reservation: Reservation,
}

/// A receipt that was written.
#[derive(Clone, Debug, Deserialize, Serialize, Shape)]
pub struct Receipt {
    /// The path of the file.
    pub path: String,
}
