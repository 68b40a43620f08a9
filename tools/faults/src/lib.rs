//! Fault tests of the durable engine: the parts of the program `asl-faults`, and what `tools/fuzz`
//! shares with them.

mod bare;
mod crashes;
pub mod damage;
mod kill;
pub mod log;
mod lying;
pub mod machines;
pub mod part;
mod plan;
mod proof;
mod restored;
mod script;
mod sim;
pub mod victim;
mod world;

use part::{Fault, Settings};

/// A part of the fault tests: its name and its function, which returns a summary.
pub type Part = (&'static str, fn(&Settings) -> Result<String, Fault>);

/// All parts, in the order in which they run.
pub const PARTS: &[Part] = &[
    ("restored", restored::run),
    ("proof", proof::run),
    ("crashes", crashes::run),
    ("damage", damage::run),
    ("kill", kill::run),
];
