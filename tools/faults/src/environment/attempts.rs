//! Attempts of tasks: each starts once in a process of the store, and is not started again after
//! the store has acknowledged its end.

use std::collections::{BTreeMap, HashMap};

use asl_durable::testing::Place;
use asl_runtime::value::Text;

/// The attempts of all executions, by their idempotency keys.
#[derive(Default)]
pub(super) struct Attempts {
    all: HashMap<Text, Attempt>,
    /// Open attempts of this process.
    open: BTreeMap<Place, Text>,
    places: HashMap<Text, Place>,
}

struct Attempt {
    token: Text,
    starts: u32,
    /// The process of the store that started it last.
    process: u32,
    /// True if the store has acknowledged its end.
    is_over: bool,
}

impl Attempts {
    /// Starts an attempt in a process of the store. Returns true for the first time.
    pub(super) fn begin(
        &mut self,
        place: Place,
        key: Text,
        token: impl FnOnce() -> Text,
        process: u32,
    ) -> Result<bool, String> {
        self.open.insert(place, key.clone());
        self.places.insert(key.clone(), place);
        let Some(attempt) = self.all.get_mut(&key) else {
            self.all.insert(key, Attempt { token: token(), starts: 1, process, is_over: false });
            return Ok(true);
        };
        if attempt.is_over {
            return Err(format!("{key} was started again after its end was acknowledged"));
        }
        if attempt.process == process {
            return Err(format!("{key} was started twice by one process"));
        }
        (attempt.starts, attempt.process) = (attempt.starts + 1, process);
        if attempt.starts > process {
            return Err(format!(
                "{key} was started {} times by {process} processes",
                attempt.starts
            ));
        }
        Ok(false)
    }

    /// The task token of an attempt.
    pub(super) fn token(&self, key: &str) -> Option<Text> {
        self.all.get(key).map(|attempt| attempt.token.clone())
    }

    /// The place of an open attempt; with `is_end`, it is no longer open.
    pub(super) fn place(&mut self, key: &str, is_end: bool) -> Option<Place> {
        let place = self.places.get(key).copied()?;
        if is_end {
            self.drop_open(place);
        }
        Some(place)
    }

    /// Drops an open attempt.
    pub(super) fn drop_open(&mut self, place: Place) {
        if let Some(key) = self.open.remove(&place) {
            self.places.remove(&key);
        }
    }

    /// Drops all open attempts of the store's process.
    pub(super) fn forget_open(&mut self) {
        self.open.clear();
        self.places.clear();
    }

    /// Records that the store has acknowledged the end of an attempt.
    pub(super) fn acknowledge(&mut self, key: &str) {
        if let Some(attempt) = self.all.get_mut(key) {
            attempt.is_over = true;
        }
    }
}
