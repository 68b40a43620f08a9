//! A file that is not there.

use asl_runtime::asl_machine;

asl_machine!("./brokn.asl.json", outside = true);

fn main() {}
