//! Reports as files.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use asl_report::Report;

/// A directory, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("asl-report-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn report() -> Report {
    let history = r#"[{"id": 1, "type": "ExecutionStarted"}]"#;
    Report::from_history(history).unwrap().named("order")
}

#[test]
fn a_file_is_replaced_and_a_new_one_never_is() {
    let directory = Directory::new("new");
    let path = directory.0.join("run.html");
    fs::write(&path, "old").unwrap();
    report().write(&path).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("<!DOCTYPE html>"));

    let folder = directory.0.join("a/b");
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let written = report().write_new(&folder, "order-tests::it/fails").unwrap();
    assert_eq!(name(&written), "order-tests__it_fails.html");
    let second = report().write_new(&folder, "order-tests::it/fails").unwrap();
    assert_eq!(name(&second), "order-tests__it_fails-2.html");
    assert_eq!(fs::read(written).unwrap(), fs::read(second).unwrap());
}

#[test]
fn a_missing_directory_is_named() {
    let directory = Directory::new("missing");
    let path = directory.0.join("none/run.html");
    let error = report().write(&path).unwrap_err().to_string();
    let expected = format!("cannot write the report to {}: ", path.display());
    assert!(error.starts_with(&expected), "{error}");
}

/// Writing to this device fails as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_with_the_path() {
    let error = report().write("/dev/full").unwrap_err().to_string();
    assert!(error.starts_with("cannot write the report to /dev/full: No space left"), "{error}");
    assert!(Path::new("/dev/full").exists());
}
