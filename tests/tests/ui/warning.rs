//! A doubt is a warning, which can be denied.
#![deny(deprecated)]

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json", outside = true);

fn main() {}
