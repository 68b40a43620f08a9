//! Generates sales by a rule: the same number of rows gives the same file.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::model::in_euros;

/// One in this many sales has no amount.
const FAULTY: u64 = 1_250;

const SHOPS: [&str; 4] = ["Leiden", "Gent", "\"Old Town\", Praha", "Aarhus"];
const CURRENCIES: [(&str, u64); 4] = [("EUR", 100), ("USD", 86), ("CZK", 4), ("DKK", 13)];

/// Euro cents for 100 cents of each currency.
pub fn rates() -> BTreeMap<String, u64> {
    CURRENCIES.into_iter().map(|(currency, rate)| (currency.to_owned(), rate)).collect()
}

/// A sale.
struct Sale {
    id: u64,
    shop: &'static str,
    /// `None` if the amount is missing.
    amount: Option<u64>,
    currency: &'static str,
    rate: u64,
}

impl Sale {
    fn new(id: u64) -> Self {
        // Knuth's multiplicative hash, which looks random.
        let chance = id.wrapping_mul(2_654_435_761) >> 7;
        let (currency, rate) = pick(&CURRENCIES, chance).unwrap_or(("EUR", 100));
        let shop = pick(&SHOPS, chance / 4).unwrap_or_default();
        let amount = (id % FAULTY != FAULTY - 1).then_some(100 + chance % 50_000);
        Self { id, shop, amount, currency, rate }
    }
}

fn pick<T: Copy>(from: &[T], chance: u64) -> Option<T> {
    let at = chance % u64::try_from(from.len()).ok()?;
    from.get(usize::try_from(at).ok()?).copied()
}

/// Writes a CSV file with this many sales.
pub fn sales(rows: u64, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "id,shop,amount,currency")?;
    for sale in (0..rows).map(Sale::new) {
        let Sale { id, shop, amount, currency, .. } = sale;
        let amount = amount.map_or_else(|| "n/a".to_owned(), |amount| amount.to_string());
        writeln!(out, "{id},\"{}\",{amount},{currency}", shop.replace('"', "\"\""))?;
    }
    out.flush()
}

/// The expected result, computed independently: the number of sales in batches without a fault, and
/// their euro cents.
pub fn expected(rows: u64, batch: u64) -> (u64, u64) {
    let mut all = (0, 0);
    let mut start = 0;
    while start < rows {
        let end = rows.min(start + batch);
        let cents: Option<Vec<u64>> = (start..end)
            .map(Sale::new)
            .map(|sale| sale.amount.map(|amount| in_euros(amount, sale.rate)))
            .collect();
        if let Some(cents) = cents {
            all = (all.0 + (end - start), all.1 + cents.iter().sum::<u64>());
        }
        start = end;
    }
    all
}
