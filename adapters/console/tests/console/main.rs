//! The console in this process: its pages, its actions, and what it refuses.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

mod actions;
mod client;
mod pages;
mod report;
mod security;
mod shop;
