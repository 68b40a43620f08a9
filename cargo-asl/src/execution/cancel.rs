//! Ctrl-C: the first cancels the running executions, the second ends the command.

use std::sync::{Arc, Mutex, PoisonError};

use asl_testing::runner::Order;

use super::Orders;

/// The exit code of a command that an interrupt ended, as shells report it.
const INTERRUPTED: i32 = 130;

/// Cancels executions when the user asks for it.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_cancelled: bool,
    running: Vec<(u64, Orders)>,
    last: u64,
}

/// An execution that is cancelled with the others, until it is dropped.
pub(crate) struct Forwarding {
    cancel: Cancel,
    number: u64,
}

impl Cancel {
    /// Starts to listen for Ctrl-C.
    pub(crate) fn on_interrupt() -> Self {
        let cancel = Self::default();
        let listening = cancel.clone();
        std::thread::spawn(move || listening.listen());
        cancel
    }

    /// True if the user has asked for the end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.with(|state| state.is_cancelled)
    }

    pub(super) fn forward_to(&self, orders: Orders) -> Forwarding {
        let number = self.with(|state| {
            if state.is_cancelled {
                orders.send(&Order::Cancel);
            }
            state.last += 1;
            state.running.push((state.last, orders));
            state.last
        });
        Forwarding { cancel: self.clone(), number }
    }

    fn listen(&self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        // Without a runtime an interrupt ends the command at once, as it does by default.
        let Ok(runtime) = runtime else { return };
        while runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            if self.is_cancelled() {
                std::process::exit(INTERRUPTED);
            }
            self.with(|state| {
                state.is_cancelled = true;
                for (_, orders) in &state.running {
                    orders.send(&Order::Cancel);
                }
            });
        }
    }

    fn with<T>(&self, apply: impl FnOnce(&mut State) -> T) -> T {
        apply(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        self.cancel.with(|state| state.running.retain(|(number, _)| *number != self.number));
    }
}
