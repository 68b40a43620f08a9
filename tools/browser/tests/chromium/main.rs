//! The pages that this project makes, in Chromium. Without Chromium each test says why, and passes.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

mod console;
mod picture;
mod process;
mod report;
