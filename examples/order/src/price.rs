//! The price of an order, and checks of its contents.

use crate::catalog::Catalog;
use crate::model::{Delivery, Item, Order, Quote};
use crate::money::per_mille;

/// Maximum number of pieces of one article in an order.
const MOST_PIECES: u64 = 1_000;

/// Checks what the types cannot express; errors are for the customer. Lines of the same article are
/// joined.
pub fn check(mut order: Order, catalog: &Catalog) -> Result<Order, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if order.order_id.is_empty() || !order.order_id.chars().all(is_plain) {
        return Err(format!(
            "the order id `{}` is not made of letters, digits and dashes",
            order.order_id
        ));
    }
    if order.items.is_empty() {
        return Err("nothing was ordered".to_owned());
    }
    tax_rate(&order.customer.country)
        .ok_or_else(|| format!("we do not deliver to `{}`", order.customer.country))?;
    if let Some(coupon) = &order.coupon {
        discount_rate(coupon).ok_or_else(|| format!("there is no coupon `{coupon}`"))?;
    }
    order.items = merged(order.items);
    for Item { sku, quantity } in &order.items {
        catalog.get(sku).ok_or_else(|| format!("there is no article `{sku}`"))?;
        if !(1..=MOST_PIECES).contains(quantity) {
            return Err(format!("{quantity} pieces of `{sku}`: we sell 1 to {MOST_PIECES}"));
        }
    }
    Ok(order)
}

fn merged(items: Vec<Item>) -> Vec<Item> {
    let mut merged: Vec<Item> = Vec::new();
    for item in items {
        match merged.iter_mut().find(|other| other.sku == item.sku) {
            Some(other) => other.quantity = other.quantity.saturating_add(item.quantity),
            None => merged.push(item),
        }
    }
    merged
}

/// The price of a checked order.
pub fn quote(order: &Order, catalog: &Catalog) -> Quote {
    let articles =
        order.items.iter().filter_map(|item| Some((catalog.get(&item.sku)?, item.quantity)));
    let (goods_cents, grams) = articles.fold((0, 0), |(cents, grams), (article, n)| {
        (cents + article.cents * n, grams + article.grams * n)
    });
    let discount_cents = order
        .coupon
        .as_deref()
        .and_then(discount_rate)
        .map_or(0, |rate| per_mille(goods_cents, rate));
    let (method, shipping_cents) = match order.delivery {
        Delivery::Pickup { .. } => ("pickup", 0),
        Delivery::Parcel => ("parcel", shipping(grams)),
    };
    let net = goods_cents - discount_cents + shipping_cents;
    let tax_cents = per_mille(net, tax_rate(&order.customer.country).unwrap_or(0));
    let total_cents = net + tax_cents;
    Quote {
        method: method.to_owned(),
        grams,
        goods_cents,
        discount_cents,
        shipping_cents,
        tax_cents,
        total_cents,
    }
}

/// Value added tax per mille.
fn tax_rate(country: &str) -> Option<u64> {
    match country {
        "DE" => Some(190),
        "FR" => Some(200),
        "NL" => Some(210),
        _ => None,
    }
}

/// The discount of a coupon, per mille.
fn discount_rate(coupon: &str) -> Option<u64> {
    match coupon {
        "WELCOME10" => Some(100),
        "GIFT100" => Some(1_000),
        _ => None,
    }
}

/// 4.90 up to 2 kg, and 1.10 for each further kg.
fn shipping(grams: u64) -> u64 {
    490 + 110 * grams.saturating_sub(2_000).div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(json: &str) -> Order {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn the_example_order_has_the_expected_price() {
        let quote = quote(&order(include_str!("../input.json")), &Catalog::built_in());
        // 2 × 8.90 + 64.00 + 4 × 15.75 = 144.80; 10 % off; 3,660 g go for 7.10; 19 % tax.
        let (goods_cents, discount_cents, shipping_cents) = (14_480, 1_448, 710);
        let (tax_cents, total_cents) = (2_611, 16_353);
        let method = "parcel".to_owned();
        let expected = Quote {
            method,
            grams: 3_660,
            goods_cents,
            discount_cents,
            shipping_cents,
            tax_cents,
            total_cents,
        };
        assert_eq!(quote, expected);
    }

    #[test]
    fn an_invalid_order_is_refused_with_the_reason() {
        let refused = |from: &str, to: &str| {
            let changed = include_str!("../input.json").replace(from, to);
            check(order(&changed), &Catalog::built_in()).unwrap_err()
        };
        assert_eq!(
            refused("A-1007", "../x"),
            "the order id `../x` is not made of letters, digits and dashes"
        );
        assert_eq!(refused("POT-IRON", "POT-GOLD"), "there is no article `POT-GOLD`");
        assert_eq!(
            refused("\"quantity\": 4", "\"quantity\": 0"),
            "0 pieces of `CUP-BONE`: we sell 1 to 1000"
        );
        assert_eq!(refused("WELCOME10", "SALE"), "there is no coupon `SALE`");
        assert_eq!(refused("\"DE\"", "\"AQ\""), "we do not deliver to `AQ`");
    }

    #[test]
    fn lines_of_one_article_are_joined() {
        let twice = include_str!("../input.json").replace("POT-IRON", "TEA-EARL");
        let items = check(order(&twice), &Catalog::built_in()).unwrap().items;
        let items: Vec<_> = items.iter().map(|item| (item.sku.as_str(), item.quantity)).collect();
        assert_eq!(items, [("TEA-EARL", 3), ("CUP-BONE", 4)]);
    }
}
