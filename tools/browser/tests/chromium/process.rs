//! Chromium ends with its page, also if a test panics.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use asl_browser::page_of_test;
use asl_conformance::problem::Result;

/// Command lines of processes that use a folder.
fn users(folder: &Path) -> Vec<String> {
    let folder = folder.to_string_lossy().into_owned();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&folder))
        .collect()
}

#[test]
#[cfg(target_os = "linux")]
fn chromium_ends_when_a_test_panics() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let url = page.show("<!DOCTYPE html>")?;
    let file = PathBuf::from(url.strip_prefix("file://").expect("a file"));
    let folder = file.parent().expect("a folder");
    assert!(!users(folder).is_empty());
    let panicked = catch_unwind(AssertUnwindSafe(move || {
        assert_eq!(page.evaluate("1").ok(), None, "a failed test");
    }));
    assert!(panicked.is_err());
    // A process that was killed is listed until the system has removed it.
    for _ in 0..500 {
        if users(folder).is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(users(folder), [""; 0]);
    assert!(!folder.exists());
    Ok(())
}
