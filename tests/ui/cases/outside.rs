//! A file outside of the package, which nobody said is meant.

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json");

fn main() {}
