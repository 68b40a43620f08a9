//! Fault tests of the durable engine: the parts of the program `asl-faults`, and what `tools/fuzz`
//! shares with them.

pub mod compared;
mod crashes;
pub mod damage;
mod environment;
mod kill;
pub mod killed_process;
pub mod log;
mod lying_disk;
pub mod machines;
pub mod part;
mod plan;
mod proof;
mod reference;
mod restored;
mod script;
mod server;
mod shared;
mod sim;

use part::{Fault, Settings};

/// A part of the fault tests: its name and its function, which returns a summary.
pub type Part = (&'static str, fn(&Settings) -> Result<String, Fault>);

/// All parts, in the order in which they run.
pub const PARTS: &[Part] = &[
    ("restored", restored::run),
    ("proof", proof::run),
    ("crashes", crashes::run),
    ("shared", shared::run),
    ("damage", damage::run),
    ("kill", kill::run),
];
