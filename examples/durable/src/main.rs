//! `durable [--orders N] [--seed N] [--store DIR]`: completes orders although their process is
//! killed all the time.
//!
//! By default it is the driver: it starts itself again as the shop, kills that at random moments,
//! and starts it again, until every order is complete.

mod books;
mod driver;
mod order;
mod progress;
mod report;
mod shop;
mod worker;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A description of what went wrong.
type Problem = Box<dyn std::error::Error>;

/// Completes all orders, however often their process is killed.
#[derive(Parser)]
#[command(name = "durable")]
struct Arguments {
    /// Number of orders
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(6..=999))]
    orders: u16,
    /// Seed of the moments of the kills
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder of the store and the books; existing ones are continued. By default a folder that is
    /// removed at the end
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// The process that the driver starts: opens the store, takes the orders and works until all of
    /// them have ended
    #[command(hide = true)]
    Work {
        /// Folder of the store and the books
        folder: PathBuf,
        /// Number of orders
        orders: usize,
    },
}

fn main() -> ExitCode {
    let Arguments { orders, seed, store, role } = Arguments::parse();
    let done = match role {
        Some(Role::Work { folder, orders }) => worker::run(&folder, orders),
        None => driver::run(usize::from(orders), seed, store),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            progress::error(&format!("durable: {problem}"));
            ExitCode::FAILURE
        }
    }
}
