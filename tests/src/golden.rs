//! Files with the expected results of tests. `ASL_BLESS=1` rewrites them; then review the
//! difference.

use std::fs;
use std::path::{Path, PathBuf};

/// A path below the directory `tests` of the workspace.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Compares a result with its golden. An error says how they differ.
pub fn compare(golden: &Path, actual: &str) -> Result<(), String> {
    let expected = fs::read_to_string(golden).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    if std::env::var_os("ASL_BLESS").is_some() {
        return fs::write(golden, actual).map_err(|error| format!("{}: {error}", golden.display()));
    }
    Err(format!(
        "{}:\n{}\n(ASL_BLESS=1 rewrites it)",
        golden.display(),
        difference(&expected, actual)
    ))
}

/// The lines that are different, between the lines that both begin and end with.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), actual.lines().collect());
    let same_start = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
    let (old, new) = (expected.iter().skip(same_start), actual.iter().skip(same_start));
    let same_end =
        old.clone().rev().zip(new.clone().rev()).take_while(|(one, other)| one == other).count();
    let old = old.take(expected.len() - same_start - same_end).map(|line| format!("- {line}"));
    let new = new.take(actual.len() - same_start - same_end).map(|line| format!("+ {line}"));
    let lines: Vec<String> =
        std::iter::once(format!("@ line {}", same_start + 1)).chain(old).chain(new).collect();
    lines.join("\n")
}
