//! The macro's additions to the documentation of its modules in a build that is no documentation.
#![allow(clippy::expect_used, reason = "a test may")]

use std::{env, fs};

/// The metadata of this package's library, of all builds in the folder whose metadata contain the
/// documentation of public items: those of a check may not.
fn documented_builds() -> Vec<Vec<u8>> {
    let test = env::current_exe().expect("a path");
    let folder = test.parent().expect("a folder");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let metadata = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("libapplication-") && name.ends_with(".rmeta")
    });
    let read = metadata.map(|entry| fs::read(entry.path()).expect("a file"));
    read.filter(|build| contains(build, "Each state as a function of its own.")).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Only rustdoc draws: other builds would take longer, and their results would be larger.
#[test]
fn builds_do_not_draw() {
    let builds = documented_builds();
    assert!(!builds.is_empty());
    for build in builds {
        // The documentation is there without the picture and the lists beside it. A picture alone
        // may be there: machines have one if any package of the build asks for reports.
        assert!(!contains(&build, " # Transitions"));
        assert!(!contains(&build, " # Tasks"));
    }
}
