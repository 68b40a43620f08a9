//! The shop, which the tasks of the machine use.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_runtime::TaskError;

use crate::catalog::Catalog;
use crate::gateway::{Gateway, Refusal};
use crate::model::{
    Charge, ChargeRequest, Order, Parcel, ParcelRequest, Quote, Receipt, Reservation, Settled,
};
use crate::stock::Stock;
use crate::{price, receipt};

/// A shop. Clones share stock and gateway.
#[derive(Clone, Debug)]
pub struct Shop {
    catalog: Arc<Catalog>,
    stock: Arc<Mutex<Stock>>,
    gateway: Arc<Mutex<Gateway>>,
    receipts: Receipts,
}

/// Destination of receipts.
#[derive(Clone, Debug)]
pub enum Receipts {
    /// This folder; the file has the name of the order.
    Folder(PathBuf),
    /// This file.
    File(PathBuf),
}

impl Shop {
    /// A shop at the start.
    pub fn open(receipts: Receipts) -> Self {
        let catalog = Catalog::built_in();
        let stock = Arc::new(Mutex::new(Stock::new(&catalog)));
        Self { catalog: Arc::new(catalog), stock, gateway: Arc::default(), receipts }
    }

    /// Number of pieces of an article that are not reserved.
    pub fn free(&self, sku: &str) -> u64 {
        lock(&self.stock).free(sku)
    }

    /// Checks an order.
    pub fn check(&self, order: Order) -> Result<Order, TaskError> {
        price::check(order, &self.catalog).map_err(|reason| TaskError::new("InvalidOrder", reason))
    }

    /// Computes the price of an order.
    pub fn quote(&self, order: &Order) -> Quote {
        price::quote(order, &self.catalog)
    }

    /// Reserves the items of an order.
    pub fn reserve(&self, order: &Order) -> Result<Reservation, TaskError> {
        let reserved = lock(&self.stock).reserve(&order.order_id, &order.items);
        reserved.map_err(|shortage| TaskError::new("OutOfStock", shortage.to_string()))?;
        let pieces = order.items.iter().map(|item| item.quantity).sum();
        Ok(Reservation { order_id: order.order_id.clone(), pieces })
    }

    /// Releases the reserved items of an order.
    pub fn release(&self, order_id: &str) {
        lock(&self.stock).release(order_id);
    }

    /// Charges a card; `key` is the same if the same attempt is repeated.
    pub fn charge(&self, key: &str, request: &ChargeRequest) -> Result<Charge, TaskError> {
        lock(&self.gateway).charge(key, request).map_err(|refusal| match refusal {
            Refusal::Busy => {
                TaskError::new("GatewayBusy", "the payment gateway asks to come back later")
            }
            Refusal::Declined(reason) => TaskError::new("CardDeclined", reason),
        })
    }

    /// Books a parcel. The last digit of its number is a check digit, as with parcel services.
    pub fn book(&self, request: &ParcelRequest) -> Parcel {
        let number = request
            .order_id
            .bytes()
            .fold(request.grams, |sum, byte| (sum * 31 + u64::from(byte)) % 100_000_000);
        let check =
            number.to_string().bytes().map(|digit| u64::from(digit - b'0')).sum::<u64>() % 10;
        Parcel { tracking: format!("{}{number:08}{check}", request.country) }
    }

    /// Writes the receipt.
    pub fn print_receipt(&self, order: &Settled) -> Result<Receipt, TaskError> {
        let path = match &self.receipts {
            Receipts::Folder(folder) => folder.join(format!("{}.txt", order.order_id)),
            Receipts::File(file) => file.clone(),
        };
        receipt::write(&path, &receipt::text(order, &self.catalog)).map_err(|error| {
            TaskError::new("ReceiptNotWritten", format!("{}: {error}", path.display()))
        })?;
        Ok(Receipt { path: path.display().to_string() })
    }
}

/// A task that panicked while holding the lock left consistent values behind: every change is one
/// step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
