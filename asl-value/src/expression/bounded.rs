//! Text that ends where the limits of a run do.

use std::fmt::{self, Write};

use super::{Budget, Limit};

/// Bytes of JSON text that are written in one step.
const BYTES_IN_STEP: usize = 16;

/// A text that refuses to become too long.
#[derive(Debug)]
pub struct Bounded {
    /// The parts that it took.
    pub text: String,
    longest: usize,
    /// The limit that a longer one reaches.
    pub limit: Limit,
    /// True if it refused a part.
    pub is_full: bool,
}

impl Bounded {
    /// One of so many bytes.
    pub fn new(longest: usize) -> Self {
        Self { text: String::new(), longest, limit: Limit::Size, is_full: false }
    }

    /// JSON text for which a run has so much room: the work grows with the number of parts, of which
    /// each has a character at least.
    pub fn in_run(budget: &Budget, room: usize) -> Self {
        let affordable = budget.affordable(BYTES_IN_STEP);
        let limit = if affordable < room { Limit::Fuel } else { Limit::Size };
        Self { limit, ..Self::new(room.min(affordable)) }
    }

    /// The steps of writing it.
    pub fn steps(&self) -> u64 {
        (self.text.len() / BYTES_IN_STEP) as u64
    }
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.is_full = self.is_full || self.text.len() + text.len() > self.longest;
        if self.is_full {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}
