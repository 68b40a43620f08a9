//! A warning, which a crate can make an error by the lint that it is, or by an option; and a failure
//! that is certain, which is an error unless an option allows it.
#![deny(unused_must_use)]

use asl_runtime::asl_machine;

asl_machine!("./doubtful.asl.json", outside = true);
asl_machine!("./doubtful.asl.json", outside = true, name = denied, deny = [ASL0906]);
asl_machine!("./doubtful.asl.json", outside = true, name = misspelled, deny = [ASL0401, W9999]);
asl_machine!("./certain.asl.json", outside = true, name = never);
asl_machine!("./certain.asl.json", outside = true, name = shown, warn = [certain]);

fn main() {}
