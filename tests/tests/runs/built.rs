//! The goldens of `definitions/good` are Rust code that builds. This is separate from `goldens.rs`,
//! so that they can be rewritten when they do not build.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::Path;

use asl_runtime::machine::Machine;

/// The goldens, which rustc and clippy check like any other code.
macro_rules! built {
    ($($name:ident)*) => {
        $(include!(concat!("../../definitions/good/", stringify!($name), ".rs"));)*
        const BUILT: &[(&str, &Machine)] = &[$((stringify!($name), &$name::MACHINE)),*];
    };
}

built! {
    choice complex_retry customer_info distributed_map error_handlers error_output event_groups every_action fail filters
    fun_with_math greeting hello_state hello_world in_yaml integrations intrinsics jsonata map names nested_actions no_default no_op
    nothing operators reference_paths sections several_hits sum task_state templates time_outs timeout_retry transitions trip variables
    waits
}

#[test]
fn every_golden_is_built() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions/good");
    let files = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name());
    let notations = [".json", ".yaml"];
    let mut names: Vec<String> = files
        .filter_map(|file| file.into_string().ok())
        .filter(|file| notations.iter().any(|notation| file.ends_with(notation)))
        .collect();
    names.sort();
    let mut built: Vec<&str> = BUILT.iter().map(|(_, machine)| machine.source).collect();
    built.sort_unstable();
    assert_eq!(built, names);
    for (name, machine) in BUILT {
        assert_eq!((machine.name, machine.source.split('.').next()), (*name, Some(*name)));
    }
}
