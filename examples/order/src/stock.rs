//! The stock, and its reservations.

use std::collections::HashMap;
use std::fmt;

use crate::catalog::Catalog;
use crate::model::Item;

/// Pieces by article, and the orders with their reservations.
#[derive(Debug)]
pub struct Stock {
    free: HashMap<&'static str, u64>,
    held: HashMap<String, Vec<Item>>,
}

/// There are not enough pieces.
#[derive(Debug, PartialEq, Eq)]
pub struct Shortage {
    sku: String,
    wanted: u64,
    free: u64,
}

impl Stock {
    /// The stock at the start.
    pub fn new(catalog: &Catalog) -> Self {
        Self {
            free: catalog.iter().map(|(sku, article)| (sku, article.in_stock)).collect(),
            held: HashMap::new(),
        }
    }

    /// Number of pieces that are not reserved.
    pub fn free(&self, sku: &str) -> u64 {
        self.free.get(sku).copied().unwrap_or(0)
    }

    /// Reserves all items of an order, or none. Repeating it reserves them once, because a task may
    /// run again.
    pub fn reserve(&mut self, order_id: &str, items: &[Item]) -> Result<(), Shortage> {
        if self.held.contains_key(order_id) {
            return Ok(());
        }
        if let Some(item) = items.iter().find(|item| item.quantity > self.free(&item.sku)) {
            return Err(Shortage {
                sku: item.sku.clone(),
                wanted: item.quantity,
                free: self.free(&item.sku),
            });
        }
        for item in items {
            self.add(item, |free, quantity| free - quantity);
        }
        self.held.insert(order_id.to_owned(), items.to_vec());
        Ok(())
    }

    /// Releases the reserved items of an order.
    pub fn release(&mut self, order_id: &str) {
        for item in self.held.remove(order_id).unwrap_or_default() {
            self.add(&item, |free, quantity| free + quantity);
        }
    }

    fn add(&mut self, item: &Item, change: impl Fn(u64, u64) -> u64) {
        if let Some(free) = self.free.get_mut(item.sku.as_str()) {
            *free = change(*free, item.quantity);
        }
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of `{}` ordered, {} in stock", self.wanted, self.sku, self.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(sku: &str, quantity: u64) -> Item {
        Item { sku: sku.to_owned(), quantity }
    }

    #[test]
    fn stock_is_reserved_once_and_released() {
        let mut stock = Stock::new(&Catalog::built_in());
        let items = [item("POT-IRON", 5), item("TEA-EARL", 20)];
        assert_eq!(stock.reserve("A", &items), Ok(()));
        assert_eq!(stock.reserve("A", &items), Ok(()));
        assert_eq!((stock.free("POT-IRON"), stock.free("TEA-EARL")), (3, 100));
        let shortage = Shortage { sku: "POT-IRON".to_owned(), wanted: 4, free: 3 };
        assert_eq!(stock.reserve("B", &[item("TEA-EARL", 1), item("POT-IRON", 4)]), Err(shortage));
        assert_eq!(stock.free("TEA-EARL"), 100, "all or nothing");
        stock.release("A");
        stock.release("A");
        assert_eq!((stock.free("POT-IRON"), stock.free("TEA-EARL")), (8, 120));
    }
}
