//! Orders, and their expected results.

use serde::{Deserialize, Serialize};

/// The start of an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// Its name, which is also that of the execution.
    #[serde(rename = "order")]
    pub(crate) name: String,
    /// The gateway that charges the card.
    pub(crate) gateway: Gateway,
    pub(crate) items: Vec<Item>,
}

/// The gateways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Gateway {
    /// It works.
    Sound,
    /// It is down until it is repaired.
    Down,
}

/// A line of an order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) cents: u64,
}

/// One in this many orders uses the gateway that is down.
const DOWN: usize = 6;
/// The articles, with their prices in cents.
const GOODS: [(&str, u64); 5] =
    [("Assam", 790), ("Darjeeling", 1_250), ("Sencha", 980), ("Pot", 3_400), ("Strainer", 450)];

impl Order {
    /// The order with this number.
    pub(crate) fn numbered(number: usize) -> Self {
        let items = GOODS.iter().cycle().skip(number).take(1 + number % 4);
        Self {
            name: format!("order-{number:03}"),
            gateway: if number % DOWN == DOWN - 1 { Gateway::Down } else { Gateway::Sound },
            items: items
                .map(|(name, cents)| Item { name: (*name).to_owned(), cents: *cents })
                .collect(),
        }
    }

    /// Its price.
    pub(crate) fn cents(&self) -> u64 {
        self.items.iter().map(|item| item.cents).sum()
    }

    /// Number of its tasks: price, stock, charge, one for each item, sending.
    pub(crate) fn tasks(&self) -> usize {
        self.items.len() + 4
    }
}
