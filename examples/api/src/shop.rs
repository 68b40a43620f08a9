//! The machines, and their tasks: a shop with a stock in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_runtime::{TaskContext, TaskError, asl_machine};
use serde::{Deserialize, Serialize};

asl_machine! {
    pub(crate) "machines/order.asl.json",
    tasks = {
        reserve: fn(Order) -> u64,
        approve: fn(Approval) -> (),
        ship: fn(Order) -> Parcel,
    },
}

asl_machine! {
    pub(crate) "machines/restock.asl.json",
    tasks = { refill: fn(Order) -> u64 },
}

/// The articles with their stock and their price.
const ARTICLES: [(&str, u64, u64); 3] =
    [("tea", 10, 8), ("samovar", 2, 1_900), ("porcelain", 0, 240)];

/// An order, or a delivery.
#[derive(Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) article: String,
    pub(crate) pieces: u64,
}

/// An order that waits for a report with this token.
#[derive(Serialize, Deserialize)]
pub(crate) struct Approval {
    pub(crate) order: Order,
    pub(crate) token: String,
}

/// A parcel on its way.
#[derive(Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) parcel: String,
    pub(crate) pieces: u64,
}

/// The shop. Both machines share it.
pub(crate) struct Shop {
    stock: Mutex<BTreeMap<&'static str, u64>>,
}

impl Shop {
    pub(crate) fn new() -> Arc<Self> {
        let stock = ARTICLES.iter().map(|(article, stock, _)| (*article, *stock));
        Arc::new(Self { stock: Mutex::new(stock.collect()) })
    }

    fn stock(&self) -> MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A task that was running when its process ended is started again, so a real shop performs each
/// effect under `TaskContext::idempotency_key`.
impl order::Tasks for Shop {
    async fn reserve(&self, _: &TaskContext, order: Order) -> Result<u64, TaskError> {
        let mut stock = self.stock();
        let left = stock.get_mut(order.article.as_str());
        let Some(left) = left.filter(|left| **left >= order.pieces) else {
            return Err(TaskError::new("OutOfStock", format!("too few pieces: {}", order.article)));
        };
        *left -= order.pieces;
        let price = ARTICLES.iter().find(|(article, ..)| *article == order.article);
        Ok(price.map_or(0, |(_, _, price)| price * order.pieces))
    }

    /// A real shop sends the token to somebody. Here the client finds it in the history.
    async fn approve(&self, _: &TaskContext, _: Approval) -> Result<(), TaskError> {
        Ok(())
    }

    async fn ship(&self, cx: &TaskContext, order: Order) -> Result<Parcel, TaskError> {
        Ok(Parcel { parcel: format!("parcel-{}", cx.execution_name()), pieces: order.pieces })
    }
}

impl restock::Tasks for Shop {
    async fn refill(&self, _: &TaskContext, delivery: Order) -> Result<u64, TaskError> {
        let mut stock = self.stock();
        let Some(left) = stock.get_mut(delivery.article.as_str()) else {
            return Err(TaskError::new("UnknownArticle", delivery.article));
        };
        *left += delivery.pieces;
        Ok(*left)
    }
}
