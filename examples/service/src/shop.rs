//! The shop: its tasks, and the state that they share with the handlers of requests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use asl_runtime::{TaskContext, TaskError};
use tracing::info;

use crate::order::order::{self, errors};
use crate::order::{Confirmation, Order, Paid, Payment};

/// The articles with their stock and their price in cents.
const ARTICLES: [(&str, u32, u64); 3] =
    [("assam", 40, 790), ("sencha", 25, 980), ("teapot", 2, 3_400)];

/// The shop. Handlers and tasks have it in an `Arc`.
pub(crate) struct Shop {
    stock: Mutex<BTreeMap<&'static str, u32>>,
}

impl Shop {
    pub(crate) fn new() -> Self {
        let stock = ARTICLES.iter().map(|(name, stock, _)| (*name, *stock));
        Self { stock: Mutex::new(stock.collect()) }
    }

    /// The pieces of each article that are not reserved.
    pub(crate) fn stock(&self) -> MutexGuard<'_, BTreeMap<&'static str, u32>> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A real shop performs each effect under `TaskContext::idempotency_key`: a task that was running
/// when its process ended is started again.
impl order::Tasks for Shop {
    async fn reserve(&self, _: &TaskContext, order: Order) -> Result<u32, TaskError> {
        let mut stock = self.stock();
        let left = stock
            .get_mut(order.article.as_str())
            .and_then(|pieces| pieces.checked_sub(order.quantity).map(|left| (pieces, left)));
        let Some((pieces, left)) = left else {
            return Err(TaskError::new(errors::OUT_OF_STOCK, "too few pieces"));
        };
        *pieces = left;
        info!(left, "reserved");
        Ok(order.quantity)
    }

    async fn charge(&self, cx: &TaskContext, order: Order) -> Result<Payment, TaskError> {
        match order.card.as_str() {
            "busy" if cx.attempt() == 0 => {
                return Err(TaskError::new(errors::GATEWAY_BUSY, "try again"));
            }
            "declined" => return Err(TaskError::new(errors::CARD_DECLINED, "no credit")),
            _ => {}
        }
        let price = ARTICLES.iter().find(|(name, ..)| *name == order.article);
        let cents = price.map_or(0, |(.., cents)| cents * u64::from(order.quantity));
        info!(cents, "charged");
        Ok(Payment { cents })
    }

    async fn ship(&self, cx: &TaskContext, paid: Paid) -> Result<Confirmation, TaskError> {
        info!("shipped");
        let parcel = format!("parcel-{}", cx.idempotency_key());
        Ok(Confirmation { number: paid.order.number, cents: paid.payment.cents, parcel })
    }

    async fn release(&self, _: &TaskContext, order: Order) -> Result<(), TaskError> {
        if let Some(pieces) = self.stock().get_mut(order.article.as_str()) {
            *pieces = pieces.saturating_add(order.quantity);
        }
        Ok(())
    }
}
