//! A warning, which a crate can make an error by the lint that it is, or by an option.
#![deny(deprecated)]

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json", outside = true);
asl_machine!("./doubtful.asl.json", outside = true, name = denied, deny = [ASL0906]);
asl_machine!("./doubtful.asl.json", outside = true, name = misspelled, deny = [ASL0401, W9999]);

fn main() {}
