//! A web console for the executions of a durable store: an axum router that a program mounts in its
//! own service.
//!
//! It lists executions with filters, shows one with its input, its result and what it waits for,
//! and redrives, cancels, sends events and reports on tasks by their tokens. Pages are HTML of the
//! server, work without scripts, and refresh themselves if scripts are allowed.
//!
//! ```
//! use asl_console::{Console, Permission};
//! use asl_durable::{Durable, Options};
//! use axum::Router;
//!
//! # fn is_operator(request: &axum::http::request::Parts) -> bool {
//! #     request.headers.contains_key("x-operator")
//! # }
//! fn router(store: Durable) -> Router {
//!     let console = Console::new(store).authorize(|request| {
//!         if is_operator(request) { Permission::Act } else { Permission::None }
//!     });
//!     Router::new().nest("/console", console.router())
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
//! # let directory = std::env::temp_dir().join(format!("asl-console-doc-{}", std::process::id()));
//! let machines: [asl_runtime::Compiled; 0] = []; // those of your program
//! let store = Durable::open(&directory, machines, Options::default()).await?;
//! let service = router(store.clone());
//! # drop(service);
//! # drop(store);
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! **Security.** Without [`Console::authorize`] every page is refused. A person who may not act sees
//! no task token: their secret parts are replaced in all data. A request that changes something is
//! a POST from a page of the same origin, or it is refused. Answers forbid scripts, styles and
//! requests from elsewhere, frames and caches. See `docs/guide/console.md`.

mod action;
mod console;
mod filter;
mod guard;
mod html;
mod pages;
mod permission;
mod problem;
mod report;
mod router;
mod search;
mod store;
mod tokens;

pub use action::Action;
pub use console::Console;
pub use permission::Permission;
pub use problem::Problem;
pub use store::{Answer, Store};
