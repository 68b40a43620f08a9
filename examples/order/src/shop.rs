//! The shop: what the tasks of the machine work with.

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

/// A shop. A handle: its clones share shelves and gateway.
#[derive(Clone, Debug)]
pub struct Shop {
    catalog: Arc<Catalog>,
    stock: Arc<Mutex<Stock>>,
    gateway: Arc<Mutex<Gateway>>,
    receipts: Receipts,
}

/// Where receipts go.
#[derive(Clone, Debug)]
pub enum Receipts {
    /// Into this folder, named after the order.
    Folder(PathBuf),
    /// Into this file.
    File(PathBuf),
}

impl Shop {
    /// A shop in the morning.
    pub fn open(receipts: Receipts) -> Self {
        let catalog = Catalog::built_in();
        let stock = Arc::new(Mutex::new(Stock::new(&catalog)));
        Self { catalog: Arc::new(catalog), stock, gateway: Arc::default(), receipts }
    }

    /// How many pieces of an article nobody has asked for.
    pub fn free(&self, sku: &str) -> u64 {
        lock(&self.stock).free(sku)
    }

    /// Checks an order.
    pub fn check(&self, order: Order) -> Result<Order, TaskError> {
        price::check(order, &self.catalog).map_err(|reason| TaskError::new("InvalidOrder", reason))
    }

    /// What an order costs.
    pub fn quote(&self, order: &Order) -> Quote {
        price::quote(order, &self.catalog)
    }

    /// Holds the items of an order.
    pub fn reserve(&self, order: &Order) -> Result<Reservation, TaskError> {
        let reserved = lock(&self.stock).reserve(&order.order_id, &order.items);
        reserved.map_err(|shortage| TaskError::new("OutOfStock", shortage.to_string()))?;
        let pieces = order.items.iter().map(|item| item.quantity).sum();
        Ok(Reservation { order_id: order.order_id.clone(), pieces })
    }

    /// Puts back what is held for an order.
    pub fn release(&self, order_id: &str) {
        lock(&self.stock).release(order_id);
    }

    /// Charges a card; `key` is the same when the same attempt is made again.
    pub fn charge(&self, key: &str, request: &ChargeRequest) -> Result<Charge, TaskError> {
        lock(&self.gateway).charge(key, request).map_err(|refusal| match refusal {
            Refusal::Busy => {
                TaskError::new("GatewayBusy", "the payment gateway asks to come back later")
            }
            Refusal::Declined(reason) => TaskError::new("CardDeclined", reason),
        })
    }

    /// Books a parcel. The last digit of its number checks the others, as parcel services have it.
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

/// A task that panicked while holding the lock left whole values behind: every change here is one
/// step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
