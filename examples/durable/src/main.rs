//! `durable [--orders N] [--seed N] [--store DIR]`: completes orders although their process is
//! killed all the time.
//!
//! Started as it is, it is the driver: it starts itself again as the shop, kills that at random
//! moments, and starts it again, until every order is complete.

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

/// Orders that are all completed, however often their process is killed.
#[derive(Parser)]
#[command(name = "durable")]
struct Arguments {
    /// How many orders
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(6..=999))]
    orders: u16,
    /// What the moments of the kills are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where the store and the books are; what is there is gone on with. Without it they are in a
    /// folder that is removed at the end
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// What the driver starts: opens the store, takes the orders and works until all of them have
    /// ended
    #[command(hide = true)]
    Work {
        /// Where the store and the books are
        folder: PathBuf,
        /// How many orders
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
