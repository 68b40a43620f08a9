//! The tasks of an order. Each takes some time and records its start, so that the number of starts
//! is visible.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

use crate::books::{self, Books, Did, Line};
use crate::order::{Gateway, Item, Order};

asl_machine! {
    pub(crate) "order.asl.json",
    name = process,
    input = Order,
    tasks = {
        quote_price: fn(Order) -> u64,
        reserve_stock: fn(Order) -> String,
        charge_card: fn(Charge) -> String,
        pack_item: fn(Item) -> String,
        send: fn(Parcel) -> String,
    },
}

/// A request to the gateway.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Charge {
    order: String,
    gateway: Gateway,
    cents: u64,
}

/// The goods to send.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    order: String,
    parcel: Vec<String>,
}

/// The shop.
pub(crate) struct Shop {
    folder: PathBuf,
    books: Books,
    /// The gateway's charges by idempotency key.
    charged: Mutex<BTreeMap<String, u64>>,
}

impl Shop {
    /// Opens the shop in a folder.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let charged = Mutex::new(books::charges(&books::read(folder)?));
        Ok(Self { folder: folder.to_owned(), books: Books::open(folder)?, charged })
    }

    /// Records the start of an attempt, and works for this time.
    async fn work(&self, cx: &TaskContext, millis: u64) -> Result<(), TaskError> {
        self.note(cx, Did::Begin)?;
        tokio::time::sleep(Duration::from_millis(millis)).await;
        Ok(())
    }

    fn note(&self, cx: &TaskContext, did: Did) -> Result<(), TaskError> {
        let line = Line { key: cx.idempotency_key(), order: cx.execution_name().to_owned(), did };
        self.books
            .write(&line)
            .map_err(|error| TaskError::new("Books", format!("cannot write the books: {error}")))
    }

    /// The gateway: it does not charge a known key again.
    fn charge(&self, cx: &TaskContext, cents: u64) -> Result<String, TaskError> {
        let mut charged = self.charged.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Vacant(place) = charged.entry(cx.idempotency_key()) {
            self.note(cx, Did::Charge(cents))?;
            place.insert(cents);
        }
        Ok(format!("charged {cents} cents"))
    }
}

impl process::Tasks for Shop {
    async fn quote_price(&self, cx: &TaskContext, order: Order) -> Result<u64, TaskError> {
        self.work(cx, 60).await?;
        Ok(order.cents())
    }

    async fn reserve_stock(&self, cx: &TaskContext, order: Order) -> Result<String, TaskError> {
        self.work(cx, 90).await?;
        Ok(format!("shelf {}", order.items.len()))
    }

    async fn charge_card(&self, cx: &TaskContext, charge: Charge) -> Result<String, TaskError> {
        self.work(cx, 120).await?;
        if charge.gateway == Gateway::Down && !is_repaired(&self.folder) {
            return Err(TaskError::new("GatewayDown", "the gateway does not answer"));
        }
        // One in three is rejected at first.
        if cx.attempt() == 0 && charge.order.bytes().map(usize::from).sum::<usize>() % 3 == 0 {
            return Err(TaskError::new("GatewayBusy", "too many calls"));
        }
        self.charge(cx, charge.cents)
    }

    async fn pack_item(&self, cx: &TaskContext, item: Item) -> Result<String, TaskError> {
        self.work(cx, 50).await?;
        Ok(format!("{} in paper", item.name))
    }

    async fn send(&self, cx: &TaskContext, parcel: Parcel) -> Result<String, TaskError> {
        self.work(cx, 80).await?;
        Ok(format!("{} with {} items", parcel.order, parcel.parcel.len()))
    }
}

/// The file that marks the gateway as repaired.
pub(crate) fn repaired(folder: &Path) -> PathBuf {
    folder.join("gateway-repaired")
}

fn is_repaired(folder: &Path) -> bool {
    repaired(folder).exists()
}
