//! The tasks of the agency.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use asl_runtime::{TaskContext, TaskError, Value, json};

use crate::machines::{GatewayError, Payment, Seat, Trip, approval, refund_machine, v1, v2};

/// The agency. One value has the tasks of all machines.
#[derive(Debug, Default)]
pub struct Agency {
    seats: AtomicU32,
    /// Tokens of questions to people.
    pub questions: Mutex<Vec<String>>,
}

impl Agency {
    /// Number of reserved seats.
    pub fn seats(&self) -> u32 {
        self.seats.load(Ordering::Relaxed)
    }
}

impl v1::trip::Tasks for Agency {
    async fn reserve_flight(&self, cx: &TaskContext, trip: Trip) -> Result<Seat, TaskError> {
        if trip.name == "Bo" && cx.attempt() == 0 {
            return Err(GatewayError::Busy)?;
        }
        let number = self.seats.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Seat { number, cents: 12_000 })
    }

    async fn charge_card(&self, cx: &TaskContext, payment: Payment) -> Result<String, TaskError> {
        if payment.card == 13 {
            return Err(GatewayError::Refused)?;
        }
        Ok(format!("{} for {}", payment.cents, cx.operation()))
    }

    async fn delete_item_seats(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.seats.fetch_sub(1, Ordering::Relaxed);
        Ok(json!({}))
    }
}

impl v2::trip::Tasks for Agency {
    async fn reserve_hotel(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("room 7"))
    }
}

impl refund_machine::Tasks for Agency {
    async fn refund(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("refunded"))
    }
}

impl approval::Tasks for Agency {
    async fn send_message_approvals(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        let mut questions = self.questions.lock().map_err(|error| error.to_string())?;
        questions.push(cx.token().to_string());
        Ok(json!({}))
    }
}
