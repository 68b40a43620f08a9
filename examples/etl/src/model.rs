//! The input of the machine, and the input and output of its task.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The input of the machine.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// The folder that serves as a bucket.
    pub bucket: String,
    /// The CSV file in it.
    pub sales: String,
    /// The prefix of its results.
    pub results: String,
    /// Euro cents for 100 cents of each currency.
    pub rates: BTreeMap<String, u64>,
}

/// Some rows, and the data that they share.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Batch {
    items: Vec<Row>,
    batch_input: Shared,
}

#[derive(Debug, Deserialize)]
struct Shared {
    rates: BTreeMap<String, u64>,
}

/// A row of the file. In CSV all values are text.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    shop: String,
    amount: String,
    currency: String,
}

/// The result of a batch.
#[derive(Debug, Serialize, Deserialize)]
pub struct Converted {
    /// Number of rows.
    pub rows: u64,
    /// Total in euro cents.
    pub cents: u64,
    /// Euro cents by shop.
    pub shops: BTreeMap<String, u64>,
}

/// A row that cannot be converted.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRow {
    id: String,
    why: String,
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sale {}: {}", self.id, self.why)
    }
}

impl Batch {
    /// Converts all rows, or none.
    pub fn convert(&self) -> Result<Converted, BadRow> {
        let mut converted = Converted { rows: 0, cents: 0, shops: BTreeMap::new() };
        for row in &self.items {
            let cents = row
                .cents(&self.batch_input.rates)
                .map_err(|why| BadRow { id: row.id.clone(), why })?;
            converted.rows += 1;
            converted.cents += cents;
            *converted.shops.entry(row.shop.clone()).or_default() += cents;
        }
        Ok(converted)
    }
}

impl Row {
    fn cents(&self, rates: &BTreeMap<String, u64>) -> Result<u64, String> {
        let amount: u64 =
            self.amount.parse().map_err(|_| format!("`{}` is no amount", self.amount))?;
        let rate =
            rates.get(&self.currency).ok_or_else(|| format!("no rate for `{}`", self.currency))?;
        Ok(in_euros(amount, *rate))
    }
}

/// Rounded down, sale by sale.
pub fn in_euros(amount: u64, rate: u64) -> u64 {
    amount * rate / 100
}
