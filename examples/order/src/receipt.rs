//! Receipts: text files for the customer.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use crate::catalog::Catalog;
use crate::model::Settled;
use crate::money::Cents;

/// The text of a receipt.
pub fn text(order: &Settled, catalog: &Catalog) -> String {
    let quote = &order.prepared.quote;
    let mut text = format!(
        "Receipt for order {}\n{}, {}\n\n",
        order.order_id, order.customer.name, order.customer.country
    );
    for item in &order.items {
        let Some(article) = catalog.get(&item.sku) else { continue };
        line(
            &mut text,
            &format!("{:>4} x {}", item.quantity, article.name),
            Cents(article.cents * item.quantity),
        );
    }
    text.push('\n');
    line(&mut text, "Goods", Cents(quote.goods_cents));
    line(&mut text, "Discount", Cents(quote.discount_cents));
    line(&mut text, "Delivery", Cents(quote.shipping_cents));
    line(&mut text, "Tax", Cents(quote.tax_cents));
    line(&mut text, "Total (EUR)", Cents(quote.total_cents));
    text.push('\n');
    if let Some(charge) = &order.charge {
        let _ = writeln!(text, "Paid with card **** {}, {}", charge.card, charge.authorization);
    }
    let _ = match &order.parcel {
        Some(parcel) => writeln!(text, "Sent as parcel {}, {} g", parcel.tracking, quote.grams),
        None => writeln!(text, "Waiting at the counter"),
    };
    text
}

fn line(text: &mut String, what: &str, amount: Cents) {
    let _ = writeln!(text, "{what:<32}{amount:>10}");
}

/// Writes a receipt, and creates its folders.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
