//! Tests of the whole compiler.

mod templates;
mod terraform;

use std::fs;
use std::path::Path;

use asl_source::options::Options;

use crate::{compile, expansion};

/// Options with some changed: they may get more fields, so another crate cannot list them.
pub(crate) fn with(mut options: Options, change: impl FnOnce(&mut Options)) -> Options {
    change(&mut options);
    options
}

#[test]
fn a_file_that_was_refused_is_not_watched() {
    let folder = format!("asl-codegen-{}-watched", std::process::id());
    let package = std::env::temp_dir().join(folder);
    fs::create_dir_all(&package).unwrap();
    let options = Options::default();
    for (name, length, watched) in [("small", 10, true), ("large", 2 << 20, false)] {
        let path = package.join(format!("{name}.asl.json"));
        fs::write(&path, " ".repeat(length)).unwrap();
        let (sources, checked) = compile::check_file(&path, Path::new(""), &options);
        assert!(checked.diagnostics.has_errors());
        let watching = expansion::watch(&sources, &options).to_string();
        assert_eq!(watching.contains("include_bytes"), watched, "{name}: {watching}");
    }
    fs::remove_dir_all(package).unwrap();
}
