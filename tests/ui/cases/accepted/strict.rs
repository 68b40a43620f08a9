//! Warnings of a definition do not break a crate that denies warnings.
#![deny(warnings)]

use asl_runtime::asl_machine;

asl_machine!("./../doubtful.asl.json", outside = true);
asl_machine!("./../doubtful.asl.json", outside = true, name = quiet, allow = [ASL0906]);
asl_machine!("./../certain.asl.json", outside = true, name = caught, allow = [certain]);

fn main() {
    let _ = [&doubtful::MACHINE, &quiet::MACHINE];
}
