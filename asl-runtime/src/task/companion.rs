//! The writes of a task to the medium of its store.

use std::any::Any;
use std::sync::{Arc, Mutex};

use asl_value::mutex::lock;

/// The means of a task to write to the medium of its store, and what it has written there: that is
/// committed together with the end of the task.
pub struct Companion {
    medium: Arc<dyn Any + Send + Sync>,
    written: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Companion {
    /// The companion of a task that has written nothing.
    pub fn new(medium: Arc<dyn Any + Send + Sync>) -> Self {
        Self { medium, written: Mutex::default() }
    }

    /// The medium, if it is of this type.
    pub fn medium<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        Arc::clone(&self.medium).downcast().ok()
    }

    /// Keeps what the task has written, unless there is something already.
    ///
    /// # Errors
    /// There is: the value comes back.
    pub fn keep(&self, written: Box<dyn Any + Send>) -> Result<(), Box<dyn Any + Send>> {
        let mut kept = lock(&self.written);
        if kept.is_some() {
            return Err(written);
        }
        *kept = Some(written);
        Ok(())
    }

    /// Takes what the task has written.
    pub fn take(&self) -> Option<Box<dyn Any + Send>> {
        lock(&self.written).take()
    }
}
