//! Machines as pictures: each definition in `definitions/diagram` with its Mermaid, its DOT
//! and its SVG.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::fs;

use asl_codegen::compile;
use asl_codegen::diagram::{dot, mermaid, svg};
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_tests::golden;

#[test]
fn machines_are_drawn_as_their_goldens() {
    let mut faults = Vec::new();
    for name in ["order", "names", "credit_check"] {
        let definition = golden::path(&format!("definitions/diagram/{name}.json"));
        let text = fs::read_to_string(&definition).expect("a definition");
        let checked = compile::check(
            &mut Sources::from_text(format!("{name}.json"), text),
            &Options::default(),
        );
        let machine = checked.machine.expect("no errors");
        faults.extend(golden::compare(&definition.with_extension("mmd"), &mermaid(&machine)).err());
        faults.extend(golden::compare(&definition.with_extension("dot"), &dot(&machine)).err());
        faults.extend(golden::compare(&definition.with_extension("svg"), &svg(&machine)).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
